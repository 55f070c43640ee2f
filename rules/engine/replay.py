"""Replaying: the accepted commands from a state on, in one go, with the same result as one by one."""

from collections.abc import Iterable
from typing import Any

from rules.engine import byhand
from rules.engine.account import Event
from rules.engine.game import Game
from rules.engine.refusals import Refused


def replay(game: Game, state: Any, commands: Iterable[object]) -> list[Event]:
    """Carry the commands out on a typed state, in place; returns every event that they caused.

    `Refused` names the command, counted from 0, when one of them is not accepted; the state is spoilt then.
    """
    events: list[Event] = []
    deck = getattr(state, "deck", None)
    for number, command in enumerate(commands):
        try:
            events += game.act(state, byhand.fed_to(deck, command)).events
            byhand.settled(deck)
        except Refused as refused:
            raise Refused(refused.code, f"Command {number}: {refused.message}", refused.rule) from None
    return events
