"""The check `fate-draw` in every field: hands, totals, margins, raises, wildcards, acrobatics (GOB-20 to GOB-25)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import CARLTON, GAME, draw, no_draw, proper, refused_check

NO_NUMBERS: list[Any] = [True, False, 1.0, 2.5, "2", [2], {}, 10**30, -(10**30)]
INVALID_CARDS: list[Any] = ["1C", "10C", "kd", "KD ", "DK", "", 7, None, ["KD"], True, {}]


def test_worked_example_1_carlton_beats_the_dealer_by_one_gob_20_gob_23() -> None:
    found = draw()
    assert {key: found[key] for key in ("success", "total", "dealer_total", "margin", "raises")} == {
        "success": True,
        "total": 12,
        "dealer_total": 11,
        "margin": 1,
        "raises": 0,
    }
    assert (found["hand"], found["dealer_hand"]) == (["9H", "4C"], ["JC", "2D", "5S"])
    assert (found["played"], found["dealer_played"], found["wildcards"]) == (["9H"], ["JC"], 0)
    assert "declared" not in found or found["declared"] is None


def test_a_result_names_its_rules_gob_20() -> None:
    rules = draw()["rules"]
    assert "GOB-20" in rules
    assert all(rule.startswith("GOB-") for rule in rules)


@pytest.mark.parametrize(("rank", "value"), list(zip("23456789TJQKA", range(2, 15), strict=True)))
def test_each_card_counts_its_value_gob_02(rank: str, value: int) -> None:
    found = draw(skill_rank=1, cards=[rank + "C"])
    assert found["total"] == value + 3


@pytest.mark.parametrize(("trait", "count"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1), (7, 1), (20, 1)])
def test_the_dealer_draws_six_less_the_trait_at_least_one_gob_20(trait: int, count: int) -> None:
    found = play.check(GAME, "fate-draw", {"skill_rank": 1, "trait": trait}, seed=4)
    assert len(found["dealer_hand"]) == count
    cards = ["2C", "3C", "4C", "5C", "6C", "7C"]
    draw(trait=trait, dealer_cards=cards[:count])
    no_draw(trait=trait, dealer_cards=cards[: count + 1])
    no_draw(trait=trait, dealer_cards=cards[: count - 1])


@pytest.mark.parametrize("rank", [1, 2, 5, 20])
def test_as_many_cards_are_drawn_as_the_rank_gob_20(rank: int) -> None:
    found = play.check(GAME, "fate-draw", {"skill_rank": rank, "trait": 1}, seed=9)
    assert len(found["hand"]) == rank
    assert len(found["played"]) == (1 if set(found["hand"]) != {"XX"} else 0)


@pytest.mark.parametrize("cards", [[], ["9H"], ["9H", "4C", "5C"]])
def test_supplied_cards_are_exactly_as_many_as_the_rank_gob_20(cards: list[str]) -> None:
    no_draw(cards=cards)


@pytest.mark.parametrize("difficulty", [0, 1, 3, 20])
def test_a_difficulty_is_added_to_the_dealers_card_gob_21(difficulty: int) -> None:
    found = draw(difficulty=difficulty)
    assert found["dealer_total"] == 11 + difficulty
    assert found["success"] == (difficulty <= 1)
    assert found["total"] == 12


def test_margin_is_never_negative_and_a_failure_has_no_raises_gob_23() -> None:
    found = draw(difficulty=20)
    assert (found["success"], found["margin"], found["raises"]) == (False, 31 - 12, 0)


@pytest.mark.parametrize(
    ("card", "margin", "raises"), [("9D", 1, 0), ("TD", 2, 1), ("JD", 3, 1), ("QD", 4, 2), ("KD", 5, 2), ("AD", 6, 3)]
)
def test_one_raise_for_each_full_two_points_gob_23(card: str, margin: int, raises: int) -> None:
    found = draw(skill_rank=1, cards=[card])
    assert (found["margin"], found["raises"]) == (margin, raises)


@pytest.mark.parametrize(("declared", "met"), [(0, True), (1, True), (2, True), (3, False), (50, False)])
def test_declared_raises_are_named_as_met_or_missed_and_change_no_total_gob_23(declared: int, met: bool) -> None:
    plain = draw(skill_rank=1, cards=["QD"])
    found = draw(skill_rank=1, cards=["QD"], declared_raises=declared)
    assert found["declared"] == {"raises": declared, "met": met}
    assert (found["total"], found["raises"]) == (plain["total"], plain["raises"]) == (15, 2)


def test_declared_raises_of_a_failed_draw_are_missed_gob_23() -> None:
    assert draw(difficulty=20, declared_raises=1)["declared"] == {"raises": 1, "met": False}


@pytest.mark.parametrize(
    ("own", "theirs", "success"),
    [
        ("9H", "QS", True),
        ("9D", "QH", True),
        ("9S", "QC", True),
        ("9C", "QD", False),
        ("9S", "QH", False),
        ("9H", "QH", False),
        ("9D", "QD", False),
        ("9C", "QC", False),
    ],
)
def test_ties_go_to_the_higher_suit_of_the_highest_card_else_to_the_dealer_gob_03(
    own: str, theirs: str, success: bool
) -> None:
    found = draw(skill_rank=1, cards=[own], dealer_cards=[theirs, "2C", "2D"])
    assert (found["total"], found["dealer_total"]) == (12, 12)
    assert (found["success"], found["margin"], found["raises"]) == (success, 0, 0)
    assert "GOB-03" in found["rules"]


def test_a_specialtys_rank_is_added_gob_15() -> None:
    found = draw(specialty_rank=2)
    assert (found["total"], found["margin"], found["raises"]) == (14, 3, 1)
    assert "GOB-15" in found["rules"]


def test_left_to_itself_a_hand_plays_one_highest_card_even_with_extra_cards_gob_20_gob_22() -> None:
    found = draw(extra_cards=1)
    assert (found["played"], found["total"]) == (["9H"], 12)


def test_extra_cards_may_be_played_but_change_not_the_number_drawn_gob_22() -> None:
    found = draw(extra_cards=1, play=["4C", "9H"])
    assert (sorted(found["played"]), found["total"], len(found["hand"])) == (["4C", "9H"], 9 + 4 + 3, 2)


def test_a_lower_card_may_be_chosen_gob_20() -> None:
    found = draw(play=["4C"])
    assert (found["played"], found["total"], found["success"]) == (["4C"], 7, False)


@pytest.mark.parametrize("play_", [["4C", "9H"], [], ["KD"], ["9H", "9H"], "9H", [None], ["XX"]])
def test_only_one_card_of_ones_own_hand_is_played_without_extra_cards_gob_22(play_: Any) -> None:
    no_draw(play=play_)


def test_extra_cards_limit_what_is_played_gob_22() -> None:
    cards = ["9H", "4C", "5D", "6S"]
    found = draw(skill_rank=4, cards=cards, extra_cards=2, play=["9H", "4C", "6S"])
    assert found["total"] == 9 + 4 + 6 + 3
    no_draw(skill_rank=4, cards=cards, extra_cards=2, play=cards)


def test_the_same_card_twice_needs_it_twice_in_the_hand_gob_01() -> None:
    found = draw(cards=["9H", "9H"], extra_cards=1, play=["9H", "9H"])
    assert found["total"] == 21
    no_draw(extra_cards=1, play=["9H", "9H"])


def test_a_deck_of_two_packs_has_every_card_twice_gob_01() -> None:
    draw(cards=["9H", "9H"])
    draw(cards=["9H", "2C"], dealer_cards=["9H", "2D", "3D"])
    no_draw(cards=["9H", "9H"], dealer_cards=["9H", "2D", "3D"])
    no_draw(cards=["9H", "9H"], wildcard_cards=["9H"])


def test_cards_of_wildcards_are_played_too_gob_22() -> None:
    found = draw(wildcard_cards=["5D", "6S"])
    assert found["total"] == 9 + 3 + 5 + 6
    assert found["margin"] == 12


def test_the_highest_card_for_a_tie_may_be_a_wildcards_gob_03() -> None:
    """Nine and three make twelve with a two: the highest is a spade; the dealer's is a queen of hearts."""
    found = draw(skill_rank=1, cards=["4C"], wildcard_cards=["5D"], dealer_cards=["QH", "2C", "3C"])
    assert (found["total"], found["dealer_total"], found["success"]) == (12, 12, True)


