"""Answers to the pending question: which slot, which of Flair's values, whether to use Steady."""

from collections.abc import Callable
from typing import NoReturn

from rules.engine.refusals import refuse
from rules.games.fortune_system import attempt_stages, commands, slots
from rules.games.fortune_system.context import Scene, slot_name
from rules.games.fortune_system.state import Participant, Pending

FIELD = {"wingman": "slot", "slick": "slot", "damage": "slot", "flair": "value", "steady": "use"}
RULE = {"wingman": "FOS-38", "slick": "FOS-37", "flair": "FOS-40", "steady": "FOS-41"}


def rule_of(pending: Pending) -> str:
    """The rule behind a question; for a slot that is struck, the rule that strikes it (FOS-09, FOS-10, FOS-42)."""
    return attempt_stages.STRIKE_RULES[pending.why][0] if pending.kind == "damage" else RULE[pending.kind]


def choose(scene: Scene, answer: commands.Choose) -> None:
    """Answer the pending question, then go on with the attempt."""
    pending = scene.state.pending
    assert pending is not None
    field_name = FIELD[pending.kind]
    for name, value in (("slot", answer.slot), ("value", answer.value), ("use", answer.use)):
        if value is not None and name != field_name:
            refuse("choose.field", f"{name}: not an answer to this question; give {field_name}.", rule_of(pending))
    participant = scene.by_id[pending.actor]
    ANSWERS[pending.kind](scene, pending, participant, answer)
    attempt_stages.proceed(scene)


def skip_question(scene: Scene) -> None:
    """Drop the question of a participant who leaves, then go on with the attempt."""
    scene.state.pending = None
    attempt_stages.proceed(scene)


def require_allowed_slot(pending: Pending, index: int | None) -> int:
    """The chosen slot; `Refused` when it is not one of those allowed."""
    open_to = pending.slots or []
    if index not in open_to or index is None:
        text = f"slot: choose one of {', '.join(map(str, open_to))}."
        refuse("choose.slot", text, rule_of(pending))
    return index


def wingman(scene: Scene, pending: Pending, participant: Participant, answer: commands.Choose) -> None:
    """The ally gives a value away, or declines (FOS-38)."""
    index = None if answer.slot is None else require_allowed_slot(pending, answer.slot)
    scene.state.pending = None
    work = scene.state.work
    if index is None or work is None:
        decline(scene, pending, participant)
    else:
        attempt_stages.take_over(scene, work, participant, index)


def decline(scene: Scene, pending: Pending, participant: Participant) -> None:
    """Tell that the participant declines."""
    text = f"{participant.name} leaves the slots as they are."
    scene.add_event(
        "declined", text, (RULE[pending.kind],), target=participant.id, question=pending.kind, task=pending.task
    )


def slick(scene: Scene, pending: Pending, participant: Participant, answer: commands.Choose) -> None:
    """An ally has a damaged slot mended, or declines (FOS-37)."""
    index = None if answer.slot is None else require_allowed_slot(pending, answer.slot)
    scene.state.pending = None
    if index is None:
        decline(scene, pending, participant)
        return
    slots.mend(scene, participant, index, "slick")
    text = f"{participant.name}: {slot_name(participant, index)} is sound again."
    scene.add_event("slot-mended", text, ("FOS-37",), target=participant.id, slot=index, task=pending.task, why="slick")


def damage(scene: Scene, pending: Pending, participant: Participant, answer: commands.Choose) -> None:
    """The player chooses the slot that is struck (FOS-09, FOS-10, FOS-42)."""
    index = require_allowed_slot(pending, answer.slot)
    scene.state.pending = None
    attempt_stages.apply_strike(scene, participant, index, pending.degree, pending.why, pending.task)


def flair(scene: Scene, pending: Pending, participant: Participant, answer: commands.Choose) -> None:
    """Keep one of the two values (FOS-40)."""
    values = pending.values or []
    if answer.value is None or answer.value not in values:
        refuse("choose.value", f"value: choose {' or '.join(map(str, values))}.", "FOS-40")
    work, index = scene.state.work, pending.slot
    if work is None or index is None:
        refuse_lost_attempt()
    scene.state.pending = None
    attempt_stages.keep_value(scene, work, participant, index, answer.value)


def steady(scene: Scene, pending: Pending, participant: Participant, answer: commands.Choose) -> None:
    """Damage the slot for Steady's value, or decline (FOS-41)."""
    if answer.use is None:
        refuse("choose.use", "use: answer true or false.", "FOS-41")
    work, index = scene.state.work, pending.slot
    if work is None or index is None:
        refuse_lost_attempt()
    scene.state.pending = None
    if answer.use:
        attempt_stages.apply_steady(scene, work, participant, index)
    else:
        decline(scene, pending, participant)


def refuse_lost_attempt() -> NoReturn:
    """Refuse a state with a question but without its attempt."""
    refuse("state.pending", "pending: the attempt that it belongs to is missing.")


ANSWERS: dict[str, Callable[[Scene, Pending, Participant, commands.Choose], None]] = {
    "wingman": wingman,
    "slick": slick,
    "damage": damage,
    "flair": flair,
    "steady": steady,
}
