"""Exporting: an untouched module comes out as it went in, a changed one imports again as unchanged."""

import copy
import datetime

import pytest
from django.utils import timezone
from hypothesis import given

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters.models import Encounter
from campaigns.modules import actions as module_actions
from campaigns.modules import stats_conversion
from campaigns.modules.actions import ModuleConflict
from campaigns.modules.exports import exporting
from campaigns.modules.format import validation
from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.imports import installed_versions
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects import actions as object_actions
from characters.models import Character, Monster
from characters.monsters import actions as monster_actions
from people.models import Campaign, Member
from rules import play
from tests import factories
from tests.campaigns.modules import samples, zips
from tests.campaigns.modules.samples import put
from tests.campaigns.modules.test_laws import LAWS, bring, edit, edition, edits, fresh

pytestmark = pytest.mark.django_db


def same(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize("sample", ["mill", "bell", "night_blade"])
def test_an_imported_module_comes_out_as_it_went_in(membership, request, sample):
    version = request.getfixturevalue(sample)
    module_actions.apply_import(membership=membership, version=version)
    same(module_actions.export_content(membership=membership), version.document)
    same(module_actions.export_content(membership=membership, key=version.module.key), version.document)


@LAWS
@given(edition("1.0.0"))
def test_any_module_comes_out_as_it_went_in(membership, document):
    fresh()
    run = bring(membership, document)
    same(module_actions.export_content(membership=membership), run.version.document)


@LAWS
@given(edition("1.0.0"), edits())
def test_whatever_people_changed_an_export_imports_again_as_unchanged(membership, document, changes):
    fresh()
    bring(membership, document)
    edit(membership, changes)
    told = module_actions.export_content(membership=membership, key="the-mill")
    assert validation.document(copy.deepcopy(told)).ok
    number = told["module"]["version"]
    if canonical(told) != canonical(document):
        assert (
            installed_versions.precedence("1.0.0")
            < installed_versions.precedence(number)
            < installed_versions.precedence("1.0.1")
        )
        version, _new = module_actions.upload(by=membership.user, document=told)
        counts = module_actions.plan_import(membership=membership, version=version).counts
        assert set(counts) <= {"converged", "unchanged", "skipped_deleted", "update"}
    # In an empty campaign it is the same content again.
    other = factories.CampaignFactory(created_by=membership.user)
    there = factories.MemberFactory(campaign=other, user=membership.user, role="gm")
    version, _new = module_actions.upload(by=membership.user, document=told)
    module_actions.apply_import(membership=Member.objects.get(pk=there.pk), version=version)
    same(module_actions.export_content(membership=Member.objects.get(pk=there.pk), key="the-mill"), told)
    Encounter.objects.filter(campaign=other).delete()
    Campaign.objects.filter(pk=other.pk).delete()


def test_a_campaign_with_things_of_its_own_exports_all_of_it(membership, mill):
    module_actions.apply_import(membership=membership, version=mill)
    bear = monster_actions.create_monster(
        campaign=membership.campaign, by=membership.user, name="Bear", stats={"max_hp": 7}, text="Big."
    )
    prepared = encounter_actions.create(membership=membership, title="A bear and rats")
    encounter_actions.add_monsters(membership=membership, encounter=prepared, monster=bear, names=["Brumm"])
    rat = Monster.objects.get(name="Rat")
    encounter_actions.add_monsters(membership=membership, encounter=prepared, monster=rat, count=2, group="rats")
    site = factories.MonsterFactory(name="Wolf", campaign=None)
    encounter_actions.add_monsters(membership=membership, encounter=prepared, monster=site)
    Character.objects.create(campaign=membership.campaign, name="Hilda", kind="npc", gm_notes="She knows.")
    told = module_actions.export_content(membership=membership)
    assert validation.document(copy.deepcopy(told)).errors == []
    assert {monster["name"] for monster in told["monsters"]} == {"Bear", "Rat", "Wolf"}
    other = factories.CampaignFactory(created_by=membership.user)
    there = Member.objects.get(pk=factories.MemberFactory(campaign=other, user=membership.user, role="gm").pk)
    version, _new = module_actions.upload(by=membership.user, document=told)
    module_actions.apply_import(membership=there, version=version)
    twin = Encounter.objects.get(campaign=other, title="A bear and rats")
    assert {line.monster.name: (line.count, line.names) for line in twin.groups.all()} == {
        "Bear": (1, ["Brumm"]),
        "Rat": (2, []),
        "Wolf": (1, []),
    }
    assert Character.objects.filter(campaign=other, name="Hilda").exists()


def licences_of(document, collection="monsters"):
    return {item["name"]: item["licence"] for item in document[collection]}


def test_own_objects_never_inherit_the_licence_of_an_imported_module(membership, mill):
    """A module says nothing about what the GM wrote: it has no known licence, and a warning says so."""
    unknown = {"spdx": "LicenseRef-unknown"}
    bear = monster_actions.create_monster(campaign=membership.campaign, by=membership.user, name="Bear", stats={})
    alone = module_actions.export_content(membership=membership)
    assert (alone["module"]["licence"], licences_of(alone)) == (unknown, {"Bear": unknown})
    assert "licence of 1 objects is unknown" in exporting.licence_warning(alone)

    module_actions.apply_import(membership=membership, version=mill)
    assert exporting.licence_warning(module_actions.export_content(membership=membership, key="the-mill")) == ""
    Character.objects.create(campaign=membership.campaign, name="Hilda", kind="npc", gm_notes="She knows.")
    told = module_actions.export_content(membership=membership)
    mills = mill.document["module"]["licence"]
    assert told["module"]["licence"]["spdx"] == "LicenseRef-see-objects"
    assert licences_of(told) == {"Bear": unknown, "Rat": mills}
    assert licences_of(told, "npcs")["Hilda"] == unknown
    assert "licence of 2 objects is unknown" in exporting.licence_warning(told)

    other = elsewhere(membership, module_actions.export_zip(membership=membership))
    credited = Monster.objects.filter(campaign=other).values_list("name", "licence", "attribution")
    assert set(credited) == {("Bear", unknown["spdx"], ""), ("Rat", mills["spdx"], mills.get("attribution", ""))}

    Monster.objects.filter(pk=bear.pk).update(licence="CC-BY-4.0", attribution="Bear by Ana.")
    told = module_actions.export_content(membership=membership)
    assert licences_of(told)["Bear"] == {"spdx": "CC-BY-4.0", "attribution": "Bear by Ana."}
    assert "licence of 1 objects is unknown" in exporting.licence_warning(told), "Hilda's is still unknown"


def test_an_export_of_everything_is_the_same_on_another_day(membership, mill, monkeypatch):
    module_actions.apply_import(membership=membership, version=mill)
    bear = monster_actions.create_monster(campaign=membership.campaign, by=membership.user, name="Bear", stats={})
    today = module_actions.export_content(membership=membership)
    later = timezone.now() + datetime.timedelta(days=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    same(module_actions.export_content(membership=membership), today)
    monster_actions.edit_monster(monster=bear, by=membership.user, name="Grey bear")
    changed = module_actions.export_content(membership=membership)
    assert changed["module"]["version"] != today["module"]["version"]


def elsewhere(membership, data):
    """Another campaign of the GM after the import of an archive."""
    received = module_actions.receive(data=data)
    version, _new = module_actions.upload(by=membership.user, document=received.document, archive=received.archive)
    other = factories.CampaignFactory(created_by=membership.user)
    there = Member.objects.get(pk=factories.MemberFactory(campaign=other, user=membership.user, role="gm").pk)
    module_actions.apply_import(membership=there, version=version)
    return other


def bring_archive(membership, document, files):
    """Imports a module with pictures."""
    received = module_actions.receive(data=zips.packed(document, files))
    version, _new = module_actions.upload(by=membership.user, document=received.document, archive=received.archive)
    module_actions.apply_import(membership=membership, version=version)


def test_everything_is_imported_again_without_what_was_deleted_here(membership, mill):
    """What play still uses of deleted objects is the campaign's own; references to the others are gone."""
    module_actions.apply_import(membership=membership, version=mill)
    bring_archive(membership, put(samples.small(), "/module/key", "second"), {})
    Character.objects.filter(campaign=membership.campaign).update(notes="He lies.", name="Old Hob")
    for collection in ("npcs", "monsters", "checks"):
        for row in ImportedObject.objects.filter(module_key="the-mill", collection=collection):
            object_actions.delete(membership=membership, row=row)
    told = module_actions.export_content(membership=membership)
    assert validation.document(copy.deepcopy(told)).errors == []
    other = elsewhere(membership, module_actions.export_zip(membership=membership))
    assert sorted(Monster.objects.filter(campaign=other).values_list("name", flat=True)) == ["Rat", "Rat"]
    assert set(Character.objects.filter(campaign=other).values_list("name", flat=True)) == {"Old Hob"}


def test_a_placeholder_for_a_missing_monster_is_exported_with_everything(membership, mill):
    document = put(samples.small(), "/encounters/0/groups/0/who", "srd/monster:ogre")
    document["module"] |= {"key": "second", "requires": [{"module": "srd"}]}
    version, _new = module_actions.upload(by=membership.user, document=document, allow_missing=True)
    for uploaded in (mill, version):
        module_actions.apply_import(membership=membership, version=uploaded, options={"allow_missing": "monsters"})
    told = module_actions.export_content(membership=membership)
    assert validation.document(copy.deepcopy(told)).errors == []
    other = elsewhere(membership, module_actions.export_zip(membership=membership))
    names = Encounter.objects.filter(campaign=other).values_list("groups__monster__name", flat=True)
    assert sorted(names) == ["Ogre", "Rat"]


def test_pictures_of_two_modules_with_the_same_path_are_exported_with_everything(membership):
    """One module also has the same picture under two paths."""
    teal, red = zips.picture(), zips.picture(colour="red")
    first = zips.with_picture(data=teal)
    first["assets"].append(zips.asset("assets/again.png", teal, key="again"))
    bring_archive(membership, first, {"assets/map.png": teal, "assets/again.png": teal})
    second = put(zips.with_picture(data=red), "/module/key", "second")
    bring_archive(membership, second, {"assets/map.png": red})
    other = elsewhere(membership, module_actions.export_zip(membership=membership))
    pictures = ImportedObject.objects.filter(campaign=other, collection="assets")
    assert set(pictures.values_list("key", flat=True)) == {"the-mill-map", "the-mill-again", "second-map"}
    assert elsewhere(membership, module_actions.export_zip(membership=membership, key="the-mill"))


def test_a_part_that_was_never_imported_leaves_no_loose_ends(membership, mill):
    module_actions.apply_import(
        membership=membership, version=mill, options={"select": ["location:mill", "chapter:start"]}
    )
    told = module_actions.export_content(membership=membership, key="the-mill")
    assert validation.document(copy.deepcopy(told)).errors == []


# Stats of a monster in a module, and figures that a GM gives it or a monster of their own.
FIGURES_BY_GAME = {
    "fifty-two-fates": ({"max_hp": 2}, [{"max_hp": 9, "armed": True}]),
    "fortune-and-power": ({"traits": {"Warrior": 5}}, [{"traits": {"Warrior": 7}, "armor": 2}]),
    "fortune-system": (
        {
            "level": 2,
            "cos": {"overcome": 65, "placate": None},
            "successes": 2,
            "on_failure": "blown",
            "text": "It bites.",
        },
        [{"level": 3, "hp": 20, "text": "Wild."}, {"hp": 5}, {}],
    ),
    "game-of-bastards": (
        {"kind": "follower", "power_rating": 2},
        [
            {"kind": "follower", "power_rating": 2, "power": 4},
            {"kind": "extras", "power_rating": 1, "members": 2, "wildcards": 1},
            {"kind": "fated", "traits": {"body": 3}, "text": "Proud."},
        ],
    ),
}


@pytest.mark.parametrize(
    ("game", "figures"), [(game, figures) for game, (_stats, many) in FIGURES_BY_GAME.items() for figures in many]
)
def test_changed_figures_and_own_monsters_are_exported_in_the_format_of_each_game(game, figures):
    """The export can be imported again with the same figures, and the object can be changed later."""
    membership = factories.MemberFactory(campaign=factories.CampaignFactory(system=game), role="gm")
    document = put(samples.small(), "/monsters/0/stats", {game: FIGURES_BY_GAME[game][0]})
    document["checks"] = []
    del document["locations"][0]["checks"]
    bring(membership, document)
    rat = Monster.objects.get(campaign=membership.campaign)
    monster_actions.edit_monster(monster=rat, by=membership.user, stats=figures)
    bear = monster_actions.create_monster(
        campaign=membership.campaign, by=membership.user, name="Bear", stats=figures, text="Big."
    )
    exported = module_actions.export_content(membership=membership)
    assert validation.document(copy.deepcopy(exported)).errors == []
    for item in exported["monsters"]:
        same(play.monster(game, stats_conversion.for_engine(game, item["stats"][game])), complete(bear.stats))
    bring(membership, put(put(document, "/module/version", "1.1.0"), "/monsters/0/size", "Large"))
    rat.refresh_from_db()
    assert rat.size == "Large"
    same(rat.stats, complete(bear.stats))
    row = ImportedObject.objects.get(collection="monsters")
    object_actions.write(membership=membership, row=row, name="Long rat", texts={})


def complete(figures):
    """The figures as an export has them: a Fated of A Game of Bastards has all traits."""
    if figures.get("kind") != "fated":
        return figures
    return figures | {"traits": dict.fromkeys(("body", "spirit", "mind", "luck"), 1) | figures["traits"]}


# Words with a joiner and a non-joiner, decomposed letters, and a mark of direction.
NAMES = ["Pirate 🏴\u200d☠️", "می\u200cخواهم", "U\u0308nlu\u0308", "Rat\u200e", "A\u200d\u200b"]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_of_a_monster_can_be_exported_and_imported_again(membership, mill, name):
    module_actions.apply_import(membership=membership, version=mill)
    rat = Monster.objects.get(campaign=membership.campaign)
    monster_actions.edit_monster(monster=rat, by=membership.user, name=name)
    Encounter.objects.update(title=name)
    changed = module_actions.export_content(membership=membership)
    assert validation.document(copy.deepcopy(changed)).errors == []
    version, _new = module_actions.upload(by=membership.user, document=changed)
    counts = module_actions.plan_import(membership=membership, version=version).counts
    assert set(counts) == {"converged", "unchanged"}
    Campaign.objects.filter(pk=membership.campaign_id).update(name=name)
    monster_actions.create_monster(campaign=membership.campaign, by=membership.user, name=name, stats={})
    everything = module_actions.export_content(membership=Member.objects.get(pk=membership.pk))
    assert validation.document(copy.deepcopy(everything)).errors == []
    assert everything["monsters"][-1]["name"] in {NAMES[0], NAMES[1], "Ünlü", "Rat", "A"}


def test_a_challenge_keeps_its_chances_when_its_level_changes():
    """In the Fortune System the engine has the chances only in the text."""
    block = FIGURES_BY_GAME["fortune-system"][0] | {"x": {"other:mark": 1}}
    figures = stats_conversion.for_engine("fortune-system", block)
    changed = stats_conversion.from_engine("fortune-system", figures | {"level": 9, "hp": 7}, block)
    assert changed == block | {"level": 9, "x": {"other:mark": 1, "fatekeeper:hp": 7}}
    assert stats_conversion.for_engine("fortune-system", changed) == figures | {"level": 9, "hp": 7}


def test_an_empty_campaign_has_nothing_to_export(membership):
    with pytest.raises(ModuleConflict) as refused:
        module_actions.export_content(membership=membership)
    assert refused.value.code == "export.nothing"
