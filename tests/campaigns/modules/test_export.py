"""Exporting: an untouched module comes out as it went in, a changed one imports again as unchanged."""

import copy

import pytest
from hypothesis import given

from campaigns.actions import encounters, modules
from campaigns.actions.modules import ModuleConflict
from campaigns.models import Campaign, Encounter, Member
from campaigns.modules import planning, validate
from campaigns.modules.canonical import canonical
from characters.actions import monsters
from characters.models import Character, Monster
from tests import factories
from tests.campaigns.modules.test_laws import LAWS, bring, edit, edition, edits, fresh

pytestmark = pytest.mark.django_db


def same(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize("sample", ["mill", "bell", "night_blade"])
def test_what_was_imported_comes_out_as_it_went_in(own, request, sample):
    version = request.getfixturevalue(sample)
    modules.apply(own=own, version=version)
    same(modules.export(own=own), version.document)
    same(modules.export(own=own, key=version.module.key), version.document)


@LAWS
@given(edition("1.0.0"))
def test_any_module_comes_out_as_it_went_in(own, document):
    fresh()
    run = bring(own, document)
    same(modules.export(own=own), run.version.document)


@LAWS
@given(edition("1.0.0"), edits())
def test_whatever_people_changed_an_export_imports_again_as_unchanged(own, document, changes):
    fresh()
    bring(own, document)
    edit(own, changes)
    told = modules.export(own=own, key="the-mill")
    assert validate.document(copy.deepcopy(told)).ok
    number = told["module"]["version"]
    if canonical(told) != canonical(document):
        assert planning.precedence("1.0.0") < planning.precedence(number) < planning.precedence("1.0.1")
        version, _new = modules.upload(by=own.user, document=told)
        counts = modules.plan(own=own, version=version).counts
        assert set(counts) <= {"converged", "unchanged", "skipped_deleted", "update"}
    # In an empty campaign it is the same content again.
    other = factories.CampaignFactory(created_by=own.user)
    there = factories.MemberFactory(campaign=other, user=own.user, role="gm")
    version, _new = modules.upload(by=own.user, document=told)
    modules.apply(own=Member.objects.get(pk=there.pk), version=version)
    same(modules.export(own=Member.objects.get(pk=there.pk), key="the-mill"), told)
    Encounter.objects.filter(campaign=other).delete()
    Campaign.objects.filter(pk=other.pk).delete()


def test_a_campaign_with_things_of_its_own_exports_all_of_it(own, mill):
    modules.apply(own=own, version=mill)
    bear = monsters.create_monster(campaign=own.campaign, by=own.user, name="Bear", stats={"max_hp": 7}, text="Big.")
    prepared = encounters.create(own=own, title="A bear and rats")
    encounters.add_monsters(own=own, encounter=prepared, monster=bear, names=["Brumm"])
    rat = Monster.objects.get(name="Rat")
    encounters.add_monsters(own=own, encounter=prepared, monster=rat, count=2, group="rats")
    site = factories.MonsterFactory(name="Wolf", campaign=None)
    encounters.add_monsters(own=own, encounter=prepared, monster=site)
    Character.objects.create(campaign=own.campaign, name="Hilda", kind="npc", gm_notes="She knows.")
    told = modules.export(own=own)
    assert validate.document(copy.deepcopy(told)).errors == []
    assert {one["name"] for one in told["monsters"]} == {"Bear", "Rat", "Wolf"}
    other = factories.CampaignFactory(created_by=own.user)
    there = Member.objects.get(pk=factories.MemberFactory(campaign=other, user=own.user, role="gm").pk)
    version, _new = modules.upload(by=own.user, document=told)
    modules.apply(own=there, version=version)
    twin = Encounter.objects.get(campaign=other, title="A bear and rats")
    assert {line.monster.name: (line.count, line.names) for line in twin.groups.all()} == {
        "Bear": (1, ["Brumm"]), "Rat": (2, []), "Wolf": (1, [])}  # fmt: skip
    assert Character.objects.filter(campaign=other, name="Hilda").exists()


def test_a_part_that_was_never_imported_leaves_no_loose_ends(own, mill):
    modules.apply(own=own, version=mill, options={"select": ["location:mill", "chapter:start"]})
    told = modules.export(own=own, key="the-mill")
    assert validate.document(copy.deepcopy(told)).errors == []


def test_an_empty_campaign_has_nothing_to_export(own):
    with pytest.raises(ModuleConflict) as refused:
        modules.export(own=own)
    assert refused.value.code == "export.nothing"
