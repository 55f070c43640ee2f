"""Laws of importing over random modules and random edits on both sides (docs/module-format.md)."""

import copy

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules import actions
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject, ImportRun, Module, ModuleVersion
from characters.models import Character, Monster
from tests.campaigns.modules import samples

pytestmark = pytest.mark.django_db
QUIET = {"create", "update", "remove", "conflict", "converged", "restore"}
WORDS = st.sampled_from(["Rat", "Big rat", "Otter", "A very long name for a small thing", "Ünlü [[x]]"])
TEXTS = st.sampled_from(
    ["", "One.", "Two *lines*.\n\nMore.", "See [[location:mill|the mill]].", "At [[location:mill]]."]
)
BLOCKS = st.lists(
    st.fixed_dictionaries({"key": st.sampled_from("abcd"), "kind": st.sampled_from(["gm", "secret"]), "md": TEXTS}),
    max_size=3,
    unique_by=lambda entry: entry["key"],
)
LICENCES = st.sampled_from([{"spdx": "CC-BY-4.0", "attribution": "The Mill by Ana."}, {"spdx": "CC0-1.0"}])
FIGURES = st.fixed_dictionaries({"max_hp": st.integers(1, 9)}, optional={"allowance": st.integers(1, 3)})


@st.composite
def edition(draw, number):
    """The small module in some version: other names, figures, texts, foes, with objects missing or added."""
    document = samples.small()
    document["module"]["version"] = number
    keys = draw(st.lists(st.sampled_from(["rat", "cat", "owl"]), min_size=1, unique=True))
    document["monsters"] = [
        {"key": key, "name": draw(WORDS), "blocks": draw(BLOCKS), "stats": {"fifty-two-fates": draw(FIGURES)}}
        for key in keys
    ]
    document["module"]["licence"] = draw(LICENCES)
    document["locations"][0]["title"] = draw(WORDS)
    document["encounters"][0]["title"] = draw(WORDS)
    document["encounters"][0]["groups"] = [
        {"key": name, "who": f"monster:{draw(st.sampled_from(keys))}", "count": draw(st.integers(1, 4))}
        for name in draw(st.lists(st.sampled_from(["pack", "rear"]), min_size=1, unique=True))
    ]
    document["npcs"][0]["blocks"] = draw(BLOCKS)
    if draw(st.booleans()):
        del document["tables"]
    return document


@st.composite
def edits(draw):
    """What people do between two imports: (row, field, value)."""
    return draw(
        st.lists(
            st.one_of(
                st.tuples(st.just("monster"), st.sampled_from(["name", "text", "size"]), WORDS),
                st.tuples(st.just("monster"), st.just("stats"), st.integers(1, 9).map(lambda n: {"max_hp": n})),
                st.tuples(st.just("npc"), st.sampled_from(["name", "gm_notes"]), WORDS),
                st.tuples(st.just("encounter"), st.sampled_from(["title", "notes"]), WORDS),
                st.tuples(st.just("line"), st.just("count"), st.integers(1, 6)),
                st.tuples(st.just("npc"), st.just("gone"), st.none()),
                st.tuples(st.just("line"), st.just("gone"), st.none()),
            ),
            max_size=4,
        )
    )


def edit(membership, changes):
    """Carries the edits out on the first row of each kind."""
    for kind, field, value in changes:
        rows = {
            "monster": Monster.objects.filter(campaign=membership.campaign),
            "npc": Character.objects.filter(kind="npc"),
            "encounter": Encounter.objects.filter(campaign=membership.campaign),
        }
        if kind == "line":
            encounter = rows["encounter"].first()
            row = encounter.groups.first() if encounter else None
        else:
            row = rows[kind].order_by("pk").first()
        if row is None:
            continue
        if field == "gone":
            row.delete()
            continue
        setattr(row, field, value)
        row.save()


