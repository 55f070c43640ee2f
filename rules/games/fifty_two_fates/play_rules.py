"""What all plays of cards have in common: the action, targets, reach, and the number of cards."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant


def require_able_to_act(fight: Fight, participant_id: str) -> Participant:
    """The participant whose turn it is; `Refused` when it is dying or unconscious."""
    participant = fight.by_id[participant_id]
    if participant.hp == 0:
        refuse("actor.dying", f"{participant.name} is dying; only the death draw is possible.", "F52-32")
    if participant.unconscious:
        refuse(
            "actor.unconscious", f"{participant.name} is unconscious and can only draw to wake up, or pass.", "F52-56"
        )
    return participant


def use_action(participant: Participant) -> None:
    """Use the action of the round; the participant is no longer prone (F52-16, F52-57)."""
    participant.acted = True
    participant.prone = False


def require_opponent(fight: Fight, participant: Participant, opponent_id: str, rule: str = "F52-21") -> Participant:
    """A target with hit points who is not the participant itself, else `Refused` (F52-21)."""
    target = fight.find(opponent_id, "target")
    if target is participant:
        refuse("target.self", "target: nobody can attack themselves; name another participant.", rule)
    if target.hp == 0:
        refuse("target.down", f"target: {target.name} has no hit points left; choose one that has.", rule)
    return target


def close_in(fight: Fight, participant: Participant, target: Participant) -> bool:
    """Come into melee: True when the participant moved from near; `Refused` from further away (F52-17)."""
    if not fight.state.ranges:
        return False
    distance = fight.range_between(participant.id, target.id)
    if distance in ("far", "unseen"):
        refuse(
            "range.too-far",
            f"target: {target.name} is {wording.DISTANT[distance]}; come near first, or use a missile.",
            "F52-17",
        )
    if distance == "near":
        fight.set_range(participant.id, target.id, "melee")
        return True
    return False


def require_weapon(participant: Participant) -> None:
    """Refuse a play that needs a weapon in hand (F52-72)."""
    if participant.weapon != "held":
        refuse("weapon.none", f"{participant.name} holds no weapon; attack unarmed, or pick one up.", "F52-72")


def check_played_cards(fight: Fight, participant: Participant, names: list[str], allowance: int, least: int = 1) -> str:
    """The cards of a play; `Refused` when there are too many or too few, or an ace with others (F52-23, F52-24)."""
    pile = fight.require_in_hand(participant, names)
    if len(pile) < least:
        if not fight.hand_of(participant):
            refuse("card.none", f"cards: {participant.name} has no card to play; pass instead.", "F52-22")
        refuse("card.too-few", f"cards: play at least {least}.", "F52-22")
    if len(pile) > allowance:
        refuse(
            "card.too-many", f"cards: {len(pile)} are too many; {participant.name} may play {allowance} here.", "F52-23"
        )
    if len(pile) > 1 and not tables.ACES.isdisjoint(pile):
        refuse(
            "card.ace-alone",
            "cards: an ace is never played together with another card; play it alone.",
            "F52-24",
        )
    return pile


def require_suit(pile: str, suit: str, what: str, rule: str) -> None:
    """Refuse cards of another suit (F52-70, F52-80)."""
    for index, card in enumerate(pile):
        if cards.SUIT[card] != suit:
            word = tables.SUIT_WORD[suit]
            refuse(
                "card.wrong-suit",
                f"cards[{index}]: {cards.NAME[card]} is not one of the {word}; {what} takes {word} only.",
                rule,
            )
