"""`Fight`, the context of a command: the state, its participants, its cards, and the events."""

from rules.engine import cards
from rules.engine.event_list import EncounterContext
from rules.engine.json_types import Event
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.state import Participant, State


class Fight(EncounterContext[Participant]):
    """A state that a command changes in place, and the events that it adds."""

    __slots__ = ("deck", "state")
    shuffle_rules = ("F52-01", "F52-02")

    def __init__(self, state: State, *, silent: bool = False) -> None:
        super().__init__(state.participants, tables.PRESENCE_RULES, silent=silent)
        self.state = state
        self.deck = state.deck

    def hand_of(self, participant: Participant) -> str:
        """The cards that a participant plays from: its own hand, or the Fate Dealer's for monsters (F52-11)."""
        return participant.hand if participant.group == tables.PLAYERS else self.state.fd

    def require_in_hand(self, participant: Participant, names: list[str], path: str = "cards") -> str:
        """The cards that a command names; `Refused` when one is not in the participant's hand."""
        pile = cards.parse_cards(names, path)
        hand = self.hand_of(participant)
        for index, card in enumerate(pile):
            if card not in hand:
                refuse(
                    "card.not-held",
                    f"{path}[{index}]: {cards.NAME[card]} is not in the hand; play cards that are.",
                    "F52-21",
                )
        return pile

    def give_up(self, participant: Participant, pile: str) -> None:
        """Take cards out of the hand that `participant` plays from."""
        hand = self.hand_of(participant)
        for card in pile:
            hand = hand.replace(card, "", 1)
        if participant.group == tables.PLAYERS:
            participant.hand = hand
        else:
            self.state.fd = hand

    def lay(self, participant: Participant, pile: str) -> None:
        """Play cards from the hand face up (F52-21)."""
        if pile:
            self.give_up(participant, pile)
            self.deck.played += pile
            self.reveals = True

    def show(self, event: Event, pile: str) -> Event:
        """Add to an event the openings of the cards that it makes public."""
        if pile and not self.silent:
            event["opened"] = self.deck.openings_of(pile)
            if self.deck.was_supplied(pile):
                event["supplied"] = True
        return event

    def look(self, count: int) -> str:
        """Draw cards and look at them; the caller discards them with `put_away` afterwards."""
        return self.deck.take(count, self)

    def put_away(self, pile: str) -> None:
        """Put cards on the discard pile."""
        self.deck.discard += pile

    def draw_to_hand(self, participant: Participant, count: int, rules: tuple[str, ...]) -> None:
        """A player character draws cards; the owner sees them, the others see how many."""
        drawn = self.deck.take(count, self, participant.id)
        participant.hand += drawn
        self._announce_draw(participant.id, participant.name, drawn, rules)

    def draw_fd(self, count: int, rules: tuple[str, ...]) -> None:
        """The Fate Dealer draws cards into the common hand of the monsters (F52-11)."""
        drawn = self.deck.take(count, self, tables.FD)
        self.state.fd += drawn
        self._announce_draw(tables.FD, "The Fate Dealer", drawn, rules)

    def _announce_draw(self, owner: str, name: str, drawn: str, rules: tuple[str, ...]) -> None:
        """Tell the owner which cards were drawn and everyone how many; nothing when there was no card left."""
        if not drawn or self.silent:
            return
        number = len(drawn)
        spots = spots_of(self.deck.positions(drawn))
        text = f"{name} draws {cards.count_cards(number)}."
        self.add_event("drew", text, rules, target=owner, count=number, positions=spots)
        own_text = f"You draw {cards.join_names(drawn)}."
        twin = self.add_private_event("drew-cards", own_text, rules, [owner], target=owner, cards=cards.names_of(drawn))
        if self.deck.was_supplied(drawn):
            twin["supplied"] = True

    def fd_limit(self) -> int:
        """The number of cards up to which the Fate Dealer draws, from the living player characters (F52-11)."""
        levels = [
            participant.level or 1
            for participant in self.state.participants
            if participant.group == tables.PLAYERS and participant.status != "dead"
        ]
        extra = self.state.options.fd_extra_cards or 0
        if not levels:
            return extra
        base = tables.BASE_CARDS if self.state.options.fd_hand == "hand" else 0
        return max(levels) + base + extra

    def surplus(self) -> Participant | None:
        """The first player character with more cards than hit points, who must discard now (F52-31)."""
        for participant in self.state.participants:
            if len(participant.hand) > participant.hp:
                return participant
        return None

    def pair(self, first: str, other: str) -> str:
        """The key of two participants in `ranges`; the same for both orders."""
        return f"{first} {other}" if first < other else f"{other} {first}"

    def range_between(self, first: str, other: str) -> tables.Range:
        """The range of a pair; every pair starts at melee (F52-17)."""
        return self.state.ranges.get(self.pair(first, other), "melee") if self.state.ranges else "melee"

    def set_range(self, first: str, other: str, distance: tables.Range) -> None:
        """Note the range of a pair."""
        key = self.pair(first, other)
        if distance == "melee":
            self.state.ranges.pop(key, None)
        else:
            self.state.ranges[key] = distance


def count_points(number: int) -> str:
    """ "1 point", "3 points"."""
    return "1 point" if number == 1 else f"{number} points"


def spots_of(spots: list[tuple[int, int]]) -> list[list[int]]:
    """Positions as plain JSON: [[shuffle, position], ...]."""
    return [[number, position] for number, position in spots]
