"""Checks with a sheet, outside any encounter: figures filled in, fortune spent, a sentence for the log."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.setups import SYSTEM

SHEET: dict[str, Any] = {
    "finished": True,
    "traits": {"Burglar": 8, "Strength": 3, "Warrior": 7},
    "fortune": 3,
    "wounds": 7,
    "shocks": 2,
    "weapons": [{"name": "Sword", "bonus": 4}, {"name": "Stare", "bonus": 2, "mental": True}],
}


def made(kind: str, inputs: dict[str, Any], house: Any = None, **seed: Any) -> dict[str, Any]:
    return play.sheet_check(SYSTEM, SHEET, {}, kind, inputs, house=house, **seed)


def refusal(kind: str, inputs: dict[str, Any], house: Any = None) -> play.Refused:
    with pytest.raises(play.Refused) as found:
        made(kind, inputs, house)
    return found.value


def test_a_trait_by_name_against_a_challenge_fnp_10_fnp_11_fnp_16() -> None:
    found = made("trait", {"trait": "Burglar", "challenge": 14, "rolls": [3, 3]})
    assert found["inputs"] == {"trait": 8, "challenge": 14, "modifiers": [], "rolls": [3, 3]}
    assert found["result"] == play.check(SYSTEM, "trait", found["inputs"])
    assert (
        found["text"]
        == "Burglar: 3 + 3 + 8 = 14 against 14: success exactly on the number; the Adversary may decide otherwise."
    )
    assert found["sheet"] == play.sheet(SYSTEM, SHEET, {})["sheet"]
    assert {"FNP-10", "FNP-11", "FNP-16"} <= set(found["rules"])


def test_a_trait_that_is_not_on_the_sheet_counts_nothing_fnp_10() -> None:
    assert made("trait", {"trait": "Juggler", "challenge": 7, "rolls": [3, 4]})["inputs"]["trait"] == 0


def test_fortune_is_spent_and_stands_among_the_modifiers_fnp_06_fnp_19() -> None:
    tools = {"name": "Exceptional tools", "value": 3}
    found = made("trait", {"trait": "Burglar", "challenge": 20, "modifiers": [tools], "fortune": 2, "rolls": [3, 4]})
    assert found["result"]["total"] == 20
    assert found["result"]["modifiers"] == [tools, {"name": "Fortune", "value": 2}]
    assert found["sheet"]["fortune"] == 1
    assert {"FNP-06", "FNP-19"} <= set(found["rules"])
    assert "+ 3 (Exceptional tools) + 2 (Fortune)" in found["text"]


@pytest.mark.parametrize("modifiers", [[], [{"name": "Exceptional tools", "value": 3}]])
@pytest.mark.parametrize("fortune", [0, 2])
def test_the_rules_of_a_check_are_those_of_an_encounter_fnp_06_fnp_19(modifiers: Any, fortune: int) -> None:
    against = {"trait": "Burglar", "challenge": 20, "modifiers": modifiers, "fortune": fortune, "rolls": [3, 4]}
    found = made("trait", against)
    assert ("FNP-19" in found["rules"], "FNP-06" in found["rules"]) == (bool(modifiers), bool(fortune))
    assert found["result"]["rules"] == found["rules"]
    ana = {"id": "ana", "name": "Ana", "side": "players", "kind": "pc", "traits": {"Burglar": 8}, "fortune": 3}
    state = play.start(SYSTEM, {"participants": [ana]}, seed=1)
    played = play.act(SYSTEM, state, {"type": "check", "actor": "ana", **against})["events"]
    assert next(event["rules"] for event in played if event["type"] == "check") == found["rules"]


def test_fortune_that_is_not_there_is_not_spent_fnp_06() -> None:
    poor = {**SHEET, "fortune": 1}
    with pytest.raises(play.Refused, match="1 left"):
        play.sheet_check(SYSTEM, poor, {}, "trait", {"trait": "Burglar", "challenge": 9, "fortune": 2})
    with pytest.raises(play.Refused, match="fortune"):
        made("trait", {"trait": "Burglar", "challenge": 9, "fortune": 4})
    none = {"options": {"fortune": False}}
    assert refusal("trait", {"trait": "Burglar", "challenge": 9, "fortune": 1}, none).rule == "FNP-06"
    assert made("trait", {"trait": "Burglar", "challenge": 9, "fortune": 0}, none)["result"]


@pytest.mark.parametrize("kind", ["trait", "opposed"])
def test_against_an_opponents_level_fnp_13(kind: str) -> None:
    found = made(kind, {"trait": "Warrior", "opponent_trait": 5, "rolls": [5, 5]})
    assert (found["result"]["challenge"], found["result"]["dox"]) == (12, 5)
    assert "FNP-13" in found["rules"]


@pytest.mark.parametrize("inputs", [{}, {"challenge": 9, "opponent_trait": 3}])
def test_a_check_is_against_exactly_one_thing(inputs: dict[str, Any]) -> None:
    assert refusal("trait", {"trait": "Burglar", **inputs}).code == "check.against"
    assert refusal("opposed", {"trait": "Burglar", "challenge": 9}).code == "check.against"


@pytest.mark.parametrize(
    ("rolls", "words"), [([2, 1], "won by 4"), ([1, 5], "a tie"), ([1, 6], "lost by 1"), ([4, 4], "won by 3")]
)
def test_a_contest_of_one_die_each_fnp_14(rolls: list[int], words: str) -> None:
    level = {"won by 4": 5, "a tie": 4, "lost by 1": 4, "won by 3": 5}[words]
    found = made("contest", {"trait": "Burglar", "opponent_trait": level, "rolls": rolls})
    assert found["text"].endswith(f"{words}.")
    assert found["inputs"]["traits"] == [8, level]


def test_a_trivial_task_fnp_18() -> None:
    found = made("trivial", {"trait": "Burglar"})
    assert (found["result"]["dox"], found["text"]) == (8, "Burglar, without a roll: success by 8.")


def test_the_damage_of_a_hit_with_a_weapon_of_the_sheet_fnp_42() -> None:
    assert (
        made("damage", {"dox": 3, "weapon": "Sword", "protection": 5})["text"] == "A hit with Sword, dox 3: 5 wounds."
    )
    assert made("damage", {"dox": 3, "weapon": "Stare", "protection": 5})["result"] == {
        "kind": "shocks",
        "damage": 5,
        "rules": ["FNP-40", "FNP-42"],
    }
    assert made("damage", {"dox": 0, "protection": 9})["result"]["damage"] == 1
    assert made("damage", {"dox": 3, "weapon": "Sword"}, {"options": {"damage": "dox"}})["result"]["damage"] == 3
    assert made("damage", {"dox": 3, "weapon": "Sword"}, {"options": {"damage": "manual"}})["result"]["damage"] == 10
    assert refusal("damage", {"dox": 3, "weapon": "Axe"}).code == "weapon.unknown"


def test_weeks_of_rest_are_written_on_the_sheet_fnp_43() -> None:
    found = made("recovery", {"weeks": 3})
    assert (found["sheet"]["wounds"], found["sheet"]["shocks"]) == (4, 0)
    assert found["text"] == "3 weeks of rest: 4 wounds and 0 shocks left."
    fast = made("recovery", {"weeks": 1}, {"options": {"wounds_per_week": 5, "shocks_per_week": 0}})
    assert (fast["sheet"]["wounds"], fast["sheet"]["shocks"]) == (2, 2)
    assert fast["text"].startswith("1 week of rest")


def test_a_seed_gives_the_same_roll_again() -> None:
    inputs = {"trait": "Burglar", "challenge": 14}
    assert made("trait", inputs, seed="a") == made("trait", inputs, seed="a")
    rolls = {tuple(made("trait", inputs, seed=seed)["result"]["rolls"]) for seed in range(30)}
    assert len(rolls) > 10


@pytest.mark.parametrize("kind", ["price", "", None, "attack"])
def test_another_kind_is_refused(kind: Any) -> None:
    assert refusal(kind, {}).code == "check.unknown"
