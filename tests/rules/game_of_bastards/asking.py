"""Checks and setups of A Game of Bastards, and what a refusal is made of."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules import play

GAME = "game-of-bastards"
# The fate draw of the first worked example.
CARLTON = {"skill_rank": 2, "trait": 3, "cards": ["9H", "4C"], "dealer_cards": ["JC", "2D", "5S"]}


def proper(refusal: play.Refused) -> play.Refused:
    """A refusal with a code, a sentence, and a rule of this game or none."""
    assert isinstance(refusal.code, str)
    assert refusal.code
    assert isinstance(refusal.message, str)
    assert len(refusal.message) > 8
    assert refusal.rule is None or re.fullmatch(r"GOB-\d\d", refusal.rule)
    return refusal


def refused_check(kind: Any, inputs: Any) -> play.Refused:
    with pytest.raises(play.Refused) as caught:
        play.check(GAME, kind, inputs, seed=1)
    return proper(caught.value)


def refused_start(*participants: dict[str, Any], **more: Any) -> play.Refused:
    return refused_setup({"participants": list(participants), **more})


def refused_setup(setup: Any) -> play.Refused:
    with pytest.raises(play.Refused) as caught:
        play.start(GAME, setup, seed=1)
    return proper(caught.value)


def draw(**fields: Any) -> dict[str, Any]:
    """The fate draw of the worked example, or what the fields say instead."""
    return dict(play.check(GAME, "fate-draw", {**CARLTON, **fields}, seed=1))


def no_draw(**fields: Any) -> play.Refused:
    return refused_check("fate-draw", {**CARLTON, **fields})
