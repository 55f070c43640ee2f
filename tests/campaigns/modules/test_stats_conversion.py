"""Conversion into all four games: the twelve printed monsters, all the others, and tables that can be adjusted."""

import json
import statistics
from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.modules import effect_text, stats_conversion
from campaigns.modules.adapters import five_e_bits
from campaigns.modules.imports.local_changes import collect_changes
from campaigns.modules.imports.text_marks import text_mark
from campaigns.modules.models import ConversionRow, ImportedObject
from campaigns.modules.stats_conversion import explain, tables
from campaigns.modules.stats_conversion.figures import half_up, root
from characters.models import Monster
from people.models import Campaign
from rules import play
from tests.campaigns.modules import foreign

F52, FNP, FS, GOB = stats_conversion.GAMES
# 52 Fates: hit points, cards, feet. Fortune and Power: Warrior, Athlete, Perception, Burglar; wounds, shocks; spaces;
# best weapon. Fortune System: level; overcome, evade, outwit, placate; successes; failure. Bastards: the block.
PRINTED = {
    "bandit": ((3, 1, 30), (6, 6, 5, None, 10, 10, 5, 1), (1, 70, 70, 70, 60, 1, "damaged choice"), ("extras", 1, 1)),
    "goblin": ((3, 1, 30), (6, 7, 4, 7, 8, 8, 5, 1), (1, 55, 75, 70, 65, 1, "damaged choice"), ("extras", 1, 1)),
    "skeleton": (
        (3, 1, 30),
        (6, 6, 4, None, 11, 8, 5, 1),
        (1, 65, 75, 75, None, 1, "damaged choice"),
        ("extras", 1, 1),
    ),
    "wolf": ((3, 1, 40), (6, 6, 6, 6, 10, 12, 6, 2), (1, 65, 55, 65, None, 1, "damaged choice"), ("extras", 1, 1)),
    "orc": ((4, 2, 30), (7, 6, 5, None, 12, 10, 5, 2), (3, 65, 70, 70, 60, 1, "damaged choice"), ("extras", 2, 2)),
    "ghoul": (
        (5, 1, 30),
        (6, 6, 5, None, 15, 10, 5, 2),
        (6, 70, 70, 70, None, 1, "damaged lowest"),
        ("follower", 2, 2),
    ),
    "ogre": ((10, 2, 40), (7, 5, 4, None, 24, 6, 6, 3), (10, 75, 80, 80, 65, 2, "damaged lowest"), ("follower", 3, 3)),
    "owlbear": (
        (10, 2, 40),
        (8, 6, 6, None, 24, 12, 6, 3),
        (15, 65, 55, 65, None, 2, "damaged lowest"),
        ("follower", 4, 3),
    ),
    "troll": ((14, 2, 30), (8, 7, 6, None, 29, 8, 5, 2), (22, 55, 60, 75, 55, 3, "blown choice"), ("6 1 2 1", 4, 2)),
    "hill-giant": (
        (17, 2, 40),
        (8, 6, 6, None, 32, 8, 6, 4),
        (22, 65, 60, 75, 55, 3, "blown choice"),
        ("6 1 2 1", 4, 4),
    ),
    "young-red-dragon": (
        (27, 3, 40),
        (9, 8, 8, 6, 42, 18, 6, 4),
        (36, 40, 30, 60, 45, 4, "blown choice"),
        ("7 5 3 2", 5, 4),
    ),
    "adult-red-dragon": (
        (38, 3, 40),
        (10, 9, 10, 7, 51, 20, 6, 4),
        (50, 35, 5, 55, 30, 5, "blown choice"),
        ("9 6 4 3", 6, 5),
    ),
}


@pytest.fixture(scope="module")
def monsters():
    """All monsters of the list by key."""
    return {
        monster["key"]: monster
        for monster in five_e_bits.adapt(foreign.loaded(foreign.FIVE_E_BITS)).document["monsters"]
    }


