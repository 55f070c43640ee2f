"""The control of the campaigns' comparison: a leak that is planted in any family of channels is found."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, Q

from campaigns.encounters.drawer import queries as drawer_queries
from campaigns.encounters.models import Encounter
from campaigns.encounters.table import endings
from campaigns.log import access as log_access
from campaigns.log.calendar import access as calendar_access
from campaigns.log.calendar import serializers as calendar_json
from campaigns.log.calendar.models import InWorldDate, PlannedEvent
from campaigns.log.models import LogEntry
from campaigns.overview.search import index
from campaigns.overview.statistics import queries
from campaigns.overview.timeline import access as timeline_access
from campaigns.sessions import webhook_messages
from campaigns.sessions.access import get_session
from campaigns.sessions.note_pictures import access as note_picture_access
from campaigns.sessions.planning import access as planning_access
from campaigns.sessions.planning import queries as planning_queries
from campaigns.sessions.planning.models import DateAnswer
from campaigns.sessions.stand_ins import access as stand_in_access
from campaigns.sessions.stand_ins.models import StandIn
from campaigns.sessions.versions import access as session_version_access
from campaigns.world import access as world_access
from campaigns.world import link_index, tags, wiki_links
from campaigns.world import serializers as world_json
from campaigns.world import views as world_views
from campaigns.world.blocks import access as block_access
from campaigns.world.blocks.models import BlockReader
from campaigns.world.co_editing import presence
from campaigns.world.glance import queries as glance_queries
from campaigns.world.maps import access as map_access
from campaigns.world.maps import queries as map_queries
from campaigns.world.maps import renderings
from campaigns.world.maps.models import MapArea, MapPin
from campaigns.world.models import WorldEntry
from campaigns.world.quests import access as quest_access
from campaigns.world.quests import queries as quest_queries
from campaigns.world.quests.models import QuestLine
from campaigns.world.shared_worlds import queries as shared_worlds
from campaigns.world.shared_worlds.models import SharedPage
from campaigns.world.text_pictures import access as picture_access
from campaigns.world.ties.models import Tie
from campaigns.world.versions import queries as version_queries
from characters import access as character_access
from characters.models import Character, ExperienceEntry
from characters.sheets import views as sheet_views
from common.endpoint import Endpoint
from common.picture_syntax import picture_keys
from people.models import MemberQuerySet
from tests.planting import read_without_compiled_sql, replace_everywhere
from tests.site import roles
from tests.site.secrecy import hidden_steps
from tests.site.secrecy.campaign_channels import answers, differences, received

pytestmark = pytest.mark.django_db


def compare_again(made: roles.World, role: str, step: hidden_steps.Step, *among: str) -> dict[str, tuple[str, str]]:
    """What the person receives otherwise after a step, in some of the channels; both worlds are asked again."""
    cache.clear()  # who is editing is in no database, which alone is rolled back
    with transaction.atomic():
        before = received(made, role, *among)
        step(made, random.Random(1))
        after = received(made, role, *among)
        transaction.set_rollback(True)
    return differences(before, after)


def is_noticed(made: roles.World, role: str, step: hidden_steps.Step, channels: str) -> bool:
    """Whether the person receives anything otherwise after a step, in some of the channels; the first is enough."""
    cache.clear()  # who is editing is in no database, which alone is rolled back
    with transaction.atomic():
        before = received(made, role, channels)
        step(made, random.Random(1))
        noticed = differs(before, answers(made, role, channels))
        transaction.set_rollback(True)
    return noticed


def differs(before: dict[str, str], after: Iterable[tuple[str, str]]) -> bool:
    """Whether an answer is another one, new or missing. Some addresses are asked twice."""
    asked = set()
    for name, answer in after:
        if before.get(name) != answer:
            return True
        asked.add(name)
    return asked != before.keys()


def rows_of(model: type[Model]) -> str:
    """A figure that counts what only GMs see."""
    return str(model._default_manager.count())


def plant_in_pages(monkeypatch, views, change):
    """Changes every answer that these views render."""
    true = views.render

    def render(request, *args, **kwargs):
        answer = true(request, *args, **kwargs)
        change(request, answer)
        return answer

    monkeypatch.setattr(views, "render", render)


def leak_npcs(monkeypatch):
    """As if an NPC that one player knows were known to all."""

    def known(membership):
        rows = Character.objects.filter(campaign=membership.campaign_id).select_related("campaign", "owner")
        if membership.is_gm:
            return rows
        return rows.filter(Q(visible=True) | Q(owner=membership.user_id) | Q(players__isnull=False)).distinct()

    replace_everywhere(monkeypatch, character_access.known_characters, known)


def leak_header(monkeypatch):
    plant_in_pages(monkeypatch, world_views, in_header)


def leak_part(monkeypatch):
    plant_in_pages(monkeypatch, world_views, in_part)


def leak_sheet(monkeypatch):
    plant_in_pages(monkeypatch, sheet_views, in_sheet)


def in_header(request, answer):
    answer["ETag"] = rows_of(WorldEntry)


def in_part(request, answer):
    if request.htmx:
        answer.content += rows_of(WorldEntry).encode()


def in_sheet(request, answer):
    answer.content += str(sum(len(row.gm_notes) for row in Character.objects.all())).encode()


def leak_refusals(monkeypatch):
    def must_write(membership, row):
        raise PermissionDenied(f"One of {rows_of(WorldEntry)}.")

    replace_everywhere(monkeypatch, world_access.require_page_edit, must_write)


def leak_options(monkeypatch):
    true = Endpoint.options

    def options(self, *args, **kwargs):
        answer = true(self, *args, **kwargs)
        answer["X-Rows"] = rows_of(LogEntry)
        return answer

    monkeypatch.setattr(Endpoint, "options", options)


def leak_plots(monkeypatch):
    true = queries.get_statistics

    def leaky(membership):
        told = true(membership)
        told.outcomes.append(("prepared", Encounter.objects.count()))
        return told

    monkeypatch.setattr(queries, "get_statistics", leaky)


def leak_log(monkeypatch):
    def leaky(membership):
        return LogEntry.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, log_access.visible_log_entries, leaky)


def leak_links(monkeypatch):
    monkeypatch.setattr(wiki_links, "hide_targets", lambda text, *sets, **more: text)


def leak_search(monkeypatch):
    monkeypatch.setattr(index, "filter_rows", lambda rows, asked, *fields: rows)


def leak_blocks(monkeypatch):
    def leaky(membership):
        rows = BlockReader.objects.filter(entry__campaign=membership.campaign_id)
        return {pk: frozenset(range(1, 99)) for pk in rows.values_list("entry", flat=True)}

    replace_everywhere(monkeypatch, block_access.opened_blocks, leaky)


def leak_text_pictures(monkeypatch):
    replace_everywhere(monkeypatch, picture_access.readable_keys, lambda _member, entry: picture_keys(entry.text))


def leak_note_pictures(monkeypatch):
    replace_everywhere(monkeypatch, note_picture_access.readable_texts, lambda _member, session: session.notes)


def leak_tags(monkeypatch):
    def leaky(membership):
        rows = WorldEntry.objects.filter(campaign=membership.campaign_id).exclude(tags="")
        names = [name for row in rows for name in row.tag_names]
        return [tags.Tag(name, names.count(name)) for name in sorted(set(names))]

    replace_everywhere(monkeypatch, tags.tags_of, leaky)


def leak_notebook(monkeypatch):
    """A rename that rewrites the links of the notebook, which every player reads as they are written."""
    monkeypatch.setattr(link_index, "_is_for_everyone", lambda page: True)


def leak_webhooks(monkeypatch):
    def leaky(row):
        return {"session": {"id": row.pk}, "notes": row.gm_notes}

    replace_everywhere(monkeypatch, webhook_messages.public_content, leaky)


def leak_revision(monkeypatch):
    monkeypatch.setattr(world_json, "revision_read", lambda told: WorldEntry.objects.get(pk=told["id"]).revision)


def leak_dates(monkeypatch):
    def leaky(membership):
        return InWorldDate.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, timeline_access.visible_dates, leaky)


def leak_own_dates(monkeypatch):
    def leaky(membership):
        return InWorldDate.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, calendar_access.own_dates, leaky)


def leak_ties(monkeypatch):
    def leaky(membership):
        return Tie.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, world_access.visible_ties, leaky)


def leak_pins(monkeypatch):
    def leaky(membership):
        return MapPin.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, map_access.visible_pins, leaky)


def leak_areas(monkeypatch):
    def leaky(membership):
        return MapArea.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, map_access.visible_areas, leaky)


def leak_pixels(monkeypatch):
    replace_everywhere(monkeypatch, renderings._hidden_parts, lambda row: [])


def leak_state_of_rendering(monkeypatch):
    replace_everywhere(
        monkeypatch, map_queries.picture_address, lambda picture: f"/maps/{picture.map_id}/picture/{picture.state}/"
    )


def leak_quests(monkeypatch):
    def leaky(membership):
        return QuestLine.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, quest_access.visible_quest_lines, leaky)


def leak_targets_of_steps(monkeypatch):
    replace_everywhere(monkeypatch, quest_queries.read_lines, lambda membership, lines: list(lines))


def leak_place(monkeypatch):
    def leaky(membership):
        return WorldEntry.objects.filter(campaign=membership.campaign_id, here__isnull=False).order_by("-here").first()

    replace_everywhere(monkeypatch, glance_queries.current_place, leaky)


def leak_events(monkeypatch):
    def leaky(membership):
        return PlannedEvent.objects.filter(campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, calendar_access.visible_events, leaky)


def leak_event_revisions(monkeypatch):
    """A revision that counts what is planned."""
    monkeypatch.setattr(calendar_json, "revision_read", lambda told: PlannedEvent.objects.count())


def leak_quest_revisions(monkeypatch):
    def leaky(row):
        return sum(len(text) for text in QuestLine.objects.filter(thread=row.thread).values_list("text", flat=True))

    monkeypatch.setattr(QuestLine, "revision", property(leaky))


def leak_editors(monkeypatch):
    """As if who edits any page were told on every page."""
    monkeypatch.setattr(presence, "_key", lambda entry_id, member_id: f"editing-{member_id}")


def leak_versions(monkeypatch):
    def leaky(membership, entry):
        world_access.require_page_edit(membership, entry)
        return entry.history.exclude(history_type="-").order_by("-history_id")

    replace_everywhere(monkeypatch, version_queries.visible_versions, leaky)


def leak_session_versions(monkeypatch):
    replace_everywhere(monkeypatch, session_version_access.get_session_as_gm, get_session)


def leak_earnings(monkeypatch):
    def leaky(encounter):
        rows = ExperienceEntry.objects.filter(encounter=encounter, kind="award")
        return [endings.Earning(row.character.name, str(row.amount)) for row in rows]

    monkeypatch.setattr(endings, "_list_earnings", leaky)


def leak_drawer(monkeypatch):
    """A drawer that searches the words of every page and shows those that the member may open."""

    def leaky(membership, text):
        found = WorldEntry.objects.filter(campaign=membership.campaign_id, text__icontains=text)
        return world_access.visible_entries(membership).filter(pk__in=found.values("pk"))

    monkeypatch.setattr(drawer_queries, "entries_with_words", leaky)


def leak_stand_ins(monkeypatch):
    def leaky(membership):
        return StandIn.objects.filter(session__campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, stand_in_access.visible_stand_ins, leaky)


def leak_answers(monkeypatch):
    def leaky(membership):
        return DateAnswer.objects.filter(date__poll__session__campaign=membership.campaign_id)

    replace_everywhere(monkeypatch, planning_access.visible_answers, leaky)


def leak_answers_under_links(monkeypatch):
    true = planning_queries.own_answers

    def leaky(link):
        given = [DateAnswer.objects.filter(date=row.date).count() for row in true(link)]
        return [replace(row, own="yes" if many > 1 else "no") for row, many in zip(true(link), given, strict=True)]

    monkeypatch.setattr(planning_queries, "own_answers", leaky)


def leak_heroes_elsewhere(monkeypatch):
    def leaky(views):
        for row in Character.objects.filter(campaign__in=views):
            views[row.campaign_id].party.append(row.name)

    monkeypatch.setattr(shared_worlds, "_add_people", leaky)


def leak_shared_pages(monkeypatch):
    true = shared_worlds.list_world_campaigns

    def leaky(membership, table):
        told = true(membership, table)
        told[0].party.append(rows_of(SharedPage))
        return told

    monkeypatch.setattr(shared_worlds, "list_world_campaigns", leaky)


def write_a_rare_word(made, rng):
    news = made.campaign.world.get(name="News")
    hidden_steps.send(made, "gm", "PATCH", f"world/{news.pk}/", {"text": news.text.replace("lies", "an ember lies")})


def write_a_rare_word_for_other(made, rng):
    row = made.campaign.world.get(pk=made.ids["ledger_page"])
    hidden_steps.send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": row.text.replace("a hollow", "a king")})


# What is planted, a step that shows it, and the channels in which it must be found: one of every family at least.
PLANTED = {
    "names in pages": (leak_links, hidden_steps.change_target_of_link, "GET /world/"),
    "names in the API": (leak_links, hidden_steps.change_target_of_link, "GET /api/v1/world/"),
    "a revision": (leak_revision, hidden_steps.change_secret_of_page, "GET /api/v1/world/"),
    "blocks of others on a page": (leak_blocks, hidden_steps.open_block_to_other, "GET /world/"),
    "blocks of others in the API": (leak_blocks, hidden_steps.open_block_to_other, "GET /api/v1/world/"),
    "blocks of others in an export": (leak_blocks, hidden_steps.open_block_to_other, "export "),
    "blocks of others in notes": (leak_blocks, hidden_steps.open_block_to_other, "notes "),
    "names in notes": (leak_links, hidden_steps.change_target_of_link, "notes "),
    "blocks of others in a book": (leak_blocks, hidden_steps.open_block_to_other, "book "),
    "blocks of others in the search": (leak_blocks, write_a_rare_word_for_other, "/search/?text=king"),
    "pictures in closed blocks": (leak_text_pictures, hidden_steps.change_hidden_picture, "/text-pictures/"),
    "pictures in secret notes": (leak_note_pictures, hidden_steps.change_hidden_note_picture, "/note-pictures/"),
    "tags of hidden pages": (leak_tags, hidden_steps.write_hidden_page, "/world/"),
    "tags of hidden pages in the API": (leak_tags, hidden_steps.write_hidden_page, "/tags/"),
    "names in the party notebook": (leak_notebook, hidden_steps.rename_page_of_other, "GET /api/v1/world/"),
    "the log": (leak_log, hidden_steps.write_gm_line, "/log/"),
    "the search": (leak_search, write_a_rare_word, "/search/?text=ember"),
    "the timeline": (leak_dates, hidden_steps.date_hidden_things, "/timeline/"),
    "dates for GMs on the timeline": (leak_own_dates, hidden_steps.date_known_things_for_gms, "/timeline/"),
    "dates for GMs on a page": (leak_own_dates, hidden_steps.date_known_things_for_gms, "GET /world/"),
    "dates for GMs in the log": (leak_own_dates, hidden_steps.date_known_things_for_gms, "/log/"),
    "dates in an export": (leak_dates, hidden_steps.date_hidden_things, "export "),
    "planned events": (leak_events, hidden_steps.plan_hidden_event, "/calendar/"),
    "dates in the search": (leak_dates, hidden_steps.date_hidden_things, "/search/"),
    "planned events in the API": (leak_events, hidden_steps.plan_hidden_event, "/planned-events/"),
    "revisions of planned events": (leak_event_revisions, hidden_steps.change_hidden_events, "/planned-events/"),
    "revisions of the steps of a quest": (leak_quest_revisions, hidden_steps.change_hidden_quest_lines, "/quest"),
    "who edits a page": (leak_editors, hidden_steps.edit_unseen, "/edit/"),
    "what a page said before": (leak_versions, hidden_steps.change_private_version, "/earlier/"),
    "what a page said before in a merge": (leak_versions, hidden_steps.change_private_version, "merge"),
    "what the notes of a session said": (
        leak_session_versions,
        hidden_steps.change_secret_of_evening,
        "/earlier/",
    ),
    "what hidden allies earned": (leak_earnings, hidden_steps.award_unseen_at_table, "GET /encounters/"),
    "the search of the drawer": (leak_drawer, write_a_rare_word, "/drawer/"),
    "stand-ins for hidden heroes": (leak_stand_ins, hidden_steps.cover_hidden_hero, "/stand-ins/"),
    "answers to proposed dates": (leak_answers, hidden_steps.answer_date_of_other, "/proposed-dates/"),
    "answers under a link": (leak_answers_under_links, hidden_steps.answer_date_of_other, "GET /when/"),
    "steps of a quest": (leak_quests, hidden_steps.write_hidden_quest_lines, "/quest/"),
    "steps in an export": (leak_quests, hidden_steps.write_hidden_quest_lines, "export "),
    "targets in the steps of a quest": (leak_targets_of_steps, hidden_steps.change_target_of_step, "/quest"),
    "targets in the next step": (leak_targets_of_steps, hidden_steps.change_target_of_step, "/glance/"),
    "targets in the steps of an export": (leak_targets_of_steps, hidden_steps.change_target_of_step, "export "),
    "pins of hidden things": (leak_pins, hidden_steps.change_hidden_pins_of_map, "/maps/"),
    "pins in a hidden area": (leak_pins, hidden_steps.change_hidden_half_of_map, "/maps/"),
    "pins in an export": (leak_pins, hidden_steps.change_hidden_pins_of_map, "export data/maps"),
    "names of hidden areas": (leak_areas, hidden_steps.change_hidden_half_of_map, "/maps/"),
    "hidden pixels": (leak_pixels, hidden_steps.change_hidden_half_of_map, "/picture/"),
    "hidden pixels in an export": (leak_pixels, hidden_steps.change_hidden_half_of_map, "export media/map"),
    "an address made of hidden pixels": (leak_state_of_rendering, hidden_steps.change_hidden_half_of_map, "GET /maps/"),
    "where the party is": (leak_place, hidden_steps.move_party_in_secret, "/world/"),
    "ties to hidden things": (leak_ties, hidden_steps.tie_hidden_things, "/ties/"),
    "secret ties": (leak_ties, hidden_steps.tie_known_things_secretly, "/ties/"),
    "secret ties on a page": (leak_ties, hidden_steps.tie_known_things_secretly, "GET /world/"),
    "secret ties in an export": (leak_ties, hidden_steps.tie_known_things_secretly, "export "),
    "statistics": (leak_plots, hidden_steps.prepare_encounter, "/plots/"),
    "an export": (leak_log, hidden_steps.write_gm_line, "export log.md"),
    "the log in a book": (leak_log, hidden_steps.write_gm_line, "book "),
    "dates in a book": (leak_dates, hidden_steps.date_hidden_things, "book "),
    "names in a book": (leak_links, hidden_steps.change_target_of_link, "book "),
    "steps in a book": (leak_quests, hidden_steps.write_hidden_quest_lines, "book "),
    "secret ties in a book": (leak_ties, hidden_steps.tie_known_things_secretly, "book "),
    "an NPC of another player": (leak_npcs, hidden_steps.show_npc_to_other, "/world/"),
    "an NPC of another player in the search": (leak_npcs, hidden_steps.show_npc_to_other, "/search/"),
    "an NPC of another player among the names of links": (leak_npcs, hidden_steps.show_npc_to_other, "/names/"),
    "an NPC of another player on the timeline": (leak_npcs, hidden_steps.show_npc_to_other, "/timeline/"),
    "an NPC of another player among the ties": (leak_npcs, hidden_steps.show_npc_to_other, "/ties/"),
    "an NPC of another player in an export": (leak_npcs, hidden_steps.show_npc_to_other, "export "),
    "an NPC of another player in a book": (leak_npcs, hidden_steps.show_npc_to_other, "book "),
    "webhooks": (leak_webhooks, hidden_steps.change_secret_of_evening, "webhooks"),
    "hidden heroes of another campaign": (
        leak_heroes_elsewhere,
        hidden_steps.change_hidden_hero_of_other_campaign,
        "/shared-world/",
    ),
    "where a hidden NPC went": (leak_log, hidden_steps.move_hidden_npc, "/log/"),
    "a hidden NPC that is shared": (leak_log, hidden_steps.share_hidden_npc, "/log/"),
    "a hidden map that is shared": (leak_log, hidden_steps.share_hidden_map, "/log/"),
    "a tie that came with shared pages": (leak_ties, hidden_steps.take_tied_pages_of_other_campaign, "/ties/"),
    "an offer of a hidden NPC": (leak_log, hidden_steps.offer_hidden_npc, "/log/"),
    "how many pages are shared": (leak_shared_pages, hidden_steps.share_page_of_other_campaign, "/shared-world/"),
    "a header": (leak_header, hidden_steps.write_hidden_page, "HEAD"),
    "an htmx part": (leak_part, hidden_steps.write_hidden_page, "part"),
    "an offline copy": (leak_sheet, hidden_steps.change_npc, "GET /characters/"),
    "a refusal": (leak_refusals, hidden_steps.write_hidden_page, "refused"),
    "OPTIONS": (leak_options, hidden_steps.write_gm_line, "OPTIONS"),
}


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ([("a", "1"), ("b", "2"), ("a", "1")], False),
        ([("a", "1"), ("b", "3")], True),
        ([("a", "1")], True),
        ([("a", "1"), ("b", "2"), ("c", "3")], True),
    ],
)
def test_answers_differ_if_one_is_another_or_missing_or_new_and_not_if_one_is_asked_twice(after, found):
    assert differs({"a": "1", "b": "2"}, after) == found


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(made, monkeypatch, leak):
    plant, step, channels = PLANTED[leak]
    # That the other steps change nothing without a leak is shown for all channels by test_campaign_worlds.
    if step not in hidden_steps.steps_hidden_from("player"):
        assert not is_noticed(made, "player", step, channels), "without the leak nothing differs"
    # SQL that is compiled while the leak is there would stay.
    read_without_compiled_sql(monkeypatch)
    plant(monkeypatch)
    assert is_noticed(made, "player", step, channels)


def test_a_visit_that_does_not_end_by_itself_is_found(made, monkeypatch):
    """A past guest is a stranger to every step; a site that waits for a job to end the visit shows them new things."""
    step, among = hidden_steps.change_everything_of_campaign, "GET /sessions/"
    assert not compare_again(made, "past-guest", step, among)
    monkeypatch.setattr(MemberQuerySet, "present", lambda rows: rows.filter(left__isnull=True))
    read_without_compiled_sql(monkeypatch)
    assert compare_again(made, "past-guest", step, among)


SHOWN = [
    ("other-player", hidden_steps.show_to_other, ("world/",)),
    (
        "other-player",
        hidden_steps.show_npc_to_other,
        ("/world/", "/timeline/", "/ties/", "/names/", "/search/", "/reveals/", "export ", "book "),
    ),
    (
        "player",
        hidden_steps.change_everything_of_campaign,
        ("/log/", "/world/", "/search/", "export ", "book ", "webhooks", "part "),
    ),
    ("player", hidden_steps.award_offered_hero, ("/plots/", "GET /characters/")),
]


@pytest.mark.parametrize(("role", "step", "channels"), SHOWN)
def test_the_comparison_sees_what_is_shown(made, role, step, channels):
    """The control: who is shown a page receives something else, and everyone a public change."""
    assert [channel for channel in channels if not is_noticed(made, role, step, channel)] == []
