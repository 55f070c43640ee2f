"""Spells that last on a target: destruct and protect, and how they cancel each other (F52-83 to F52-89)."""

from rules.games.fifty_two_fates import tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Standing


def protect(fight: Fight, target: Participant, participant: Participant, value: int) -> None:
    """Cast protect: it cancels a lasting destruct, or lasts itself (F52-87 to F52-89)."""
    if target.destruct is not None:
        if cancels(value, target.destruct.value):
            target.destruct = None
            announce_cancelled(fight, target, "destruct")
        else:
            announce_spent(fight, target, "protect")
    elif target.protect is None or value > target.protect.value:
        target.protect = Standing(value, participant.group, fight.state.round)
        announce_standing(fight, target, "protect", value)
    else:
        announce_spent(fight, target, "protect")


def destruct(fight: Fight, target: Participant, participant: Participant, value: int) -> None:
    """Cast destruct: it cancels a lasting protect, or lasts itself (F52-83, F52-84, F52-89)."""
    if target.protect is not None:
        if cancels(value, target.protect.value):
            target.protect = None
            announce_cancelled(fight, target, "protect")
        else:
            announce_spent(fight, target, "destruct")
    elif target.destruct is None or value > target.destruct.value:
        target.destruct = Standing(value, participant.group, fight.state.round)
        announce_standing(fight, target, "destruct", value)
    else:
        announce_spent(fight, target, "destruct")


def cancels(value: int, standing: int) -> bool:
    """Whether a spell cancels a lasting one: an equal or higher value does, and only an ace cancels an ace (F52-89)."""
    return value >= standing


def announce_cancelled(fight: Fight, target: Participant, spell: str) -> None:
    """Tell that a lasting spell was cancelled."""
    text = f"The spell {spell} on {target.name} is cancelled."
    fight.add_event("cancelled", text, ("F52-89",), target=target.id, spell=spell)


def announce_spent(fight: Fight, target: Participant, spell: str) -> None:
    """Tell that the new spell is too weak and has no effect."""
    text = f"The spell {spell} on {target.name} is too weak and has no effect."
    fight.add_event("spent", text, ("F52-89",), target=target.id, spell=spell)


def announce_standing(fight: Fight, target: Participant, spell: str, value: int) -> None:
    """Tell that a spell now lasts on its target."""
    rule = tables.SPELL_RULE[spell]
    if value == tables.ACE:
        rule = "F52-84" if spell == "destruct" else "F52-88"
    figure = wording.spell_figure(value)
    text = wording.SPELL_SENTENCES[spell, value == tables.ACE].format(name=target.name, value=figure)
    fight.add_event("spell-stands", text, (rule,), target=target.id, spell=spell, value=figure)