def figures(game, block):
    """The figures of a block in the order of the printed table."""
    if game == F52:
        return block["max_hp"], block["allowance"], block["speed"]
    if game == FNP:
        traits = [block["traits"].get(name) for name in ("Warrior", "Athlete", "Perception", "Burglar")]
        spaces = int(block["text"].split("Moves ")[1].split()[0])
        best = max(weapon["bonus"] for weapon in block["weapons"])
        return (*traits, block["limits"]["wounds"], block["limits"]["shocks"], spaces, best)
    if game == FS:
        cos = block["cos"]
        ways = [cos[name] for name in ("overcome", "evade", "outwit", "placate")]
        return (block["level"], *ways, block["successes"], f"{block['on_failure']} {block['selection']}")
    damage = block["weapons"][0]["damage"]
    if block["kind"] == "fated":
        traits = " ".join(str(block["traits"][name]) for name in ("body", "spirit", "mind", "luck"))
        return traits, block["skills"]["Combat (Weapon)"], damage
    return block["kind"], block["power_rating"], damage


@pytest.mark.parametrize("key", PRINTED)
def test_the_twelve_come_out_as_they_are_printed(monsters, key):
    for game, printed in zip(stats_conversion.GAMES, PRINTED[key], strict=True):
        assert figures(game, stats_conversion.stats(game, monsters[key])) == printed, game


def test_riders_breath_and_resistance_come_out_as_they_are_printed(monsters):
    wolf, ghoul, dragon = (stats_conversion.stats(F52, monsters[key]) for key in ("wolf", "ghoul", "adult-red-dragon"))
    assert wolf["lines"] == {"face": {"damage": 2, "incapacitate": {"degree": "partial"}, "prone": True}}
    assert ghoul["lines"]["face"]["incapacitate"] == {"degree": "full", "unconscious": True, "wake": 5}
    assert "Fire Breath" in dragon["lines"]["ace"]["text"]
    assert "against 10" in dragon["lines"]["ace"]["text"]
    assert "count as face cards: 3" in dragon["text"]
    young = stats_conversion.stats(F52, monsters["young-red-dragon"])
    assert "against 9" in young["lines"]["ace"]["text"]
    assert "Flies 80 feet." in young["text"]


def test_all_of_them_convert_into_what_the_engines_take_and_always_the_same(monsters):
    assert len(monsters) == 334
    blocks = {
        game: [stats_conversion.stats(game, monster) for monster in monsters.values()]
        for game in stats_conversion.GAMES
    }
    hp, wounds = ([stats["max_hp"] for stats in blocks[F52]], [stats["limits"]["wounds"] for stats in blocks[FNP]])
    assert (min(hp), max(hp), statistics.median(hp)) == (2, 98, 8)
    assert (min(wounds), max(wounds), statistics.median(wounds)) == (3, 82, 21)
    assert {stats["successes"] for stats in blocks[FS]} == set(range(1, 9))
    assert Counter(stats["kind"] for stats in blocks[GOB]) == {"extras": 113, "follower": 105, "fated": 116}
    again = five_e_bits.adapt(foreign.loaded(foreign.FIVE_E_BITS)).document["monsters"]
    for game, made in blocks.items():
        assert json.dumps(made) == json.dumps([stats_conversion.stats(game, monster) for monster in again])
        if game in play.SYSTEMS:
            for block in made:
                play.monster(game, stats_conversion.for_engine(game, block))


@pytest.mark.parametrize(
    ("dc", "row"),
    [
        (5, (2, 10, 95, 0)),
        (8, (4, 11, 80, 0)),
        (10, (5, 12, 70, 1)),
        (12, (6, 13, 60, 1)),
        (13, (7, 13, 55, 1)),
        (15, (8, 14, 45, 3)),
        (17, (9, 15, 35, 5)),
        (20, (10, 16, 20, 7)),
        (25, (10, 18, 5, 10)),
        (30, (10, 20, 5, 20)),
    ],
)
def test_checks_come_out_as_the_table_of_difficulties_prints_them(dc, row):
    found = stats_conversion.difficulty({"from": {"system": "5e-2014", "dc": dc}})
    told = [found[F52]["value"], found[FNP]["level"], found[FS]["cos"], found[GOB]["modifier"]]
    assert tuple(told) == row


