"""The fate draw: a skill hand against the Dealer's (GOB-20 to GOB-25, GOB-86)."""

from typing import Annotated, Any, Literal

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.chance import Chance
from rules.engine.codec import Meta, Struct
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.comparison import beats
from rules.games.game_of_bastards.meditation import highest

Cards = Annotated[list[str], Meta(max_length=40)]


class Acrobat(Struct, forbid_unknown_fields=True):
    """Cards of the hand that are exchanged in the draw step (GOB-86); `body`: the Body, without it the draw's trait."""

    discard: Cards
    draws: Cards | None = None
    body: tables.Rank | None = None


class FateDraw(Struct, forbid_unknown_fields=True):
    """A fate draw; `decks` is the campaign's option, 2 if it is left out (GOB-01)."""

    skill_rank: tables.Rank
    trait: tables.Rank
    difficulty: tables.Difficulty | None = None
    specialty_rank: tables.Rank | None = None
    extra_cards: tables.ExtraCards | None = None
    declared_raises: tables.Raises | None = None
    cards: Cards | None = None
    dealer_cards: Cards | None = None
    play: Cards | None = None
    wildcard_cards: Annotated[list[str], Meta(max_length=20)] | None = None
    acrobat: Acrobat | None = None
    decks: Literal[1, 2] | None = None

    @property
    def whole_deck(self) -> str:
        """Every card of the deck from which the hands are drawn."""
        return tables.DECKS[self.decks or 2]


class Table:
    """The deck of one draw; supplied cards are taken out before anything is drawn."""

    def __init__(self, chance: Chance, whole_deck: str) -> None:
        self.chance, self.whole_deck = chance, whole_deck
        self.named = ""
        self.pile: str | None = None

    def supply(self, names: list[str], count: int | None, path: str, rule: str) -> str:
        """The cards that someone names; exactly `count` of them if that is given."""
        if count is not None and len(names) != count:
            refuse("check.cards", f"{path}: name exactly {count}, the number that is drawn.", rule)
        found = ""
        for index, name in enumerate(names):
            found += cards.parse_card_of(name, f"{path}[{index}]", self.whole_deck, self.named + found)
        self.named += found
        return found

    def draw(self, count: int) -> str:
        """Draw cards from the rest of the deck."""
        if self.pile is None:
            self.pile = self.chance.shuffle("".join([card for card in self.whole_deck if card not in self.named]))
        drawn, self.pile = self.pile[:count], self.pile[count:]
        return drawn


def resolve(inputs: FateDraw, chance: Chance) -> dict[str, Any]:
    """Draw, play and reveal: higher total, then higher suit, else the Dealer wins (GOB-03, GOB-20)."""
    rules = ["GOB-20", "GOB-22", "GOB-23"]
    hand, dealer, wild = hands(inputs, Table(chance, inputs.whole_deck), rules)
    jokers = [card for card in hand + wild if card in cards.JOKERS]
    if jokers:
        rules.append("GOB-05")
    played = plays(inputs, hand)
    if wild:
        rules.append("GOB-06")
        played += "".join([card for card in wild if card not in cards.JOKERS])
    answer = highest(dealer)
    total = worth(played) + inputs.trait + (inputs.specialty_rank or 0)
    against = worth(answer) + (inputs.difficulty or 0)
    if total == against:
        rules.append("GOB-03")
    rules += ["GOB-15"] if inputs.specialty_rank else []
    rules += ["GOB-21"] if inputs.difficulty else []
    result: dict[str, Any] = {
        **compare(played, total, answer, against),
        "hand": cards.names_of(hand),
        "dealer_hand": cards.names_of(dealer),
        "played": cards.names_of(played),
        "dealer_played": cards.names_of(answer),
        "wildcards": len(jokers),
        "supplied": bool(inputs.cards or inputs.dealer_cards or inputs.wildcard_cards),
        "rules": rules,
    }
    if inputs.declared_raises is not None:
        result["declared"] = {"raises": inputs.declared_raises, "met": result["raises"] >= inputs.declared_raises}
    return result


def compare(played: str, total: int, answer: str, against: int) -> dict[str, Any]:
    """Whether the player's cards win against the Dealer's `answer`, by how much, and with how many raises."""
    success = beats(played, total, answer, against)
    margin = abs(total - against)
    return {
        "success": success,
        "total": total,
        "dealer_total": against,
        "margin": margin,
        "raises": margin // tables.POINTS_A_RAISE if success else 0,
    }


def worth(pile: str) -> int:
    """The sum of the cards' values (GOB-02)."""
    return sum([tables.VALUE[card] for card in pile])


def hands(inputs: FateDraw, table: Table, rules: list[str]) -> tuple[str, str, str]:
    """(the player's hand after exchanging cards, the Dealer's hand, the cards of wildcards)."""
    count = max(1, tables.OPPOSING_CARDS - inputs.trait)
    exchange = inputs.acrobat
    hand = dealer = None
    if inputs.cards is not None:
        hand = table.supply(inputs.cards, inputs.skill_rank, "cards", "GOB-20")
    if inputs.dealer_cards is not None:
        dealer = table.supply(inputs.dealer_cards, count, "dealer_cards", "GOB-20")
    wild = table.supply(inputs.wildcard_cards or [], None, "wildcard_cards", "GOB-06")
    gone = draws = None
    if exchange is not None:
        rules.append("GOB-86")
        if hand is None:
            refuse("check.acrobat", "acrobat: also name the cards of the hand; some of them are exchanged.", "GOB-86")
        gone = exchanged_cards(inputs, exchange, hand)
        if exchange.draws is not None:
            draws = table.supply(exchange.draws, len(gone), "acrobat.draws", "GOB-86")
    if hand is None:
        hand = table.draw(inputs.skill_rank)
    if gone is not None:
        hand = "".join([card for card in hand if card not in gone])
        hand += draws if draws is not None else table.draw(len(gone))
    return hand, dealer if dealer is not None else table.draw(count), wild


def exchanged_cards(inputs: FateDraw, exchange: Acrobat, hand: str) -> str:
    """The cards that Acrobat exchanges: up to Body, and no jokers (GOB-86)."""
    most = inputs.trait if exchange.body is None else exchange.body
    if len(exchange.discard) > most:
        refuse("check.acrobat", f"acrobat.discard: up to {count_cards(most)}, the Body.", "GOB-86")
    return find_in_hand(exchange.discard, hand, "acrobat.discard", "GOB-86")


def find_in_hand(names: list[str], hand: str, path: str, rule: str) -> str:
    """The named cards; `Refused` for a joker and for a card that is not in the hand."""
    matching_cards = ""
    for index, name in enumerate(names):
        if name == cards.JOKER:
            refuse("card.joker", f"{path}[{index}]: a joker takes no place in the hand; name another card.", "GOB-05")
        card = next((copy for copy in cards.COPIES.get(name, "") if copy in hand and copy not in matching_cards), None)
        if card is None:
            refuse("card.not-held", f"{path}[{index}]: that card is not in the hand; name one that is.", rule)
        matching_cards += card
    return matching_cards


def plays(inputs: FateDraw, hand: str) -> str:
    """The cards that are played from the hand: the named ones, else the highest (GOB-20, GOB-22)."""
    if inputs.play is None:
        return highest(hand)
    most = 1 + (inputs.extra_cards or 0)
    if not 1 <= len(inputs.play) <= most:
        number = "exactly 1 card" if most == 1 else f"from 1 to {most} cards"
        refuse("check.play", f"play: name {number} of the hand.", "GOB-22")
    return find_in_hand(inputs.play, hand, "play", "GOB-22")
