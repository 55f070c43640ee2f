"""The first visible player character draws the initiative card of the players, who had none (F52-13)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, foe, hero

ANA, BEN = hero("ana", hidden=True), hero("ben", hidden=True)


def begun(*participants: dict[str, Any], deck: str = "QD KD JD TD 9D 8D") -> dict[str, Any]:
    """The state of an encounter; without a visible character the first cards are the initiative of the monsters."""
    return play.start(GAME, {"participants": list(participants), "deck": deck.split()}, seed=1)


def do(state: dict[str, Any], kind: str, actor: str = "gm", **fields: Any) -> tuple[dict[str, Any], list[str]]:
    """The state after a command, and the types of its events."""
    result = play.act(GAME, state, {"type": kind, "actor": actor, **fields})
    return result["state"], [event["type"] for event in result["events"]]


def order(state: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(row["group"], row["card"]) for row in play.view(GAME, state, "observer")["initiative"]]


def turn(state: dict[str, Any]) -> list[str]:
    return list(play.view(GAME, state, "observer")["turn"])


@pytest.mark.parametrize(
    ("command", "acts_at_once"),
    [({"kind": "reveal", "target": "ana"}, True), ({"kind": "join", "participant": hero("cleo")}, False)],
)
def test_a_participant_who_appears_first_draws_the_card_f52_13(command: dict[str, Any], acts_at_once: bool) -> None:
    state = begun(ANA, foe("goblin"))
    assert order(state) == [("monsters", "QD"), ("players", None)]
    state, events = do(state, **command)
    assert "initiative" in events
    assert order(state) == [("monsters", "QD"), ("players", "9D")]
    assert turn(state) == ["goblin"]
    state, _ = do(state, "pass", "goblin")
    assert play.view(GAME, state, "gm")["round"] == (1 if acts_at_once else 2)


def test_a_participant_who_appears_second_draws_none_f52_13() -> None:
    state, _ = do(begun(ANA, BEN, foe("goblin")), "reveal", target="ana")
    state, events = do(state, "reveal", target="ben")
    assert "initiative" not in events
    assert order(state) == [("monsters", "QD"), ("players", "9D")]


def test_a_high_card_does_not_change_whose_turn_it_is_f52_13() -> None:
    state = begun(ANA, foe("goblin"), foe("wolf", group="wolves"), deck="QD 9D JD TD 8D KD")
    state, _ = do(state, "pass", "goblin")
    state, _ = do(state, "reveal", target="ana")
    assert order(state) == [("players", "KD"), ("monsters", "QD"), ("wolves", "9D")]
    assert turn(state) == ["wolf"]
    state, _ = do(state, "pass", "wolf")
    assert turn(state) == ["ana"]


def test_nobody_else_may_be_visible_at_first_f52_13() -> None:
    state, _ = do(begun(ANA, {**foe("goblin"), "hidden": True}, deck="KD JD TD 9D 8D"), "reveal", target="ana")
    assert (order(state), turn(state)) == ([("players", "9D")], ["ana"])


def test_an_encounter_of_an_older_version_keeps_the_place_without_a_card() -> None:
    state, events = do({**begun(ANA, foe("goblin")), "began": 2}, "reveal", target="ana")
    assert "initiative" not in events
    assert order(state) == [("monsters", "QD"), ("players", None)]