def test_a_trap_comes_out_as_it_is_printed():
    made = stats_conversion.trap(22, level=1)
    assert made[F52] == {"damage": "half-current"}
    assert made[FNP] == {"wounds": 6}
    assert made[FS] == {"slot": "blown", "select": "choose", "count": 1}
    assert made[GOB] == {"pool": "body", "damage": 11}
    assert [stats_conversion.GAMES[FNP].harm_when_avoided({"wounds": wounds}) for wounds in (6, 5)] == [
        {"wounds": 3},
        {"wounds": 3},
    ]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (F52, "half of the current hit points"),
        (FNP, "6 wounds; 3 wounds if avoided"),
        (FS, "1 slot is blown, the player chooses which"),
        (GOB, "11 from Body"),
    ],
)
def test_a_traps_harm_is_told_in_the_words_of_the_game(game, words):
    assert effect_text.effect_words({"md": "It falls.", "x": {"5e:damage": 22}}, game, None) == words


@pytest.mark.parametrize(
    ("game", "figures", "words"),
    [
        (
            F52,
            {"damage": 2, "continuous_strength": 6, "incapacitated": "full"},
            "2 damage, continuous, strength 6, fully incapacitated",
        ),
        (F52, {"damage": "zero"}, "down to zero hit points"),
        (FNP, {"wounds": 1, "shocks": 2, "x": {"own:note": 1}}, "1 wound, 2 shocks"),
        (FS, {"slot": "damaged", "select": "lowest", "count": 2}, "2 slots are damaged, the lowest"),
        (GOB, {"damage": 3}, "3 damage"),
        (GOB, {}, ""),
    ],
)
def test_a_harm_that_the_module_gives_itself_is_told_as_it_is(game, figures, words):
    assert effect_text.effect_words({game: figures, "x": {"5e:damage": 22}}, game, None) == words


# Adjusting


