"""What every play of cards has in common: the turn's one action, targets, reach, and how many cards."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant


def acting(fight: Fight, who: str) -> Participant:
    """The one whose turn it is, able to act; else `Refused` with what it may do instead."""
    person = fight.by_id[who]
    if person.hp == 0:
        refuse("actor.dying", f"{person.name} is dying; only the death draw is possible.", "F52-32")
    if person.unconscious:
        refuse("actor.unconscious", f"{person.name} is unconscious; it can draw to wake up, or pass.", "F52-56")
    return person


def use_action(person: Participant) -> None:
    """The one action of the round is used; prone ends with it (F52-16, F52-57)."""
    person.acted = True
    person.prone = False


def opponent(fight: Fight, person: Participant, who: str, rule: str = "F52-21") -> Participant:
    """A target with hit points other than oneself, else `Refused` (F52-21)."""
    target = fight.find(who, "target")
    if target is person:
        refuse("target.self", "target: nobody attacks itself; name another participant.", rule)
    if target.hp == 0:
        refuse("target.down", f"target: {target.name} has no hit points left; choose one that has.", rule)
    return target


def close_in(fight: Fight, person: Participant, target: Participant) -> bool:
    """Hand to hand: from near the move makes it melee (then true); refused from further away (F52-17)."""
    if not fight.state.ranges:
        return False
    distance = fight.range_between(person.id, target.id)
    if distance in ("far", "unseen"):
        refuse(
            "range.too-far",
            f"target: {target.name} is {distance}; come near first, or use a missile.",
            "F52-17",
        )
    if distance == "near":
        fight.set_range(person.id, target.id, "melee")
        return True
    return False


def need_weapon(person: Participant) -> None:
    """A weapon in hand, else `Refused` (F52-72)."""
    if person.weapon != "held":
        refuse("weapon.none", f"{person.name} holds no weapon; attack unarmed, or pick one up.", "F52-72")


def played(fight: Fight, person: Participant, names: list[str], allowance: int, least: int = 1) -> str:
    """The cards of a play: held, within the allowance, an ace only alone; else `Refused` (F52-23, F52-24)."""
    pile = fight.held(person, names)
    if len(pile) < least:
        if not fight.hand_of(person):
            refuse("card.none", f"cards: {person.name} has no card to play; pass instead.", "F52-22")
        refuse("card.too-few", f"cards: play at least {least}.", "F52-22")
    if len(pile) > allowance:
        refuse("card.too-many", f"cards: {len(pile)} cards; {person.name} may play {allowance} here.", "F52-23")
    if len(pile) > 1 and not tables.ACES.isdisjoint(pile):
        refuse(
            "card.ace-alone",
            "cards: an ace is never played together with another card; play it alone.",
            "F52-24",
        )
    return pile


def of_suit(pile: str, suit: str, what: str, rule: str) -> None:
    """All cards of one suit, else `Refused` (F52-70, F52-80)."""
    for index, card in enumerate(pile):
        if cards.SUIT[card] != suit:
            word = tables.SUIT_WORD[suit]
            refuse(
                "card.wrong-suit",
                f"cards[{index}]: {cards.NAME[card]} is not of {word}; {what} takes {word} only.",
                rule,
            )
