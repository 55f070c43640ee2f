"""`Fight`, the context of a command: the state, its participants, its cards, and the events."""

from rules.engine import agreement, cards
from rules.engine.cards import count_cards
from rules.engine.event_list import EncounterContext
from rules.engine.json_types import Event
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.state import Participant, Play, Side, State

JOKERS = frozenset(cards.JOKERS)


class Fight(EncounterContext[Participant]):
    """A state that a command changes in place, and the events that it adds."""

    __slots__ = ("deck", "state")
    shuffle_rules = ("GOB-01", "GOB-04")

    def __init__(self, state: State, *, silent: bool = False) -> None:
        super().__init__(state.participants, tables.PRESENCE_RULES, silent=silent)
        self.state = state
        self.deck = state.deck

    def is_plural(self, participant: Participant) -> bool:
        """Whether verbs that belong to the participant are in the plural; extras are groups, "Street toughs"."""
        return agreement.is_plural(participant.name) if participant.kind == "extras" else super().is_plural(participant)

    def hand_viewers(self, participant: Participant) -> list[str]:
        """Everyone who sees the hand of a participant: itself and its controller (GOB-97)."""
        return (
            [participant.id] if participant.controller == participant.id else [participant.id, participant.controller]
        )

    def require_in_hand(self, participant: Participant, names: list[str], path: str = "cards") -> str:
        """The cards that a command names; `Refused` when one is not in the hand. Equal cards: the first drawn."""
        pile = ""
        for index, name in enumerate(names):
            for card in participant.hand:
                if cards.NAME[card] == name and card not in pile:
                    pile += card
                    break
            else:
                where = path if path == "card" else f"{path}[{index}]"
                refuse("card.not-held", f"{where}: {quote(name)} is not in the hand; play cards that are.", "GOB-43")
        return pile

    def give_up(self, participant: Participant, pile: str) -> None:
        """Take cards out of a hand."""
        hand = participant.hand
        for card in pile:
            hand = hand.replace(card, "", 1)
        participant.hand = hand

    def show(self, event: Event, pile: str) -> Event:
        """Add to an event the openings of the cards that it makes public."""
        if pile and not self.silent:
            event["opened"] = self.deck.openings_of(pile)
            if self.deck.was_supplied(pile):
                event["supplied"] = True
            self.reveals = True
        return event

    def discard(self, participant: Participant, pile: str, rules: tuple[str, ...]) -> None:
        """Discard cards of the hand; everyone sees them."""
        if not pile:
            return
        self.give_up(participant, pile)
        self.deck.discard += pile
        text = f"{participant.name} discards {cards.join_names(pile)}."
        self.show(self.add_event("discarded", text, rules, target=participant.id, cards=cards.names_of(pile)), pile)

    def draw(self, participant: Participant, count: int, rules: tuple[str, ...]) -> str:
        """Draw cards into a hand: the owners see them, others how many; jokers become wildcards (GOB-05).

        Returns the cards that reached the hand. Nothing is told when there was no card left.
        """
        drawn = self.take(count, participant.id)
        if not drawn:
            return ""
        jokers = "".join([card for card in drawn if card in JOKERS])
        drawn_cards = drawn if not jokers else "".join([card for card in drawn if card not in JOKERS])
        participant.hand += drawn_cards
        if not self.silent:
            self._announce_draw(participant, drawn, rules)
        if jokers:
            self.gain(participant, jokers)
        return drawn_cards

    def _announce_draw(self, participant: Participant, drawn: str, rules: tuple[str, ...]) -> None:
        """Tell the owners which cards were drawn and everyone how many."""
        spots = [[number, place] for number, place in self.deck.positions(drawn)]
        text = f"{participant.name} draws {count_cards(len(drawn))}."
        self.add_event("drew", text, rules, target=participant.id, count=len(drawn), positions=spots)
        names = "a joker" if drawn in JOKERS else cards.join_names(drawn).replace(cards.JOKER, "joker")
        own_text = f"You draw {names} for {participant.name}."
        named = cards.names_of(drawn)
        twin = self.add_private_event(
            "drew-cards", own_text, rules, self.hand_viewers(participant), target=participant.id, cards=named
        )
        if self.deck.was_supplied(drawn):
            twin["supplied"] = True

    def announce_face_down(self, participant: Participant, pile: str) -> None:
        """Tell the owners which cards are face down; nobody else learns it, and no view shows it."""
        if pile and not self.silent:
            text = f"You put {cards.join_names(pile)} face down for {participant.name}."
            named = cards.names_of(pile)
            self.add_private_event(
                "laid-cards", text, ("GOB-43",), self.hand_viewers(participant), target=participant.id, cards=named
            )

    def take(self, count: int, owner: str = "") -> str:
        """Draw cards; when the pile runs out, tell everyone that they may now decide how to go on (GOB-07)."""
        if count > len(self.deck.draw) and self.deck.discard:
            text = "The draw pile has run out; the discard pile is shuffled in. Go on, change the opposition, or talk?"
            self.add_event("ran-out", text, ("GOB-07",))
        return self.deck.take(count, self, owner)

    def gain(self, participant: Participant, jokers: str) -> None:
        """Jokers were drawn: one wildcard each, and the discard pile is shuffled into the draw pile (GOB-05)."""
        self.show(self.announce_jokers(participant, jokers), jokers)
        participant.wildcards += len(jokers)
        self.shuffle_in(jokers)

    def announce_jokers(self, participant: Participant, jokers: str) -> Event:
        """Tell everyone that someone drew jokers and gains wildcards."""
        number = len(jokers)
        words = "a joker and gains a wildcard" if number == 1 else f"{number} jokers and gains {number} wildcards"
        text = f"{participant.name} draws {words}."
        return self.add_event("joker", text, ("GOB-05", "GOB-06"), target=participant.id, count=number)

    def shuffle_in(self, pile: str) -> None:
        """Shuffle `pile` and the discard pile into the draw pile (GOB-05)."""
        pile, self.deck.discard = self.deck.discard + pile, ""
        self.deck.shuffle_in(pile, self)

    def remaining_participants(self) -> list[Participant]:
        """Everyone who is not out, in setup order."""
        return [participant for participant in self.state.participants if participant.out is None]

    def current(self) -> Participant | None:
        """The participant whose turn it is; None before the first round and when this round has nobody left."""
        state = self.state
        if not state.begun or state.at >= len(state.order):
            return None
        return self.by_id.get(state.order[state.at])

    def side(self, participant_id: str) -> Side | None:
        """The side of a participant in the current play; None when it has none."""
        play = self.state.play
        return next((side for side in play.sides if side.who == participant_id), None) if play is not None else None

    def require_play(self) -> Play:
        """The current play; `Refused` when there is none."""
        play = self.state.play
        if play is None:
            refuse("state.play", "play: there is none in progress.")
        return play


def lowest_first(pile: str) -> list[str]:
    """The cards from the lowest to the highest (GOB-03)."""
    return sorted(pile, key=lambda card: (tables.WORTH[card], card))