def test_a_campaign_adjusts_a_table_and_nobody_elses_changes(membership, monsters):
    kept = stats_conversion.tables_in_force(membership.campaign)
    ogre = monsters["ogre"]
    assert stats_conversion.stats(F52, ogre, kept)["max_hp"] == 10
    figures = {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    ConversionRow.objects.create(campaign=membership.campaign, system=F52, key="hit-points", figures=figures)
    now = stats_conversion.tables_in_force(membership.campaign)
    assert stats_conversion.stats(F52, ogre, now)["max_hp"] == 17
    assert now.digest != kept.digest
    assert now.rows["hit-points"].changed == "campaign"
    assert stats_conversion.shipped_tables(F52)["hit-points"]["for_each"] == 7


def test_changed_figures_keep_the_chances_of_the_adjusted_tables(membership, monsters):
    """The level of a converted monster was changed here: its chances are those with which it was imported."""
    game = "fortune-system"
    Campaign.objects.filter(pk=membership.campaign_id).update(system=game)
    campaign = Campaign.objects.get(pk=membership.campaign_id)
    ConversionRow.objects.create(campaign=campaign, system=game, key="overcome", figures={"over": 22})
    block = stats_conversion.stats(game, monsters["ogre"], stats_conversion.tables_in_force(campaign))
    assert block["cos"] != stats_conversion.stats(game, monsters["ogre"])["cos"]
    figures = stats_conversion.for_engine(game, block)
    ogre = monsters["ogre"]
    monster = Monster(name="Ogre", kind="", size="", text="", stats=figures | {"level": 9})
    mark = {"name": "Ogre", "kind": "", "size": "", "stats": figures, "text": text_mark("")}
    row = ImportedObject(collection="monsters", current=ogre, made={"monster": mark}, monster=monster)
    tables = partial(stats_conversion.tables_in_force, campaign)
    local = collect_changes(row, game, None, {}, tables)
    assert local["stats"][game] == block | {"level": 9}


def test_a_row_that_does_not_fit_counts_as_absent(membership):
    ConversionRow.objects.create(campaign=None, system=F52, key="hit-points", figures={"base": "x"})
    assert stats_conversion.tables_in_force(membership.campaign).rows["hit-points"].changed == ""


@pytest.mark.parametrize(
    ("figures", "word"),
    [
        ({"base": 3, "beyond": 10, "for_each": 0, "least": 1}, "above 0"),
        ({"base": 3}, "exactly"),
        ({"base": True, "beyond": 1, "for_each": 1, "least": 1}, "a number"),
        ({"base": 1e9, "beyond": 1, "for_each": 1, "least": 1}, "a number"),
    ],
)
def test_figures_of_another_shape_are_named(figures, word):
    assert word in tables.misfit_sentence(stats_conversion.shipped_tables(F52)["hit-points"], figures)


@pytest.mark.parametrize("game", [F52, GOB, FNP, FS])
def test_every_figure_that_is_shipped_says_what_it_is(game):
    for table in stats_conversion.shipped_tables(game).rows.values():
        plain = {name for name, value in table.figures.items() if not isinstance(value, list)}
        assert table.labels.keys() == plain, table.key
        assert all(len(row) == len(table.columns) for row in table.figures.get("rows", [])), table.key


def test_rows_must_rise():
    known = stats_conversion.shipped_tables(GOB)["modifier"]
    assert tables.misfit_sentence(known, {"rows": [[0, 0], [10, 2]]}) == ""
    assert "rise" in tables.misfit_sentence(known, {"rows": [[10, 0], [0, 2]]})


# Laws

SCORES = st.integers(-5, 40)
FIGURES = st.none() | st.booleans() | st.integers(-200_000, 200_000) | st.floats() | st.text(max_size=3)
PARTS = st.dictionaries(st.sampled_from(["name", "to_hit", "average", "rider", "dc"]), FIGURES)
LISTS = st.lists(FIGURES | PARTS, max_size=3)
OBJECTS = st.dictionaries(st.sampled_from(["walk", "fly", "strength", "wisdom", "stealth"]), FIGURES)
NAMES = (
    "cr hp ac pp prof round speed ab skills attacks powers traits spell_dc legendary legendary_resistance type "
    "multiattack"
)
LOOSE = st.dictionaries(st.sampled_from(NAMES.split()), FIGURES | LISTS | OBJECTS)


@settings(max_examples=300, deadline=None)
@given(LOOSE)
def test_whatever_a_source_says_the_engine_takes_what_comes_of_it(data):
    item = {"source_stats": {"system": "5e-2014", "data": data}}
    for game in stats_conversion.GAMES:
        block = stats_conversion.stats(game, item)
        if block is not None and game in play.SYSTEMS:
            play.monster(game, stats_conversion.for_engine(game, block))


@given(st.integers(0, 10**9))
def test_roots_and_halves_are_rounded_up_exactly(value):
    assert (root(value) - 0.5) ** 2 <= value + 0.25
    assert root(value * value) == value
    assert half_up(value + (stats_conversion.figures.Fraction(1, 2))) == value + 1


def test_an_attack_line_is_explained_in_words():
    line = {"damage": 2, "incapacitate": {"degree": "partial"}, "prone": True}
    assert ", ".join(explain._line_words(line)) == "2 damage, partly incapacitated, prone"
    line = {"damage": "half", "effect": {"name": "Venom", "strength": 6}, "incapacitate": {"degree": "full"}}
    said = ", ".join(explain._line_words(line))
    assert said == "half of the current hit points, Venom of strength 6, fully incapacitated"
