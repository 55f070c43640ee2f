"""The deck: draw pile, discard pile and played cards, shuffled by the state's own chance."""

from typing import Any

from rules.engine import cards, fairness, physical_deck
from rules.engine.chance import Chance
from rules.engine.codec import Struct
from rules.engine.event_list import EventList


class Deck(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Piles are strings of card characters: `draw` top first, `discard` and `played` oldest first.

    `supplied` counts the positions of the first shuffle that the setup's `deck` named. `decks` is 0 for one deck
    of 52 cards without jokers, else the number of decks with two jokers each.

    With `by_hand` the players shuffle and draw real cards, so no commitments are published. Every draw takes the cards
    that `feed` names for its owner, next first ("" is the owner of cards that everyone sees). Missing cards are noted
    in `needs`; the command is then refused with the question for them (`rules.engine.physical_deck`). Both fields are
    empty between commands.
    """

    key: str
    counter: int = 0
    draw: str = ""
    discard: str = ""
    played: str = ""
    shuffles: list[fairness.Shuffle] = []
    shuffle_count: int = 0
    supplied: int = 0
    decks: int = 0
    by_hand: bool = False
    feed: dict[str, list[str]] = {}
    needs: list[tuple[str, int, str]] = []

    def prepare(self, all_cards: str, supplied: str, events: EventList) -> None:
        """The first shuffle: `supplied` on top, the rest of `all_cards` shuffled beneath it."""
        rest = "".join([card for card in all_cards if card not in supplied])
        self.supplied = len(supplied)
        self._lay(supplied + self._shuffle(rest), events)

    def take(self, count: int, events: EventList, owner: str = "", what: str = "") -> str:
        """Draw `count` cards, fewer when both piles run out; the discard pile refills an empty draw pile.

        `owner`: the participant whose hand they go into, "" when everyone sees them.
        `what`: what they are for, in words, for the question about real cards.
        """
        taken = self.draw[:count]
        self.draw = self.draw[count:]
        while len(taken) < count and self.discard:
            pile, self.discard = self.discard, ""
            self._lay(self._shuffle(pile), events)
            missing = count - len(taken)
            taken += self.draw[:missing]
            self.draw = self.draw[missing:]
        if taken:
            events.reveals = True
        return physical_deck.replace_with_named_cards(self, taken, owner, what) if self.by_hand and taken else taken

    def shuffle_in(self, pile: str, events: EventList) -> None:
        """Shuffle `pile` and the draw pile together into a new draw pile."""
        self._lay(self._shuffle(self.draw + pile), events)

    def redeal(self, key: str, events: EventList) -> None:
        """Shuffle the draw pile, and nothing else, by a new key."""
        self.key, self.counter = key, 0
        self._lay(self._shuffle(self.draw), events)

    def openings_of(self, pile: str) -> list[dict[str, Any]]:
        """The openings of cards that become public now: where each one was in its last shuffle, and the salt."""
        if self.by_hand:
            return []
        return [opening(shuffle, position) for shuffle, position in map(self._origin, pile)]

    def was_supplied(self, pile: str) -> bool:
        """Whether the setup's `deck`, or a real deck, and not the site decided one of these cards."""
        if self.by_hand:
            return True
        if not self.supplied or self.shuffles[0].number != 1:
            return False
        return any(number == 1 and position < self.supplied for number, position in self.positions(pile))

    def positions(self, pile: str) -> list[tuple[int, int]]:
        """Where each card was in its last shuffle: the shuffle's number, and the position from the top, from 0."""
        return [(shuffle.number, position) for shuffle, position in map(self._origin, pile)]

    def _origin(self, card: str) -> tuple[fairness.Shuffle, int]:
        for shuffle in reversed(self.shuffles):
            position = shuffle.order.find(card)
            if position >= 0:
                return shuffle, position
        raise LookupError(card)

    def _shuffle(self, pile: str) -> str:
        chance = Chance(self.key, self.counter)
        pile = chance.shuffle(pile)
        self.counter = chance.counter
        return pile

    def _lay(self, order: str, events: EventList) -> None:
        """Make `order` the draw pile, publish its commitments, forget shuffles without closed cards."""
        self.shuffle_count += 1
        self.draw = order
        secret = fairness.secret_of(self.key, self.counter, self.shuffle_count)
        shuffle = fairness.Shuffle(self.shuffle_count, order, secret)
        self.shuffles = [*self._still_closed(order), shuffle]
        events.reveals = True
        self.announce_shuffle(shuffle, events)

    def announce_shuffle(self, shuffle: fairness.Shuffle, events: EventList) -> None:
        """Publish the commitments of a shuffle; there are none for a real deck."""
        if events.silent:
            return
        if self.by_hand:
            text = f"Shuffle your own deck: the draw pile has {cards.count_cards(len(shuffle.order))}."
            events.add_event("mixed", text, events.shuffle_rules, cards=len(shuffle.order), supplied=True)
            return
        event = events.add_event(
            "shuffled",
            f"Shuffle {shuffle.number}: the draw pile has {cards.count_cards(len(shuffle.order))}.",
            events.shuffle_rules,
            shuffle=shuffle.number,
            cards=len(shuffle.order),
            commitments=fairness.commitments(shuffle),
        )
        if self.decks:
            event["decks"], event["jokers"] = self.decks, 2 * self.decks
        if shuffle.number == 1 and self.supplied:
            event["supplied"] = True

    def _still_closed(self, order: str) -> list[fairness.Shuffle]:
        """The earlier shuffles from which a card may still be in a hand."""
        kept: list[fairness.Shuffle] = []
        known = set(order + self.played + self.discard)
        for shuffle in reversed(self.shuffles):
            if not known.issuperset(shuffle.order):
                kept.insert(0, shuffle)
                known.update(shuffle.order)
        return kept


def opening(shuffle: fairness.Shuffle, position: int) -> dict[str, Any]:
    """The opening of one position of a shuffle."""
    salted = fairness.salt(shuffle.secret, position)
    name = cards.NAME[shuffle.order[position]]
    return {"card": name, "shuffle": shuffle.number, "position": position, "salt": salted}
