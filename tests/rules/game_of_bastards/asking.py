"""What viewers may know of the cards, and what a refusal is made of."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rules import play

GAME = "game-of-bastards"
# The fate draw of the first worked example.
CARLTON = {"skill_rank": 2, "trait": 3, "cards": ["9H", "4C"], "dealer_cards": ["JC", "2D", "5S"]}
CODE = re.compile(r"(?<![A-Za-z0-9_-])(?:[2-9TJQKA][CDHS]|XX)(?![A-Za-z0-9_-])")


def remember(laid: dict[str, set[str]], command: dict[str, Any]) -> None:
    """Keep who laid which cards face down since the last attack that was declared."""
    if command["type"] == "attack":
        laid.clear()
    if command["type"] in ("attack", "defend"):
        cards = {command.get("card")} - {None}
        cards |= {card for use in command.get("use") or [] for card in use.get("cards", [])}
        laid[command["actor"]] = laid.get(command["actor"], set()) | cards


def laid_by(laid: dict[str, set[str]], viewer: str, view: dict[str, Any]) -> set[str]:
    """The face-down cards that the viewer, or someone it plays, has laid."""
    participants = view["participants"]
    return {
        card
        for name, cards in laid.items()
        for card in cards
        if viewer == name or (name in participants and participants[name]["controller"] == viewer)
    }


def heard_by(viewer: str, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that reach this viewer, without commitments and openings."""
    mine = [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    return [{name: value for name, value in event.items() if name != "commitments"} for event in mine]


def cards_in(value: Any) -> set[str]:
    """Every card that a value names, in a field or in a sentence."""
    return set(CODE.findall(json.dumps(value)))


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