def world():
    """Everything of the campaign that an import may touch, without ids and moments."""
    lines = [
        (
            encounter.title,
            encounter.notes,
            encounter.counts,
            sorted(encounter.groups.values_list("group", "monster__name", "count", "names")),
        )
        for encounter in Encounter.objects.order_by("title", "pk")
    ]
    return {
        "objects": sorted(
            (list(row) for row in ImportedObject.objects.values_list("collection", "key", "tombstone", "orphan")),
            key=str,
        ),
        "positions": sorted(ImportedObject.objects.values_list("collection", "key", "position")),
        "documents": {(row.collection, row.key): (row.base, row.current) for row in ImportedObject.objects.all()},
        "monsters": sorted(
            map(str, Monster.objects.values_list("name", "size", "text", "stats", "licence", "attribution"))
        ),
        "people": sorted(map(str, Character.objects.values_list("name", "gm_notes", "visible"))),
        "encounters": lines,
    }


def fresh():
    for model in (LogEntry, ImportRun, Encounter, ImportedObject, Monster, Character, ModuleVersion, Module):
        model.objects.all().delete()


def bring(membership, document):
    version, _new = actions.upload(by=membership.user, document=copy.deepcopy(document))
    ImportRun.objects.update(created="2020-01-01T00:00Z")  # ten an hour are not the subject here
    return actions.apply_import(membership=membership, version=version)


def same_plan(membership, document):
    version = ModuleVersion.objects.get(version=document["module"]["version"])
    return actions.plan_import(membership=membership, version=version).counts


LAWS = settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    # Every example fills and empties the database: a failing one is told as it was found, not made smaller.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


@LAWS
@given(edition("1.0.0"), edits(), edition("2.0.0"), edits())
def test_an_update_done_twice_is_an_update_done_once(membership, first, between, second, after):
    fresh()
    bring(membership, first)
    edit(membership, between)
    bring(membership, second)
    once = world()
    assert not QUIET & set(same_plan(membership, second))
    bring(membership, second)
    assert world() == once
    # And whatever people do then, importing the same again leaves all of it.
    edit(membership, after)
    before = world()
    assert not QUIET & set(same_plan(membership, second))
    bring(membership, second)
    now = world()
    assert {name: now[name] for name in ("monsters", "people", "encounters")} == {
        name: before[name] for name in ("monsters", "people", "encounters")
    }


@LAWS
@given(edition("1.0.0"), edition("2.0.0"))
def test_an_update_of_what_nobody_touched_is_an_import_of_the_newer_version(membership, first, second):
    fresh()
    bring(membership, first)
    bring(membership, second)
    there = {(name, entry["key"]): entry for name in SINGULAR for entry in own_document(second).get(name, [])}
    for row in ImportedObject.objects.filter(orphan=False):
        assert row.current == row.base == there[row.collection, row.key]
        assert own_document(second)[row.collection][row.position] == row.current
    if not ImportedObject.objects.filter(orphan=True).exists():
        assert actions.export_content(membership=membership, key="the-mill") == own_document(second)
    assert ImportedObject.objects.filter(orphan=False).count() == len(there)


def own_document(document):
    return ModuleVersion.objects.get(version=document["module"]["version"]).document


@LAWS
@given(edition("1.0.0"), edits(), edition("2.0.0"))
def test_an_update_taken_back_leaves_what_stood_before(membership, first, between, second):
    fresh()
    bring(membership, first)
    edit(membership, between)
    actions.plan_import(membership=membership, version=ModuleVersion.objects.get(version="1.0.0"))
    before = world()
    run = bring(membership, second)
    actions.rollback_import(membership=membership, run=run)
    now = world()
    assert now["people"] == before["people"]
    assert now["monsters"] == before["monsters"]
    assert now["positions"] == before["positions"]
    assert [row[:2] for row in now["objects"]] == [row[:2] for row in before["objects"]]
    assert {place: base for place, (base, _now) in now["documents"].items()} == {
        place: base for place, (base, _now) in before["documents"].items()
    }
