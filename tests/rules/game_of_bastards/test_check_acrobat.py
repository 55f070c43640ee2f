"""Acrobat: cards of a fate draw are exchanged (GOB-86)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, draw, no_draw


def test_acrobat_discards_up_to_body_cards_and_draws_as_many_gob_86() -> None:
    found = draw(acrobat={"discard": ["4C"], "draws": ["KD"]})
    assert (found["played"], found["total"]) == (["KD"], 16)
    assert "4C" not in found["hand"]
    assert "GOB-86" in found["rules"]


def test_acrobat_draws_from_the_deck_when_nothing_is_supplied_gob_86() -> None:
    found = draw(acrobat={"discard": ["4C", "9H"]})
    assert len(found["hand"]) == 2


def test_acrobat_is_limited_by_the_hand_by_body_and_by_its_count_gob_86() -> None:
    two = {"trait": 2, "skill_rank": 4, "cards": ["9H", "4C", "5C", "6C"], "dealer_cards": ["JC", "2D", "5S", "3D"]}
    draw(**two, acrobat={"discard": ["4C", "5C"], "draws": ["KD", "QD"]})
    no_draw(**two, acrobat={"discard": ["4C", "5C", "6C"], "draws": ["KD", "QD", "KS"]})
    draw(**two, acrobat={"discard": ["4C", "5C", "6C"], "draws": ["KD", "QD", "KS"], "body": 3})
    no_draw(**two, acrobat={"discard": ["4C", "5C"], "draws": ["KD", "QD"], "body": 1})
    no_draw(acrobat={"discard": ["4C"], "draws": ["KD"], "body": 21})
    no_draw(acrobat={"discard": ["4C"], "draws": ["KD", "QD"]})
    no_draw(acrobat={"discard": ["4C", "9H"], "draws": ["KD"]})
    no_draw(acrobat={"discard": ["KD"], "draws": ["4C"]})
    no_draw(acrobat={"discard": ["4C", "4C"], "draws": ["KD", "QD"]})


@pytest.mark.parametrize(
    "acrobat", [[], "4C", 7, True, {"draws": ["KD"]}, {"discard": "4C"}, {"discard": ["4C"], "x": 1}]
)
def test_a_malformed_acrobat_is_refused_gob_86(acrobat: Any) -> None:
    no_draw(acrobat=acrobat)


def test_an_acrobat_changes_cards_of_a_fate_draw_gob_86() -> None:
    inputs = {"skill_rank": 3, "trait": 2, "cards": ["2C", "3C", "9D"], "dealer_cards": ["4C", "5C", "6C", "7C"]}
    plain = play.check(GAME, "fate-draw", inputs)
    assert (plain["total"], plain["hand"]) == (11, ["2C", "3C", "9D"])
    changed = play.check(GAME, "fate-draw", {**inputs, "acrobat": {"discard": ["2C", "3C"], "draws": ["KD", "XX"]}})
    assert (changed["total"], changed["hand"], changed["wildcards"]) == (15, ["9D", "KD", "XX"], 1)
    assert "GOB-86" in changed["rules"]
    for wrong in (["2C", "3C", "9D"], ["4D"], ["2C", "2C"]):
        with pytest.raises(play.Refused):
            play.check(GAME, "fate-draw", {**inputs, "acrobat": {"discard": wrong}})
