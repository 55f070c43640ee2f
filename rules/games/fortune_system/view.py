"""What each viewer may know: everything that is not hidden."""

from typing import cast

from rules.engine.json_types import View
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import other_actions, tables, verdicts
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Held, Participant, Pending, Result, State, Task
from rules.games.fortune_system.view_types import (
    FortuneView,
    ParticipantView,
    PendingView,
    Phase,
    ResultView,
    TalentView,
    TaskView,
)

OPTIONAL = frozenset({"wingman", "slick"})


def view(state: State, viewer: object) -> View:
    """The same for a participant, "gm" and "observer"; `Refused` for anyone else."""
    known = ("gm", "observer")
    if viewer not in known and not any(participant.id == viewer for participant in state.participants):
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    visible: FortuneView = {
        "phase": phase(state),
        "turn": turn(state),
        "pending": pending(state),
        "tasks": [task(open_task) for open_task in state.tasks if not open_task.secret],
        "participants": {participant.id: participant_view(participant) for participant in state.participants},
        "outcome": state.outcome,
    }
    return cast(View, visible)


def phase(state: State) -> Phase:
    """ "open", "choice" while a question waits, "over" after the end."""
    return "over" if state.outcome is not None else "open" if state.pending is None else "choice"


def pending(state: State) -> PendingView | None:
    """The open question."""
    question = state.pending
    if question is None:
        return None
    values = values_asked(state, question)
    return {
        "kind": question.kind,
        "actor": question.actor,
        "task": question.task,
        "slots": None if question.slots is None else list(question.slots),
        "values": None if values is None else list(values),
        "optional": question.kind in OPTIONAL,
    }


def values_asked(state: State, question: Pending) -> list[int] | None:
    """The values of a question: Flair's two, or the new one that Steady would replace (FOS-40, FOS-41)."""
    if question.kind != "steady" or question.slot is None:
        return question.values
    held = [
        participant.slots[question.slot].value for participant in state.participants if participant.id == question.actor
    ]
    return [value for value in held if value is not None]


def task(shown_task: Task) -> TaskView:
    """An open task with its results so far."""
    return {
        "task": shown_task.task,
        "skill": shown_task.skill,
        "group": shown_task.group,
        "cos": shown_task.cos,
        "participants": list(shown_task.participants),
        "on_failure": shown_task.on_failure,
        "selection": shown_task.selection,
        "aids": shown_task.aids,
        "trigger_damage": shown_task.trigger_damage,
        "results": {participant_id: result(found) for participant_id, found in shown_task.results.items()},
    }


def result(found: Result) -> ResultView:
    """How an attempt went."""
    return {
        "success": found.success,
        "how": found.how,
        "applied": found.applied,
        "slots": list(found.slots),
        "trigger_damage": found.trigger_damage,
    }


def participant_view(participant: Participant) -> ParticipantView:
    """A character with its slots and talents."""
    return {
        "name": participant.name,
        "level": participant.level,
        "slots": [{"value": s.value, "condition": s.condition, "group": s.group} for s in participant.slots],
        "talents": [talent(held) for held in participant.talents],
        "free": None if participant.free is None else {"key": participant.free.key, "focus": participant.free.focus},
    }


def talent(held: Held) -> TalentView:
    """A talent and its ranks."""
    return {"key": held.key, "focus": held.focus, "ranks": held.ranks}


def list_actors(state: State) -> list[str]:
    """Who may act: those who must answer or attempt a check, those who may prepare, and the GM."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        return [state.pending.actor, tables.GM]
    scene = Scene(state)
    waiting = turn(state)
    others = [
        participant.id
        for participant in state.participants
        if participant.id not in waiting and may_prepare(scene, participant)
    ]
    return [*waiting, *others, tables.GM]


def turn(state: State) -> list[str]:
    """Whom play waits for: the participant who must answer, else those with a check to attempt."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        return [state.pending.actor]
    scene = Scene(state)
    return [participant.id for participant in state.participants if waits(scene, participant)]


def waits(scene: Scene, participant: Participant) -> bool:
    """Whether a participant has a check to attempt."""
    return any(verdicts.possible(scene, participant, open_task) for open_task in scene.state.tasks)


def may_prepare(scene: Scene, participant: Participant) -> bool:
    """Whether a participant may use the free slot, a mulligan or a sleepless night."""
    return (
        scene.state.free
        or other_actions.can_take_fixed_values(scene, participant)
        or other_actions.can_lie_awake(scene, participant)
    )
