"""Updating a module: what nobody touched follows the module, what people changed stays, and both are told."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter, Event
from campaigns.log.calendar.models import InWorldDate
from campaigns.modules import actions as module_actions
from campaigns.modules import queries
from campaigns.modules.actions import ModuleConflict
from campaigns.modules.imports import usage
from campaigns.modules.imports.local_changes import read_local_module
from campaigns.modules.models import ImportedObject, ImportRun, ObjectState
from campaigns.modules.objects import actions as object_actions
from campaigns.sessions.models import Recap, Session
from campaigns.world import reveals
from campaigns.world.ties.models import Tie
from characters.models import Character, Monster
from characters.monsters import actions as monster_actions
from characters.sheets.actions import edit_character
from common.edit_conflicts import EditConflict
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.dump import everything
from tests.campaigns.modules.object_pages import address
from tests.campaigns.modules.samples import gone, put

pytestmark = pytest.mark.django_db


def version(membership, number="1.1.0", **changes):
    """The small module in another version, with values put at pointers (given as `a__0__b`)."""
    document = put(samples.small(), "/module/version", number)
    for place, value in changes.items():
        put(document, "/" + place.replace("__", "/"), value)
    return module_actions.upload(by=membership.user, document=document)[0]


def plan_of(membership, row, **options):
    return {
        step.ref: step.action
        for step in module_actions.plan_import(membership=membership, version=row, options=options).steps
    }


def object_of(collection, key):
    return ImportedObject.objects.get(collection=collection, key=key)


@pytest.fixture
def installed(membership, mill):
    module_actions.apply_import(membership=membership, version=mill)
    return mill


def test_untouched_objects_follow_the_module(membership, installed):
    newer = version(membership, monsters__0__name="Big rat", **{"monsters__0__stats__fifty-two-fates__max_hp": 5})
    assert plan_of(membership, newer)["monster:rat"] == "update"
    module_actions.apply_import(membership=membership, version=newer)
    rat = Monster.objects.get(campaign=membership.campaign)
    assert (rat.name, rat.stats["max_hp"], rat.history.count()) == ("Big rat", 5, 2)
    row = object_of("monsters", "rat")
    assert (row.base_version, row.base, row.title) == ("1.1.0", row.current, "Big rat")
    assert set(plan_of(membership, newer).values()) == {"unchanged"}


def test_changes_of_a_gm_in_the_bestiary_stay_and_are_named(membership, installed):
    rat = Monster.objects.get(campaign=membership.campaign)
    monster_actions.edit_monster(
        monster=rat, by=membership.user, stats={"max_hp": 9, "allowance": 1}, name="Old Longtail"
    )
    newer = version(membership, monsters__0__size="Small", checks__0__title="Listen well")
    steps = {step.ref: step for step in module_actions.plan_import(membership=membership, version=newer).steps}
    assert (steps["monster:rat"].action, steps["check:listen"].action) == ("update", "update")
    told = {change.pointer: change.what for change in steps["monster:rat"].changes}
    assert told == {"/name": "keep", "/size": "update", "/stats/fifty-two-fates/max_hp": "keep"}
    module_actions.apply_import(membership=membership, version=newer)
    rat.refresh_from_db()
    assert (rat.name, rat.size, rat.stats["max_hp"]) == ("Old Longtail", "Small", 9)
    assert plan_of(membership, newer)["monster:rat"] == "keep"


def test_a_description_that_a_gm_rewrote_stays(membership, installed):
    rat = Monster.objects.get(campaign=membership.campaign)
    monster_actions.edit_monster(monster=rat, by=membership.user, text="It is **ours**.")
    newer = version(membership, monsters__0__blocks=[{"key": "a", "kind": "gm", "md": "A rat."}])
    module_actions.apply_import(membership=membership, version=newer)
    rat.refresh_from_db()
    assert "It is **ours**." in rat.text
    assert "A rat." in rat.text  # another block: both stand


def save_page(client, page):
    """Saves the forms of a page as a browser does: unchanged, with each line break of a text as \\r\\n."""
    context = client.get(page).context
    forms = [context[name] for name in ("about", "figures", "sheet_form", "form") if name in context]
    posted = {"revision": context["revision"]}
    for field in [field for form in forms for field in form]:
        value = field.value()
        if value not in (None, False):
            posted[field.html_name] = value.replace("\n", "\r\n") if isinstance(value, str) else value
    answer = client.post(page, posted)
    assert answer.status_code == 302, answer.context and [form.errors for form in forms]


@pytest.mark.parametrize("stored", ["now", "by an earlier release"])
def test_saving_a_page_unchanged_changes_no_text(membership, client, stored):
    """A browser sends other line ends than the module has, and Django strips texts."""
    words = [
        {"key": name, "kind": "gm", "md": md} for name, md in (("a", "One.\n\nTwo. "), ("b", "Three.\n\nFour. \n"))
    ]
    places = ("monsters__0", "npcs__0", "encounters__0")
    first = version(membership, "1.0.0", **{f"{place}__blocks": words for place in places})
    module_actions.apply_import(membership=membership, version=first)
    rat, npc, encounter = Monster.objects.get(), Character.objects.get(kind="npc"), Encounter.objects.get()
    client.force_login(membership.user)
    save_page(client, reverse("monster-edit", args=[membership.campaign_id, rat.pk]))
    save_page(client, reverse("character-edit", args=[npc.pk]))
    save_page(client, reverse("encounter-edit", args=[encounter.pk]))
    for row, field in ((rat, "text"), (npc, "gm_notes"), (encounter, "notes")):
        row.refresh_from_db()
        assert "\r" not in getattr(row, field)
        assert "Two." in getattr(row, field)
        if stored != "now":
            type(row).objects.filter(pk=row.pk).update(**{field: getattr(row, field).replace("\n", "\r\n")})
    newer = [words[0] | {"md": "One.\n\nThe second."}, words[1]]
    second = version(membership, "1.1.0", **{f"{place}__blocks": newer for place in places})
    steps = {step.ref: step for step in module_actions.plan_import(membership=membership, version=second).steps}
    for ref in ("monster:rat", "npc:miller", "encounter:rats"):
        assert [(change.pointer, change.what) for change in steps[ref].changes] == [("/blocks/a/md", "update")]
    module_actions.apply_import(membership=membership, version=second)
    for row, field in ((rat, "text"), (npc, "gm_notes"), (encounter, "notes")):
        row.refresh_from_db()
        assert getattr(row, field).strip() == "One.\n\nThe second.\n\nThree.\n\nFour."


def test_a_conflict_keeps_what_stands_here_and_is_not_raised_twice(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(name="Ours")
    newer = version(membership, monsters__0__name="Theirs")
    plan = module_actions.plan_import(membership=membership, version=newer)
    (step,) = [step for step in plan.steps if step.action == "conflict"]
    (change,) = step.as_json()["changes"]
    assert change == {
        "pointer": "/name",
        "what": "conflict",
        "base": "Rat",
        "local": "Ours",
        "new": "Theirs",
        "taken": "keep_local",
    }
    module_actions.apply_import(membership=membership, version=newer, plan_token=plan.token)
    assert Monster.objects.get(campaign=membership.campaign).name == "Ours"
    assert plan_of(membership, newer)["monster:rat"] == "keep"


def test_a_conflict_may_be_decided_place_by_place(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(name="Ours", size="Large")
    newer = version(membership, monsters__0__name="Theirs", monsters__0__size="Huge")
    asked = {"policy": "ask", "decisions": {"monster:rat#/name": "take_new"}}
    assert module_actions.plan_import(membership=membership, version=newer, options=asked).undecided == [
        "monster:rat#/size"
    ]
    before = everything()
    with pytest.raises(ModuleConflict) as refused:
        module_actions.apply_import(membership=membership, version=newer, options=asked)
    assert refused.value.code == "conflict.undecided"
    assert everything() == before
    asked["decisions"]["monster:rat#/size"] = "keep_local"
    module_actions.apply_import(membership=membership, version=newer, options=asked)
    rat = Monster.objects.get(campaign=membership.campaign)
    assert (rat.name, rat.size) == ("Theirs", "Large")


def test_the_modules_side_may_be_taken_everywhere(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(name="Ours")
    newer = version(membership, monsters__0__name="Theirs")
    module_actions.apply_import(membership=membership, version=newer, options={"policy": "take_new"})
    assert Monster.objects.get(campaign=membership.campaign).name == "Theirs"


def test_rows_of_a_table_that_do_not_fit_together_are_one_conflict(membership, installed):
    finds = object_of("tables", "finds")
    ours = [{"key": "a", "from": 1, "to": 1, "md": "Flour"}, {"key": "b", "from": 2, "to": 4, "md": "A ring"}]
    object_actions.change(membership=membership, row=finds, item=finds.current | {"rows": ours})
    theirs = [{"key": "a", "from": 1, "to": 3, "md": "Flour"}, {"key": "c", "from": 4, "md": "A ring"}]
    newer = version(membership, tables__0__rows=theirs)
    plan = module_actions.plan_import(membership=membership, version=newer, options={"policy": "ask"})
    assert plan.undecided == ["table:finds#/rows"]
    decided = {"policy": "ask", "decisions": {"table:finds#/rows": "take_new"}}
    module_actions.apply_import(membership=membership, version=newer, options=decided)
    assert object_of("tables", "finds").current["rows"] == theirs


def test_equal_changes_on_both_sides_meet(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(name="Big rat")
    newer = version(membership, monsters__0__name="Big rat")
    assert plan_of(membership, newer)["monster:rat"] == "converged"
    module_actions.apply_import(membership=membership, version=newer)
    assert plan_of(membership, newer)["monster:rat"] == "unchanged"


def test_objects_that_left_the_module_are_kept_and_marked(membership, installed):
    document = gone(put(samples.small(), "/module/version", "2.0.0"), "/tables/0")
    newer = module_actions.upload(by=membership.user, document=document)[0]
    assert plan_of(membership, newer)["table:finds"] == "orphan"
    module_actions.apply_import(membership=membership, version=newer)
    assert object_of("tables", "finds").orphan
    assert plan_of(membership, version(membership, "3.0.0"))["table:finds"] == "update"  # it came back


def without_rat(membership):
    document = gone(gone(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0"), "/encounters/0")
    del document["locations"][0]["encounters"]
    return module_actions.upload(by=membership.user, document=document)[0]


def test_an_update_moves_what_it_does_not_change(membership, installed):
    """Also what a GM changed. Taking the update back moves it back."""
    rooms = [{"key": name, "title": name.title(), "blocks": []} for name in ("hall", "attic", "cellar")]
    documents = []
    for number, order in (("1.1.0", [0, 1, 2]), ("1.2.0", [2, 0, 1])):
        mill = samples.small()["locations"]
        documents.append(
            put(put(samples.small(), "/module/version", number), "/locations", mill + [rooms[place] for place in order])
        )
    first, second = [module_actions.upload(by=membership.user, document=document)[0] for document in documents]
    module_actions.apply_import(membership=membership, version=first)
    object_actions.write(membership=membership, row=object_of("locations", "hall"), name="Our hall", texts={})
    before = dict(ImportedObject.objects.filter(collection="locations").values_list("key", "position"))
    assert plan_of(membership, second)["location:attic"] == "unchanged"
    run = module_actions.apply_import(membership=membership, version=second)
    rows = ImportedObject.objects.filter(collection="locations")
    assert [row.key for row in rows] == ["mill", "cellar", "hall", "attic"]
    object_actions.write(membership=membership, row=object_of("locations", "hall"), name="Hall", texts={})
    assert module_actions.export_content(membership=membership, key="the-mill") == second.document
    module_actions.rollback_import(membership=membership, run=run)
    assert dict(ImportedObject.objects.filter(collection="locations").values_list("key", "position")) == before


def test_pruning_removes_what_nobody_touched_or_used(membership, installed):
    newer = without_rat(membership)
    assert plan_of(membership, newer)["monster:rat"] == "orphan"
    assert plan_of(membership, newer, prune=True)["monster:rat"] == "remove"
    module_actions.apply_import(membership=membership, version=newer, options={"prune": True})
    assert not Monster.objects.filter(campaign=membership.campaign).exists()
    assert not Encounter.objects.filter(campaign=membership.campaign).exists()
    assert not ImportedObject.objects.filter(key__in=["rat", "rats"]).exists()


def test_pruning_spares_what_was_changed_and_what_play_refers_to(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(name="Ours")
    place = {"campaign": membership.campaign, "module_key": "the-mill", "collection": "encounters", "key": "rats"}
    ObjectState.objects.create(**place, notes="They liked it.")
    steps = plan_of(membership, without_rat(membership), prune=True)
    assert (steps["monster:rat"], steps["encounter:rats"]) == ("orphan", "orphan")


@pytest.mark.parametrize("kept", ["noted", "changed"])
def test_the_monsters_of_a_preparation_that_stays_are_not_removed(membership, installed, kept):
    if kept == "noted":
        place = {"campaign": membership.campaign, "module_key": "the-mill", "collection": "encounters", "key": "rats"}
        ObjectState.objects.create(**place, notes="They liked it.")
    else:
        Encounter.objects.get().groups.update(count=7)
    steps = plan_of(membership, without_rat(membership), prune=True)
    assert (steps["monster:rat"], steps["encounter:rats"]) == ("orphan", "orphan")
    run = module_actions.rollback_import(membership=membership, run=ImportRun.objects.get())
    assert set(run.result["rollback"]["kept"]) == {"monster:rat", "encounter:rats"}


def test_an_object_that_a_gm_deleted_stays_away_unless_it_is_asked_back(membership, installed):
    Character.objects.filter(campaign=membership.campaign).delete()
    newer = version(membership, npcs__0__name="The new miller")
    assert plan_of(membership, newer)["npc:miller"] == "skipped_deleted"
    module_actions.apply_import(membership=membership, version=newer)
    assert object_of("npcs", "miller").tombstone
    assert plan_of(membership, newer, restore_deleted=True)["npc:miller"] == "restore"
    module_actions.apply_import(membership=membership, version=newer, options={"restore_deleted": True})
    assert Character.objects.get(campaign=membership.campaign).name == "The new miller"
    assert set(plan_of(membership, newer).values()) == {"unchanged"}


def test_an_object_in_play_is_restored_without_a_twin_and_with_what_people_did(membership, installed):
    npc = Character.objects.get(campaign=membership.campaign, kind="npc")
    edit_character(
        character=npc, by=membership.user, revision=npc.revision, changes={"gm_notes": "He lies.", "name": "Old Hob"}
    )
    rat = Monster.objects.get()
    Monster.objects.filter(pk=rat.pk).update(size="Large")
    for collection, key in (("npcs", "miller"), ("monsters", "rat")):
        object_actions.delete(membership=membership, row=object_of(collection, key))
    newer = version(membership, monsters__0__name="Big rat")
    run = module_actions.apply_import(membership=membership, version=newer, options={"restore_deleted": True})
    npc.refresh_from_db()
    rat.refresh_from_db()
    assert (npc.name, npc.gm_notes, rat.name, rat.size) == ("Old Hob", "He lies.", "Big rat", "Large")
    assert (Character.objects.get(kind="npc"), Monster.objects.get()) == (npc, rat)
    assert plan_of(membership, newer)["npc:miller"] == "keep"
    module_actions.rollback_import(membership=membership, run=run)
    assert object_of("npcs", "miller").tombstone
    assert object_of("npcs", "miller").character == npc, "people wrote about the NPC"
    assert Encounter.objects.get().groups.get().monster == rat


def test_a_preparation_follows_the_module_but_for_what_was_changed_in_it(membership, installed):
    encounter = Encounter.objects.get(campaign=membership.campaign)
    hero = factories.CharacterFactory(campaign=membership.campaign)
    encounter_actions.add_characters(membership=membership, encounter=encounter, characters=[hero])
    encounter_actions.change(membership=membership, encounter=encounter, title="Rats in the dark")
    packs = [{"key": key, "who": "monster:rat", "count": count} for key, count in (("pack", 5), ("second", 2))]
    newer = version(membership, encounters__0__title="More rats", encounters__0__groups=packs)
    module_actions.apply_import(membership=membership, version=newer)
    encounter.refresh_from_db()
    assert encounter.title == "Rats in the dark"
    lines = {line.group: line for line in encounter.groups.filter(side="monsters")}
    assert {group: line.count for group, line in lines.items()} == {"pack": 5, "second": 2}
    assert encounter.groups.filter(character=hero).exists()


def test_an_own_monster_in_a_group_of_the_module_stays_what_it_is(membership, installed):
    encounter = Encounter.objects.get(campaign=membership.campaign)
    encounter.groups.all().delete()
    wolf = factories.MonsterFactory(campaign=membership.campaign, name="Wolf")
    encounter_actions.add_monsters(membership=membership, encounter=encounter, monster=wolf, count=2, group="pack")
    newer = version(membership, encounters__0__title="More rats")
    module_actions.apply_import(membership=membership, version=newer)
    encounter.refresh_from_db()
    line = encounter.groups.get()
    assert (encounter.title, line.monster.name, line.count) == ("More rats", "Wolf", 2)
    assert object_of("encounters", "rats").current["groups"] == [], "the GM removed the rats"


def test_a_count_that_a_gm_changed_is_a_conflict_and_stays(membership, installed):
    line = Encounter.objects.get(campaign=membership.campaign).groups.get()
    line.count, line.note = 7, "from the left"
    line.save()
    newer = version(membership, encounters__0__groups__0__count=5)
    assert plan_of(membership, newer)["encounter:rats"] == "conflict"
    module_actions.apply_import(membership=membership, version=newer)
    line.refresh_from_db()
    assert (line.count, line.note) == (7, "from the left")
    assert plan_of(membership, newer)["encounter:rats"] == "keep"


def test_play_is_left_as_it_is(membership, installed):
    encounter = Encounter.objects.get(campaign=membership.campaign)
    hero = factories.CharacterFactory(campaign=membership.campaign)
    encounter_actions.add_characters(membership=membership, encounter=encounter, characters=[hero])
    play.begin(encounter=encounter, by=membership.user, seed=1)
    miller = Character.objects.get(campaign=membership.campaign, kind="npc")
    Character.objects.filter(pk=miller.pk).update(visible=True, gm_notes="He confessed to Mara.")
    state = ObjectState.objects.create(
        campaign=membership.campaign, module_key="the-mill", collection="locations", key="mill", state={"done": True}
    )
    seen = play.view(encounter, membership, "gm")
    newer = version(
        membership,
        npcs__0__blocks__0__md="He knows more.",
        encounters__0__title="More rats",
        encounters__0__groups__0__count=6,
        locations__0__title="The old mill",
    )
    module_actions.apply_import(membership=membership, version=newer)
    miller.refresh_from_db()
    encounter.refresh_from_db()
    assert (miller.visible, miller.gm_notes) == (True, "He confessed to Mara.")
    assert encounter.title == "Rats"
    assert encounter.groups.get(side="monsters").count == 3
    assert play.view(encounter, membership, "gm") == seen
    state.refresh_from_db()
    assert state.state == {"done": True}
    assert object_of("npcs", "miller").current["blocks"][0]["md"] == "He knows more."


def with_brown_rat(membership):
    """A version that renames the rat."""
    document = put(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0/key", "brown-rat")
    put(document, "/encounters/0/groups/0/who", "monster:brown-rat")
    document["module"]["x"] = {"satchel:renames": {"monster:rat": "monster:brown-rat"}}
    return module_actions.upload(by=membership.user, document=document)[0]


def test_a_renamed_object_keeps_its_history_and_its_play(membership, installed):
    Monster.objects.filter(campaign=membership.campaign).update(size="Large")
    ObjectState.objects.create(
        campaign=membership.campaign, module_key="the-mill", collection="monsters", key="rat", state={"done": True}
    )
    newer = with_brown_rat(membership)
    steps = plan_of(membership, newer)
    assert (steps["monster:brown-rat"], steps["encounter:rats"]) == ("update", "update")
    assert "monster:rat" not in steps
    module_actions.apply_import(membership=membership, version=newer)
    assert Monster.objects.get(campaign=membership.campaign).size == "Large"
    assert ObjectState.objects.get().key == "brown-rat"
    assert plan_of(membership, newer)["monster:brown-rat"] == "keep"


def test_references_follow_a_renamed_object(membership, installed):
    """Also an object that left the module and one that was deleted here; the export has the group."""
    listen = object_of("checks", "listen")
    words = listen.base | {"blocks": [{"key": "b", "kind": "gm", "md": "See [[monster:rat|a rat]]."}]}
    ImportedObject.objects.filter(pk=listen.pk).update(base=words, current=words)
    document = gone(with_brown_rat(membership).document, "/checks/0") | {"npcs": []}
    del document["locations"][0]["checks"]
    newer = module_actions.upload(by=membership.user, document=put(document, "/module/version", "2.0.1"))[0]
    assert plan_of(membership, newer)["encounter:rats"] == "update"
    module_actions.apply_import(membership=membership, version=newer)
    assert object_of("encounters", "rats").current["groups"][0]["who"] == "monster:brown-rat"
    listen = object_of("checks", "listen")
    assert "[[monster:brown-rat|a rat]]" in listen.current["blocks"][0]["md"]
    assert listen.orphan
    assert set(plan_of(membership, newer).values()) == {"unchanged", "orphan"}
    exported = module_actions.export_content(membership=membership, key="the-mill")
    assert exported["encounters"][0]["groups"] == newer.document["encounters"][0]["groups"]


def test_a_deleted_encounter_comes_back_with_a_renamed_foe(membership, installed):
    object_actions.delete(membership=membership, row=object_of("encounters", "rats"))
    module_actions.apply_import(membership=membership, version=with_brown_rat(membership))
    object_actions.bring_back(membership=membership, row=object_of("encounters", "rats"))
    assert Encounter.objects.get().groups.get().monster.name == "Rat"


@pytest.mark.parametrize("way", ["back afterwards", "back before", "never back", "monster in use"])
def test_a_rename_that_is_taken_back_fits_an_encounter_that_was_deleted(membership, installed, way):
    """The encounter can be brought back before or afterwards; a deleted monster that was in use stays."""
    key = ("monsters", "rat") if way == "monster in use" else ("encounters", "rats")
    object_actions.delete(membership=membership, row=object_of(*key))
    before = object_of(*key)
    run = module_actions.apply_import(membership=membership, version=with_brown_rat(membership))
    if way == "monster in use":
        assert object_of("monsters", "brown-rat").tombstone
        Encounter.objects.get().groups.all().delete()
    if way == "back before":
        object_actions.bring_back(membership=membership, row=object_of(*key))
    module_actions.rollback_import(membership=membership, run=run)
    if way == "back afterwards":
        object_actions.bring_back(membership=membership, row=object_of(*key))
    assert Monster.objects.get().name == "Rat"
    after = object_of(*key)
    assert (after.base, after.current) == (before.base, before.current)
    assert after.tombstone == (not way.startswith("back"))
    if way.startswith("back"):
        assert Encounter.objects.get().groups.get().monster.name == "Rat"


def test_a_rename_is_taken_back(membership, installed):
    """Content and base have the old key and the old references again, and can be changed."""
    before = {row.key: (row.base, row.current, row.base_digest) for row in ImportedObject.objects.all()}
    run = module_actions.apply_import(membership=membership, version=with_brown_rat(membership))
    module_actions.rollback_import(membership=membership, run=run)
    assert {row.key: (row.base, row.current, row.base_digest) for row in ImportedObject.objects.all()} == before
    rat = object_of("monsters", "rat")
    object_actions.write(membership=membership, row=rat, name="Longtail", texts={})
    assert object_of("monsters", "rat").title == "Longtail"
    assert set(plan_of(membership, installed).values()) == {"unchanged", "keep"}


def test_a_part_may_be_updated_alone(membership, installed):
    newer = version(membership, monsters__0__name="Big rat", checks__0__title="Hark")
    module_actions.apply_import(membership=membership, version=newer, options={"select": ["check:listen"]})
    assert Monster.objects.get(campaign=membership.campaign).name == "Rat"
    assert object_of("checks", "listen").title == "Hark"


# Taking a run back


def test_an_update_is_taken_back_and_what_people_did_since_stays(membership, installed):
    before = {row.key: row.current for row in ImportedObject.objects.all()}
    newer = version(membership, monsters__0__name="Big rat", checks__0__title="Hark", npcs__0__name="Old Hob")
    run = module_actions.apply_import(membership=membership, version=newer)
    Monster.objects.filter(campaign=membership.campaign).update(size="Large")
    run = module_actions.rollback_import(membership=membership, run=run)
    assert run.status == ImportRun.Status.ROLLED_BACK
    assert set(run.result["rollback"]["restored"]) == {"monster:rat", "check:listen", "npc:miller"}
    rat = Monster.objects.get(campaign=membership.campaign)
    assert (rat.name, rat.size) == ("Rat", "Large")
    assert Character.objects.get(campaign=membership.campaign).name == "The miller"
    assert object_of("checks", "listen").current == before["listen"]
    assert {row.base_version for row in ImportedObject.objects.all()} == {"1.0.0"}
    assert plan_of(membership, newer)["check:listen"] == "update"


def test_a_first_import_is_taken_back_but_for_what_was_played(membership, installed):
    run = ImportRun.objects.get()
    encounter = Encounter.objects.get(campaign=membership.campaign)
    encounter_actions.add_characters(
        membership=membership,
        encounter=encounter,
        characters=[factories.CharacterFactory(campaign=membership.campaign)],
    )
    play.begin(encounter=encounter, by=membership.user, seed=1)
    run = module_actions.rollback_import(membership=membership, run=run)
    assert set(run.result["rollback"]["kept"]) == {"encounter:rats", "monster:rat"}
    assert {row.key for row in ImportedObject.objects.all()} == {"rats", "rat"}
    assert not Character.objects.filter(kind="npc").exists()


def test_a_first_import_without_play_leaves_nothing(membership, installed):
    module_actions.rollback_import(membership=membership, run=ImportRun.objects.get())
    for model in (ImportedObject, Monster, Encounter, Character):
        assert not model.objects.exists()


def test_objects_that_pruning_removed_come_back(membership, installed):
    run = module_actions.apply_import(membership=membership, version=without_rat(membership), options={"prune": True})
    module_actions.rollback_import(membership=membership, run=run)
    assert Monster.objects.get(campaign=membership.campaign).name == "Rat"
    assert Encounter.objects.get(campaign=membership.campaign).groups.get().count == 3
    assert set(plan_of(membership, installed).values()) == {"unchanged"}


@pytest.mark.parametrize(("collection", "key"), [("npcs", "miller"), ("monsters", "rat"), ("checks", "listen")])
def test_an_object_deleted_after_an_update_stays_deleted_when_it_is_taken_back(membership, installed, collection, key):
    changes = {"npcs__0__name": "Old Hob", "monsters__0__size": "Small", "checks__0__title": "Hark"}
    run = module_actions.apply_import(membership=membership, version=version(membership, **changes))
    if collection == "monsters":
        Encounter.objects.all().delete()
    object_actions.delete(membership=membership, row=object_of(collection, key))
    run = module_actions.rollback_import(membership=membership, run=run)
    row = object_of(collection, key)
    assert (row.tombstone, row.base_version) == (True, "1.0.0")
    assert (row.character, row.monster) == (None, None)
    assert run.result["rollback"]["kept"] == [f"{collection[:-1]}:{key}"]
    object_actions.bring_back(membership=membership, row=row)
    assert object_of(collection, key).title == {"miller": "The miller", "rat": "Rat", "listen": "Listen"}[key]


@pytest.mark.parametrize("of", ["object", "npc"])
def test_objects_that_an_update_restored_are_deleted_again_when_it_is_taken_back(membership, installed, of):
    if of == "object":
        object_actions.delete(membership=membership, row=object_of("npcs", "miller"))
    else:
        Character.objects.filter(kind="npc").delete()
    run = module_actions.apply_import(
        membership=membership, version=version(membership), options={"restore_deleted": True}
    )
    assert Character.objects.filter(kind="npc").exists()
    run = module_actions.rollback_import(membership=membership, run=run)
    assert object_of("npcs", "miller").tombstone
    assert not Character.objects.filter(kind="npc").exists()
    assert run.result["rollback"] == {"restored": [], "removed": ["npc:miller"], "kept": []}


@pytest.mark.parametrize("work", ["", "before", "name", "notes", "mark"])
def test_an_object_that_an_update_restored_stays_if_people_worked_with_it_since(membership, installed, work):
    """It is deleted again if nobody worked with it, also with changes from before it was deleted."""
    miller = object_of("npcs", "miller")
    if work == "before":
        object_actions.write(membership=membership, row=miller, name="Old Hob", texts={})
    object_actions.delete(membership=membership, row=miller)
    run = module_actions.apply_import(
        membership=membership, version=version(membership), options={"restore_deleted": True}
    )
    npc = Character.objects.get(kind="npc")
    if work in ("name", "notes"):
        edit_character(character=npc, by=membership.user, revision=npc.revision, changes={work: "Old Hob"})
    if work == "mark":
        object_actions.mark(membership=membership, row=object_of("npcs", "miller"), done=True)
    run = module_actions.rollback_import(membership=membership, run=run)
    stays, lists = work in ("name", "notes", "mark"), run.result["rollback"]
    assert (lists["kept"], lists["removed"]) == ((["npc:miller"], []) if stays else ([], ["npc:miller"]))
    assert object_of("npcs", "miller").tombstone != stays
    assert Character.objects.filter(kind="npc").exists() == stays


@pytest.mark.parametrize("way", ["taken back", "taken back with a part that stays", "downgrade", "all taken back"])
def test_the_version_of_a_module_is_the_one_that_was_imported_last_and_not_taken_back(membership, installed, way):
    """Pages name it, the export continues it, and it can be imported again, but no older one."""
    older = version(membership, "0.9.0")
    newer = put(
        put(samples.small(), "/module/version", "2.0.0"), "/tables/-", {**samples.small()["tables"][0], "key": "new"}
    )
    run = module_actions.apply_import(
        membership=membership, version=module_actions.upload(by=membership.user, document=newer)[0]
    )
    object_actions.note(membership=membership, row=object_of("tables", "new"), text="They liked it.")
    if "part" not in way:
        ObjectState.objects.all().delete()
    if way == "downgrade":
        miller = object_of("npcs", "miller")
        object_actions.delete(membership=membership, row=miller)
        module_actions.apply_import(membership=membership, version=installed, options={"allow_downgrade": True})
    else:
        module_actions.rollback_import(membership=membership, run=run)
    if way == "all taken back":
        object_actions.note(membership=membership, row=object_of("tables", "finds"), text="They liked it.")
        module_actions.rollback_import(membership=membership, run=ImportRun.objects.get(version=installed))
    assert [module.version for module in queries.imported_modules(membership)] == ["1.0.0"]
    assert module_actions.plan_import(membership=membership, version=installed)
    exported = module_actions.export_content(membership=membership, key="the-mill")
    assert exported["module"]["version"].startswith(("1.0.0", "1.0.1-here"))
    with pytest.raises(ModuleConflict) as refused:
        module_actions.plan_import(membership=membership, version=older)
    assert refused.value.code == "module.downgrade"


def test_an_update_taken_back_restores_the_licence_and_the_titles_of_the_older_version(membership, installed):
    words = [{"key": "b", "kind": "gm", "md": "It lives in [[location:mill]]."}]
    first = version(membership, "1.0.1", monsters__0__blocks=words)
    module_actions.apply_import(membership=membership, version=first)
    fields = ("text", "licence", "attribution")
    before = Monster.objects.values(*fields).get()
    newer = version(
        membership,
        "2.0.0",
        monsters__0__blocks=words,
        monsters__0__name="Big rat",
        locations__0__title="The old mill",
        module__licence={"spdx": "CC0-1.0"},
    )
    run = module_actions.apply_import(membership=membership, version=newer)
    changed = {"text": "It lives in The old mill.", "licence": "CC0-1.0", "attribution": ""}
    assert Monster.objects.values(*fields).get() == changed
    module_actions.rollback_import(membership=membership, run=run)
    assert Monster.objects.values(*fields).get() == before


def test_a_licence_that_alone_changed_in_the_module_reaches_its_monsters(membership, installed):
    """Also a monster that a GM changed here; taking the update back restores the licence."""
    Monster.objects.update(size="Huge")
    before = Monster.objects.values("licence", "attribution", "size", "stats").get()
    newer = version(membership, "1.0.1", module__licence={"spdx": "CC0-1.0"})
    assert plan_of(membership, newer)["monster:rat"] == "update"
    run = module_actions.apply_import(membership=membership, version=newer)
    assert Monster.objects.values(*before).get() == before | {"licence": "CC0-1.0", "attribution": ""}
    assert plan_of(membership, newer)["monster:rat"] == "keep"
    Monster.objects.update(licence="MIT")
    assert plan_of(membership, newer)["monster:rat"] == "keep", "corrected by staff"
    module_actions.rollback_import(membership=membership, run=run)
    assert Monster.objects.values(*before).get() == before


def test_an_object_that_came_back_is_no_longer_marked_although_a_gm_changed_it(membership, installed):
    finds = object_of("tables", "finds")
    object_actions.write(membership=membership, row=finds, name="Our finds", texts={})
    document = gone(put(samples.small(), "/module/version", "2.0.0"), "/tables/0")
    module_actions.apply_import(
        membership=membership, version=module_actions.upload(by=membership.user, document=document)[0]
    )
    assert object_of("tables", "finds").orphan
    newest = version(membership, "3.0.0")
    assert plan_of(membership, newest)["table:finds"] == "update"
    module_actions.apply_import(membership=membership, version=newest)
    finds = object_of("tables", "finds")
    assert (finds.orphan, finds.title) == (False, "Our finds")
    assert plan_of(membership, newest)["table:finds"] == "keep"


def test_only_the_latest_import_is_taken_back_and_only_once(membership, installed):
    first = ImportRun.objects.get()
    second = module_actions.apply_import(
        membership=membership, version=version(membership, monsters__0__name="Big rat")
    )
    with pytest.raises(ModuleConflict) as refused:
        module_actions.rollback_import(membership=membership, run=first)
    assert refused.value.code == "rollback.later"
    module_actions.rollback_import(membership=membership, run=second)
    with pytest.raises(ModuleConflict) as refused:
        module_actions.rollback_import(membership=membership, run=second)
    assert refused.value.code == "rollback.done"
    module_actions.rollback_import(membership=membership, run=first)


def import_against(membership, who):
    """Imports a module `srd` with an ogre, and then the mill with an encounter against `who`: the two runs."""
    srd = put(put(samples.small(), "/module/key", "srd"), "/monsters/0", {"key": "ogre", "name": "Ogre"})
    srd |= {"encounters": [], "locations": [], "chapters": [], "npcs": []}
    mill = put(samples.small(), "/encounters/0/groups/0", {"key": "pack", "who": who, "count": 2})
    mill["module"]["requires"] = [{"module": "srd"}]
    versions = [module_actions.upload(by=membership.user, document=document)[0] for document in (srd, mill)]
    return [module_actions.apply_import(membership=membership, version=uploaded) for uploaded in versions]


@pytest.mark.parametrize("who", ["srd/monster:ogre", "npc:miller"])
def test_an_update_that_no_longer_needs_a_foe_is_taken_back(membership, who):
    """The encounter of the older version needs a module that the newer one does not require, or an NPC's figures."""
    import_against(membership, who)
    newer = put(samples.small(), "/module/version", "2.0.0")
    if who == "npc:miller":
        newer |= {"npcs": [], "encounters": []}
        del newer["locations"][0]["encounters"]
    uploaded = module_actions.upload(by=membership.user, document=newer)[0]
    run = module_actions.apply_import(membership=membership, version=uploaded, options={"prune": True})
    assert not Encounter.objects.filter(title="Rats", groups__count=2).exists()
    module_actions.rollback_import(membership=membership, run=run)
    line = Encounter.objects.get(title="Rats").groups.get()
    assert (line.count, line.monster.name) == (2, "Ogre" if "ogre" in who else "The miller")


