"""A deck of real cards: the table says what was drawn, the engine asks for what it was not told.

A command that draws carries `drawn: {owner: [cards, in the order drawn]}`; "" stands for cards that are drawn for
all to see. Where cards are missing the command is refused with `Needed`, which says how many of whom: nothing has
changed, and the same command with the cards is accepted. Cards for hands are asked for all at once; a card that is
shown decides what comes after it, so nothing behind it is asked for before it is known.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.engine import cards, codec
from rules.engine.refusals import Refused, refuse

if TYPE_CHECKING:
    from rules.engine.deck import Deck

DRAWN = "drawn"
SHOWN = ""


class Needed(Refused):
    """Cards are drawn from a real deck, and nobody has said which: `needs` is [(owner, how many, what for), ...]."""

    def __init__(self, needs: list[tuple[str, int, str]]) -> None:
        super().__init__("cards.needed", "Cards are drawn from your own deck: say which.")
        self.needs = needs


def fed(state: Mapping[str, Any], command: object) -> tuple[dict[str, Any], object]:
    """The state with the cards that come with a command laid beside its deck, and the command without them."""
    deck = state.get("deck")
    if not isinstance(deck, dict) or not deck.get("by_hand") or not isinstance(command, dict) or DRAWN not in command:
        return dict(state), command
    plain = {name: value for name, value in command.items() if name != DRAWN}
    return {**state, "deck": {**deck, "feed": command[DRAWN] or {}, "needs": []}}, plain


def fed_to(deck: object, command: object) -> object:
    """As `fed`, beside a typed deck that is played on in place."""
    if not getattr(deck, "by_hand", False) or not isinstance(command, dict) or DRAWN not in command:
        return command
    deck.feed = codec.decode(command[DRAWN] or {}, dict[str, list[str]], "drawn cards")  # type: ignore[attr-defined]
    return {name: value for name, value in command.items() if name != DRAWN}


def drawn(deck: "Deck", taken: str, owner: str, what: str) -> str:
    """The cards that the table names in place of those `taken`; what is not named is noted as needed."""
    feed = deck.feed.get(owner, [])
    if len(feed) < len(taken):
        deck.needs = [*deck.needs, (owner, len(taken), what)]
        if owner == SHOWN:
            raise Needed(deck.needs)
        return taken
    deck.feed = {**deck.feed, owner: feed[len(taken) :]}
    for place, name in enumerate(feed[: len(taken)]):
        taken = _exchanged(deck, taken, place, name)
    return taken


def _exchanged(deck: "Deck", taken: str, place: int, name: str) -> str:
    """The named card in this place; the one that lay there goes where the named one was."""
    there = taken[place]
    known = cards.COPIES.get(name, "")
    real = next((card for card in known if card in taken[place:] or card in deck.draw), None)
    if real is None:
        what = "is not in the draw pile: look again" if known else "is no card; write one as KD or TC"
        refuse("card.elsewhere", f"{cards.NAME[known[0]] if known else 'That'} {what}.")
    swap = str.maketrans({there: real, real: there})
    deck.draw = deck.draw.translate(swap)
    for shuffle in deck.shuffles:
        shuffle.order = shuffle.order.translate(swap)
    return taken[:place] + taken[place:].translate(swap)


def settled(deck: object) -> None:
    """After a command: `Needed` for what was drawn without a name; `Refused` for a card that nobody drew."""
    feed, needs = getattr(deck, "feed", None), getattr(deck, "needs", None)
    if needs:
        raise Needed(needs)
    if feed and any(feed.values()):
        refuse("cards.many", "drawn: more cards were named than are drawn; leave the last ones in the pile.")
    if feed:
        deck.feed = {}  # type: ignore[attr-defined]


def counted(deck: object) -> None:
    """For odds, which are counted over what may come: nobody is asked what does."""
    if getattr(deck, "by_hand", False):
        deck.by_hand = False  # type: ignore[attr-defined]
