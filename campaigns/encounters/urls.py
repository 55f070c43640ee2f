"""URLs of encounters and the running table."""

from django.urls import path

from campaigns.encounters import fairness_views
from campaigns.encounters import views as encounter_views
from campaigns.encounters.character_hand_overs import views as character_hand_over_views
from campaigns.encounters.drawer import views as drawer_views
from campaigns.encounters.preparing import views as preparing_views
from campaigns.encounters.signs import views as sign_views
from campaigns.encounters.table import draw_views
from campaigns.encounters.table import views as table_views
from campaigns.encounters.waiting import views as waiting_views
from campaigns.encounters.words import views as word_views

urlpatterns = [
    path("waiting/", waiting_views.waiting_page, name="waiting"),
    path("campaigns/<int:campaign_id>/running/", waiting_views.running_table, name="campaign-running"),
    path("offline/seats/", waiting_views.running_seats, name="offline-seats"),
    path("campaigns/<int:campaign_id>/encounters/", encounter_views.encounter_list, name="campaign-encounters"),
    path("campaigns/<int:campaign_id>/encounters/new/", preparing_views.new_encounter, name="encounter-new"),
    path("encounters/<int:encounter_id>/", encounter_views.show_encounter, name="encounter"),
    path("encounters/<int:encounter_id>/edit/", encounter_views.edit_encounter, name="encounter-edit"),
    path("encounters/<int:encounter_id>/monsters/", encounter_views.add_monsters, name="encounter-monsters"),
    path("encounters/<int:encounter_id>/characters/", encounter_views.add_characters, name="encounter-characters"),
    path("encounters/<int:encounter_id>/lines/<int:group_id>/", encounter_views.change_group, name="encounter-group"),
    path(
        "encounters/<int:encounter_id>/lines/<int:group_id>/monsters/",
        preparing_views.change_monster_group,
        name="encounter-monster-group",
    ),
    path("encounters/<int:encounter_id>/start/", encounter_views.start_encounter, name="encounter-start"),
    path("encounters/<int:encounter_id>/copy/", encounter_views.copy_encounter, name="encounter-copy"),
    path("encounters/<int:encounter_id>/join/", encounter_views.join_encounter, name="encounter-join"),
    path("characters/<int:character_id>/hand-over/", character_hand_over_views.hand_over, name="character-hand-over"),
    path("encounters/<int:encounter_id>/hands/", encounter_views.hand_over_participant, name="encounter-hand-over"),
    path("encounters/<int:encounter_id>/table/", table_views.live_part, name="encounter-table"),
    path("encounters/<int:encounter_id>/drawer/", drawer_views.drawer, name="encounter-drawer"),
    path("encounters/<int:encounter_id>/drawer/note/", drawer_views.add_note, name="encounter-note"),
    path("encounters/<int:encounter_id>/drawer/npc/", drawer_views.add_npc, name="encounter-npc"),
    path("encounters/<int:encounter_id>/drawer/show/", drawer_views.show_page, name="encounter-show"),
    path("encounters/<int:encounter_id>/drawer/monsters/", drawer_views.addable_monsters, name="encounter-newcomers"),
    path("encounters/<int:encounter_id>/commands/", table_views.command, name="encounter-command"),
    path("encounters/<int:encounter_id>/pass/", table_views.pass_for, name="encounter-pass"),
    path("encounters/<int:encounter_id>/cards/", draw_views.enter_cards, name="encounter-cards"),
    path("encounters/<int:encounter_id>/undo/", table_views.undo, name="encounter-undo"),
    path("encounters/<int:encounter_id>/signs/", sign_views.signs, name="encounter-signs"),
    path("encounters/<int:encounter_id>/odds/", table_views.odds, name="encounter-odds"),
    path("encounters/<int:encounter_id>/account/", table_views.event_log_page, name="encounter-event-log"),
    path("encounters/<int:encounter_id>/fairness/", fairness_views.page, name="encounter-fairness"),
    path("encounters/<int:encounter_id>/fairness/log.json", fairness_views.log, name="encounter-fairness-log"),
    path("encounters/<int:encounter_id>/words/", word_views.words, name="encounter-words"),
    path("encounters/<int:encounter_id>/words/ask/", word_views.ask, name="encounter-words-ask"),
    path("fairness/verify_fairness.py", fairness_views.verifier, name="fairness-verifier"),
]
