"""The fate draw in an opposition that ends being berserk (GOB-20, GOB-24, GOB-48, GOB-80)."""

from rules.engine import cards
from rules.engine.upgrades import began_before
from rules.games.game_of_bastards import comparison, figures, tables
from rules.games.game_of_bastards.context import JOKERS, Fight
from rules.games.game_of_bastards.state import Participant


def stop(fight: Fight, participant: Participant) -> None:
    """A Meditation draw against the Dealer; the highest card of each side is played.

    The cards come from the draw pile and go back into it. A joker of the player gives a wildcard.
    """
    added = bonus(fight, participant)
    mine = fight.take(figures.rank(participant, tables.MEDITATION))
    theirs = fight.take(max(1, tables.OPPOSING_CARDS - added))
    best, other = highest(mine), highest(theirs)
    total = added + worth(best)
    against = worth(other)
    won = comparison.beats(best, total, other, against)
    if won:
        participant.berserk = False
    end = "regains control" if won else "stays berserk"
    text = f"{participant.name} meditates: {total} against {against}, and {end}."
    rules = ("GOB-80", "GOB-20", "GOB-24", *(("GOB-48",) if participant.desperate else ()))
    event = fight.add_event(
        "fate-draw",
        text,
        rules,
        actor=participant.id,
        success=won,
        total=total,
        against=against,
        hand=cards.names_of(mine),
        dealer_hand=cards.names_of(theirs),
        played=cards.names_of(best),
        dealer_played=cards.names_of(other),
    )
    fight.show(event, mine + theirs)
    put_back(fight, participant, mine, theirs)


def bonus(fight: Fight, participant: Participant) -> int:
    """What is added to its card."""
    return figures.trait(participant, trait(fight, participant))


def trait(fight: Fight, participant: Participant) -> str:
    """The trait of the draw: Mind, or the higher one of Spirit and Luck while it is desperate (GOB-48, GOB-80).

    An encounter that began before version 3 always adds Mind.
    """
    if participant.desperate and not began_before(fight.state, 3):
        return figures.higher_of_desperation(participant)
    return "mind"


def highest(pile: str) -> str:
    """The highest card that is not a joker; "" without one."""
    plain = [card for card in pile if card not in JOKERS]
    return max(plain, key=lambda card: tables.WORTH[card]) if plain else ""


def worth(card: str) -> int:
    """The value of the card that was played; 0 without one."""
    return tables.VALUE[card] if card else 0


def put_back(fight: Fight, participant: Participant, mine: str, theirs: str) -> None:
    """Put these cards back into the draw pile; a joker also shuffles the discard pile in (GOB-05, GOB-24)."""
    jokers = "".join([card for card in mine if card in JOKERS])
    if jokers:
        fight.announce_jokers(participant, jokers)
        participant.wildcards += len(jokers)
    if not JOKERS.isdisjoint(mine + theirs):
        fight.shuffle_in(mine + theirs)
    else:
        fight.deck.shuffle_in(mine + theirs, fight)
