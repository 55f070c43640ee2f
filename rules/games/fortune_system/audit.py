"""The audit of a state: whether its parts fit together, beyond what the types of its fields check."""

from rules.engine import hidden
from rules.engine.refusals import refuse
from rules.games.fortune_system.state import Participant, Pending, State, Work


def audit(state: State) -> None:
    """Refuse a state that cannot have come from play."""
    hidden.check_ids(state)
    known = {participant.id: participant for participant in state.participants}
    if len(known) != len(state.participants):
        refuse("state.people", "people: an id is used twice.")
    for participant in [*state.participants, *state.gone]:
        if any((slot.value is None) != (slot.condition == "blown") for slot in participant.slots):
            refuse(
                "state.slots", f"people: a slot of {participant.id} is blown with a value, or not blown without one."
            )
    audit_tasks(state, known)
    if state.pending is not None:
        audit_pending(state, state.pending, known)
    if state.work is not None:
        audit_work(state.work, known)
    if any(not 1 <= value <= 100 for value in state.dice.supplied):
        refuse("state.dice", "dice: a supplied die shows 1 to 100.")


def audit_tasks(state: State, known: dict[str, Participant]) -> None:
    """Tasks have different names and name participants of the encounter."""
    names = [task.task for task in state.tasks]
    if len(set(names)) != len(names):
        refuse("state.tasks", "tasks: a name is used twice.")
    for task in state.tasks:
        if not known.keys() >= set(task.participants) or (task.aids is not None and task.aids not in known):
            refuse("state.tasks", "tasks: one names someone who is not in the encounter.")


def audit_pending(state: State, pending: Pending, known: dict[str, Participant]) -> None:
    """The question is for a participant, about existing slots and values."""
    participant = known.get(pending.actor)
    named = [*(pending.slots or []), *([pending.slot] if pending.slot is not None else [])]
    if participant is None or not fits(participant, named):
        refuse("state.pending", "pending: names someone or a slot that is not in the encounter.")
    if pending.kind in ("wingman", "slick", "damage"):
        sound = bool(pending.slots)
        if pending.kind == "damage":
            sound = sound and pending.why in ("failure", "hardship", "couldnt-sleep")
    elif pending.kind == "flair":
        sound = bool(pending.values) and pending.slot is not None
    else:
        sound = pending.slot is not None
    if not sound or (state.work is None and pending.kind != "damage"):
        refuse("state.pending", "pending: the question has no answer, or no attempt that it belongs to.")
    if pending.slots and any(participant.slots[index].condition == "blown" for index in pending.slots):
        refuse("state.pending", "pending: a blown slot is no answer.")
    if pending.slot is not None and participant.slots[pending.slot].condition == "blown":
        refuse("state.pending", "pending: the question is about a blown slot.")


def audit_work(work: Work, known: dict[str, Participant]) -> None:
    """The slots of the attempt exist."""
    participant = known.get(work.actor)
    if participant is None:
        return
    named = [*work.dice, *work.steady]
    named += [index for index in (work.wingman, work.filled, work.flair, work.mend) if index is not None]
    if not fits(participant, named):
        refuse("state.work", "work: names a slot that the character does not have.")


def fits(participant: Participant, slots: list[int]) -> bool:
    """Whether all these slots exist."""
    return all(index < len(participant.slots) for index in slots)
