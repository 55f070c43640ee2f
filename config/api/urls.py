"""URLs of REST API v1."""

from django.urls import URLPattern, URLResolver, path, re_path

from campaigns.archive import api as archive_api
from campaigns.archive.book import api as book_api
from campaigns.archive.place_offers import api as place_offer_api
from campaigns.archive.vault import api as vault_api
from campaigns.encounters import api as encounter_api
from campaigns.encounters.character_hand_overs import api as character_hand_over_api
from campaigns.encounters.table import api as table_api
from campaigns.encounters.waiting import api as waiting_api
from campaigns.encounters.words import api as word_api
from campaigns.log import api as log_api
from campaigns.log.calendar import api as calendar_api
from campaigns.log.checks import api as check_api
from campaigns.log.note_pictures import api as note_pictures_api
from campaigns.modules import api as module_api
from campaigns.modules.conversion import api as conversion_api
from campaigns.modules.imports import api as import_api
from campaigns.modules.objects import api as object_api
from campaigns.overview import api as overview_api
from campaigns.overview.catalogue import api as catalogue_api
from campaigns.overview.search import api as search_api
from campaigns.overview.timeline import api as timeline_api
from campaigns.sessions import api as session_api
from campaigns.sessions import report_api
from campaigns.sessions.awards import api as award_api
from campaigns.sessions.filing import api as filing_api
from campaigns.sessions.guests import api as guest_api
from campaigns.sessions.note_pictures import api as session_pictures_api
from campaigns.sessions.planning import api as planning_api
from campaigns.sessions.recaps import api as recap_api
from campaigns.sessions.stand_ins import api as stand_in_api
from campaigns.sessions.versions import api as session_versions_api
from campaigns.webhooks import api as webhook_api
from campaigns.world import api as world_api
from campaigns.world.blocks import api as blocks_api
from campaigns.world.glance import api as glance_api
from campaigns.world.maps import api as maps_api
from campaigns.world.maps import area_api as map_areas_api
from campaigns.world.maps.earlier_pictures import api as earlier_pictures_api
from campaigns.world.page_templates import api as page_templates_api
from campaigns.world.quests import api as quests_api
from campaigns.world.quests.versions import api as quest_versions_api
from campaigns.world.shared_worlds import api as shared_worlds_api
from campaigns.world.shared_worlds import moving_api, npc_api
from campaigns.world.shared_worlds.maps import api as shared_maps_api
from campaigns.world.shared_worlds.offers import api as character_offers_api
from campaigns.world.text_pictures import api as text_pictures_api
from campaigns.world.thumbnails import api as thumbnails_api
from campaigns.world.ties import api as ties_api
from campaigns.world.ties.removed import api as removed_ties_api
from campaigns.world.ties.versions import api as tie_versions_api
from campaigns.world.versions import api as versions_api
from characters.experience import api as experience_api
from characters.monsters import api as monster_api
from characters.sheets import api as sheet_api
from characters.sheets import quick_start_api
from characters.sheets.portraits import api as portrait_api
from common.endpoint import Endpoint
from config.api import features, pages
from config.api.idempotency import site_endpoint
from people.credentials.scopes import ANY, EVERYTHING
from people.devices import api as device_api
from rules.pages import api as rules


def endpoint_path(route: str, view: type[Endpoint], name: str, scope: str) -> URLPattern:
    """The URL pattern of an endpoint, with what the site adds to every endpoint.

    `scope`: what a token must be for (people/credentials/scopes.py); several words: it must be for all of them."""
    return path(route, site_endpoint(view, scope).as_view(), name=f"api-{name}")


urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", pages.SchemaDocument.as_view(), name="api-schema"),
    # The games
    endpoint_path("systems/", rules.Systems, "systems", ANY),
    endpoint_path("rules/<str:system>/", rules.Rules, "rules", ANY),
    endpoint_path("catalogue/", rules.Catalogue, "catalogue", ANY),
    endpoint_path("features/", features.Features, "features", ANY),
    # The caller
    endpoint_path("me/", overview_api.Me, "me", ANY),
    endpoint_path("me/calls/", device_api.Calls, "calls", EVERYTHING),
    endpoint_path("me/devices/", device_api.Devices, "devices", EVERYTHING),
    endpoint_path("me/devices/<int:device_id>/", device_api.DeviceDetail, "device", EVERYTHING),
    endpoint_path("tokens/", overview_api.Tokens, "tokens", EVERYTHING),
    endpoint_path("tokens/<str:token_id>/", overview_api.TokenDetail, "token", EVERYTHING),
    # Campaigns
    endpoint_path("campaigns/", overview_api.Campaigns, "campaigns", "campaign"),
    endpoint_path("campaigns/<int:campaign_id>/", overview_api.CampaignDetail, "campaign", "campaign"),
    endpoint_path(
        "campaigns/<int:campaign_id>/catalogue/", catalogue_api.CampaignCatalogue, "campaign-catalogue", "campaign"
    ),
    endpoint_path("catalogue/<int:row_id>/", catalogue_api.CatalogueRowDetail, "catalogue-row", "campaign"),
    endpoint_path("campaigns/<int:campaign_id>/members/", overview_api.Members, "members", "campaign"),
    endpoint_path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/", overview_api.MemberDetail, "member", "campaign"
    ),
    endpoint_path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/keep/",
        overview_api.KeptGuest,
        "member-keep",
        "campaign",
    ),
    endpoint_path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/place/",
        overview_api.PlaceInvitations,
        "member-place",
        "campaign",
    ),
    endpoint_path("campaigns/<int:campaign_id>/invitations/", overview_api.Invitations, "invitations", "campaign"),
    endpoint_path(
        "campaigns/<int:campaign_id>/invitations/<int:invitation_id>/",
        overview_api.InvitationDetail,
        "invitation",
        "campaign",
    ),
    endpoint_path("join/", overview_api.Join, "join", EVERYTHING),
    endpoint_path("places/", place_offer_api.Places, "places", EVERYTHING),
    endpoint_path("places/<int:offer_id>/", place_offer_api.PlaceDetail, "place", EVERYTHING),
    endpoint_path("places/<int:offer_id>/accept/", place_offer_api.AcceptPlace, "place-accept", EVERYTHING),
    # Sessions and the log
    endpoint_path("campaigns/<int:campaign_id>/sessions/", session_api.Sessions, "sessions", "log"),
    endpoint_path("sessions/<int:session_id>/", session_api.SessionDetail, "session", "log"),
    endpoint_path("campaigns/<int:campaign_id>/log/", log_api.LogEntries, "log", "log"),
    endpoint_path("log/<int:entry_id>/", log_api.LogEntryDetail, "log-line", "log"),
    endpoint_path("log/<int:entry_id>/corrections/", log_api.Corrections, "corrections", "log"),
    endpoint_path("campaigns/<int:campaign_id>/note-pictures/", note_pictures_api.NotePictures, "note-pictures", "log"),
    endpoint_path(
        "log/<int:entry_id>/note-pictures/<slug:picture_name>/", note_pictures_api.LogPicture, "log-picture", "log"
    ),
    endpoint_path(
        "sessions/<int:session_id>/note-pictures/<slug:picture_name>/",
        session_pictures_api.SessionPicture,
        "session-picture",
        "log",
    ),
    endpoint_path(
        "sessions/<int:session_id>/recaps/<slug:edition>/note-pictures/<slug:picture_name>/",
        session_pictures_api.RecapPicture,
        "recap-picture",
        "log",
    ),
    endpoint_path("campaigns/<int:campaign_id>/log/export/", archive_api.LogFile, "log-file", "log"),
    endpoint_path("campaigns/<int:campaign_id>/log/stream/", log_api.LogStream, "log-stream", "log"),
    endpoint_path("campaigns/<int:campaign_id>/log/bulk/", log_api.LogBulk, "log-bulk", "log"),
    endpoint_path("sessions/<int:session_id>/filing/", filing_api.SessionFiling, "filing", "log"),
    endpoint_path("sessions/<int:session_id>/proposed-dates/", planning_api.ProposedDates, "proposed-dates", "log"),
    endpoint_path("sessions/<int:session_id>/proposed-dates/ask/", planning_api.DateReminder, "dates-ask", "log"),
    endpoint_path("sessions/<int:session_id>/date-links/", planning_api.DateLinks, "date-links", "log"),
    endpoint_path(
        "sessions/<int:session_id>/date-links/<int:member_id>/", planning_api.DateLinkDetail, "date-link", "log"
    ),
    endpoint_path("proposed-dates/<int:date_id>/", planning_api.ProposedDateDetail, "proposed-date", "log"),
    endpoint_path("proposed-dates/<int:date_id>/answer/", planning_api.ProposedDateAnswer, "date-answer", "log"),
    endpoint_path("proposed-dates/<int:date_id>/choose/", planning_api.ProposedDateChoice, "date-choose", "log"),
    endpoint_path("sessions/<int:session_id>/guests/", guest_api.SessionGuests, "session-guests", "log"),
    endpoint_path("sessions/<int:session_id>/stand-ins/", stand_in_api.StandIns, "stand-ins", "log"),
    endpoint_path("stand-ins/<int:stand_in_id>/", stand_in_api.StandInDetail, "stand-in", "log"),
    endpoint_path("sessions/<int:session_id>/happened/", report_api.Happened, "happened", "log"),
    endpoint_path("sessions/<int:session_id>/recaps/", report_api.Recaps, "recaps", "log"),
    endpoint_path("sessions/<int:session_id>/recaps/send/", recap_api.SendRecap, "recap-send", "log"),
    endpoint_path(
        "sessions/<int:session_id>/recaps/<slug:edition>/earlier/",
        session_versions_api.RecapVersions,
        "recap-versions",
        "log",
    ),
    endpoint_path(
        "sessions/<int:session_id>/recaps/<slug:edition>/earlier/<int:recap_version>/restore/",
        session_versions_api.RecapVersionRestore,
        "recap-version-restore",
        "log",
    ),
    endpoint_path(
        "sessions/<int:session_id>/earlier/", session_versions_api.SessionVersions, "session-versions", "log"
    ),
    endpoint_path(
        "sessions/<int:session_id>/earlier/<int:session_version>/restore/",
        session_versions_api.SessionVersionRestore,
        "session-version-restore",
        "log",
    ),
    endpoint_path("campaigns/<int:campaign_id>/plots/", report_api.Plots, "plots", "log"),
    endpoint_path("campaigns/<int:campaign_id>/awards/", award_api.CampaignAwards, "campaign-awards", "characters"),
    endpoint_path(
        "campaigns/<int:campaign_id>/search/",
        search_api.Search,
        "search",
        "campaign characters log modules tables world",
    ),
    # The calendar
    endpoint_path("campaigns/<int:campaign_id>/calendar/", calendar_api.CalendarDetail, "calendar", "world"),
    endpoint_path(
        "campaigns/<int:campaign_id>/calendar/advance/", calendar_api.CalendarAdvance, "calendar-advance", "world"
    ),
    endpoint_path("campaigns/<int:campaign_id>/planned-events/", calendar_api.PlannedEvents, "planned-events", "world"),
    endpoint_path("planned-events/<int:event_id>/", calendar_api.PlannedEventDetail, "planned-event", "world"),
    endpoint_path(
        "campaigns/<int:campaign_id>/timeline/", timeline_api.TimelineList, "timeline", "characters log world"
    ),
    endpoint_path("campaigns/<int:campaign_id>/dates/", timeline_api.Dates, "dates", "characters log world"),
    endpoint_path("dates/<int:date_id>/", timeline_api.DateDetail, "date", "characters log world"),
    # The world
    endpoint_path("campaigns/<int:campaign_id>/world/", world_api.World, "world", "world"),
    endpoint_path("campaigns/<int:campaign_id>/tags/", world_api.Tags, "world-tags", "world"),
    endpoint_path(
        "campaigns/<int:campaign_id>/page-templates/", page_templates_api.PageTemplates, "page-templates", "world"
    ),
    *(
        endpoint_path(f"campaigns/<int:campaign_id>/shared-world/{path}", view, name, "world")
        for path, view, name in (
            ("", shared_worlds_api.SharedWorldDetail, "shared-world"),
            ("join/", shared_worlds_api.SharedWorldJoin, "shared-world-join"),
            ("invite/", shared_worlds_api.SharedWorldInvitations, "shared-world-invite"),
            ("leave/", shared_worlds_api.SharedWorldLeave, "shared-world-leave"),
            ("tables/<int:table_id>/calendar/", shared_worlds_api.SharedWorldCalendar, "shared-world-calendar"),
            ("pages/", shared_worlds_api.SharedPages, "shared-pages"),
            ("pages/<int:page_id>/", shared_worlds_api.SharedPageDetail, "shared-page"),
            ("pages/<int:page_id>/take/", shared_worlds_api.SharedPageTake, "shared-page-take"),
            ("maps/", shared_maps_api.SharedMaps, "shared-maps"),
            ("maps/<int:shared_map_id>/", shared_maps_api.SharedMapDetail, "shared-map"),
            ("maps/<int:shared_map_id>/picture/", shared_maps_api.SharedMapPictureFile, "shared-map-picture"),
            ("maps/<int:shared_map_id>/take/", shared_maps_api.SharedMapTake, "shared-map-take"),
        )
    ),
    endpoint_path("maps/<int:map_id>/shared-world/", shared_maps_api.MapShare, "map-share", "world"),
    endpoint_path("maps/<int:map_id>/shared-world/withdraw/", shared_maps_api.MapWithdraw, "map-withdraw", "world"),
    endpoint_path(
        "maps/<int:map_id>/shared-world/changes/", shared_maps_api.MapSharedChanges, "map-take-changes", "world"
    ),
    *(
        endpoint_path(f"campaigns/<int:campaign_id>/{path}", view, name, "characters world")
        for path, view, name in (
            ("shared-world/move/", moving_api.MovedCharacters, "shared-world-move"),
            ("shared-world/npcs/", npc_api.SharedNpcs, "shared-npcs"),
            ("shared-world/npcs/<int:shared_npc_id>/", npc_api.SharedNpcDetail, "shared-npc"),
            ("shared-world/npcs/<int:shared_npc_id>/take/", npc_api.SharedNpcTake, "shared-npc-take"),
            ("npcs/<int:character_id>/shared-world/", npc_api.NpcShare, "world-npc-share"),
            ("npcs/<int:character_id>/shared-world/withdraw/", npc_api.NpcWithdraw, "world-npc-withdraw"),
            ("npcs/<int:character_id>/shared-world/changes/", npc_api.NpcSharedChanges, "world-npc-take-changes"),
        )
    ),
    endpoint_path(
        "campaigns/<int:campaign_id>/shared-world/offers/",
        character_offers_api.CharacterOffers,
        "character-offers",
        "characters world",
    ),
    *(
        endpoint_path(f"character-offers/<int:offer_id>/{path}", view, name, "characters world")
        for path, view, name in (
            ("", character_offers_api.CharacterOfferDetail, "character-offer"),
            ("accept/", character_offers_api.CharacterOfferAccept, "character-offer-accept"),
            ("decline/", character_offers_api.CharacterOfferDecline, "character-offer-decline"),
            ("withdraw/", character_offers_api.CharacterOfferWithdraw, "character-offer-withdraw"),
        )
    ),
    endpoint_path("world/<int:entry_id>/shared-world/", shared_worlds_api.WorldShare, "world-share", "world"),
    endpoint_path(
        "world/<int:entry_id>/shared-world/withdraw/", shared_worlds_api.WorldWithdraw, "world-withdraw", "world"
    ),
    endpoint_path(
        "world/<int:entry_id>/shared-world/changes/",
        shared_worlds_api.WorldSharedChanges,
        "world-take-changes",
        "world",
    ),
    endpoint_path("page-templates/<int:template_id>/", page_templates_api.PageTemplateDetail, "page-template", "world"),
    endpoint_path("world/<int:entry_id>/", world_api.WorldDetail, "world-entry", "world"),
    endpoint_path("world/<int:entry_id>/show/", world_api.WorldShow, "world-show", "world"),
    endpoint_path("world/<int:entry_id>/hide/", world_api.WorldHide, "world-hide", "world"),
    endpoint_path("world/<int:entry_id>/earlier/", versions_api.PageVersions, "world-versions", "world"),
    endpoint_path(
        "world/<int:entry_id>/earlier/<int:version_id>/restore/",
        versions_api.PageVersionRestore,
        "world-version-restore",
        "world",
    ),
    endpoint_path("world/<int:entry_id>/text-pictures/", text_pictures_api.TextPictures, "text-pictures", "world"),
    endpoint_path(
        "world/<int:entry_id>/text-pictures/<slug:picture_name>/",
        text_pictures_api.TextPictureDetail,
        "text-picture",
        "world",
    ),
    endpoint_path("world/<int:entry_id>/blocks/", blocks_api.Blocks, "world-blocks", "world"),
    endpoint_path("world/<int:entry_id>/blocks/<int:place>/show/", blocks_api.BlockShow, "world-block-show", "world"),
    endpoint_path("world/<int:entry_id>/blocks/<int:place>/hide/", blocks_api.BlockHide, "world-block-hide", "world"),
    endpoint_path("world/<int:entry_id>/picture/", world_api.WorldPictures, "world-picture", "world"),
    endpoint_path("world/<int:entry_id>/thumbnail/", thumbnails_api.Thumbnails, "world-thumbnail", "world"),
    endpoint_path("world/<int:entry_id>/pictures/", world_api.EarlierPictures, "world-pictures", "world"),
    endpoint_path("campaigns/<int:campaign_id>/glance/", glance_api.GlanceDetail, "glance", "characters world"),
    endpoint_path("threads/<int:entry_id>/quest/", quests_api.QuestLines, "quest-lines", "world"),
    endpoint_path("threads/<int:entry_id>/quest/earlier/", quest_versions_api.QuestVersions, "quest-versions", "world"),
    endpoint_path(
        "threads/<int:entry_id>/quest/earlier/<int:quest_version>/restore/",
        quest_versions_api.QuestVersionRestore,
        "quest-version-restore",
        "world",
    ),
    endpoint_path("quest-lines/<int:line_id>/", quests_api.QuestLineDetail, "quest-line", "world"),
    endpoint_path("campaigns/<int:campaign_id>/ties/", ties_api.Ties, "ties", "characters world"),
    endpoint_path(
        "campaigns/<int:campaign_id>/ties/removed/", removed_ties_api.RemovedTies, "removed-ties", "characters world"
    ),
    endpoint_path(
        "ties/<int:removed_tie>/bring-back/", removed_ties_api.TieBringBack, "tie-bring-back", "characters world"
    ),
    endpoint_path("ties/<int:tie_id>/", ties_api.TieDetail, "tie", "characters world"),
    endpoint_path("ties/<int:tie_id>/earlier/", tie_versions_api.TieVersions, "tie-versions", "characters world"),
    endpoint_path(
        "ties/<int:tie_id>/earlier/<int:tie_version>/restore/",
        tie_versions_api.TieVersionRestore,
        "tie-version-restore",
        "characters world",
    ),
    endpoint_path("campaigns/<int:campaign_id>/maps/", maps_api.Maps, "maps", "world"),
    endpoint_path("maps/<int:map_id>/", maps_api.MapDetail, "map", "world"),
    endpoint_path("maps/<int:map_id>/picture/", maps_api.MapPictures, "map-picture", "world"),
    endpoint_path(
        "maps/<int:map_id>/earlier-pictures/", earlier_pictures_api.EarlierMapPictures, "map-earlier-pictures", "world"
    ),
    endpoint_path(
        "maps/<int:map_id>/earlier-pictures/<int:picture_id>/",
        earlier_pictures_api.EarlierMapPictureDetail,
        "map-earlier-picture",
        "world",
    ),
    endpoint_path(
        "maps/<int:map_id>/earlier-pictures/<int:picture_id>/restore/",
        earlier_pictures_api.EarlierMapPictureRestore,
        "map-picture-restore",
        "world",
    ),
    endpoint_path("maps/<int:map_id>/pins/", maps_api.Pins, "map-pins", "world"),
    endpoint_path("map-pins/<int:pin_id>/", maps_api.PinDetail, "map-pin", "world"),
    endpoint_path("maps/<int:map_id>/areas/", map_areas_api.Areas, "map-areas", "world"),
    endpoint_path("map-areas/<int:area_id>/", map_areas_api.AreaDetail, "map-area", "world"),
    endpoint_path("maps/<int:map_id>/visits/", maps_api.Visits, "map-visits", "world"),
    endpoint_path("map-visits/<int:visit_id>/", maps_api.VisitDetail, "map-visit", "world"),
    endpoint_path("maps/<int:map_id>/distance/", maps_api.Distance, "map-distance", "world"),
    endpoint_path("campaigns/<int:campaign_id>/reveals/", world_api.Reveals, "reveals", "world"),
    endpoint_path("campaigns/<int:campaign_id>/npcs/<int:character_id>/", world_api.Npc, "npc", "characters world"),
    endpoint_path(
        "campaigns/<int:campaign_id>/npcs/<int:character_id>/know/", world_api.NpcKnown, "npc-known", "characters world"
    ),
    # Characters and monsters
    endpoint_path("campaigns/<int:campaign_id>/characters/", sheet_api.Characters, "characters", "characters"),
    endpoint_path(
        "campaigns/<int:campaign_id>/ready-made/", quick_start_api.ReadyMadeHeroes, "ready-made", "characters"
    ),
    endpoint_path("characters/<int:character_id>/", sheet_api.CharacterDetail, "character", "characters"),
    endpoint_path(
        "characters/<int:character_id>/portrait/", portrait_api.Portraits, "character-portrait", "characters"
    ),
    endpoint_path(
        "characters/<int:character_id>/hand-over/", character_hand_over_api.HandOver, "hand-over", "characters"
    ),
    endpoint_path("characters/<int:character_id>/hit-points/", sheet_api.HitPoints, "hit-points", "characters"),
    endpoint_path("characters/<int:character_id>/pools/<slug:key>/", sheet_api.Pools, "pool", "characters"),
    endpoint_path("characters/<int:character_id>/awards/", experience_api.Awards, "awards", "characters"),
    endpoint_path("characters/<int:character_id>/ledger/", experience_api.Ledger, "ledger", "characters"),
    endpoint_path(
        "characters/<int:character_id>/ledger/<int:entry_id>/take-back/",
        experience_api.TakeBack,
        "take-back",
        "characters",
    ),
    endpoint_path("characters/<int:character_id>/steps/", experience_api.Steps, "steps", "characters"),
    endpoint_path("campaigns/<int:campaign_id>/requests/", experience_api.StepRequests, "step-requests", "characters"),
    endpoint_path("requests/<int:request_id>/answer/", experience_api.StepAnswer, "step-answer", "characters"),
    endpoint_path("characters/<int:character_id>/history/", sheet_api.History, "history", "characters"),
    endpoint_path(
        "characters/<int:character_id>/history/<int:version_id>/restore/",
        sheet_api.HistoryRestore,
        "history-restore",
        "characters",
    ),
    endpoint_path("campaigns/<int:campaign_id>/monsters/", monster_api.Monsters, "monsters", "characters"),
    endpoint_path("monsters/<int:monster_id>/", monster_api.MonsterDetail, "monster", "characters"),
    endpoint_path("monsters/<int:monster_id>/copies/", monster_api.MonsterCopies, "monster-copies", "characters"),
    # Encounters and the table
    endpoint_path("campaigns/<int:campaign_id>/encounters/", encounter_api.Encounters, "encounters", "tables"),
    endpoint_path("encounters/<int:encounter_id>/", encounter_api.EncounterDetail, "encounter", "tables"),
    endpoint_path("encounters/<int:encounter_id>/start/", encounter_api.Start, "start", "tables"),
    endpoint_path("waiting/", waiting_api.Waiting, "waiting", "tables"),
    endpoint_path("encounters/<int:encounter_id>/pass/", table_api.PassFor, "pass-for", "tables"),
    endpoint_path("encounters/<int:encounter_id>/words/", word_api.Words, "words", "tables"),
    endpoint_path("encounters/<int:encounter_id>/words/ask/", word_api.AskForWords, "words-ask", "tables"),
    endpoint_path("encounters/<int:encounter_id>/cards/", encounter_api.Draws, "draws", "tables"),
    endpoint_path("encounters/<int:encounter_id>/copies/", encounter_api.Copies, "encounter-copies", "tables"),
    endpoint_path("encounters/<int:encounter_id>/arrivals/", encounter_api.Arrivals, "arrivals", "tables"),
    endpoint_path("encounters/<int:encounter_id>/commands/", table_api.Commands, "commands", "tables"),
    endpoint_path("encounters/<int:encounter_id>/undo/", table_api.Undo, "undo", "tables"),
    endpoint_path("encounters/<int:encounter_id>/offers/", table_api.Offers, "offers", "tables"),
    endpoint_path("encounters/<int:encounter_id>/events/", table_api.Events, "events", "tables"),
    endpoint_path("encounters/<int:encounter_id>/stream/", table_api.Stream, "encounter-stream", "tables"),
    endpoint_path("encounters/<int:encounter_id>/control/", table_api.Control, "control", "tables"),
    endpoint_path("encounters/<int:encounter_id>/odds/", table_api.Odds, "odds", "tables"),
    endpoint_path("encounters/<int:encounter_id>/verify/", table_api.Verify, "verify", "tables"),
    endpoint_path("checks/", check_api.Checks, "checks", "tables"),
    # Modules
    endpoint_path("modules/", module_api.Modules, "modules", "modules"),
    endpoint_path("modules/validate/", module_api.ModuleCheck, "module-check", "modules"),
    endpoint_path("modules/convert/", module_api.ModuleConvert, "module-convert", "modules"),
    endpoint_path("modules/schema/", module_api.ModuleSchema, "module-schema", "modules"),
    endpoint_path("modules/<str:key>/<str:version>/", module_api.ModuleDocument, "module-document", "modules"),
    endpoint_path("campaigns/<int:campaign_id>/imports/", import_api.Imports, "imports", "modules"),
    endpoint_path("campaigns/<int:campaign_id>/imports/<int:import_id>/", import_api.ImportDetail, "import", "modules"),
    endpoint_path(
        "campaigns/<int:campaign_id>/imports/<int:import_id>/rollback/",
        import_api.ImportRollback,
        "import-rollback",
        "modules",
    ),
    endpoint_path("campaigns/<int:campaign_id>/export/", import_api.Export, "export", "modules"),
    endpoint_path("campaigns/<int:campaign_id>/objects/", object_api.Objects, "objects", "modules"),
    endpoint_path("objects/<int:object_id>/", object_api.ObjectDetail, "object", "modules"),
    endpoint_path("objects/<int:object_id>/notes/", object_api.ObjectNotes, "object-notes", "modules"),
    endpoint_path("objects/<int:object_id>/restore/", object_api.ObjectRestore, "object-restore", "modules"),
    endpoint_path("objects/<int:object_id>/show/", object_api.ObjectShow, "object-show", "modules"),
    endpoint_path("objects/<int:object_id>/hide/", object_api.ObjectHide, "object-hide", "modules"),
    endpoint_path("objects/<int:object_id>/mark/", object_api.ObjectMark, "object-mark", "modules"),
    endpoint_path("objects/<int:object_id>/take/", object_api.ObjectTake, "object-take", "modules"),
    endpoint_path("objects/<int:object_id>/roll/", object_api.ObjectRoll, "object-roll", "modules"),
    endpoint_path("objects/<int:object_id>/shuffle/", object_api.ObjectShuffle, "object-shuffle", "modules"),
    endpoint_path("objects/<int:object_id>/pay/", object_api.ObjectPay, "object-pay", "modules"),
    endpoint_path("campaigns/<int:campaign_id>/conversion/", conversion_api.ConversionTables, "conversion", "modules"),
    endpoint_path(
        "campaigns/<int:campaign_id>/conversion/<slug:key>/",
        conversion_api.ConversionTable,
        "conversion-table",
        "modules",
    ),
    # Exports, restores, webhooks
    endpoint_path("campaigns/<int:campaign_id>/exports/", archive_api.Exports, "exports", EVERYTHING),
    endpoint_path("campaigns/<int:campaign_id>/notes/export/", vault_api.VaultExports, "vault-exports", EVERYTHING),
    endpoint_path("campaigns/<int:campaign_id>/notes/import/", vault_api.VaultImports, "vault-imports", EVERYTHING),
    endpoint_path("campaigns/<int:campaign_id>/books/", book_api.Books, "books", EVERYTHING),
    endpoint_path("restores/", archive_api.Restores, "restores", EVERYTHING),
    endpoint_path("transfers/<slug:key>/", archive_api.TransferDetail, "transfer", EVERYTHING),
    endpoint_path("transfers/<slug:key>/restore/", archive_api.Confirm, "transfer-restore", EVERYTHING),
    endpoint_path("transfers/<slug:key>/file/", archive_api.TransferFile, "transfer-file", EVERYTHING),
    endpoint_path("campaigns/<int:campaign_id>/webhooks/", webhook_api.Webhooks, "webhooks", EVERYTHING),
    endpoint_path("webhooks/<int:webhook_id>/", webhook_api.WebhookDetail, "webhook", EVERYTHING),
    endpoint_path("webhooks/<int:webhook_id>/deliveries/", webhook_api.Deliveries, "webhook-deliveries", EVERYTHING),
    endpoint_path("webhooks/<int:webhook_id>/secret/", webhook_api.NewSecret, "webhook-secret", EVERYTHING),
    endpoint_path("webhooks/<int:webhook_id>/test/", webhook_api.Tests, "webhook-test", EVERYTHING),
    endpoint_path("deliveries/<int:delivery_id>/again/", webhook_api.Again, "delivery-again", EVERYTHING),
    # Everything else
    re_path(r"^(?P<path>[\s\S]*)\Z", pages.unknown_address, name="api-elsewhere"),
]
