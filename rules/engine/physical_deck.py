"""A deck of real cards: the players enter what they drew, and the engine asks for what is missing.

A command that draws carries `drawn: {owner: [cards, in the order drawn]}`; the owner "" stands for cards that everyone
sees. Where cards are missing the command is refused with `Needed`, which says how many of whom. Nothing has changed
then, and the same command with the cards is accepted. Cards for hands are asked for all at once. A card that everyone
sees decides what comes after it, so the engine asks for nothing else before it knows that card.

A command may also carry `held: {owner: [cards]}`: corrected hands, because someone had entered wrong cards.

Only the site adds these two fields, after it has asked the players. Cards that cannot have been drawn are always
refused with the same sentence, wherever they are: a refusal must reveal nothing.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from rules.engine import cards, codec, fairness
from rules.engine.refusals import Refused, refuse

DRAWN = "drawn"
HELD = "held"
SHOWN = ""
ELSEWHERE = "card.elsewhere"
DO_NOT_FIT = "These cards cannot all have been drawn. Check them and enter every card again."


class PhysicalDeck(Protocol):
    """The fields of `rules.engine.deck.Deck` that are read and changed here."""

    draw: str
    shuffles: list[fairness.Shuffle]
    feed: dict[str, list[str]]
    needs: list[tuple[str, int, str]]


class Needed(Refused):
    """Cards of a real deck must be entered first: `needs` is [(owner, number of cards, what for), ...]."""

    def __init__(self, needs: list[tuple[str, int, str]]) -> None:
        super().__init__("cards.needed", "Cards are drawn from your own deck. Enter which ones.")
        self.needs = needs


def attach_drawn_cards(state: Mapping[str, Any], command: object) -> tuple[dict[str, Any], object]:
    """(the state with the command's `drawn` cards in its deck's `feed`, the command without them)."""
    deck = state.get("deck")
    if not isinstance(deck, dict) or not deck.get("by_hand") or not isinstance(command, dict) or DRAWN not in command:
        return dict(state), command
    plain = {name: value for name, value in command.items() if name != DRAWN}
    return {**state, "deck": {**deck, "feed": command[DRAWN] or {}, "needs": []}}, plain


def attach_drawn_cards_to_deck(deck: object, command: object) -> object:
    """As `attach_drawn_cards`, for a typed deck, which is changed; returns the command without the cards."""
    if not getattr(deck, "by_hand", False) or not isinstance(command, dict) or DRAWN not in command:
        return command
    deck.feed = codec.decode(command[DRAWN] or {}, dict[str, list[str]], "drawn cards")  # type: ignore[attr-defined]
    return {name: value for name, value in command.items() if name != DRAWN}


def replace_with_named_cards(deck: PhysicalDeck, taken: str, owner: str, what: str) -> str:
    """Replace cards `taken` from the pile by those that the players entered; note as needed what is missing."""
    feed = deck.feed.get(owner, [])
    named = feed[: len(taken)]
    missing = len(taken) - len(named)
    if missing and owner == SHOWN:
        raise Needed([*deck.needs, (owner, missing, what)])
    deck.feed = {**deck.feed, owner: feed[len(named) :]}
    for place, name in enumerate(named):
        taken = _exchange(deck, taken, place, _find_available_card(deck, taken[place:], name))
    if missing:
        deck.needs = [*deck.needs, (owner, missing, what)]
        taken = _lay_placeholders(deck, taken, len(named))
    return taken


def _find_available_card(deck: PhysicalDeck, taken: str, name: str) -> str:
    """A copy of the named card that can be drawn now, else `Refused`."""
    for card in cards.COPIES.get(name, ""):
        if card in taken or card in deck.draw:
            return card
    raise Refused(ELSEWHERE, DO_NOT_FIT)


def _exchange(deck: PhysicalDeck, taken: str, place: int, card: str) -> str:
    """Swap the taken card at this place with another card, wherever that one is."""
    swap = str.maketrans({taken[place]: card, card: taken[place]})
    deck.draw = deck.draw.translate(swap)
    for shuffle in deck.shuffles:
        shuffle.order = shuffle.order.translate(swap)
    return taken[:place] + taken[place:].translate(swap)


def _lay_placeholders(deck: PhysicalDeck, taken: str, start: int) -> str:
    """Put placeholders in the place of the cards from `start` on, which nobody has entered yet.

    Cards that someone else has entered are the last to serve as one."""
    pile, reserved = taken[start:] + deck.draw, set[str]()
    for feed in deck.feed.values():
        for name in feed:
            copies = [card for card in cards.COPIES.get(name, "") if card in pile and card not in reserved]
            reserved.update(copies[:1])
    free = sorted(pile, key=lambda card: card in reserved)
    for place, card in enumerate(free[: len(taken) - start], start):
        taken = _exchange(deck, taken, place, card)
    return taken


def require_every_card_named(deck: object) -> None:
    """After a command: `Needed` when cards were drawn that nobody entered; `Refused` when too many were entered."""
    feed, needs = getattr(deck, "feed", None), getattr(deck, "needs", None)
    if needs:
        raise Needed(needs)
    if feed and any(feed.values()):
        refuse("cards.many", "drawn: more cards were entered than are drawn; put the last ones back on the pile.")
    if feed:
        deck.feed = {}  # type: ignore[attr-defined]


def stop_asking_for_cards(deck: object) -> None:
    """Treat the deck as the site's own, in place: odds are counted over all cards that may come."""
    if getattr(deck, "by_hand", False):
        deck.by_hand = False  # type: ignore[attr-defined]
