"""The pages of the campaigns app."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import (
    campaigns,
    catalogue,
    checks,
    encounters,
    guests,
    home,
    log,
    members,
    modules,
    offline,
    sessions,
    table,
    tokens,
)

urlpatterns: list[URLPattern | URLResolver] = [
    # The front door and one's own account
    path("", home.home, name="home"),
    path("demo/", guests.demo, name="demo"),
    path("about/", home.about, name="about"),
    path("me/", tokens.me, name="me"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<slug:token_key>/revoke/", tokens.revoke, name="token-revoke"),
    # Campaigns
    path("campaigns/new/", campaigns.new, name="campaign-new"),
    path("campaigns/<int:campaign_id>/", campaigns.overview, name="campaign"),
    path("campaigns/<int:campaign_id>/options/", campaigns.options, name="campaign-options"),
    path("campaigns/<int:campaign_id>/archive/", campaigns.archive, name="campaign-archive"),
    path("campaigns/<int:campaign_id>/unarchive/", campaigns.unarchive, name="campaign-unarchive"),
    # Members and invitations
    path("campaigns/<int:campaign_id>/members/", members.members, name="campaign-members"),
    path("campaigns/<int:campaign_id>/leave/", members.leave, name="campaign-leave"),
    path("members/<int:member_id>/role/", members.change_role, name="member-role"),
    path("members/<int:member_id>/remove/", members.remove, name="member-remove"),
    path("invitations/<int:invitation_id>/revoke/", members.revoke, name="invitation-revoke"),
    path("invitations/<int:invitation_id>/code.svg", members.qr, name="invitation-code"),
    path("join/<str:token>/", members.join, name="join"),
    # Sessions and the log
    path("campaigns/<int:campaign_id>/sessions/", sessions.sessions, name="campaign-sessions"),
    path("campaigns/<int:campaign_id>/sessions/new/", sessions.new, name="session-new"),
    path("sessions/<int:session_id>/", sessions.session, name="session"),
    path("sessions/<int:session_id>/edit/", sessions.edit, name="session-edit"),
    path("sessions/<int:session_id>/hold/", sessions.hold, name="session-hold"),
    path("sessions/<int:session_id>/reopen/", sessions.reopen, name="session-reopen"),
    path("campaigns/<int:campaign_id>/log/", log.log, name="campaign-log"),
    path("log/<int:entry_id>/correct/", log.correct, name="log-correct"),
    path("campaigns/<int:campaign_id>/checks/new/", checks.check, name="check"),
    # Modules
    path("campaigns/<int:campaign_id>/modules/", modules.modules, name="campaign-modules"),
    path("campaigns/<int:campaign_id>/modules/upload/", modules.upload, name="module-upload"),
    path(
        "campaigns/<int:campaign_id>/modules/preview/<int:version_id>/",
        modules.preview,
        name="module-preview",
    ),
    path("campaigns/<int:campaign_id>/modules/imports/<int:run_id>/", modules.run, name="module-run"),
    path("campaigns/<int:campaign_id>/modules/read/<str:module_key>/", modules.reader, name="module-reader"),
    path(
        "campaigns/<int:campaign_id>/modules/read/<str:module_key>/<str:collection>/<str:key>/",
        modules.read_object,
        name="module-object",
    ),
    # The campaign's own catalogue rows
    path("campaigns/<int:campaign_id>/catalogue/", catalogue.catalogue, name="campaign-catalogue"),
    path("campaigns/<int:campaign_id>/catalogue/new/", catalogue.new, name="catalogue-row-new"),
    path("campaigns/<int:campaign_id>/catalogue/<int:row_id>/", catalogue.edit, name="catalogue-row"),
    # Encounters: preparing, the table, looking back
    path("campaigns/<int:campaign_id>/encounters/", encounters.encounters, name="campaign-encounters"),
    path("campaigns/<int:campaign_id>/encounters/new/", encounters.new, name="encounter-new"),
    path("encounters/<int:encounter_id>/", encounters.encounter, name="encounter"),
    path("encounters/<int:encounter_id>/edit/", encounters.edit, name="encounter-edit"),
    path("encounters/<int:encounter_id>/monsters/", encounters.add_monsters, name="encounter-monsters"),
    path("encounters/<int:encounter_id>/characters/", encounters.add_characters, name="encounter-characters"),
    path("encounters/<int:encounter_id>/lines/<int:line_id>/", encounters.change_line, name="encounter-line"),
    path("encounters/<int:encounter_id>/start/", encounters.start, name="encounter-start"),
    path("encounters/<int:encounter_id>/copy/", encounters.copy, name="encounter-copy"),
    path("encounters/<int:encounter_id>/join/", encounters.join, name="encounter-join"),
    path("encounters/<int:encounter_id>/hands/", encounters.hand_over, name="encounter-hands"),
    path("encounters/<int:encounter_id>/table/", table.part, name="encounter-table"),
    path("encounters/<int:encounter_id>/commands/", table.command, name="encounter-command"),
    path("encounters/<int:encounter_id>/undo/", table.undo, name="encounter-undo"),
    path("encounters/<int:encounter_id>/odds/", table.odds, name="encounter-odds"),
    path("encounters/<int:encounter_id>/account/", table.account, name="encounter-account"),
    path("encounters/<int:encounter_id>/fairness/", table.fairness, name="encounter-fairness"),
    # What works without a network
    path("sw.js", offline.service_worker, name="service-worker"),
    path("offline/", offline.offline, name="offline"),
]