def test_jokers_stay_in_the_hand_cannot_be_played_and_count_as_wildcards_gob_05() -> None:
    found = draw(cards=["XX", "4C"])
    assert (found["hand"], found["played"], found["wildcards"], found["total"]) == (["XX", "4C"], ["4C"], 1, 7)
    no_draw(cards=["XX", "4C"], play=["XX"])


def test_only_jokers_play_nothing_and_the_total_is_the_bonuses_gob_05() -> None:
    found = draw(cards=["XX", "XX"], specialty_rank=2)
    assert (found["played"], found["wildcards"], found["total"]) == ([], 2, 5)
    assert found["success"] is False


def test_jokers_of_the_dealer_give_nobody_a_wildcard_gob_20() -> None:
    found = draw(dealer_cards=["XX", "2D", "5S"])
    assert (found["wildcards"], found["dealer_played"], found["dealer_total"]) == (0, ["5S"], 5)


def test_a_dealer_with_jokers_alone_has_the_difficulty_gob_05_gob_21() -> None:
    found = draw(trait=5, dealer_cards=["XX"], difficulty=4)
    assert (found["dealer_played"], found["dealer_total"]) == ([], 4)


def test_a_side_without_any_card_loses_the_tie_gob_03() -> None:
    found = draw(skill_rank=1, trait=5, cards=["XX"], dealer_cards=["XX"], difficulty=5)
    assert (found["total"], found["dealer_total"]) == (5, 5)
    assert found["success"] is False
    found = draw(skill_rank=1, trait=5, cards=["2C"], dealer_cards=["XX"], difficulty=7)
    assert (found["total"], found["dealer_total"], found["success"]) == (7, 7, True)
    found = draw(skill_rank=1, trait=5, cards=["XX"], dealer_cards=["5C"])
    assert (found["total"], found["dealer_total"], found["success"]) == (5, 5, False)


