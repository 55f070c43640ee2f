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
    if viewer not in known and not any(person.id == viewer for person in state.people):
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    visible: FortuneView = {
        "phase": phase(state),
        "turn": turn(state),
        "pending": pending(state),
        "tasks": [task(open_task) for open_task in state.tasks if not open_task.secret],
        "participants": {person.id: participant(person) for person in state.people},
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
    held = [person.slots[question.slot].value for person in state.people if person.id == question.actor]
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
        "results": {person_id: result(found) for person_id, found in shown_task.results.items()},
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


def participant(person: Participant) -> ParticipantView:
    """A character with its slots and talents."""
    return {
        "name": person.name,
        "level": person.level,
        "slots": [{"value": s.value, "condition": s.condition, "group": s.group} for s in person.slots],
        "talents": [talent(held) for held in person.talents],
        "free": None if person.free is None else {"key": person.free.key, "focus": person.free.focus},
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
    others = [person.id for person in state.people if person.id not in waiting and may_prepare(scene, person)]
    return [*waiting, *others, tables.GM]


def turn(state: State) -> list[str]:
    """Whom play waits for: the participant who must answer, else those with a check to attempt."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        return [state.pending.actor]
    scene = Scene(state)
    return [person.id for person in state.people if waits(scene, person)]


def waits(scene: Scene, person: Participant) -> bool:
    """Whether a participant has a check to attempt."""
    return any(verdicts.possible(scene, person, open_task) for open_task in scene.state.tasks)


def may_prepare(scene: Scene, person: Participant) -> bool:
    """Whether a participant may use the free slot, a mulligan or a sleepless night."""
    return (
        scene.state.free
        or other_actions.can_take_fixed_values(scene, person)
        or other_actions.can_lie_awake(scene, person)
    )
