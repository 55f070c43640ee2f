"""What players do besides attempts: the mulligan, the free slot, a sleepless night (FOS-02, FOS-22, FOS-42)."""

from rules.engine.refusals import refuse
from rules.games.fortune_system import attempt_stages, commands, slots, tables, talents, wording
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Held, Participant, Slot


def can_take_fixed_values(scene: Scene, participant: Participant) -> bool:
    """Whether a mulligan is possible: once, before the first check is called (FOS-02)."""
    return not scene.state.called and not participant.redone and bool(ordinary(participant))


def ordinary(participant: Participant) -> list[int]:
    """The slots that have a value and do not belong to Lucky."""
    return [index for index, slot in enumerate(participant.slots) if slot.group is None and slot.condition != "blown"]


def mulligan(scene: Scene, command: commands.Mulligan) -> None:
    """The ordinary slots take the fixed values; further slots are rolled (FOS-02)."""
    participant = scene.find(command.actor, "actor")
    if scene.state.called:
        refuse("mulligan.late", "The fixed values can be taken only before the first check is called.", "FOS-02")
    if participant.redone:
        refuse("mulligan.once", f"{participant.name} has no mulligan left; the values stay as they are.", "FOS-02")
    if not ordinary(participant):
        refuse("mulligan.none", f"{participant.name} has no ordinary slot with a value.", "FOS-02")
    write_fixed_values(scene, participant)


def write_fixed_values(scene: Scene, participant: Participant) -> None:
    """Write the fixed values in order; blown slots stay blown, damaged ones damaged (FOS-02, FOS-05, FOS-06)."""
    place = 0
    for index, slot in enumerate(participant.slots):
        if slot.group is not None:
            continue
        if slot.condition != "blown" and place < len(tables.FIXED):
            slots.write(scene, participant, index, tables.FIXED[place], "mulligan")
        elif slot.condition != "blown":
            slots.reroll(scene, participant, index, "mulligan")
        place += 1
    participant.redone = True
    facts = {"actor": participant.id, **scene.command_dice.marks()}
    scene.add_event(
        "mulligan", f"{participant.name} takes the fixed values instead of the rolled ones.", ("FOS-02",), **facts
    )


def fixed_value_dice(slots: list[Slot]) -> int:
    """The number of dice that a mulligan rolls, for slots beyond the fixed values (FOS-02, FOS-05)."""
    beyond = [slot for slot in slots if slot.group is None][len(tables.FIXED) :]
    return sum([tables.NEW_VALUE_DICE[slot.condition] for slot in beyond])


def set_free(scene: Scene, command: commands.SetFree) -> None:
    """Put another talent into the free slot, before the first check or after a rest (FOS-22)."""
    state = scene.state
    participant = scene.find(command.actor, "actor")
    if not state.free:
        text = "The free slot can be reassigned before the first check and after a rest; not now."
        refuse("free.late", text, "FOS-22")
    held = Held(command.key, command.focus)
    talents.check_free(state.talents, participant.talents, held, "command")
    participant.free = held
    text = f"{participant.name} prepares {wording.talent(scene, held)}."
    scene.add_event("free-set", text, ("FOS-22",), actor=participant.id, key=held.key, focus=held.focus)


def can_lie_awake(_scene: Scene, participant: Participant) -> bool:
    """Whether Couldn't Sleep can be used now (FOS-42)."""
    return participant.night and bool(participant.ranks("couldnt-sleep", None)) and bool(participant.unblown_slots())


def couldnt_sleep(scene: Scene, command: commands.CouldntSleep) -> None:
    """Reroll any number of slots, then one of them is damaged (FOS-42)."""
    participant = scene.find(command.actor, "actor")
    check_sleepless(scene, participant, command.dice)
    participant.night = False
    text = f"{participant.name} cannot sleep all night."
    scene.add_event("sleepless", text, ("FOS-42",), actor=participant.id, dice=list(command.dice))
    for index in command.dice:
        was = participant.slots[index].value
        rolled = slots.reroll(scene, participant, index, "couldnt-sleep")
        rules = ("FOS-42", "FOS-05") if len(rolled) > 1 else ("FOS-42",)
        scene.add_event(
            "slot-rolled",
            wording.roll_sentence(participant, index, rolled),
            rules,
            target=participant.id,
            slot=index,
            rolled=rolled,
            value=participant.slots[index].value,
            was=was,
            why="couldnt-sleep",
            **scene.command_dice.marks(),
        )
    attempt_stages.ask_damage(scene, participant, "damaged", sorted(command.dice), None, ("FOS-42",))


def check_sleepless(scene: Scene, participant: Participant, dice: list[int]) -> None:
    """Refuse without the talent or the right moment, and for slots that cannot be rerolled (FOS-42)."""
    if not participant.ranks("couldnt-sleep", None):
        name = scene.figures("couldnt-sleep").name
        refuse("talent.missing", f"{participant.name} does not have {name}.", "FOS-42")
    if not participant.night:
        text = "It can be used once after a short rest, before the next check is called."
        refuse("night.none", text, "FOS-42")
    if not dice or len(set(dice)) != len(dice):
        refuse("dice.count", "dice: name one slot or several different ones.", "FOS-42")
    for place, index in enumerate(dice):
        if scene.slot_of(participant, index, f"dice[{place}]").condition == "blown":
            refuse("slot.blown", f"dice[{place}]: that slot is blown; name others.", "FOS-42")
