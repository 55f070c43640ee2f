"""How a participant of a setup or a `join` enters an encounter."""

from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.shapes import Entry, Limits, Weapon
from rules.games.fortune_and_power.state import Person


def enter(given: Entry, path: str) -> Person:
    """The participant, with two actions (FNP-32); `Refused` names the path of the faulty field."""
    if given.id in tables.RESERVED_IDS:
        refuse("participant.reserved", f"{path}.id: {given.id} is reserved; choose another id.")
    weapons = given.weapons or []
    check_weapons(weapons, f"{path}.weapons")
    limits = given.limits or Limits()
    return Person(
        id=given.id,
        name=given.name,
        side=given.side,
        kind=given.kind,
        traits=dict(given.traits),
        fortune=given.fortune or 0,
        armor=given.armor or 0,
        gifts=list(given.gifts or []),
        weapons=weapons,
        wounds=given.wounds or 0,
        shocks=given.shocks or 0,
        wound_limit=limits.wounds,
        shock_limit=limits.shocks,
    )


def check_weapons(weapons: list[Weapon], path: str) -> None:
    """Refuse two weapons with the same name."""
    names = [weapon.name for weapon in weapons]
    for place, name in enumerate(names):
        if name in names[:place]:
            text = f"{path}[{place}].name: {quote(name)} is listed twice; give the weapons different names."
            refuse("weapon.twice", text, "FNP-42")
