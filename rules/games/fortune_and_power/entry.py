"""How a participant of a setup or a `join` enters an encounter."""

from rules.engine.codec import RESERVED_IDS
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power.shapes import Entry, Limits, Weapon
from rules.games.fortune_and_power.state import Participant


def enter(setup_entry: Entry, path: str) -> Participant:
    """The participant, with two actions (FNP-32); `Refused` names the path of the faulty field."""
    if setup_entry.id in RESERVED_IDS:
        refuse("participant.reserved", f"{path}.id: {setup_entry.id} is reserved; choose another id.")
    weapons = setup_entry.weapons or []
    check_weapons(weapons, f"{path}.weapons")
    wound_limit, shock_limit = (setup_entry.limits or Limits()).both
    return Participant(
        id=setup_entry.id,
        name=setup_entry.name,
        side=setup_entry.side,
        kind=setup_entry.kind,
        traits=dict(setup_entry.traits),
        fortune=setup_entry.fortune or 0,
        armor=setup_entry.armor or 0,
        gifts=list(setup_entry.gifts or []),
        weapons=weapons,
        wounds=setup_entry.wounds or 0,
        shocks=setup_entry.shocks or 0,
        wound_limit=wound_limit,
        shock_limit=shock_limit,
    )


def check_weapons(weapons: list[Weapon], path: str) -> None:
    """Refuse two weapons with the same name."""
    names = [weapon.name for weapon in weapons]
    for place, name in enumerate(names):
        if name in names[:place]:
            text = f"{path}[{place}].name: {quote(name)} is listed twice; give the weapons different names."
            refuse("weapon.twice", text, "FNP-42")
