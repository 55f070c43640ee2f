"""`Scene`, the context of a command: the state, its participants, its dice, and the events."""

from typing import Any

from rules.engine.dice import CommandDice
from rules.engine.event_list import EncounterContext
from rules.engine.json_types import Event
from rules.engine.refusals import quote, refuse
from rules.engine.upgrades import began_before
from rules.games.fortune_system import tables
from rules.games.fortune_system.state import Participant, Slot, State, Task, Work

DICE_RULES = ("FOS-02", "FOS-03")


class Scene(EncounterContext[Participant]):
    """A state that a command changes in place, notes of what happened to slots, and the events that it adds."""

    __slots__ = ("command_dice", "facts", "state")
    command_dice: CommandDice

    def __init__(self, state: State) -> None:
        super().__init__(state.participants, tables.PRESENCE_RULES)
        self.state = state
        self.facts: list[dict[str, Any]] = []

    def take_dice(self, rolls: list[int] | None = None) -> None:
        """Prepare the dice of one command; `rolls` are those that came with it."""
        self.command_dice = CommandDice(self.state.dice, tables.SIDES, self, rolls)

    def add_event(self, kind: str, text: str, rules: tuple[str, ...], **facts: Any) -> Event:
        """Add an event that everyone sees, with the notes about slots since the last one."""
        if self.facts and kind != "sealed":
            facts["slots"], self.facts = self.facts, []
        return super().add_event(kind, text, rules or DICE_RULES, **facts)

    def note(
        self, participant: Participant, index: int, what: str, value: int | None, was: int | None, why: str
    ) -> None:
        """Note what happened to a slot, for the next event; the history of a slot consists of these notes."""
        fact = {"participant": participant.id, "slot": index, "what": what, "value": value, "was": was, "why": why}
        self.facts.append(fact)

    def task(self, name: str) -> Task | None:
        """The open task of that name."""
        for task in self.state.tasks:
            if task.task == name:
                return task
        return None

    def open_task(self, name: str, secret: bool = False) -> Task:
        """The open task of that name, else `Refused`; a secret one only with `secret`."""
        task = self.task(name)
        if task is None or (task.secret and not secret):
            refuse(
                "task.unknown", f"task: {quote(name)} is not an open task; name one that the GM has called.", "FOS-28"
            )
        return task

    def talent(self, key: str) -> tables.Talent | None:
        """The figures of a talent with the changes of the encounter's catalogue rows; None for an unknown key."""
        changed = self.state.talents
        return (changed.get(key) if changed else None) or tables.TALENTS.get(key)

    def figures(self, key: str) -> tables.Talent:
        """The figures of one of the game's own talents, with the changes of the encounter's catalogue rows."""
        changed = self.state.talents
        return (changed.get(key) if changed else None) or tables.TALENTS[key]

    def ranks(self, participant: Participant, key: str, task: Task | Work) -> int:
        """The ranks of a talent that apply to a task or an attempt at one, by its skill or group."""
        talent = self.talent(key)
        if talent is None:
            return 0
        focus = task.skill if talent.for_ == "skill" else task.group if talent.for_ == "group" else None
        return participant.ranks(key, focus)

    def serves(self, participant: Participant, slot: Slot, task: Task) -> bool:
        """Whether a slot is for a task, if it is not blown: one of Lucky only for its focus (FOS-39).

        The focus is a group, or a skill if a catalogue row says so. In an encounter that began before version 3, a
        skill of the same name counts too.
        """
        if slot.group is None:
            return True
        if began_before(self.state, 3):
            return slot.group in (task.group, task.skill)
        found = [self.talent(held.key) for held in participant.talents if held.focus == slot.group]
        kinds = {talent.for_ for talent in found if talent is not None and talent.slots}
        kinds = kinds or {self.figures("lucky").for_}
        return slot.group in [task.skill if kind == "skill" else task.group for kind in kinds]

    def usable(self, participant: Participant, task: Task) -> list[int]:
        """The slots of a participant for a task: not blown, and not of Lucky for others (FOS-06, FOS-39)."""
        return [
            index
            for index, slot in enumerate(participant.slots)
            if slot.condition != "blown" and self.serves(participant, slot, task)
        ]

    def passes(self, value: int, cos: int) -> bool:
        """Whether a die of this value passes (FOS-03)."""
        return tables.passes(value, cos, bool(self.state.options.equal_passes))

    def slot_of(self, participant: Participant, index: int, path: str) -> Slot:
        """The slot of that index, else `Refused`."""
        if not 0 <= index < len(participant.slots):
            refuse(
                "slot.unknown", f"{path}: {participant.name} has the slots 0 to {len(participant.slots) - 1}.", "FOS-01"
            )
        return participant.slots[index]


def slot_name(participant: Participant, index: int) -> str:
    """The name of a slot for people, counted from 1: "slot 1", "Lucky slot 5"."""
    group = participant.slots[index].group
    return f"slot {index + 1}" if group is None else f"Lucky slot {index + 1}"
