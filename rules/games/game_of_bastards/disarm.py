"""Disarm: the opponent drops a weapon; with enough raises the attacker takes it (GOB-82)."""

from rules.engine.upgrades import began_before
from rules.games.game_of_bastards import figures, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, Play, Side

HANDS = 2


def drop(fight: Fight, play: Play, side: Side, participant: Participant) -> None:
    """A successful disarm: no damage, and the weapon is on the ground or in the attacker's free hand."""
    names = figures.wielded_weapons(participant)
    if not names:
        text = f"{participant.name} wields no weapon to drop."
        fight.add_event("disarmed", text, ("GOB-82",), target=participant.id, weapon=None)
        return
    weapon = figures.find_arms(participant, names)[0]
    participant.weapons.remove(weapon)
    participant.wielded = names[1:]
    attacker = fight.by_id[play.sides[0].who]
    raises = side.margin // tables.POINTS_A_RAISE
    held = figures.wielded_weapons(attacker)
    if play.take and raises >= figures.figure(fight.state, attacker, "disarm", "raises") and len(held) < HANDS:
        attacker.weapons.append(weapon)
        attacker.wielded = held or [weapon.name]
        if len(held) + 1 == HANDS and not began_before(fight.state, 3):
            play.take = False  # the weapon is in the last empty hand; other targets only drop theirs
        text = f"{attacker.name} takes {weapon.name} out of {participant.name}'s hand."
        taken = True
    else:
        fight.state.ground.append(weapon)
        text = f"{participant.name} drops {weapon.name}."
        taken = False
    fight.add_event(
        "disarmed", text, ("GOB-82",), actor=attacker.id, target=participant.id, weapon=weapon.name, taken=taken
    )