def test_four_jokers_are_in_the_deck_and_no_fifth_gob_01() -> None:
    assert draw(skill_rank=4, cards=["XX"] * 4)["wildcards"] == 4
    no_draw(skill_rank=5, cards=["XX"] * 5)


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        ("skill_rank", 1, 20),
        ("trait", 1, 20),
        ("difficulty", 0, 20),
        ("extra_cards", 0, 10),
        ("declared_raises", 0, 50),
    ],
)
def test_ranges_of_the_fields(field: str, least: int, most: int) -> None:
    base: dict[str, Any] = {"skill_rank": 2, "trait": 2}
    for fits in (least, most):
        play.check(GAME, "fate-draw", {**base, field: fits}, seed=1)
    for wrong in (least - 1, most + 1, *NO_NUMBERS):
        with pytest.raises(play.Refused) as caught:
            play.check(GAME, "fate-draw", {**base, field: wrong}, seed=1)
        assert field in proper(caught.value).message


@pytest.mark.parametrize("field", ["skill_rank", "trait"])
def test_rank_and_trait_are_needed(field: str) -> None:
    refused_check("fate-draw", {key: value for key, value in CARLTON.items() if key != field})
    no_draw(**{field: None})


@pytest.mark.parametrize(
    "field",
    [
        "difficulty",
        "specialty_rank",
        "extra_cards",
        "declared_raises",
        "cards",
        "dealer_cards",
        "play",
        "wildcard_cards",
        "acrobat",
    ],
)
def test_null_means_left_out(field: str) -> None:
    left_out = {key: value for key, value in CARLTON.items() if key != field}
    result = play.check(GAME, "fate-draw", left_out, seed=3)
    assert result == play.check(GAME, "fate-draw", {**left_out, field: None}, seed=3)


@pytest.mark.parametrize("card", INVALID_CARDS)
@pytest.mark.parametrize("field", ["cards", "dealer_cards", "wildcard_cards", "play"])
def test_a_text_that_is_no_card_is_refused(field: str, card: Any) -> None:
    no_draw(**{field: [card, "3C", "3D"][: 3 if field == "dealer_cards" else 2 if field == "cards" else 1]})


def test_an_unknown_field_is_refused() -> None:
    assert "luck" in no_draw(luck=2).message


@pytest.mark.parametrize("inputs", [None, [], "cards", 7, True, [["skill_rank", 2]]])
def test_inputs_are_an_object(inputs: Any) -> None:
    refused_check("fate-draw", inputs)


def test_a_seed_makes_it_reproducible_and_none_does_not_fail() -> None:
    ask = {"skill_rank": 3, "trait": 2}
    result = play.check(GAME, "fate-draw", ask, seed="word")
    assert result == play.check(GAME, "fate-draw", ask, seed="word")
    assert len({str(play.check(GAME, "fate-draw", ask, seed=n)) for n in range(20)}) > 10
    assert len(play.check(GAME, "fate-draw", ask)["hand"]) == 3


@pytest.mark.parametrize("given", [{"cards": ["9C"]}, {"dealer_cards": ["2C"]}, {"wildcard_cards": ["3D"]}, {}])
def test_cards_that_were_named_are_marked_as_supplied_gob_20_gob_22(given: dict[str, Any]) -> None:
    result = play.check(GAME, "fate-draw", {"skill_rank": 1, "trait": 5, **given}, seed=1)
    assert result["supplied"] is bool(given)


def test_a_fate_draw_of_jokers_alone_counts_its_bonuses_gob_05_gob_21_gob_15() -> None:
    inputs = {
        "skill_rank": 1,
        "trait": 7,
        "specialty_rank": 2,
        "difficulty": 3,
        "cards": ["XX"],
        "dealer_cards": ["XX"],
    }
    told = play.check(GAME, "fate-draw", inputs)
    assert (told["total"], told["dealer_total"], told["success"]) == (9, 3, True)
    assert (told["wildcards"], told["played"], told["dealer_played"]) == (1, [], [])
    again = play.check(GAME, "fate-draw", {**inputs, "wildcard_cards": ["KD", "XX"]})
    assert (again["total"], again["wildcards"]) == (22, 2)
