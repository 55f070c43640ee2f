"""Disarm: the opponent drops a weapon; with enough raises the attacker takes it (GOB-82)."""

from rules.games.game_of_bastards import figures, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Person, Play, Side

HANDS = 2


def drop(fight: Fight, play: Play, side: Side, person: Person) -> None:
    """A successful disarm: no damage, and the weapon is on the ground or in the attacker's free hand."""
    names = figures.wielded_weapons(person)
    if not names:
        text = f"{person.name} wields no weapon to drop."
        fight.tell("disarmed", text, ("GOB-82",), target=person.id, weapon=None)
        return
    weapon = figures.find_arms(person, names)[0]
    person.weapons.remove(weapon)
    person.wielded = names[1:]
    attacker = fight.by_id[play.sides[0].who]
    raises = side.margin // tables.POINTS_A_RAISE
    held = figures.wielded_weapons(attacker)
    if play.take and raises >= figures.figure(fight.state, "disarm", "raises") and len(held) < HANDS:
        attacker.weapons.append(weapon)
        attacker.wielded = held or [weapon.name]
        text = f"{attacker.name} takes {weapon.name} out of {person.name}'s hand."
        taken = True
    else:
        fight.state.ground.append(weapon)
        text = f"{person.name} drops {weapon.name}."
        taken = False
    fight.tell("disarmed", text, ("GOB-82",), actor=attacker.id, target=person.id, weapon=weapon.name, taken=taken)
