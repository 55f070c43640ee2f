"""How many cards a participant may play, by class, level, monster block and situation (F52-07, F52-23)."""

from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.state import Participant, Pending


def monster_allowance(participant: Participant) -> int:
    """A monster's own figure, default 1."""
    return (participant.monster.allowance if participant.monster is not None else None) or 1


def own_allowance(participant: Participant, physical: bool) -> int:
    """The number of cards before the target counts: for attack, defence and parry (physical) or for a spell."""
    if participant.group != tables.PLAYERS:
        return monster_allowance(participant)
    warrior = 1 if physical and participant.class_ == "warrior" else 0
    return 1 + warrior + tables.extra_cards(participant.level)


def attack_allowance(participant: Participant, target: Participant) -> int:
    """Cards in a physical attack or a maneuver: one more against a partly incapacitated target (F52-54)."""
    return own_allowance(participant, True) + (1 if target.bound else 0)


def defense_allowance(participant: Participant, pending: Pending) -> int:
    """Cards in defence: one more if unarmed (F52-29); a warrior's second not against spells."""
    return own_allowance(participant, pending.kind != "spell") + (1 if pending.how == "unarmed" else 0)


def check_allowance(participant: Participant, background: bool) -> int:
    """Cards drawn in an action skill check (F52-03, F52-04, F52-07)."""
    return check_cards(background, participant.level)


def check_cards(background: bool, level: int | None) -> int:
    """Cards drawn in a check: one, one more under a background skill, one more for every 5 levels."""
    return (2 if background else 1) + tables.extra_cards(level)


def does_maneuvers(participant: Participant) -> bool:
    """Warriors, and monsters marked as warrior-like (F52-20, F52-96)."""
    return participant.class_ == "warrior" or bool(participant.monster is not None and participant.monster.maneuvers)


def does_spells(participant: Participant) -> bool:
    """Wizards, and monsters marked as wizard-like (F52-20, F52-96)."""
    return participant.class_ == "wizard" or bool(participant.monster is not None and participant.monster.spells)
