"""Corrects hands of real cards after someone entered wrong cards."""

from typing import Any

from rules.engine import cards, codec
from rules.engine.physical_deck import DO_NOT_FIT, ELSEWHERE, HELD
from rules.engine.refusals import refuse

DEALER = "gm"


def hands_of(state: Any) -> dict[str, str]:
    """The cards in every hand that is not empty, by participant; "gm" has the common hand of the dealer."""
    found = {
        participant.id: participant.hand
        for participant in getattr(state, "participants", [])
        if getattr(participant, "hand", "")
    }
    common = getattr(state, "fd", "")
    return found | ({DEALER: common} if common else {})


def take_named_hands(state: Any, command: object) -> object:
    """Put the corrected hands that come with a command into the state; returns the command without them."""
    deck = getattr(state, "deck", None)
    if not getattr(deck, "by_hand", False) or not isinstance(command, dict) or HELD not in command:
        return command
    correct_hands(state, codec.decode(command[HELD] or {}, dict[str, list[str]], "held cards"))
    return {name: value for name, value in command.items() if name != HELD}


def correct_hands(state: Any, named: dict[str, list[str]]) -> None:
    """Set the named hands to exactly the named cards, in this order; `Refused` with one sentence for every fault.

    The cards that a hand had before go where its new cards come from: into the draw pile, whose order nobody knows,
    or into the other named hands.
    """
    hands, deck = hands_of(state), state.deck
    if any(len(hands.get(owner, "")) != len(names) for owner, names in named.items()):
        refuse(ELSEWHERE, DO_NOT_FIT)
    before = "".join(hands[owner] for owner in named)
    left, found = before + deck.draw, dict[str, str]()
    for owner, names in named.items():
        found[owner] = ""
        for name in names:
            # Of equal cards take the one that is in this hand already, so that as few cards as possible move.
            copies = [card for card in cards.COPIES.get(name, "") if card in left and card not in cards.JOKERS]
            if not copies:
                refuse(ELSEWHERE, DO_NOT_FIT)
            card = min(copies, key=lambda copy: copy not in hands[owner])
            found[owner] += card
            left = left.replace(card, "")
    freed = iter([card for card in before if card in left])
    draw = "".join([card if card in left else next(freed) for card in deck.draw])
    exchange = str.maketrans(before + deck.draw, "".join(found.values()) + draw)
    deck.draw = draw
    for shuffle in deck.shuffles:
        shuffle.order = shuffle.order.translate(exchange)
    for participant in state.participants:
        participant.hand = found.get(participant.id, participant.hand)
    if DEALER in found:
        state.fd = found[DEALER]