def test_a_module_that_needs_a_missing_one_is_refused_on_the_pages(membership, client):
    """Taking an import back, and bringing an encounter back."""
    srd, _mill = import_against(membership, "srd/monster:ogre")
    client.force_login(membership.user)
    run = module_actions.apply_import(membership=membership, version=version(membership, "2.0.0"))
    module_actions.rollback_import(membership=membership, run=srd)
    refused = client.post(address("module-rollback", membership, run.pk))
    row = object_of("encounters", "rats")
    object_actions.delete(membership=membership, row=row)
    ImportedObject.objects.filter(pk=row.pk).update(
        current=row.current | {"groups": [{"key": "pack", "who": "srd/monster:ogre", "count": 2}]}
    )
    also_refused = client.post(address("module-object-back", membership, "the-mill", "encounters", "rats"))
    for answer in (refused, also_refused):
        assert answer.status_code == 422
        assert "import its module first" in answer.content.decode()


def test_a_deleted_monster_does_not_stop_updates_of_its_encounter(membership, installed):
    """Its preparation still uses the monster; where it does not, the encounter comes back without the group."""
    object_actions.delete(membership=membership, row=object_of("monsters", "rat"))
    module_actions.apply_import(membership=membership, version=version(membership, encounters__0__groups__0__count=5))
    line = Encounter.objects.get().groups.get()
    assert (line.count, line.monster.name) == (5, "Rat")
    wasps = {"key": "wasp", "name": "Wasp", "stats": {"fifty-two-fates": {"max_hp": 1, "allowance": 1}}}
    groups = [{"key": "pack", "who": "monster:rat", "count": 5}, {"key": "swarm", "who": "monster:wasp", "count": 2}]
    document = put(put(samples.small(), "/module/version", "1.2.0"), "/monsters/-", wasps)
    newest = module_actions.upload(by=membership.user, document=put(document, "/encounters/0/groups", groups))[0]
    module_actions.apply_import(membership=membership, version=newest)
    object_actions.delete(membership=membership, row=object_of("encounters", "rats"))
    Monster.objects.filter(name="Rat").delete()
    object_actions.bring_back(membership=membership, row=object_of("encounters", "rats"))
    assert [line.monster.name for line in Encounter.objects.get().groups.all()] == ["Wasp"]


