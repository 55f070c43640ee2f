"""The checks `simple` and `price`: single cards against each other, and experience (GOB-03, GOB-13, GOB-30)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, refused_check


def side(key: str, card: str, bonus: int | None = None) -> dict[str, Any]:
    return {"id": key, "card": card, **({} if bonus is None else {"bonus": bonus})}


def simple(*sides: dict[str, Any]) -> dict[str, Any]:
    return dict(play.check(GAME, "simple", {"sides": list(sides)}, seed=1))


def no_simple(*sides: Any) -> play.Refused:
    return refused_check("simple", {"sides": list(sides)})


def test_the_highest_card_wins_and_the_order_goes_downwards_gob_30() -> None:
    found = simple(side("kodos", "7H"), side("cynthia", "KC"), side("investor", "9D"))
    assert found["winner"] == "cynthia"
    assert [entry["id"] if isinstance(entry, dict) else entry for entry in found["order"]] == [
        "cynthia",
        "investor",
        "kodos",
    ]
    assert "GOB-30" in found["rules"]


@pytest.mark.parametrize(
    ("one", "two", "winner"),
    [
        ("9D", "9H", "a"),
        ("9H", "9S", "a"),
        ("9S", "9C", "a"),
        ("9C", "9S", "b"),
        ("9S", "9H", "b"),
        ("9H", "9D", "b"),
        ("9C", "9D", "b"),
        ("9D", "9C", "a"),
    ],
)
def test_suits_break_a_tie_clubs_spades_hearts_diamonds_gob_03(one: str, two: str, winner: str) -> None:
    found = simple(side("a", one), side("b", two))
    assert found["winner"] == winner
    assert "GOB-03" in found["rules"]


@pytest.mark.parametrize("card", ["9C", "AD", "KH"])
def test_equal_cards_are_won_by_the_one_listed_later_gob_03(card: str) -> None:
    assert simple(side("a", card), side("b", card))["winner"] == "b"
    assert simple(side("b", card), side("a", card))["winner"] == "a"


def test_an_ace_is_the_highest_card_here_gob_02() -> None:
    assert simple(side("a", "AC"), side("b", "KD"))["winner"] == "a"


def test_a_bonus_is_added_when_it_is_named_gob_30() -> None:
    assert simple(side("a", "9H", 4), side("b", "QS"))["winner"] == "a"
    assert simple(side("a", "9H", 3), side("b", "QS"))["winner"] == "a"
    assert simple(side("a", "9S", 3), side("b", "QH"))["winner"] == "b"
    assert simple(side("a", "9H", 2), side("b", "QS"))["winner"] == "b"
    assert simple(side("a", "KH", -5), side("b", "9S"))["winner"] == "b"


def test_a_bonus_left_out_is_null_and_nothing() -> None:
    bare = simple(side("a", "9H"), side("b", "8H"))
    assert bare == simple({"id": "a", "card": "9H", "bonus": None}, side("b", "8H", 0))


def test_a_joker_is_refused_gob_05() -> None:
    no_simple(side("a", "XX"), side("b", "8H"))


def test_two_packs_hold_a_card_twice_and_no_third_time_gob_01() -> None:
    simple(side("a", "9H"), side("b", "9H"))
    no_simple(side("a", "9H"), side("b", "9H"), side("c", "9H"))


def test_two_sides_of_one_id_are_refused() -> None:
    no_simple(side("a", "9H"), side("a", "8H"))


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "9H",
        7,
        {},
        {"id": "a"},
        {"card": "9H"},
        {"id": "a", "card": "1H"},
        {"id": "", "card": "9H"},
        {"id": "a b", "card": "9H"},
        {"id": 7, "card": "9H"},
        {"id": "a", "card": ["9H"]},
        {"id": "a", "card": "9H", "bonus": True},
        {"id": "a", "card": "9H", "bonus": 1.0},
        {"id": "a", "card": "9H", "bonus": 10000},
        {"id": "a", "card": "9H", "bonus": "2"},
        {"id": "a", "card": "9H", "skill": 2},
    ],
)
def test_a_malformed_side_is_refused(wrong: Any) -> None:
    no_simple(wrong, side("b", "8H"))


@pytest.mark.parametrize(
    "inputs",
    [
        None,
        [],
        {},
        {"sides": None},
        {"sides": []},
        {"sides": "ab"},
        {"sides": {}},
        {"sides": [{"id": "a", "card": "9H"}, {"id": "b", "card": "8H"}], "more": 1},
    ],
)
def test_malformed_inputs_are_refused(inputs: Any) -> None:
    refused_check("simple", inputs)


def test_forty_sides_are_ranked_all_gob_30() -> None:
    cards = [rank + suit for rank in "23456789TJ" for suit in "CSHD"]
    found = simple(*[side(f"p{n}", card) for n, card in enumerate(cards)])
    order = [entry["id"] if isinstance(entry, dict) else entry for entry in found["order"]]
    assert order == [f"p{n}" for n in reversed(range(40))]


@pytest.mark.parametrize("kind", ["trait", "skill", "advantage", "specialty"])
@pytest.mark.parametrize("steps", [None, 1, 2, 99])
def test_each_step_costs_one_xp_gob_13(kind: str, steps: int | None) -> None:
    found = play.check(GAME, "price", {"kind": kind, **({} if steps is None else {"steps": steps})})
    assert found["xp"] == (steps or 1)
    assert "GOB-13" in found["rules"]


@pytest.mark.parametrize("kind", ["disadvantage", "Trait", "", None, 7, True, ["trait"], "level"])
def test_another_kind_has_no_price_gob_13(kind: Any) -> None:
    refused_check("price", {"kind": kind})


@pytest.mark.parametrize("steps", [0, -1, 100, 10**30, True, 1.0, "1", [1]])
def test_steps_are_one_to_ninety_nine(steps: Any) -> None:
    refused_check("price", {"kind": "trait", "steps": steps})


@pytest.mark.parametrize("kind", ["fate_draw", "Fate-draw", "opposed", "", None, 7, ["price"]])
def test_an_unknown_kind_of_check_is_refused(kind: Any) -> None:
    refused_check(kind, {"kind": "trait"})
