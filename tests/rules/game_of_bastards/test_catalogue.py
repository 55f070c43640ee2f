"""The shipped catalogue: every row is one that the sheet and the engine read (GOB-14, GOB-15, GOB-21, GOB-60 to 90)."""

import pathlib
import tomllib
from typing import Any

import pytest
from hypothesis import given

from rules import play
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import sheet_tables, steps, tables
from rules.games.game_of_bastards.house_rules import FACTS, parse_house_rules
from rules.games.game_of_bastards.rulebook import RULEBOOK
from tests.rules.fuzz import fuzz, json_values, survives
from tests.rules.game_of_bastards.participants import deck_of, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.table import Table

PATH = pathlib.Path(sheets.__file__).parents[2] / "catalogue" / "game-of-bastards.toml"
ROWS: list[dict[str, Any]] = tomllib.loads(PATH.read_text(encoding="utf-8"))["row"]
IN_FORCE = {"options": {}, "rows": [{"figures": {}, **row} for row in ROWS]}


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [row for row in ROWS if row["kind"] == kind]


def test_every_row_has_words_and_a_rule_of_the_book() -> None:
    rules = {rule["id"] for rule in RULEBOOK}
    assert len({(row["kind"], row["key"]) for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert row["rule"] in rules, row
        assert row["text"].endswith("."), row


def test_the_advantages_are_the_engines_with_their_figures_gob_60_gob_90() -> None:
    rows = {row["key"]: row for row in of_kind("advantage")}
    assert set(rows) == set(tables.ADVANTAGES)
    house = parse_house_rules(IN_FORCE)
    for key, row in rows.items():
        known, own = tables.ADVANTAGES[key], sheet_tables.ADVANTAGES[key]
        assert (row["name"], row["rule"], row["text"]) == (known.name, known.rule, own.text)
        numbers = {name: value for name, value in row["figures"].items() if name in tables.FIGURE_NAMES}
        assert numbers == known.figures
        assert set(row["figures"]) <= set(FACTS) | tables.FIGURE_NAMES
        assert house.advantage(key) == own


def test_shipped_rows_change_nothing_at_the_table() -> None:
    owned = [{"key": key, **({"weapon": "Sword"} if key in tables.FOR_A_WEAPON else {})} for key in tables.ADVANTAGES]
    made = {"advantages": owned}
    plain = sheets.participant(made, {}, id="a", name="A")
    assert sheets.participant(made, {}, id="a", name="A", house=IN_FORCE) == plain
    assert plain["advantages"] == owned


def test_every_named_specialty_can_be_taken_gob_15() -> None:
    rows = of_kind("specialty")
    assert len(rows) >= 55
    assert {row["key"]: row["figures"]["skills"] for row in rows if row["key"] in ("acrobatics", "lockpicking")} == {
        "acrobatics": ["Dexterity", "Craft (Perform)"],
        "lockpicking": ["Stealth", "Technology"],
    }
    for row in rows:
        skills = {f"{name} (Sword)" if name in sheet_tables.TYPED else name: 2 for name in row["figures"]["skills"]}
        made = {"suit": "clubs", "skills": skills, "advantages": [{"key": "dodge"}, {"key": "study"}]}
        done = steps.step(made, {"xp": 1}, {"type": "finish"}, IN_FORCE)["sheet"]
        named = [
            option["step"] for option in steps.steps(done, {}, IN_FORCE) if option["step"].get("name") == row["name"]
        ]
        assert named, row
        taken = steps.step(done, {}, named[0], IN_FORCE)["figures"]["specialties"]
        assert [(specialty["name"], specialty["rank"]) for specialty in taken] == [(row["name"], 2)]


def test_skills_difficulties_weapons_and_armour_are_ones_that_the_sheet_takes_gob_14_gob_21_gob_99() -> None:
    assert {row["name"] for row in of_kind("skill")} >= set(sheet_tables.SKILLS)
    assert {row["figures"]["trait"] for row in of_kind("skill")} <= set(sheet_tables.BY_TRAIT)
    assert [row["figures"]["difficulty"] for row in of_kind("difficulty")] == [1, 3, 5, 7, 10, 15, 20]
    for row in of_kind("weapon"):
        weapon = {"name": row["name"], **{name: row["figures"][name] for name in ("damage", "skill", "ranged")}}
        assert sheets.sheet({"weapons": [weapon]}, {})["sheet"]["weapons"] == [weapon]
    for row in of_kind("armor"):
        assert sheets.sheet({"armor": row["figures"]["armor"]}, {})


def test_rows_that_the_game_does_not_list_are_marked_as_the_houses_gob_13_gob_99() -> None:
    for kind in ("weapon", "armor", "disadvantage"):
        assert all(row["figures"]["house"] and "ouse" in row["text"] for row in of_kind(kind))


def test_rows_of_the_catalogue_change_the_figures_of_an_advantage_gob_69() -> None:
    participants = [swordfighter("ana"), swordfighter("bo", "dodge", side="foes")]
    rows = [{"kind": "advantage", "key": "dodge", "name": "Dodge", "figures": {"cost": {"bp": 3}}}]
    setup = {"participants": participants, "rows": rows, "deck": deck_of(["AC KS QS JS TS", "2C KD QD JD TD"])}
    state = play.start(SYSTEM, setup, seed=1)
    for who, card in (("ana", "AC"), ("bo", "2C")):
        state = play.act(SYSTEM, state, {"type": "initiative", "actor": who, "card": card})["state"]
    state = play.act(SYSTEM, state, {"type": "use", "actor": "bo", "advantage": "dodge"})["state"]
    assert play.view(SYSTEM, state, "gm")["participants"]["bo"]["pools"]["bp"] == [7, 10]


def test_an_own_advantage_of_the_campaign_may_stand_in_the_setup_without_effect() -> None:
    participants = [swordfighter("ana", advantages=[{"key": "night-sight"}])]
    with pytest.raises(play.Refused):
        play.start(SYSTEM, {"participants": participants}, seed=1)
    rows = [{"kind": "advantage", "key": "night-sight", "name": "Night Sight", "figures": {}}]
    state = play.start(SYSTEM, {"participants": participants, "rows": rows}, seed=1)
    assert play.view(SYSTEM, state, "ana")["participants"]["ana"]["advantages"] == []


def test_figures_come_with_an_advantage_too_also_with_somebody_who_joins_gob_63_gob_69() -> None:
    changed = [{"key": "dodge", "figures": {"cost": 2}}]
    participants = [swordfighter("ana", advantages=changed), swordfighter("bo", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.do("use", "ana", advantage="dodge")
    assert fight.pool("ana") == 8
    joined = swordfighter("cy", side="foes", advantages=[{"key": "serendipity", "figures": {"cost": 3}}])
    fight.do("join", "gm", participant=joined)
    fight.do("use", "cy", advantage="serendipity")
    assert fight.pool("cy", "lp") == 7


def own_row(effect: str, **figures: Any) -> dict[str, Any]:
    return {"kind": "advantage", "key": "own", "name": "Own", "figures": {"effect": effect, **figures}}


@pytest.mark.parametrize(
    ("effect", "figures", "words"),
    [
        ("all-out-defense", {"cost": 1}, "1 BP and the action"),
        ("study", {"cost": 2, "suit": "hearts"}, "2 MP and the action"),
        ("dodge", {"wildcards": 1, "use": "action"}, "1 BP and a wildcard"),
    ],
)
def test_the_table_takes_the_cost_that_the_sheet_names_gob_61_gob_67_gob_69(
    effect: str, figures: dict[str, Any], words: str
) -> None:
    house = {"options": {}, "rows": [own_row(effect, **figures)]}
    given_ = {"advantages": [{"key": "own"}], "wildcards": 1}
    assert sheets.sheet(given_, {}, house)["figures"]["advantages"][0]["cost_words"] == words
    seat = sheets.participant(given_, {}, id="ana", name="Ana", house=house)
    fight = Table.dealt([seat, swordfighter("bo", side="foes")], ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.do("draw", "ana")
    offers = [offer for offer in play.offers(SYSTEM, fight.state, "ana") if offer["fixed"].get("advantage") == effect]
    assert words.removesuffix(" and the action") in offers[0]["help"]
    fight.do("use", "ana", advantage=effect, **({"target": "bo"} if effect == "study" else {}))
    taken = (5 - fight.pool("ana"), 5 - fight.pool("ana", "mp"), 1 - fight.wildcards("ana"))
    assert taken == {"all-out-defense": (1, 0, 0), "study": (0, 2, 0), "dodge": (1, 0, 1)}[effect]


def test_mind_over_matter_is_offered_only_if_its_wildcard_is_there_gob_70() -> None:
    changed = [{"key": "mind-over-matter", "figures": {"wildcards": 1}}]
    participants = [swordfighter("ana"), swordfighter("bo", side="foes", advantages=changed)]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C 3D 4D 5D 6D"])
    fight.clash("ana", "bo", "KS")
    assert [offer["fixed"] for offer in play.offers(SYSTEM, fight.state, "bo") if offer["type"] == "redirect"] == [
        {"use": False}
    ]
    command = play.policy(SYSTEM, fight.state, "bo")
    assert command == {"type": "redirect", "actor": "bo", "use": False}


@pytest.mark.parametrize("effect", ["counter", "careful", "acrobat"])
def test_the_sheet_names_no_cost_that_the_table_never_takes_gob_60_gob_68_gob_86(effect: str) -> None:
    house = {"options": {}, "rows": [own_row(effect, cost=1, wildcards=1)]}
    weapon = {"weapon": "Sword"} if effect == "counter" else {}
    given_ = {"advantages": [{"key": "own", **weapon}]}
    assert sheets.sheet(given_, {}, house)["figures"]["advantages"][0]["cost_words"] == ""


QUICK = [{"key": "dodge", "figures": {"cost": 3}}]


def test_figures_count_for_the_one_with_whom_they_came_gob_69() -> None:
    participants = [swordfighter("ana", advantages=QUICK), swordfighter("bo", "dodge", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.do("use", "ana", advantage="dodge")
    fight.do("use", "bo", advantage="dodge")
    assert (fight.pool("ana"), fight.pool("bo")) == (7, 9)


@pytest.mark.parametrize("extra", [{}, {"hidden": True}])
def test_a_newcomer_changes_the_figures_of_nobody_else_gob_69(extra: dict[str, Any]) -> None:
    participants = [swordfighter("ana", "dodge"), swordfighter("bo", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.do("join", "gm", participant=swordfighter("cy", side="foes", advantages=QUICK, **extra))
    if extra:
        fight.do("reveal", "gm", target="cy")
    for who in ("ana", "cy"):
        fight.do("use", who, advantage="dodge")
    assert (fight.pool("ana"), fight.pool("cy")) == (9, 7)


@pytest.mark.parametrize("extra", [{}, {"hidden": True}])
def test_an_encounter_that_began_before_goes_on_with_common_figures_gob_69(extra: dict[str, Any]) -> None:
    participants = [swordfighter("ana", "dodge"), swordfighter("bo", side="foes")]
    fight = Table.dealt(participants, ["AC KS QS JS TS", "2C KD QD JD TD"])
    fight.state = {**fight.state, "version": 2}
    fight.do("join", "gm", participant=swordfighter("cy", side="foes", advantages=QUICK, **extra))
    if extra:
        fight.do("reveal", "gm", target="cy")
    fight.do("use", "ana", advantage="dodge")
    assert fight.pool("ana") == 7


@fuzz(100)
@given(json_values(["physical", "bp", ""]))
def test_any_figures_of_a_row(value: Any) -> None:
    rows = [{"kind": "advantage", "key": "dodge", "figures": {"cost": value, "times": value, "effect": value}}]
    survives("GOB-", lambda: play.start(SYSTEM, {**everything(), "rows": rows}, seed=1))
