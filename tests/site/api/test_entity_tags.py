"""ETags: a change says what it is based on and overwrites nothing; a read of what has not changed is empty."""

import json
from functools import partial

import pytest

from campaigns.encounters import actions, quick_preparation
from campaigns.log.calendar import api as calendar_api
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects import actions as object_actions
from campaigns.overview.catalogue import api as catalogue_api
from campaigns.sessions import actions as session_actions
from campaigns.world.reveals import show_entry
from characters.sheets import api as character_api
from characters.sheets.actions import edit_character
from people.access import get_membership
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.campaigns.modules.object_pages import rich
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
KINDS = ["campaign", "session", "page", "character", "monster", "encounter"]


@pytest.fixture
def paths(gm, campaign):
    """One object of every kind, with a change of it."""
    membership = get_membership(gm, campaign.pk)
    hero = factories.CharacterFactory(campaign=campaign)
    monster = factories.MonsterFactory(campaign=campaign)
    groups = [{"character": hero}, {"monster": monster, "count": 2}]
    encounter = quick_preparation.create_with_groups(membership=membership, title="At the ford", groups=groups)
    session = session_actions.plan_session(membership=membership, title="One")
    page = ok(Caller(gm).post(f"campaigns/{campaign.pk}/world/", {"kind": "note", "name": "Mill"}), 201)
    return {
        "campaign": (f"campaigns/{campaign.pk}/", "name"),
        "session": (f"sessions/{session.pk}/", "title"),
        "page": (f"world/{page['id']}/", "name"),
        "character": (f"characters/{hero.pk}/", "name"),
        "monster": (f"monsters/{monster.pk}/", "name"),
        "encounter": (f"encounters/{encounter.pk}/", "title"),
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_without_a_revision_is_refused_and_changes_nothing(kind, gm_api, paths):
    path, field = paths[kind]
    before = ok(gm_api.get(path))
    refused(gm_api.send("PATCH", path, {field: "New"}), 428, "precondition.required")
    assert ok(gm_api.get(path)) == before


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_changes_from_one_reading_the_second_is_refused(kind, gm_api, paths):
    path, field = paths[kind]
    first = gm_api.get(path)
    changed = gm_api.send("PATCH", path, {field: "New"}, If_Match=first["ETag"])
    assert ok(changed)[field] == "New"
    assert changed["ETag"] == gm_api.get(path)["ETag"] != first["ETag"]
    told = refused(gm_api.send("PATCH", path, {field: "Mine"}, If_Match=first["ETag"]), 412, "stale")
    assert told["revision"] == ok(gm_api.get(path))["revision"]
    assert ok(gm_api.get(path))[field] == "New"


@pytest.mark.parametrize("kind", KINDS)
def test_the_plain_revision_counts_in_the_header_and_in_the_body(kind, gm_api, paths):
    path, field = paths[kind]
    old = ok(gm_api.get(path))["revision"]
    new = ok(gm_api.send("PATCH", path, {field: "Two"}, If_Match=f'"{old}"'))["revision"]
    ok(gm_api.send("PATCH", path, {field: "Three", "revision": new}))
    refused(gm_api.send("PATCH", path, {field: "Four", "revision": new}), 409, "stale")
    for unknown in ('"nonsense"', '"0"', f'"{old}"'):
        refused(gm_api.send("PATCH", path, {field: "Four"}, If_Match=unknown), 412, "stale")
    assert ok(gm_api.send("PATCH", path, {field: "Five"}, If_Match="*"))[field] == "Five"


def changes_before(monkeypatch, module, name, change):
    """Lets someone else make a change just before a function of the module is called for the first time."""
    function, changes = getattr(module, name), [change]

    def change_and_call(*args, **more):
        if changes:
            changes.pop()()
        return function(*args, **more)

    monkeypatch.setattr(module, name, change_and_call)


def test_a_character_is_overwritten_although_it_changes_at_the_same_moment(gm, gm_api, campaign, paths, monkeypatch):
    path, hero = paths["character"][0], campaign.characters.get()
    other = partial(edit_character, character=hero, by=gm, revision=None, changes={"notes": "Owl.", "name": "Other"})
    changes_before(monkeypatch, character_api, "edit_character", other)
    changed = ok(gm_api.send("PATCH", path, {"name": "New"}, If_Match="*"))
    assert (changed["name"], changed["notes"]) == ("New", "Owl.")


@pytest.fixture
def handout(gm, campaign):
    """An imported object with a text."""
    received = module_actions.receive(data=rich())
    version, _new = module_actions.upload(by=gm, document=received.document, archive=received.archive)
    module_actions.apply_import(membership=get_membership(gm, campaign.pk), version=version)
    return ImportedObject.objects.filter(collection="handouts").first()


def test_fields_that_were_not_sent_stay_as_someone_else_wrote_them_at_the_same_moment(
    gm_api, campaign, handout, monkeypatch
):
    at = f"campaigns/{campaign.pk}/"
    ok(gm_api.send("PUT", f"{at}calendar/", {"definition": TWELVE}, If_Match="*"))
    event = ok(gm_api.post(f"{at}planned-events/", {"title": "Flood", "date": "400", "text": "Wet."}), 201)["id"]
    mud = {"kind": "difficulty", "name": "Mud", "text": "Wet.", "figures": {"difficulty": 7}}
    row = ok(gm_api.post(f"{at}catalogue/", mud), 201)["id"]
    block = handout.current["blocks"][0]["key"]
    for path, module, function, sent, others in (
        (f"planned-events/{event}/", calendar_api, "event_json", {"title": "New"}, {"text": "Dry."}),
        (f"catalogue/{row}/", catalogue_api, "save_row", {"name": "New"}, {"text": "Dry."}),
        (f"objects/{handout.pk}/", object_actions, "write", {"title": "New"}, {"texts": {block: "Dry."}}),
    ):
        with monkeypatch.context() as patch:
            change = partial(gm_api.send, "PATCH", path, others, If_Match="*")
            changes_before(patch, module, function, lambda change=change: ok(change()))
            ok(gm_api.send("PATCH", path, sent, If_Match="*"))
        now = json.dumps(ok(gm_api.get(path)))
        assert "New" in now, path
        assert "Dry." in now, path


def test_a_change_that_finds_a_new_conflict_at_each_try_is_refused_at_last(gm_api, campaign, monkeypatch):
    at = f"campaigns/{campaign.pk}/"
    mud = {"kind": "difficulty", "name": "Mud", "figures": {"difficulty": 7}}
    path = f"catalogue/{ok(gm_api.post(f'{at}catalogue/', mud), 201)['id']}/"
    write = catalogue_api.save_row
    monkeypatch.setattr(catalogue_api, "save_row", lambda **more: write(**more | {"revision": 99}))
    refused(gm_api.send("PATCH", path, {"name": "New"}, If_Match="*"), 412, "stale")


@pytest.fixture
def restorations(gm_api, campaign, paths):
    """Operations that need no revision, but take one: the address of each, and that of the object it changes."""
    page, hero = paths["page"][0], paths["character"][0]
    ok(gm_api.patch(page, {"text": "Here.\n\n:::secret\nthe king\n:::"}))
    ok(gm_api.patch(hero, {"name": "Mara"}))
    page_version = ok(gm_api.get(f"{page}earlier/"))["results"][0]["id"]
    sheet_version = ok(gm_api.get(f"{hero}history/"))["results"][0]["id"]
    return [
        (f"{page}blocks/0/hide/", page),
        (f"{page}earlier/{page_version}/restore/", page),
        (f"{hero}history/{sheet_version}/restore/", hero),
    ]


def test_an_operation_that_needs_no_revision_regards_the_one_of_if_match(gm_api, restorations):
    for path, of in restorations:
        told = refused(gm_api.post(path, {}, If_Match='"99"'), 412, "stale")
        assert told["revision"] == ok(gm_api.get(of))["revision"], path
        refused(gm_api.post(path, {"revision": 99}), 409, "stale")
        ok(gm_api.post(path, {"revision": 99}, If_Match=gm_api.get(of)["ETag"]))
        ok(gm_api.post(path, {}, If_Match="*"))
        ok(gm_api.post(path, {}))


@pytest.mark.parametrize("kind", KINDS)
def test_a_read_of_what_is_known_already_has_no_body(kind, gm_api, paths):
    path, field = paths[kind]
    tag = gm_api.get(path)["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        answer = gm_api.get(path, If_None_Match=known)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    ok(gm_api.get(path, If_None_Match='"1"'))
    ok(gm_api.send("PATCH", path, {field: "New"}, If_Match=tag))
    assert ok(gm_api.get(path, If_None_Match=tag))[field] == "New"


def test_a_read_is_not_unchanged_when_something_beside_the_row_changed(gm, gm_api, campaign, paths):
    path, _field = paths["page"]
    tag = gm_api.get(path)["ETag"]
    membership = get_membership(gm, campaign.pk)
    show_entry(membership=membership, entry=campaign.world.get())
    assert ok(gm_api.get(path, If_None_Match=tag))["visibility"] == "party"


def test_a_preparation_that_was_changed_on_its_page_is_not_overwritten(gm, gm_api, campaign, paths):
    path, _field = paths["encounter"]
    tag = gm_api.get(path)["ETag"]
    encounter = campaign.encounters.get()
    membership = get_membership(gm, campaign.pk)
    actions.add_monsters(
        membership=membership, encounter=encounter, monster=factories.MonsterFactory(campaign=campaign)
    )
    refused(gm_api.send("PATCH", path, {"groups": []}, If_Match=tag), 412, "stale")
    assert len(ok(gm_api.get(path))["groups"]) == 3


def test_a_command_changes_what_is_read_but_not_the_revision_of_the_preparation(gm, gm_api, campaign, paths):
    path, _field = paths["encounter"]
    actions.start(membership=get_membership(gm, campaign.pk), encounter=campaign.encounters.get(), seed=1)
    before = gm_api.get(path)
    ok(gm_api.post(f"{path}commands/", {"command": {"type": "end", "actor": "gm", "outcome": "victory"}}))
    after = gm_api.get(path, If_None_Match="*")
    assert ok(after)["revision"] == before.json()["revision"]
    assert not {"ETag"} & {*before.headers, *after.headers}, "a view may hold cards"
    ok(gm_api.send("PATCH", path, {"title": "At the mill"}, If_Match=f'"{after.json()["revision"]}"'))


def test_attendance_counts_as_a_change_of_the_session(gm, gm_api, campaign, paths):
    path, _field = paths["session"]
    tag, row = gm_api.get(path)["ETag"], campaign.sessions.get()
    session_actions.record_attendance(membership=get_membership(gm, campaign.pk), session=row, attendance=[])
    refused(gm_api.send("PATCH", path, {"attendance": [campaign.members.first().pk]}, If_Match=tag), 412)
    assert ok(gm_api.get(path))["attendance"] == []


def test_a_recap_replaces_only_the_recap_that_was_read(gm_api, paths):
    path = f"{paths['session'][0]}recaps/"
    draft = gm_api.get(f"{path}?audience=party")
    body = {"audience": "party", "text": "It rang."}
    refused(gm_api.post(path, body), 428, "precondition.required")
    ok(gm_api.post(path, body, If_Match=draft["ETag"]))
    refused(gm_api.post(path, body | {"text": "Mine."}, If_Match=draft["ETag"]), 412, "stale")
    stored = gm_api.get(f"{path}?audience=party")
    assert ok(stored)["text"] == "It rang."
    assert gm_api.get(f"{path}?audience=party", If_None_Match=stored["ETag"]).status_code == 304


def test_somebody_who_may_not_change_something_hears_that_first(ana_api, paths):
    for kind in ("campaign", "session", "encounter"):
        assert ana_api.send("PATCH", paths[kind][0], {}).status_code in {403, 404}, kind


def test_a_players_tag_says_nothing_of_what_is_hidden(gm_api, ana_api, paths):
    path, _field = paths["session"]
    tag = ana_api.get(path)["ETag"]
    ok(gm_api.patch(path, {"gm_notes": "The miller lies."}))
    assert ana_api.get(path)["ETag"] == tag
    ok(gm_api.patch(path, {"title": "Two"}))
    assert ana_api.get(path)["ETag"] != tag


def test_a_webhook_and_a_role_are_changed_at_the_revision_that_was_read(gm_api, campaign):
    ben = factories.MemberFactory(campaign=campaign, role="player")
    body = {"url": "https://example.com/", "topics": ["log"]}
    hook = ok(gm_api.post(f"campaigns/{campaign.pk}/webhooks/", body), 201)
    for path, first, second in (
        (f"webhooks/{hook['id']}/", {"topics": ["award"]}, {"active": False}),
        (f"campaigns/{campaign.pk}/members/{ben.pk}/", {"role": "observer"}, {"role": "co-gm"}),
    ):
        seen = gm_api.get(path)
        refused(gm_api.send("PATCH", path, first), 428, "precondition.required")
        changed = ok(gm_api.patch(path, first, If_Match=seen.headers["ETag"]))
        assert changed["revision"] != ok(seen)["revision"]
        stale = refused(gm_api.patch(path, second, If_Match=seen.headers["ETag"]), 412, "stale")
        assert stale["revision"] == changed["revision"]
        refused(gm_api.patch(path, second | {"revision": ok(seen)["revision"]}), 409)
        assert gm_api.get(path, If_None_Match=gm_api.get(path).headers["ETag"]).status_code == 304
        ok(gm_api.patch(path, second | {"revision": changed["revision"]}))
        ok(gm_api.patch(path, first, If_Match="*"))
