"""URLs of REST API v1."""

from django.urls import URLPattern, URLResolver, path, re_path
from rest_framework.views import APIView

from campaigns.archive import api as archive_api
from campaigns.archive.place_offers import api as place_offer_api
from campaigns.encounters import api as encounter_api
from campaigns.encounters.handing import api as handing_api
from campaigns.encounters.table import api as table_api
from campaigns.encounters.words import api as word_api
from campaigns.log.calendar import api as calendar_api
from campaigns.log.checks import api as check_api
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
from campaigns.webhooks import api as webhook_api
from campaigns.world import api as world_api
from campaigns.world.glance import api as glance_api
from campaigns.world.quests import api as quests_api
from campaigns.world.ties import api as ties_api
from characters.experience import api as experience_api
from characters.monsters import api as monster_api
from characters.sheets import api as sheet_api
from config.api import pages
from config.api.idempotency import site_endpoint
from rules.pages import api as rules


def endpoint_path(route: str, view: type[APIView], name: str) -> URLPattern:
    """The URL pattern of an endpoint, with what the site adds to every endpoint."""
    return path(route, site_endpoint(view).as_view(), name=f"api-{name}")


urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", pages.SchemaDocument.as_view(), name="api-schema"),
    # The games
    endpoint_path("systems/", rules.Systems, "systems"),
    endpoint_path("rules/<str:system>/", rules.Rules, "rules"),
    endpoint_path("catalogue/", rules.Catalogue, "catalogue"),
    # The caller
    endpoint_path("me/", overview_api.Me, "me"),
    endpoint_path("tokens/", overview_api.Tokens, "tokens"),
    endpoint_path("tokens/<str:token_id>/", overview_api.TokenDetail, "token"),
    # Campaigns
    endpoint_path("campaigns/", overview_api.Campaigns, "campaigns"),
    endpoint_path("campaigns/<int:campaign_id>/", overview_api.CampaignDetail, "campaign"),
    endpoint_path("campaigns/<int:campaign_id>/catalogue/", catalogue_api.CampaignCatalogue, "campaign-catalogue"),
    endpoint_path("catalogue/<int:row_id>/", catalogue_api.CatalogueRowDetail, "catalogue-row"),
    endpoint_path("campaigns/<int:campaign_id>/members/", overview_api.Members, "members"),
    endpoint_path("campaigns/<int:campaign_id>/members/<int:member_id>/", overview_api.MemberDetail, "member"),
    endpoint_path(
        "campaigns/<int:campaign_id>/members/<int:member_id>/place/", overview_api.PlaceInvitations, "member-place"
    ),
    endpoint_path("campaigns/<int:campaign_id>/invitations/", overview_api.Invitations, "invitations"),
    endpoint_path(
        "campaigns/<int:campaign_id>/invitations/<int:invitation_id>/",
        overview_api.InvitationDetail,
        "invitation",
    ),
    endpoint_path("join/", overview_api.Join, "join"),
    endpoint_path("places/", place_offer_api.Places, "places"),
    endpoint_path("places/<int:offer_id>/", place_offer_api.PlaceDetail, "place"),
    endpoint_path("places/<int:offer_id>/accept/", place_offer_api.AcceptPlace, "place-accept"),
    # Sessions and the log
    endpoint_path("campaigns/<int:campaign_id>/sessions/", session_api.Sessions, "sessions"),
    endpoint_path("sessions/<int:session_id>/", session_api.SessionDetail, "session"),
    endpoint_path("campaigns/<int:campaign_id>/log/", session_api.LogEntries, "log"),
    endpoint_path("log/<int:entry_id>/", session_api.LogEntryDetail, "log-line"),
    endpoint_path("log/<int:entry_id>/corrections/", session_api.Corrections, "corrections"),
    endpoint_path("campaigns/<int:campaign_id>/log/export/", archive_api.LogFile, "log-file"),
    endpoint_path("campaigns/<int:campaign_id>/log/bulk/", report_api.LogBulk, "log-bulk"),
    endpoint_path("sessions/<int:session_id>/filing/", filing_api.SessionFiling, "filing"),
    endpoint_path("sessions/<int:session_id>/happened/", report_api.Happened, "happened"),
    endpoint_path("sessions/<int:session_id>/recaps/", report_api.Recaps, "recaps"),
    endpoint_path("campaigns/<int:campaign_id>/plots/", report_api.Plots, "plots"),
    endpoint_path("campaigns/<int:campaign_id>/awards/", award_api.CampaignAwards, "campaign-awards"),
    endpoint_path("campaigns/<int:campaign_id>/search/", search_api.Search, "search"),
    # The calendar
    endpoint_path("campaigns/<int:campaign_id>/calendar/", calendar_api.CalendarDetail, "calendar"),
    endpoint_path("campaigns/<int:campaign_id>/calendar/advance/", calendar_api.CalendarAdvance, "calendar-advance"),
    endpoint_path("campaigns/<int:campaign_id>/planned-events/", calendar_api.PlannedEvents, "planned-events"),
    endpoint_path("planned-events/<int:event_id>/", calendar_api.PlannedEventDetail, "planned-event"),
    endpoint_path("campaigns/<int:campaign_id>/timeline/", timeline_api.TimelineList, "timeline"),
    endpoint_path("campaigns/<int:campaign_id>/dates/", timeline_api.Dates, "dates"),
    endpoint_path("dates/<int:date_id>/", timeline_api.DateDetail, "date"),
    # The world
    endpoint_path("campaigns/<int:campaign_id>/world/", world_api.World, "world"),
    endpoint_path("world/<int:entry_id>/", world_api.WorldDetail, "world-entry"),
    endpoint_path("world/<int:entry_id>/show/", world_api.WorldShow, "world-show"),
    endpoint_path("world/<int:entry_id>/hide/", world_api.WorldHide, "world-hide"),
    endpoint_path("world/<int:entry_id>/picture/", world_api.WorldPictures, "world-picture"),
    endpoint_path("world/<int:entry_id>/pictures/", world_api.EarlierPictures, "world-pictures"),
    endpoint_path("campaigns/<int:campaign_id>/glance/", glance_api.GlanceDetail, "glance"),
    endpoint_path("threads/<int:entry_id>/quest/", quests_api.QuestLines, "quest-lines"),
    endpoint_path("quest-lines/<int:line_id>/", quests_api.QuestLineDetail, "quest-line"),
    endpoint_path("campaigns/<int:campaign_id>/ties/", ties_api.Ties, "ties"),
    endpoint_path("ties/<int:tie_id>/", ties_api.TieDetail, "tie"),
    endpoint_path("campaigns/<int:campaign_id>/reveals/", world_api.Reveals, "reveals"),
    endpoint_path("campaigns/<int:campaign_id>/npcs/<int:character_id>/", world_api.Npc, "npc"),
    endpoint_path("campaigns/<int:campaign_id>/npcs/<int:character_id>/know/", world_api.NpcKnown, "npc-known"),
    # Characters and monsters
    endpoint_path("campaigns/<int:campaign_id>/characters/", sheet_api.Characters, "characters"),
    endpoint_path("characters/<int:character_id>/", sheet_api.CharacterDetail, "character"),
    endpoint_path("characters/<int:character_id>/hand-over/", handing_api.HandOver, "hand-over"),
    endpoint_path("characters/<int:character_id>/hit-points/", sheet_api.HitPoints, "hit-points"),
    endpoint_path("characters/<int:character_id>/pools/<slug:key>/", sheet_api.Pools, "pool"),
    endpoint_path("characters/<int:character_id>/awards/", experience_api.Awards, "awards"),
    endpoint_path("characters/<int:character_id>/ledger/", experience_api.Ledger, "ledger"),
    endpoint_path(
        "characters/<int:character_id>/ledger/<int:entry_id>/take-back/", experience_api.TakeBack, "take-back"
    ),
    endpoint_path("characters/<int:character_id>/steps/", experience_api.Steps, "steps"),
    endpoint_path("campaigns/<int:campaign_id>/requests/", experience_api.StepRequests, "step-requests"),
    endpoint_path("requests/<int:request_id>/answer/", experience_api.StepAnswer, "step-answer"),
    endpoint_path("characters/<int:character_id>/history/", sheet_api.History, "history"),
    endpoint_path("campaigns/<int:campaign_id>/monsters/", monster_api.Monsters, "monsters"),
    endpoint_path("monsters/<int:monster_id>/", monster_api.MonsterDetail, "monster"),
    endpoint_path("monsters/<int:monster_id>/copies/", monster_api.MonsterCopies, "monster-copies"),
    # Encounters and the table
    endpoint_path("campaigns/<int:campaign_id>/encounters/", encounter_api.Encounters, "encounters"),
    endpoint_path("encounters/<int:encounter_id>/", encounter_api.EncounterDetail, "encounter"),
    endpoint_path("encounters/<int:encounter_id>/start/", encounter_api.Start, "start"),
    endpoint_path("encounters/<int:encounter_id>/words/", word_api.Words, "words"),
    endpoint_path("encounters/<int:encounter_id>/words/ask/", word_api.AskForWords, "words-ask"),
    endpoint_path("encounters/<int:encounter_id>/cards/", encounter_api.Draws, "draws"),
    endpoint_path("encounters/<int:encounter_id>/copies/", encounter_api.Copies, "encounter-copies"),
    endpoint_path("encounters/<int:encounter_id>/arrivals/", encounter_api.Arrivals, "arrivals"),
    endpoint_path("encounters/<int:encounter_id>/commands/", table_api.Commands, "commands"),
    endpoint_path("encounters/<int:encounter_id>/undo/", table_api.Undo, "undo"),
    endpoint_path("encounters/<int:encounter_id>/offers/", table_api.Offers, "offers"),
    endpoint_path("encounters/<int:encounter_id>/events/", table_api.Events, "events"),
    endpoint_path("encounters/<int:encounter_id>/stream/", table_api.Stream, "encounter-stream"),
    endpoint_path("encounters/<int:encounter_id>/control/", table_api.Control, "control"),
    endpoint_path("encounters/<int:encounter_id>/odds/", table_api.Odds, "odds"),
    endpoint_path("encounters/<int:encounter_id>/verify/", table_api.Verify, "verify"),
    endpoint_path("checks/", check_api.Checks, "checks"),
    # Modules
    endpoint_path("modules/", module_api.Modules, "modules"),
    endpoint_path("modules/validate/", module_api.ModuleCheck, "module-check"),
    endpoint_path("modules/convert/", module_api.ModuleConvert, "module-convert"),
    endpoint_path("modules/schema/", module_api.ModuleSchema, "module-schema"),
    endpoint_path("modules/<str:key>/<str:version>/", module_api.ModuleDocument, "module-document"),
    endpoint_path("campaigns/<int:campaign_id>/imports/", import_api.Imports, "imports"),
    endpoint_path("campaigns/<int:campaign_id>/imports/<int:import_id>/", import_api.ImportDetail, "import"),
    endpoint_path(
        "campaigns/<int:campaign_id>/imports/<int:import_id>/rollback/", import_api.ImportRollback, "import-rollback"
    ),
    endpoint_path("campaigns/<int:campaign_id>/export/", import_api.Export, "export"),
    endpoint_path("campaigns/<int:campaign_id>/objects/", object_api.Objects, "objects"),
    endpoint_path("objects/<int:object_id>/", object_api.ObjectDetail, "object"),
    endpoint_path("objects/<int:object_id>/notes/", object_api.ObjectNotes, "object-notes"),
    endpoint_path("objects/<int:object_id>/restore/", object_api.ObjectRestore, "object-restore"),
    endpoint_path("objects/<int:object_id>/show/", object_api.ObjectShow, "object-show"),
    endpoint_path("objects/<int:object_id>/hide/", object_api.ObjectHide, "object-hide"),
    endpoint_path("objects/<int:object_id>/mark/", object_api.ObjectMark, "object-mark"),
    endpoint_path("objects/<int:object_id>/take/", object_api.ObjectTake, "object-take"),
    endpoint_path("objects/<int:object_id>/roll/", object_api.ObjectRoll, "object-roll"),
    endpoint_path("objects/<int:object_id>/shuffle/", object_api.ObjectShuffle, "object-shuffle"),
    endpoint_path("objects/<int:object_id>/pay/", object_api.ObjectPay, "object-pay"),
    endpoint_path("campaigns/<int:campaign_id>/conversion/", conversion_api.ConversionTables, "conversion"),
    endpoint_path(
        "campaigns/<int:campaign_id>/conversion/<slug:key>/", conversion_api.ConversionTable, "conversion-table"
    ),
    # Exports, restores, webhooks
    endpoint_path("campaigns/<int:campaign_id>/exports/", archive_api.Exports, "exports"),
    endpoint_path("restores/", archive_api.Restores, "restores"),
    endpoint_path("transfers/<slug:key>/", archive_api.TransferDetail, "transfer"),
    endpoint_path("transfers/<slug:key>/restore/", archive_api.Confirm, "transfer-restore"),
    endpoint_path("transfers/<slug:key>/file/", archive_api.TransferFile, "transfer-file"),
    endpoint_path("campaigns/<int:campaign_id>/webhooks/", webhook_api.Webhooks, "webhooks"),
    endpoint_path("webhooks/<int:webhook_id>/", webhook_api.WebhookDetail, "webhook"),
    endpoint_path("webhooks/<int:webhook_id>/deliveries/", webhook_api.Deliveries, "webhook-deliveries"),
    endpoint_path("webhooks/<int:webhook_id>/secret/", webhook_api.NewSecret, "webhook-secret"),
    endpoint_path("webhooks/<int:webhook_id>/test/", webhook_api.Tests, "webhook-test"),
    endpoint_path("deliveries/<int:delivery_id>/again/", webhook_api.Again, "delivery-again"),
    # Everything else
    re_path(r"^(?P<path>.*)$", pages.unknown_address, name="api-elsewhere"),
]
