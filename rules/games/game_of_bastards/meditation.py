"""The fate draw inside an opposition that ends being berserk (GOB-80, GOB-20, GOB-24)."""

from rules.engine import cards
from rules.games.game_of_bastards import figures, reveal, tables
from rules.games.game_of_bastards.fight import JOKERS, Fight
from rules.games.game_of_bastards.state import Person


def stop(fight: Fight, person: Person) -> None:
    """Rank in Meditation cards and Mind against the Dealer's; the highest card of each side is played.

    The cards come from the draw pile and go back into it; a joker of the player's gives a wildcard.
    """
    mind = figures.trait(person, "mind")
    mine = fight.take(figures.rank(person, tables.MEDITATION))
    theirs = fight.take(max(1, tables.OPPOSING_CARDS - mind))
    best, other = highest(mine), highest(theirs)
    total = mind + worth(best)
    against = worth(other)
    won = reveal.beats(best, total, other, against)
    if won:
        person.berserk = False
    end = "comes to its senses" if won else "stays berserk"
    text = f"{person.name} meditates: {total} against {against}, and {end}."
    rules = ("GOB-80", "GOB-20", "GOB-24")
    event = fight.tell(
        "fate-draw", text, rules, actor=person.id, success=won, total=total, against=against,
        hand=cards.named(mine), dealer_hand=cards.named(theirs), played=cards.named(best),
        dealer_played=cards.named(other),
    )  # fmt: skip
    fight.show(event, mine + theirs)
    put_back(fight, person, mine, theirs)


def highest(pile: str) -> str:
    """The card that is played: the highest that is no joker, if there is one."""
    plain = [card for card in pile if card not in JOKERS]
    return max(plain, key=lambda card: tables.WORTH[card]) if plain else ""


def worth(card: str) -> int:
    """The value of the card that was played; 0 without one."""
    return tables.VALUE[card] if card else 0


def put_back(fight: Fight, person: Person, mine: str, theirs: str) -> None:
    """Only these cards go back, unless a joker shuffles the discard pile in as well (GOB-05, GOB-24)."""
    jokers = "".join([card for card in mine if card in JOKERS])
    if jokers:
        fight.tell_jokers(person, jokers)
        person.wildcards += len(jokers)
    if not JOKERS.isdisjoint(mine + theirs):
        fight.shuffle_in(mine + theirs)
    else:
        fight.deck.mix(mine + theirs, fight)
