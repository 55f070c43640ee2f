"""How a participant enters an encounter: talents checked, slots taken as given or filled (FOS-01, FOS-02, FOS-39)."""

from rules.engine.codec import RESERVED_IDS
from rules.engine.refusals import refuse
from rules.games.fortune_system import slots, tables, talents
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.shapes import Entry, SlotGiven
from rules.games.fortune_system.state import Filled, Held, Participant, Slot, State


def read_rows(state: State, rows: list[tables.Row] | None, path: str) -> None:
    """Add catalogue rows to the encounter: figures of talents, skills with their groups (FOS-25)."""
    if rows:
        state.talents = {**state.talents, **tables.changed_talents(rows, path)}
        skills, groups = tables.skills_of(rows, path)
        state.skills = {**state.skills, **skills}
        state.groups = list(dict.fromkeys([*state.groups, *groups]))


def enter(scene: Scene, setup_entry: Entry, path: str) -> Participant:
    """The participant, without slots when none are given; `path` names it in a refusal."""
    if setup_entry.id in RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {setup_entry.id} is reserved; choose another id.")
    level = setup_entry.level or 1
    changed = scene.state.talents
    held = [Held(talent.key, talent.focus, talent.ranks or 1) for talent in setup_entry.talents or []]
    held = talents.merge_ranks(changed, held, f"{path}.talents")
    talents.check_count(held, level, f"{path}.talents")
    free = None if setup_entry.free is None else Held(setup_entry.free.key, setup_entry.free.focus)
    if free is not None:
        talents.check_free(changed, held, free, f"{path}.free")
    taken = parse_slots(setup_entry.slots or [], f"{path}.slots")
    return Participant(setup_entry.id, setup_entry.name, level, taken, held, free, redone=setup_entry.mulligan is False)


def parse_slots(typed_slots: list[SlotGiven], path: str) -> list[Slot]:
    """Slots as they are given; ordinary ones are limited, those of Lucky are not counted (FOS-01, FOS-39)."""
    taken = [parse_slot(slot, f"{path}[{index}]") for index, slot in enumerate(typed_slots)]
    if sum([slot.group is None for slot in taken]) > tables.MOST_SLOTS:
        refuse(
            "slots.many", f"{path}: at most {tables.MOST_SLOTS} slots are possible, besides those of Lucky.", "FOS-01"
        )
    return taken


def parse_slot(typed_slot: SlotGiven, path: str) -> Slot:
    """A slot as it is given: it has a value unless it is blown (FOS-06)."""
    if typed_slot.condition == "blown" and typed_slot.value is not None:
        refuse("slot.value", f"{path}.value: a blown slot has no value; leave it out.", "FOS-06")
    if typed_slot.condition != "blown" and typed_slot.value is None:
        refuse("slot.value", f"{path}.value: a slot that is not blown has a value from 1 to 100.", "FOS-06")
    return Slot(typed_slot.value, typed_slot.condition, typed_slot.group)


def fill(scene: Scene, participant: Participant, method: tables.Fill) -> Filled:
    """Make the ordinary slots and those of Lucky, and give each its first value."""
    count = scene.state.options.slots or tables.SLOTS
    filled = Filled(participant.id, [], [])
    participant.slots = [Slot(None, "blown") for _ in range(count)]
    for held in participant.talents:
        added = scene.talent(held.key)
        if added is not None and added.slots:
            participant.slots += [Slot(None, "blown", held.focus) for _ in range(added.slots * held.ranks)]
    for index in range(len(participant.slots)):
        if index < count and method == "fixed" and index < len(tables.FIXED):
            participant.slots[index].condition = "sound"
            slots.write(scene, participant, index, tables.FIXED[index], "start")
            filled.written.append(index)
        else:
            participant.slots[index].condition = "sound"
            slots.reroll(scene, participant, index, "start")
            filled.rolled.append(index)
    return filled
