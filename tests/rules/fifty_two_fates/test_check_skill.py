"""The stateless skill check: values, aces, extra cards, supplied and drawn cards (F52-03..07)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import (
    INVALID_CARDS,
    INVALID_INTEGERS,
    INVALID_OBJECTS,
    checked,
    refused_check,
    refused_inputs,
)
from tests.rules.fifty_two_fates.table import FULL_DECK, GAME

VALUES = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 15, "Q": 15, "K": 15}


def check(difficulty: int, cards: str | None = None, **more: Any) -> dict[str, Any]:
    if cards is not None:
        more["cards"] = cards.split()
    return checked("skill-check", difficulty=difficulty, **more)


def refused(**inputs: Any) -> play.Refused:
    return refused_check("skill-check", **inputs)


def test_a_check_answers_with_all_that_the_ledger_names() -> None:
    result = check(6, "7C")
    assert {"success", "total", "difficulty", "cards", "allowed", "automatic", "rules"} <= set(result)
    assert (result["success"], result["total"], result["difficulty"]) == (True, 7, 6)
    assert (result["cards"], result["allowed"], result["automatic"]) == (["7C"], 1, False)
    assert "F52-03" in result["rules"]


@pytest.mark.parametrize("rank", "23456789TJQK")
@pytest.mark.parametrize("difficulty", range(2, 11))
def test_the_value_must_be_greater_and_equal_fails_f52_03_f52_06(rank: str, difficulty: int) -> None:
    result = check(difficulty, f"{rank}H")
    assert result["total"] == VALUES[rank]
    assert result["success"] is (VALUES[rank] > difficulty)
    assert result["automatic"] is False


@pytest.mark.parametrize("suit", "CDHS")
def test_an_ace_succeeds_at_once_and_counts_nothing_f52_06(suit: str) -> None:
    result = check(10, f"A{suit}")
    assert (result["success"], result["automatic"], result["total"]) == (True, True, 0)
    assert "F52-06" in result["rules"]


def test_an_ace_among_others_succeeds_and_the_others_are_added_f52_06() -> None:
    result = check(10, "2C AD", background=True)
    assert (result["success"], result["automatic"], result["total"]) == (True, True, 2)


def test_a_background_skill_draws_two_and_adds_them_f52_04() -> None:
    result = check(10, "5C 6D", background=True)
    assert (result["success"], result["total"], result["allowed"]) == (True, 11, 2)
    assert "F52-04" in result["rules"]
    assert check(10, "5C 5D", background=True)["success"] is False
    assert "F52-04" not in check(10, "5C")["rules"]


@pytest.mark.parametrize(
    ("level", "extra"), [(1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (49, 9), (50, 10)]
)
def test_every_five_levels_allow_one_card_more_f52_07(level: int, extra: int) -> None:
    assert check(5, level=level)["allowed"] == 1 + extra
    result = check(5, level=level, background=True)
    assert result["allowed"] == len(result["cards"]) == 2 + extra
    assert ("F52-07" in result["rules"]) is (extra > 0)


def test_worked_example_four_fails_at_equal_f52_03_f52_07() -> None:
    result = check(10, "2C 3D 5H", level=5, background=True)
    assert (result["success"], result["total"], result["allowed"]) == (False, 10, 3)


def test_fewer_cards_may_be_used_f52_07() -> None:
    for use in (1, 2, 3, 4):
        result = check(5, level=10, background=True, use=use)
        assert (len(result["cards"]), result["allowed"]) == (use, 4)
    assert check(5, "9C", level=10, background=True, use=1)["total"] == 9


@pytest.mark.parametrize("use", [0, -1, 2, 9999, *INVALID_INTEGERS])
def test_more_cards_than_allowed_or_none_are_refused_f52_07(use: Any) -> None:
    refused(difficulty=5, use=use)


def test_one_card_too_many_for_the_level_is_refused_f52_07() -> None:
    check(5, level=9, use=2)
    refused(difficulty=5, level=9, use=3)
    refused(difficulty=5, level=4, background=True, use=3)


def test_supplied_cards_are_as_many_as_are_drawn() -> None:
    refused(difficulty=5, cards=["2C", "3C"])
    refused(difficulty=5, cards=[])
    refused(difficulty=5, background=True, cards=["2C", "3C", "4C"])
    refused(difficulty=5, background=True, use=1, cards=["2C", "3C"])
    refused(difficulty=5, background=True, use=2, cards=["2C"])
    refused(difficulty=5, background=True, cards=["2C"])


@pytest.mark.parametrize("wrong", INVALID_CARDS)
def test_supplied_cards_are_cards(wrong: Any) -> None:
    refused(difficulty=5, cards=[wrong])
    refused(difficulty=5, background=True, cards=["2C", wrong])


def test_a_supplied_card_is_drawn_once() -> None:
    refused(difficulty=5, background=True, cards=["2C", "2C"])


@pytest.mark.parametrize("wrong", ["2C", {"2C": 1}, 7, True])
def test_supplied_cards_are_a_list(wrong: Any) -> None:
    refused(difficulty=5, cards=wrong)


@pytest.mark.parametrize("wrong", [1, 0, 11, -5, 9999, None, *INVALID_INTEGERS])
def test_a_difficulty_is_2_to_10_f52_03(wrong: Any) -> None:
    refused(difficulty=wrong)


def test_a_difficulty_is_needed_and_its_path_named() -> None:
    assert "difficulty" in refused().message
    assert "difficulty" in refused(difficulty=11).message


@pytest.mark.parametrize("wrong", [0, 51, -1, *INVALID_INTEGERS])
def test_a_level_is_1_to_50(wrong: Any) -> None:
    refused(difficulty=5, level=wrong)


@pytest.mark.parametrize("wrong", [0, 1, "yes", [], {}])
def test_background_is_yes_or_no(wrong: Any) -> None:
    refused(difficulty=5, background=wrong)


def test_null_and_left_out_are_the_same() -> None:
    nulls = {"background": None, "level": None, "use": None, "cards": None}
    assert check(5, **nulls) == check(5)
    assert check(5, "9C", background=None, use=None)["allowed"] == 1


def test_unknown_fields_and_other_shapes_are_refused() -> None:
    refused(difficulty=5, colour="red")
    refused(difficulty=5, hand=None)
    for wrong in [None, *INVALID_OBJECTS]:
        refused_inputs("skill-check", wrong)


@pytest.mark.parametrize("kind", ["", "skill", "skill_check", "Skill-Check", None, 7, [], {}, True, "attack"])
def test_an_unknown_kind_is_refused(kind: Any) -> None:
    refused_inputs(kind, {"difficulty": 5})


def test_drawn_cards_are_cards_of_one_deck_and_follow_the_seed() -> None:
    draws = [tuple(check(5, background=True, level=50, seed=n)["cards"]) for n in range(40)]
    assert len(set(draws)) == 40
    for cards in draws:
        assert len(cards) == len(set(cards)) == 12
        assert set(cards) <= set(FULL_DECK)
    assert len({check(5, seed=n)["cards"][0] for n in range(900)}) == 52


def test_without_a_seed_chance_is_the_systems_own() -> None:
    results = [play.check(GAME, "skill-check", {"difficulty": 5, "level": 20}) for _ in range(8)]
    assert len({tuple(result["cards"]) for result in results}) > 1


def test_the_result_of_drawn_cards_is_what_the_same_cards_supplied_give() -> None:
    for seed in range(40):
        drawn = check(8, background=True, seed=seed)
        supplied = check(8, " ".join(drawn["cards"]), background=True)
        assert {key: drawn[key] for key in ("success", "total", "automatic", "allowed")} == {
            key: supplied[key] for key in ("success", "total", "automatic", "allowed")
        }
