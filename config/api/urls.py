"""The addresses of REST API v1, each app's own."""

from django.urls import URLPattern, URLResolver, path, re_path
from rest_framework.views import APIView

from campaigns.api import (
    awards,
    campaigns,
    checks,
    encounters,
    evenings,
    finding,
    imports,
    modules,
    story,
    table,
    transfers,
    webhooks,
    world,
)
from characters.api import monsters, progress, sheets
from config.api import pages
from config.api.idempotency import housed
from rules import api as rules


def at(route: str, view: type[APIView], name: str) -> URLPattern:
    """An endpoint with what the house adds to each."""
    return path(route, housed(view).as_view(), name=f"api-{name}")


urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", pages.Document.as_view(), name="api-schema"),
    # The games
    at("systems/", rules.Systems, "systems"),
    at("rules/<str:system>/", rules.Rules, "rules"),
    at("catalogue/", rules.Catalogue, "catalogue"),
    # The caller
    at("me/", campaigns.Me, "me"),
    at("tokens/", campaigns.Tokens, "tokens"),
    at("tokens/<str:token_id>/", campaigns.TokenDetail, "token"),
    # Campaigns
    at("campaigns/", campaigns.Campaigns, "campaigns"),
    at("campaigns/<int:campaign_id>/", campaigns.CampaignDetail, "campaign"),
    at("campaigns/<int:campaign_id>/catalogue/", campaigns.CatalogueInForce, "campaign-catalogue"),
    at("campaigns/<int:campaign_id>/members/", campaigns.Members, "members"),
    at("campaigns/<int:campaign_id>/members/<int:member_id>/", campaigns.MemberDetail, "member"),
    at("campaigns/<int:campaign_id>/invitations/", campaigns.Invitations, "invitations"),
    at(
        "campaigns/<int:campaign_id>/invitations/<int:invitation_id>/",
        campaigns.InvitationDetail,
        "invitation",
    ),
    at("join/", campaigns.Join, "join"),
    # Sessions and the log
    at("campaigns/<int:campaign_id>/sessions/", story.Sessions, "sessions"),
    at("sessions/<int:session_id>/", story.SessionDetail, "session"),
    at("campaigns/<int:campaign_id>/log/", story.Log, "log"),
    at("log/<int:entry_id>/", story.LogLine, "log-line"),
    at("log/<int:entry_id>/corrections/", story.Corrections, "corrections"),
    at("campaigns/<int:campaign_id>/log/bulk/", evenings.LogBulk, "log-bulk"),
    at("sessions/<int:session_id>/happened/", evenings.Happened, "happened"),
    at("sessions/<int:session_id>/recaps/", evenings.Recaps, "recaps"),
    at("campaigns/<int:campaign_id>/plots/", evenings.Plots, "plots"),
    at("campaigns/<int:campaign_id>/awards/", awards.CampaignAwards, "campaign-awards"),
    at("campaigns/<int:campaign_id>/search/", finding.Search, "search"),
    # The world
    at("campaigns/<int:campaign_id>/world/", world.World, "world"),
    at("world/<int:entry_id>/", world.WorldDetail, "world-entry"),
    at("world/<int:entry_id>/show/", world.WorldShow, "world-show"),
    at("world/<int:entry_id>/hide/", world.WorldHide, "world-hide"),
    at("world/<int:entry_id>/picture/", world.WorldPictures, "world-picture"),
    at("campaigns/<int:campaign_id>/reveals/", world.Reveals, "reveals"),
    at("campaigns/<int:campaign_id>/npcs/<int:character_id>/", world.Npc, "npc"),
    at("campaigns/<int:campaign_id>/npcs/<int:character_id>/know/", world.NpcKnown, "npc-known"),
    # Characters and monsters
    at("campaigns/<int:campaign_id>/characters/", sheets.Characters, "characters"),
    at("characters/<int:character_id>/", sheets.CharacterDetail, "character"),
    at("characters/<int:character_id>/hit-points/", sheets.HitPoints, "hit-points"),
    at("characters/<int:character_id>/pools/<slug:key>/", sheets.Pools, "pool"),
    at("characters/<int:character_id>/awards/", progress.Awards, "awards"),
    at("characters/<int:character_id>/ledger/", progress.Ledger, "ledger"),
    at("characters/<int:character_id>/ledger/<int:entry_id>/take-back/", progress.TakeBack, "take-back"),
    at("characters/<int:character_id>/steps/", progress.Steps, "steps"),
    at("campaigns/<int:campaign_id>/requests/", progress.StepRequests, "step-requests"),
    at("requests/<int:request_id>/answer/", progress.StepAnswer, "step-answer"),
    at("characters/<int:character_id>/history/", sheets.History, "history"),
    at("campaigns/<int:campaign_id>/monsters/", monsters.Monsters, "monsters"),
    at("monsters/<int:monster_id>/", monsters.MonsterDetail, "monster"),
    at("monsters/<int:monster_id>/copies/", monsters.MonsterCopies, "monster-copies"),
    # Encounters and the table
    at("campaigns/<int:campaign_id>/encounters/", encounters.Encounters, "encounters"),
    at("encounters/<int:encounter_id>/", encounters.EncounterDetail, "encounter"),
    at("encounters/<int:encounter_id>/start/", encounters.Start, "start"),
    at("encounters/<int:encounter_id>/cards/", encounters.Draws, "draws"),
    at("encounters/<int:encounter_id>/copies/", encounters.Copies, "encounter-copies"),
    at("encounters/<int:encounter_id>/arrivals/", encounters.Arrivals, "arrivals"),
    at("encounters/<int:encounter_id>/commands/", table.Commands, "commands"),
    at("encounters/<int:encounter_id>/undo/", table.Undo, "undo"),
    at("encounters/<int:encounter_id>/offers/", table.Offers, "offers"),
    at("encounters/<int:encounter_id>/events/", table.Events, "events"),
    at("encounters/<int:encounter_id>/stream/", table.Stream, "encounter-stream"),
    at("encounters/<int:encounter_id>/control/", table.Control, "control"),
    at("encounters/<int:encounter_id>/odds/", table.Odds, "odds"),
    at("encounters/<int:encounter_id>/verify/", table.Verify, "verify"),
    at("checks/", checks.Checks, "checks"),
    # Modules
    at("modules/", modules.Modules, "modules"),
    at("modules/validate/", modules.ModuleCheck, "module-check"),
    at("modules/convert/", modules.ModuleConvert, "module-convert"),
    at("modules/<str:key>/<str:version>/", modules.ModuleDocument, "module-document"),
    at("campaigns/<int:campaign_id>/imports/", imports.Imports, "imports"),
    at("campaigns/<int:campaign_id>/imports/<int:import_id>/", imports.ImportDetail, "import"),
    at("campaigns/<int:campaign_id>/imports/<int:import_id>/rollback/", imports.ImportRollback, "import-rollback"),
    at("campaigns/<int:campaign_id>/export/", imports.Export, "export"),
    # Exports, restores, webhooks
    at("campaigns/<int:campaign_id>/exports/", transfers.Exports, "exports"),
    at("restores/", transfers.Restores, "restores"),
    at("transfers/<slug:key>/", transfers.TransferDetail, "transfer"),
    at("transfers/<slug:key>/restore/", transfers.Confirm, "transfer-restore"),
    at("transfers/<slug:key>/file/", transfers.TransferFile, "transfer-file"),
    at("campaigns/<int:campaign_id>/webhooks/", webhooks.Webhooks, "webhooks"),
    at("webhooks/<int:webhook_id>/", webhooks.WebhookDetail, "webhook"),
    at("webhooks/<int:webhook_id>/deliveries/", webhooks.Deliveries, "webhook-deliveries"),
    at("webhooks/<int:webhook_id>/secret/", webhooks.NewSecret, "webhook-secret"),
    at("webhooks/<int:webhook_id>/test/", webhooks.Tests, "webhook-test"),
    at("deliveries/<int:delivery_id>/again/", webhooks.Again, "delivery-again"),
    # Everything else
    re_path(r"^(?P<path>.*)$", pages.elsewhere, name="api-elsewhere"),
]