def tie(npc, this_end, other_end):
    """Makes a tie between the NPC and a hero."""
    ends = {this_end: npc, other_end: factories.CharacterFactory(campaign=npc.campaign)}
    Tie.objects.create(campaign=npc.campaign, words="brother of", back="sister of", **ends)


# What people do with an NPC of a module.
WORK_ON_NPCS = {
    "notes": lambda npc, by: edit_character(character=npc, by=by, revision=npc.revision, changes={"notes": "He lies."}),
    "gm_notes": lambda npc, by: edit_character(
        character=npc, by=by, revision=npc.revision, changes={"gm_notes": "He lies."}
    ),
    "status": lambda npc, by: Character.objects.filter(pk=npc.pk).update(status=Character.Status.DEAD),
    "player": lambda npc, by: Character.objects.filter(pk=npc.pk).update(owner=by),
    "sheet": lambda npc, by: Character.objects.filter(pk=npc.pk).update(sheet=npc.sheet | {"hp": 1}),
    "tie from": lambda npc, by: tie(npc, "from_person", "to_person"),
    "tie to": lambda npc, by: tie(npc, "to_person", "from_person"),
    "date": lambda npc, by: InWorldDate.objects.create(
        campaign=npc.campaign, kind="death", character=npc, first=1, last=1, precision="day"
    ),
    "recap": lambda npc, by: Recap.objects.create(
        session=Session.objects.create(campaign=npc.campaign, number=1),
        audience="character",
        character=npc,
        text="He was there.",
    ),
}


