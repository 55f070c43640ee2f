"""The chances that are told before a roll, against every fall of the dice played out (FNP-10 to FNP-14)."""

from itertools import product
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.setups import SYSTEM, everything

FALLS = [list(fall) for fall in product(range(1, 7), repeat=2)]
STATE = play.start(SYSTEM, everything(), seed=1)


@pytest.mark.parametrize("trait", [0, 3, 8, 20])
@pytest.mark.parametrize("challenge", [0, 9, 12, 14, 40])
def test_a_check_is_counted_out(trait: int, challenge: int) -> None:
    for kind, inputs in (
        ("trait", {"trait": trait, "challenge": challenge}),
        ("trait", {"trait": trait, "challenge": challenge, "modifiers": [{"name": "dark", "value": -3}]}),
        ("opposed", {"trait": trait, "opponent_trait": challenge}),
    ):
        good = sum(play.check(SYSTEM, kind, {**inputs, "rolls": fall})["success"] for fall in FALLS)
        assert play.chance(SYSTEM, kind, inputs) == {"chance": good / 36, "exact": True, "of": "success"}


def test_no_check_is_certain_and_none_is_hopeless_fnp_12() -> None:
    assert play.chance(SYSTEM, "trait", {"trait": 99, "challenge": 0})["chance"] == 35 / 36  # type: ignore[index]
    assert play.chance(SYSTEM, "trait", {"trait": 0, "challenge": 999})["chance"] == 1 / 36  # type: ignore[index]


@pytest.mark.parametrize("levels", [[3, 3], [5, 4], [0, 9], [9, 0]])
def test_a_contest_is_counted_out_and_a_tie_is_no_victory_fnp_14(levels: list[int]) -> None:
    won = sum(play.check(SYSTEM, "contest", {"traits": levels, "rolls": fall})["winner"] == 0 for fall in FALLS)
    found = play.chance(SYSTEM, "contest", {"traits": levels})
    assert found is not None
    assert found["chance"] == won / 36


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [("trivial", {"trait": 3}), ("damage", {"dox": 2}), ("price", {"to": 3}), ("recovery", {"weeks": 1})],
)
def test_where_nothing_is_rolled_there_is_no_chance_to_tell(kind: str, inputs: dict[str, Any]) -> None:
    assert play.chance(SYSTEM, kind, inputs) is None


COMMANDS = [
    {"type": "check", "trait": "Burglar", "challenge": 17},
    {"type": "check", "trait": "Nothing", "challenge": 9, "fortune": 2},
    {"type": "check", "trait": "Warrior", "against": {"target": "witch", "trait": "Sorcerer"}},
    {"type": "attack", "target": "wolf", "trait": "Warrior"},
    {"type": "attack", "target": "wolf", "trait": "Warrior", "weapon": "Stare", "fortune": 3},
    {"type": "attack", "target": "witch", "trait": "Strength", "defend_trait": "Sorcerer"},
    {"type": "attack", "target": "witch", "trait": "Strength", "ambush": True},
    {"type": "attack", "target": "ben", "trait": "Burglar", "modifiers": [{"name": "dark", "value": -4}]},
    {"type": "contest", "target": "ben", "trait": "Strength", "target_trait": "Athlete"},
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_counted_out_for_every_viewer(command: dict[str, Any]) -> None:
    command = {"actor": "ana", **command}
    good = 0
    for fall in FALLS:
        events = play.act(SYSTEM, STATE, {**command, "rolls": fall})["events"]
        [told] = [event for event in events if event["type"] == command["type"]]
        good += told["winner"] == "ana" if command["type"] == "contest" else told["success"]
    for viewer in ("ana", "wolf", "gm", "observer"):
        found = play.odds(SYSTEM, STATE, viewer, command)
        assert found is not None
        assert found["chance"] == pytest.approx(good / 36)
        assert found["exact"]
        assert found["of"]
    with pytest.raises(play.Refused, match="not a viewer"):
        play.odds(SYSTEM, STATE, "nobody", command)


def test_the_odds_of_what_is_not_legal_are_refused_and_nothing_changes() -> None:
    before = play.canonical(STATE)
    for command in (
        {"type": "attack", "actor": "ana", "target": "ana", "trait": "Warrior"},
        {"type": "attack", "actor": "wolf", "target": "ana", "trait": "Warrior"},
        {"type": "check", "actor": "ana", "trait": "Burglar"},
    ):
        with pytest.raises(play.Refused):
            play.odds(SYSTEM, STATE, "gm", command)
    assert play.odds(SYSTEM, STATE, "gm", {"type": "pass", "actor": "ana"}) is None
    assert play.odds(SYSTEM, STATE, "gm", {"type": "attack", "actor": "ana", "target": "wolf", "trait": "Warrior"})
    assert play.canonical(STATE) == before
