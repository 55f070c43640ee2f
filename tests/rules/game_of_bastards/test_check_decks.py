"""A fate draw and a simple opposition take their cards from a deck of the campaign's size (GOB-01)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME

HOUSE = {"options": {"decks": 1}, "rows": []}
INPUTS = {"skill": "Stealth", "trait": "luck"}


def from_sheet(house: Any, **more: Any) -> dict[str, Any]:
    return dict(play.sheet_check(GAME, {}, {}, "fate-draw", {**INPUTS, **more}, house=house, seed=3))


def test_a_draw_from_one_pack_has_every_card_once_gob_01() -> None:
    draw = {"skill_rank": 2, "trait": 5, "cards": ["9H", "9H"], "dealer_cards": ["2C"]}
    assert play.check(GAME, "fate-draw", draw)["total"] == 14
    with pytest.raises(play.Refused):
        play.check(GAME, "fate-draw", {**draw, "decks": 1})
    for seed in range(9):
        found = play.check(GAME, "fate-draw", {"skill_rank": 20, "trait": 1, "decks": 1}, seed=seed)
        plain = [card for card in found["hand"] + found["dealer_hand"] if card != "XX"]
        assert len(set(plain)) == len(plain)


def test_a_sheet_draws_from_the_deck_of_its_campaign_gob_01() -> None:
    assert from_sheet(HOUSE)["inputs"]["decks"] == 1
    assert "decks" not in from_sheet(None)["inputs"]
    five = ["9H", "9H", "3C", "4C", "5C"]
    assert from_sheet(None, dealer_cards=five)["result"]["dealer_hand"] == five
    with pytest.raises(play.Refused):
        from_sheet(HOUSE, dealer_cards=five)


def test_a_sheet_names_no_other_deck_than_its_campaign_gob_01() -> None:
    assert from_sheet(HOUSE, decks=1)["inputs"]["decks"] == 1
    for house, decks in ((HOUSE, 2), (None, 1), (HOUSE, [1])):
        with pytest.raises(play.Refused):
            from_sheet(house, decks=decks)


def test_the_odds_count_the_cards_of_the_deck_gob_01() -> None:
    inputs = {"skill_rank": 2, "trait": 3}
    one, two = play.chance(GAME, "fate-draw", {**inputs, "decks": 1}), play.chance(GAME, "fate-draw", inputs)
    assert one is not None
    assert two is not None
    assert one["chance"] != two["chance"]
    assert play.chance(GAME, "fate-draw", {**inputs, "decks": 2}) == two


def test_one_pack_has_a_card_for_one_side_of_a_simple_opposition_gob_01() -> None:
    twice = {"sides": [{"id": "a", "card": "9H"}, {"id": "b", "card": "9H"}]}
    once = {"sides": [{"id": "a", "card": "9H"}, {"id": "b", "card": "8H"}]}
    for decks in ({}, {"decks": None}, {"decks": 2}):
        assert play.check(GAME, "simple", {**twice, **decks})["winner"] == "b"
    assert play.check(GAME, "simple", {**once, "decks": 1})["winner"] == "a"
    with pytest.raises(play.Refused):
        play.check(GAME, "simple", {**twice, "decks": 1})
    assert play.sheet_check(GAME, {}, {}, "simple", twice, house=None)["inputs"] == twice
    assert play.sheet_check(GAME, {}, {}, "simple", once, house=HOUSE)["inputs"] == {**once, "decks": 1}
    for house, inputs in ((HOUSE, twice), (HOUSE, {**once, "decks": 2}), (None, {**once, "decks": 1})):
        with pytest.raises(play.Refused):
            play.sheet_check(GAME, {}, {}, "simple", inputs, house=house)