@pytest.mark.parametrize("made", ["shown", *WORK_ON_NPCS])
def test_an_npc_whom_people_worked_with_stays_when_the_object_goes(membership, installed, made):
    """It stays when the import is taken back, when an update prunes, and when the object is deleted here."""
    npc = Character.objects.get(campaign=membership.campaign, kind="npc")
    if made == "shown":
        reveals.set_npc_known(membership=membership, npc=npc, known=False)
        reveals.set_npc_known(membership=membership, npc=npc, known=True)
    else:
        WORK_ON_NPCS[made](npc, membership.user)
    newer = version(membership, "2.0.0", npcs=[])
    steps = module_actions.plan_import(membership=membership, version=newer, options={"prune": True}).steps
    assert [(step.action, step.note) for step in steps if step.ref == "npc:miller"] == [("orphan", "Used in play.")]
    object_actions.delete(membership=membership, row=object_of("npcs", "miller"))
    assert Character.objects.filter(pk=npc.pk).exists()
    run = module_actions.rollback_import(membership=membership, run=ImportRun.objects.get())
    assert run.result["rollback"]["kept"] == ["npc:miller"]
    assert Character.objects.filter(pk=npc.pk).exists()


def add_hero(encounter, membership):
    """Puts a hero into the preparation."""
    hero = factories.CharacterFactory(campaign=membership.campaign)
    encounter_actions.add_characters(membership=membership, encounter=encounter, characters=[hero])


