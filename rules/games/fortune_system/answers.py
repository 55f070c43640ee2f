"""Answers to the open question: Wingman's and Slick's slot, the struck slot, Flair's value, Steady's yes or no."""

from collections.abc import Callable
from typing import NoReturn

from rules.engine.refusals import refuse
from rules.games.fortune_system import commands, flow, slots
from rules.games.fortune_system.scene import Scene, slot_name
from rules.games.fortune_system.state import Participant, Pending

FIELD = {"wingman": "slot", "slick": "slot", "damage": "slot", "flair": "value", "steady": "use"}
RULE = {"wingman": "FOS-38", "slick": "FOS-37", "flair": "FOS-40", "steady": "FOS-41"}


def rule_of(pending: Pending) -> str:
    """The rule that asks: for a slot that is struck, the one that strikes it (FOS-09, FOS-10, FOS-42)."""
    return flow.STRIKE_RULES[pending.why][0] if pending.kind == "damage" else RULE[pending.kind]


def choose(scene: Scene, answer: commands.Choose) -> None:
    """Answer the open question, then go on."""
    pending = scene.state.pending
    assert pending is not None
    wanted = FIELD[pending.kind]
    for name, value in (("slot", answer.slot), ("value", answer.value), ("use", answer.use)):
        if value is not None and name != wanted:
            refuse("choose.field", f"{name}: this question is answered with {wanted}.", rule_of(pending))
    person = scene.by_id[pending.actor]
    ANSWERS[pending.kind](scene, pending, person, answer)
    flow.proceed(scene)


def give_way(scene: Scene) -> None:
    """A question asked of somebody who leaves is declined or falls away; play goes on."""
    scene.state.pending = None
    flow.proceed(scene)


def allowed(pending: Pending, index: int | None) -> int:
    """The chosen slot, one of those allowed; else `Refused`."""
    open_to = pending.slots or []
    if index not in open_to or index is None:
        text = f"slot: choose one of {', '.join(map(str, open_to))}."
        refuse("choose.slot", text, rule_of(pending))
    return index


def wingman(scene: Scene, pending: Pending, person: Participant, answer: commands.Choose) -> None:
    """The ally gives a value away, or declines (FOS-38)."""
    index = None if answer.slot is None else allowed(pending, answer.slot)
    scene.state.pending = None
    work = scene.state.work
    if index is None or work is None:
        decline(scene, pending, person)
    else:
        flow.take_over(scene, work, person, index)


def decline(scene: Scene, pending: Pending, person: Participant) -> None:
    """The question is answered with nothing."""
    text = f"{person.name} leaves the slots as they are."
    scene.tell("declined", text, (RULE[pending.kind],), target=person.id, question=pending.kind, task=pending.task)


def slick(scene: Scene, pending: Pending, person: Participant, answer: commands.Choose) -> None:
    """An ally has a damaged slot mended, or not (FOS-37)."""
    index = None if answer.slot is None else allowed(pending, answer.slot)
    scene.state.pending = None
    if index is None:
        decline(scene, pending, person)
        return
    slots.mend(scene, person, index, "slick")
    text = f"{person.name}: {slot_name(person, index)} is sound again."
    scene.tell("slot-mended", text, ("FOS-37",), target=person.id, slot=index, task=pending.task, why="slick")


def damage(scene: Scene, pending: Pending, person: Participant, answer: commands.Choose) -> None:
    """The player picks the slot that is struck (FOS-09, FOS-10, FOS-42)."""
    index = allowed(pending, answer.slot)
    scene.state.pending = None
    flow.struck(scene, person, index, pending.degree, pending.why, pending.task)


def flair(scene: Scene, pending: Pending, person: Participant, answer: commands.Choose) -> None:
    """One of the two values is kept (FOS-40)."""
    values = pending.values or []
    if answer.value is None or answer.value not in values:
        refuse("choose.value", f"value: choose {' or '.join(map(str, values))}.", "FOS-40")
    work, index = scene.state.work, pending.slot
    if work is None or index is None:
        lost()
    scene.state.pending = None
    flow.keep(scene, work, person, index, answer.value)


def steady(scene: Scene, pending: Pending, person: Participant, answer: commands.Choose) -> None:
    """The slot is damaged for Steady's value, or left (FOS-41)."""
    if answer.use is None:
        refuse("choose.use", "use: answer true or false.", "FOS-41")
    work, index = scene.state.work, pending.slot
    if work is None or index is None:
        lost()
    scene.state.pending = None
    if answer.use:
        flow.replace(scene, work, person, index)
    else:
        decline(scene, pending, person)


def lost() -> NoReturn:
    """A question without its attempt cannot come from play."""
    refuse("state.pending", "pending: the attempt that it belongs to is missing.")


ANSWERS: dict[str, Callable[[Scene, Pending, Participant, commands.Choose], None]] = {
    "wingman": wingman,
    "slick": slick,
    "damage": damage,
    "flair": flair,
    "steady": steady,
}
