"""What a setup may hold, and what it starts with."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import everything
from tests.rules.fortune_and_power.table import (
    GAME,
    INVALID_IDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    INVALID_TEXTS,
    Table,
    refused_setup,
    refused_start,
)

ANA = pc("ana", {"Warrior": 3})


def test_a_plain_setup_starts_in_round_1_with_two_actions_each() -> None:
    """FNP-32, FNP-44."""
    table = Table(pc("ana", {"Warrior": 3}), npc("orc"))
    assert (table.round, table.phase, table.turn, table.order) == (1, "acting", ["ana"], ["ana", "orc"])
    assert (table.pending, table.marginal, table.outcome) == (None, [], None)
    for name in ("ana", "orc"):
        assert table.figures(name, "actions", "attacks", "wounds", "shocks", "fortune", "armor") == (2, 0, 0, 0, 0, 0)
        assert table[name]["limits"] == {"wounds": 10, "shocks": 10}
        assert table[name]["gifts"] == []
        assert table[name]["weapons"] == []


def test_the_view_shows_the_setup() -> None:
    """FNP-01."""
    table = Table(
        pc(
            "ana",
            {"Warrior": 3, "Singing": 99},
            fortune=999,
            armor=99,
            gifts=["Empathy", "Starvision"],
            wounds=4,
            shocks=5,
            limits={"wounds": 12, "shocks": 1},
            name="Ana of the Mill",
            weapons=[{"name": "Sword", "bonus": 4}, {"name": "Stare", "bonus": -99, "mental": True}],
        )
    )
    seen = table["ana"]
    assert (seen["name"], seen["side"], seen["kind"]) == ("Ana of the Mill", "players", "pc")
    assert seen["traits"] == {"Warrior": 3, "Singing": 99}
    assert (seen["fortune"], seen["armor"], seen["wounds"], seen["shocks"]) == (999, 99, 4, 5)
    assert seen["gifts"] == ["Empathy", "Starvision"]
    assert seen["limits"] == {"wounds": 12, "shocks": 1}
    assert [(weapon["name"], weapon["bonus"]) for weapon in seen["weapons"]] == [("Sword", 4), ("Stare", -99)]
    assert seen["edge_of_madness"] is True
    assert seen["incapacitated"] is False


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fortune", None),
        ("armor", None),
        ("gifts", None),
        ("wounds", None),
        ("shocks", None),
        ("limits", None),
        ("weapons", None),
    ],
)
def test_null_means_left_out(field: str, value: Any) -> None:
    assert Table({**ANA, field: value}).view() == Table(ANA).view()


@pytest.mark.parametrize(
    ("limits", "reached"), [({"wounds": 20, "shocks": None}, (20, 10)), ({"wounds": None}, (10, 10)), ({}, (10, 10))]
)
def test_a_limit_that_is_null_is_the_usual_one_fnp_44(limits: dict[str, Any], reached: tuple[int, int]) -> None:
    usual = {"wounds": reached[0], "shocks": reached[1]}
    assert Table({**ANA, "limits": limits}).view()["participants"]["ana"]["limits"] == usual
    assert play.monster(GAME, {"traits": {}, "limits": limits})["limits"] == usual
    sheet = play.sheet(GAME, {"limits": limits}, {})
    assert sheet["sheet"]["limits"] == sheet["figures"]["limits"] == usual


def test_null_options_and_dice_mean_left_out() -> None:
    setup = {"participants": [ANA], "options": None, "dice": None}
    assert play.view(GAME, play.start(GAME, setup, seed=1), "gm") == Table(ANA).view()


@pytest.mark.parametrize("field", ["id", "name", "side", "kind", "traits"])
def test_a_participant_needs_its_fields(field: str) -> None:
    refused_start({key: value for key, value in ANA.items() if key != field})
    refused_start({**ANA, field: None})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "player"),
        ("kind", ""),
        ("kind", "PC"),
        ("fortune", -1),
        ("fortune", 1000),
        ("armor", -1),
        ("armor", 100),
        ("wounds", -1),
        ("wounds", 1000),
        ("shocks", -1),
        ("shocks", 1000),
        ("luck", 3),
        ("actions", 2),
        ("traits", {"Warrior": -1}),
        ("traits", {"Warrior": 100}),
        ("traits", {"": 3}),
        ("traits", {"x" * 201: 3}),
        ("traits", ["Warrior"]),
        ("traits", 3),
        ("gifts", "Empathy"),
        ("gifts", [7]),
        ("gifts", [""]),
        ("gifts", {"a": 1}),
        ("limits", {"wounds": 0, "shocks": 10}),
        ("limits", {"wounds": 10, "shocks": 0}),
        ("limits", {"wounds": 1000, "shocks": 10}),
        ("limits", {"wounds": 10, "shocks": 1000}),
        ("limits", {"wounds": 10, "shocks": 10, "fear": 3}),
        ("limits", 10),
        ("limits", [10, 10]),
        ("weapons", [{"name": "Sword"}]),
        ("weapons", [{"bonus": 3}]),
        ("weapons", [{"name": "Sword", "bonus": 100}]),
        ("weapons", [{"name": "Sword", "bonus": -100}]),
        ("weapons", [{"name": "", "bonus": 1}]),
        ("weapons", [{"name": "Sword", "bonus": 1, "mental": 1}]),
        ("weapons", [{"name": "Sword", "bonus": 1, "hp": 1}]),
        ("weapons", {"name": "Sword", "bonus": 1}),
        ("weapons", ["Sword"]),
    ],
)
def test_a_malformed_participant_is_refused(field: str, value: Any) -> None:
    refused_start({**ANA, field: value})


@pytest.mark.parametrize("value", INVALID_INTEGERS)
def test_figures_are_integers(value: Any) -> None:
    for field in ("fortune", "armor", "wounds", "shocks"):
        refused_start({**ANA, field: value})
    refused_start({**ANA, "traits": {"Warrior": value}})
    refused_start({**ANA, "limits": {"wounds": value, "shocks": 10}})
    refused_start({**ANA, "weapons": [{"name": "Sword", "bonus": value}]})


@pytest.mark.parametrize("value", INVALID_IDS)
def test_an_id_is_of_the_contract(value: Any) -> None:
    refused_start({**ANA, "id": value})


@pytest.mark.parametrize("value", INVALID_TEXTS)
def test_names_and_sides_are_texts(value: Any) -> None:
    refused_start({**ANA, "name": value})
    refused_start({**ANA, "side": value})


def test_an_id_of_64_letters_signs_and_digits_is_accepted() -> None:
    name = "aZ0_-" + "x" * 59
    assert Table(pc(name)).turn == [name]


def test_two_participants_have_two_ids() -> None:
    refused_start(ANA, {**ANA, "name": "Another"})
    assert Table(ANA, {**ANA, "id": "ANA"}).order == ["ana", "ANA"]


def test_a_setup_names_its_participants() -> None:
    refused_setup({})
    refused_setup({"participants": None})


@pytest.mark.parametrize("setup", [*INVALID_OBJECTS, None])
def test_a_setup_is_an_object_of_objects(setup: Any) -> None:
    refused_setup(setup)
    refused_start(setup)


@pytest.mark.parametrize(
    "options",
    [
        {"trait_cost": "cheap"},
        {"fortune": 1},
        {"fortune": "yes"},
        {"damage": "half"},
        {"damage": 3},
        {"move_spaces": -1},
        {"move_spaces": True},
        {"move_spaces": 1000},
        {"wounds_per_week": -1},
        {"shocks_per_week": -1},
        {"wounds_per_week": 1.0},
        {"shocks_per_week": True},
        {"magic": True},
        {"slots": 4},
        [],
        "full",
        3,
    ],
)
def test_unknown_options_and_values_are_refused(options: Any) -> None:
    refused_start(ANA, options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"character_points": 60, "starting_trait_cap": 9, "trait_cost": "flat"},
        {"fortune": False},
        {"damage": "manual"},
        {"damage": "dox"},
        {"move_spaces": 0},
        {"move_spaces": 999},
        {"move_spaces": None},
        {"wounds_per_week": 0},
        {"shocks_per_week": 3},
        {"starting_trait_cap": None},
        {},
    ],
)
def test_the_options_of_the_ledger_are_accepted(options: dict[str, Any]) -> None:
    assert Table(ANA, **options).turn == ["ana"]


@pytest.mark.parametrize("dice", [[0], [7], [3, 3, 9], ["3"], [True], [3.0], 3, "345", {"a": 3}, [None]])
def test_supplied_dice_are_from_1_to_6(dice: Any) -> None:
    refused_start(ANA, dice=dice)


def test_unknown_fields_of_a_setup_are_refused() -> None:
    refused_start(ANA, seed=3)
    refused_start(ANA, deck=[])


@pytest.mark.parametrize("seed", [None, 1.5, True, ["a"], {"a": 1}])
def test_a_seed_is_an_integer_a_text_or_bytes(seed: Any) -> None:
    with pytest.raises(play.Refused):
        play.start(GAME, {"participants": [ANA]}, seed=seed)


@pytest.mark.parametrize("seed", [0, -5, 10**40, "", "täble", b"", b"raw"])
def test_any_seed_starts_and_the_same_seed_starts_alike(seed: Any) -> None:
    setup = {"participants": [ANA]}
    assert play.start(GAME, setup, seed=seed) == play.start(GAME, setup, seed=seed)


def test_the_state_carries_system_and_version() -> None:
    state = Table(ANA).state
    assert state["system"] == GAME
    assert type(state["version"]) is int


def test_left_out_and_null_mean_the_same_in_setups_commands_and_sheets() -> None:
    setup = everything()
    nulls = copy.deepcopy(setup)
    for participant in nulls["participants"]:
        for name in ("fortune", "armor", "gifts", "wounds", "shocks", "limits", "weapons"):
            participant.setdefault(name, None)
    nulls["options"] = dict.fromkeys(play.SYSTEMS[GAME]["options"])
    assert play.start(GAME, nulls, seed=1) == play.start(GAME, {**setup, "dice": None}, seed=1)
    state = play.start(GAME, setup, seed=3)
    strike = {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"}
    more = dict.fromkeys(("defend_trait", "ambush", "weapon", "mental", "fortune", "modifiers", "rolls"))
    assert play.act(GAME, state, strike) == play.act(GAME, state, {**strike, **more})
    assert play.sheet(GAME, {}, {}) == play.sheet(GAME, dict.fromkeys(play.new_sheet(GAME)), {})