def add_rats(encounter, membership):
    """Adds a second line of the module's monster to its group."""
    rat = Monster.objects.get(name="Rat")
    encounter_actions.add_monsters(membership=membership, encounter=encounter, monster=rat, group="pack")


def put_into_session(encounter, membership):
    """Assigns the preparation to a session."""
    session = Session.objects.create(campaign=membership.campaign, number=1)
    Encounter.objects.filter(pk=encounter.pk).update(session=session)


def change_preparation(**fields):
    """A change of fields of the preparation."""
    return lambda encounter, membership: Encounter.objects.filter(pk=encounter.pk).update(**fields)


def change_group(**fields):
    """A change of fields of the preparation's group."""
    return lambda encounter, membership: encounter.groups.update(**fields)


def add_wolves(encounter, membership):
    """Puts own monsters into a group of the preparation."""
    wolf = factories.MonsterFactory(campaign=membership.campaign, name="Wolf")
    encounter_actions.add_monsters(membership=membership, encounter=encounter, monster=wolf, group="pack")


# What GMs do with a preparation of a module.
WORK_ON_PREPARATIONS = {
    "hero": add_hero,
    "own monsters": add_wolves,
    "more monsters": add_rats,
    "session": put_into_session,
    "notes": change_preparation(notes="At night."),
    "title": change_preparation(title="Many rats"),
    "options": change_preparation(options={"deck": "own"}),
    "real cards": change_preparation(real_cards=False),
    "note of a group": change_group(note="Behind the door."),
    "count of a group": change_group(count=9),
    "names of a group": change_group(names=["Longtail"]),
    "hidden group": change_group(hidden=True),
}


