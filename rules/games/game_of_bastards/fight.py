"""The working context of one command: the state, who is in it, its cards, and the account being written."""

from rules.engine import cards
from rules.engine.account import Company, Event
from rules.engine.refusals import quoted, refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.state import Person, Play, Side, State
from rules.games.game_of_bastards.wording import counted

JOKERS = frozenset(cards.JOKERS)


class Fight(Company[Person]):
    """A state at work; moves change `state` in place and tell what happened."""

    __slots__ = ("deck", "state")
    shuffle_rules = ("GOB-01", "GOB-04")

    def __init__(self, state: State) -> None:
        super().__init__(state.people)
        self.state = state
        self.deck = state.deck

    def owners(self, person: Person) -> list[str]:
        """Who sees the hand of a participant: itself, and whoever controls it (GOB-97)."""
        return [person.id] if person.controller == person.id else [person.id, person.controller]

    def held(self, person: Person, names: list[str], path: str = "cards") -> str:
        """Cards named in a command, all in the hand of `person`, else `Refused`; of two alike the one drawn first."""
        pile = ""
        for index, name in enumerate(names):
            for card in person.hand:
                if cards.NAME[card] == name and card not in pile:
                    pile += card
                    break
            else:
                where = path if path == "card" else f"{path}[{index}]"
                refuse("card.not-held", f"{where}: {quoted(name)} is not in the hand; play cards that are.", "GOB-43")
        return pile

    def give_up(self, person: Person, pile: str) -> None:
        """Take cards out of a hand."""
        hand = person.hand
        for card in pile:
            hand = hand.replace(card, "", 1)
        person.hand = hand

    def show(self, event: Event, pile: str) -> Event:
        """Mark an event as the one in which these cards became public."""
        if pile:
            event["opened"] = self.deck.opened(pile)
            if self.deck.was_supplied(pile):
                event["supplied"] = True
            self.reveals = True
        return event

    def throw(self, person: Person, pile: str, rules: tuple[str, ...]) -> None:
        """Cards of the hand go to the discard pile, for all to see."""
        if not pile:
            return
        self.give_up(person, pile)
        self.deck.discard += pile
        text = f"{person.name} discards {cards.written(pile)}."
        self.show(self.tell("discarded", text, rules, target=person.id, cards=cards.named(pile)), pile)

    def draw(self, person: Person, count: int, rules: tuple[str, ...]) -> str:
        """Cards into a hand: the owner sees them, others how many; jokers become wildcards (GOB-05).

        Returns the cards that reached the hand; nothing is told when none was left to draw.
        """
        drawn = self.take(count, person.id)
        if not drawn:
            return ""
        jokers = "".join([card for card in drawn if card in JOKERS])
        kept = drawn if not jokers else "".join([card for card in drawn if card not in JOKERS])
        person.hand += kept
        spots = [[number, place] for number, place in self.deck.positions(drawn)]
        text = f"{person.name} draws {counted(len(drawn))}."
        self.tell("drew", text, rules, target=person.id, count=len(drawn), positions=spots)
        seen = f"{person.name}: you draw {cards.written(drawn)}."
        named = cards.named(drawn)
        twin = self.whisper("drew-cards", seen, rules, self.owners(person), target=person.id, cards=named)
        if self.deck.was_supplied(drawn):
            twin["supplied"] = True
        if jokers:
            self.gain(person, jokers)
        return kept

    def remind(self, person: Person, pile: str) -> None:
        """Tell whoever laid cards face down which they are; nobody else hears it, and no view shows it."""
        if pile:
            text = f"{person.name}: you lay {cards.written(pile)} face down."
            named = cards.named(pile)
            self.whisper("laid-cards", text, ("GOB-43",), self.owners(person), target=person.id, cards=named)

    def take(self, count: int, owner: str = "") -> str:
        """Draw cards from the pile; when it runs out the table hears that this is the moment to decide (GOB-07)."""
        if count > len(self.deck.draw) and self.deck.discard:
            text = "The draw pile has run out: the discard pile is shuffled in. Go on, change the opposition, or talk?"
            self.tell("ran-out", text, ("GOB-07",))
        return self.deck.take(count, self, owner)

    def gain(self, person: Person, jokers: str) -> None:
        """Jokers were drawn: a wildcard each, and the discard pile goes back into the draw pile (GOB-05)."""
        self.show(self.tell_jokers(person, jokers), jokers)
        person.wildcards += len(jokers)
        self.shuffle_in(jokers)

    def tell_jokers(self, person: Person, jokers: str) -> Event:
        """Everybody hears of a joker, and that its drawer gains a wildcard."""
        number = len(jokers)
        what = "a joker and gains a wildcard" if number == 1 else f"{number} jokers and gains as many wildcards"
        text = f"{person.name} draws {what}."
        return self.tell("joker", text, ("GOB-05", "GOB-06"), target=person.id, count=number)

    def shuffle_in(self, pile: str) -> None:
        """`pile` and the discard pile are shuffled into the draw pile (GOB-05)."""
        pile, self.deck.discard = self.deck.discard + pile, ""
        self.deck.mix(pile, self)

    def ins(self) -> list[Person]:
        """Everybody who is not out, in the encounter's order."""
        return [person for person in self.state.people if person.out is None]

    def current(self) -> Person | None:
        """Whose turn it is; None before the first round and when nobody of this round is left."""
        state = self.state
        if not state.begun or state.at >= len(state.order):
            return None
        return self.by_id.get(state.order[state.at])

    def side(self, who: str) -> Side | None:
        """The side of somebody in the play in progress."""
        play = self.state.play
        return next((side for side in play.sides if side.who == who), None) if play is not None else None

    def playing(self) -> Play:
        """The play in progress; there must be one."""
        play = self.state.play
        if play is None:
            refuse("state.play", "play: there is none in progress.")
        return play


def lowest_first(pile: str) -> list[str]:
    """The cards from the lowest to the highest (GOB-03)."""
    return sorted(pile, key=lambda card: (tables.WORTH[card], card))
