"""Replays many accepted commands on one typed state, with the same result as one by one."""

from collections.abc import Iterable
from typing import Any

from rules.engine import physical_deck, real_hands
from rules.engine.game import AnyGame
from rules.engine.json_types import Event
from rules.engine.refusals import Refused


def replay(game: AnyGame, state: Any, commands: Iterable[object]) -> list[Event]:
    """Carry out the commands on a typed state, which is changed; returns all their events.

    Refused: the message names the first refused command, counted from 0. Do not use the state any more then.
    """
    events: list[Event] = []
    deck = getattr(state, "deck", None)
    for number, command in enumerate(commands):
        try:
            plain = real_hands.take_named_hands(state, physical_deck.attach_drawn_cards_to_deck(deck, command))
            events += game.act(state, plain).events
            physical_deck.require_every_card_named(deck)
        except Refused as refused:
            raise Refused(refused.code, f"Command {number}: {refused.message}", refused.rule) from None
    return events