@pytest.mark.parametrize("made", WORK_ON_PREPARATIONS)
def test_a_preparation_that_gms_worked_on_stays_when_the_object_goes(membership, installed, made):
    """It stays when the import is taken back, when an update prunes, and when the object is deleted here."""
    encounter = Encounter.objects.get(campaign=membership.campaign)
    WORK_ON_PREPARATIONS[made](encounter, membership)
    steps = plan_of(membership, without_rat(membership), prune=True)
    assert (steps["encounter:rats"], steps["monster:rat"]) == ("orphan", "orphan")
    object_actions.delete(membership=membership, row=object_of("encounters", "rats"))
    assert Encounter.objects.filter(pk=encounter.pk).exists()
    run = module_actions.rollback_import(membership=membership, run=ImportRun.objects.get())
    assert set(run.result["rollback"]["kept"]) == {"encounter:rats", "monster:rat"}
    assert encounter.groups.filter(monster__name="Rat").exists()


@pytest.mark.parametrize("status", Encounter.Status)
def test_the_rows_of_an_encounter_that_has_begun_are_not_read(membership, installed, status):
    """It is used anyway; of a preparation's rows, only different ids are read."""
    Encounter.objects.update(status=status)
    with CaptureQueriesContext(connection) as queries:
        used = usage.in_play(membership.campaign, [object_of("encounters", "rats")])
    reading = [query["sql"] for query in queries if Event._meta.db_table in query["sql"]]
    assert (bool(used), bool(reading)) == ((False, True) if status == "prepared" else (True, False))
    assert all("DISTINCT" in sql for sql in reading)


