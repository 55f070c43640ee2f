"""What can happen to a slot: damage, a new value, recovery; each is noted for the slot's history."""

from rules.games.fortune_system import tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant


def damage(scene: Scene, participant: Participant, index: int, why: str) -> tables.Condition:
    """Damage a sound slot or blow a damaged one (FOS-04); returns its new condition."""
    slot = participant.slots[index]
    if slot.condition == "sound":
        slot.condition = "damaged"
        scene.note(participant, index, "damaged", slot.value, slot.value, why)
    elif slot.condition == "damaged":
        blow(scene, participant, index, why)
    return slot.condition


def blow(scene: Scene, participant: Participant, index: int, why: str) -> None:
    """The slot is blown and loses its value (FOS-06)."""
    slot = participant.slots[index]
    was, slot.value, slot.condition = slot.value, None, "blown"
    scene.note(participant, index, "blown", None, was, why)


def hurt(scene: Scene, participant: Participant, index: int, degree: tables.Degree, why: str) -> tables.Condition:
    """Damage of this degree (FOS-09, FOS-10)."""
    if degree == "blown":
        blow(scene, participant, index, why)
        return "blown"
    return damage(scene, participant, index, why)


def reroll(scene: Scene, participant: Participant, index: int, why: str) -> list[int]:
    """Roll a new value; a damaged slot takes the worse of two dice (FOS-05). Returns the dice."""
    slot = participant.slots[index]
    rolled = scene.command_dice.roll(2 if slot.condition == "damaged" else 1)
    was, slot.value = slot.value, max(rolled)
    scene.note(participant, index, "rolled", slot.value, was, why)
    return rolled


def write(scene: Scene, participant: Participant, index: int, value: int, why: str) -> int:
    """Write a value into the slot, at least 1 (FOS-12); returns the value."""
    slot = participant.slots[index]
    was, slot.value = slot.value, max(tables.LEAST_WRITTEN, value)
    scene.note(participant, index, "written", slot.value, was, why)
    return slot.value


def mend(scene: Scene, participant: Participant, index: int, why: str) -> None:
    """A damaged slot becomes sound and keeps its value (FOS-37)."""
    slot = participant.slots[index]
    slot.condition = "sound"
    scene.note(participant, index, "mended", slot.value, slot.value, why)


def recover(scene: Scene, participant: Participant, why: str) -> int:
    """Make all slots sound; blown ones are rolled, damaged ones keep their value (FOS-08). Returns how many."""
    count = 0
    for index, slot in enumerate(participant.slots):
        if slot.condition == "sound":
            continue
        count += 1
        was = slot.value
        if slot.value is None:
            slot.value = scene.command_dice.roll()[0]
        slot.condition = "sound"
        scene.note(participant, index, "recovered", slot.value, was, why)
    return count