def test_an_update_changes_the_revision_of_a_monster(membership, installed):
    rat = Monster.objects.get(campaign=membership.campaign)
    module_actions.apply_import(membership=membership, version=version(membership, monsters__0__name="Big rat"))
    with pytest.raises(EditConflict):
        monster_actions.edit_monster(
            monster=rat, by=membership.user, stats=rat.stats, revision=rat.revision, name="Small rat"
        )


@pytest.mark.parametrize("written", ["npc", "notes", "line"])
def test_changes_of_a_gm_while_an_update_is_prepared_are_noticed(membership, installed, written):
    before = read_local_module(membership.campaign, installed.module.key).fingerprint()
    encounter = Encounter.objects.get(campaign=membership.campaign)
    if written == "npc":
        npc = Character.objects.get(campaign=membership.campaign, kind="npc")
        edit_character(character=npc, by=membership.user, revision=npc.revision, changes={"gm_notes": "He lies."})
    elif written == "notes":
        Encounter.objects.filter(pk=encounter.pk).update(notes="At night.")
    else:
        encounter.groups.update(note="Behind the door.")
    assert read_local_module(membership.campaign, installed.module.key).fingerprint() != before


def test_a_line_of_an_adventure_keeps_the_group_by_which_updates_find_it(client, membership, installed):
    """With another group its monsters counted as removed: no update changed them, and an export left them out."""
    encounter = Encounter.objects.get(campaign=membership.campaign)
    line = encounter.groups.get()
    client.force_login(membership.user)
    where = reverse("encounter-monster-group", args=[encounter.pk, line.pk])
    client.post(where, {"count": line.count, "names": "", "note": line.note, "group": "crew"})
    module_actions.apply_import(membership=membership, version=version(membership, encounters__0__groups__0__count=5))
    assert [each.count for each in encounter.groups.all()] == [5]
    assert object_of("encounters", "rats").current["groups"][0]["count"] == 5
    assert f'id="line{line.pk}-group"' not in client.get(reverse("encounter", args=[encounter.pk])).text
