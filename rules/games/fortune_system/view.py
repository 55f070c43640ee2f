"""What everybody may know: in this game everything is open."""

from typing import Any

from rules.engine.refusals import quoted, refuse
from rules.games.fortune_system import judge, own, tables
from rules.games.fortune_system.scene import Scene
from rules.games.fortune_system.state import Held, Participant, Pending, Result, State, Task

OPTIONAL = frozenset({"wingman", "slick"})


def view(state: State, viewer: object) -> dict[str, Any]:
    """The same for a participant, "gm" and "observer"; `Refused` for anybody else."""
    known = ("gm", "observer")
    if viewer not in known and not any(person.id == viewer for person in state.people):
        refuse("viewer.unknown", f"{quoted(viewer)} is nobody here: name a participant, gm or observer.")
    return {
        "phase": phase(state),
        "turn": turn(state),
        "pending": pending(state.pending),
        "tasks": [task(one) for one in state.tasks],
        "participants": {person.id: participant(person) for person in state.people},
        "outcome": state.outcome,
    }


def phase(state: State) -> str:
    """Open, while a question waits choice, at the end over."""
    return "over" if state.outcome is not None else "open" if state.pending is None else "choice"


def pending(question: Pending | None) -> dict[str, Any] | None:
    """The open question."""
    if question is None:
        return None
    return {
        "kind": question.kind,
        "actor": question.actor,
        "task": question.task,
        "slots": None if question.slots is None else list(question.slots),
        "values": None if question.values is None else list(question.values),
        "optional": question.kind in OPTIONAL,
    }


def task(one: Task) -> dict[str, Any]:
    """An open task with its results so far."""
    return {
        "task": one.task,
        "skill": one.skill,
        "group": one.group,
        "cos": one.cos,
        "participants": list(one.participants),
        "on_failure": one.on_failure,
        "selection": one.selection,
        "aids": one.aids,
        "trigger_damage": one.trigger_damage,
        "results": {who: result(found) for who, found in one.results.items()},
    }


def result(found: Result) -> dict[str, Any]:
    """How an attempt went."""
    return {
        "success": found.success,
        "how": found.how,
        "applied": found.applied,
        "slots": list(found.slots),
        "trigger_damage": found.trigger_damage,
    }


def participant(person: Participant) -> dict[str, Any]:
    """A character with its slots and talents."""
    return {
        "name": person.name,
        "level": person.level,
        "slots": [{"value": s.value, "condition": s.condition, "group": s.group} for s in person.slots],
        "talents": [held(one) for one in person.talents],
        "free": None if person.free is None else {"key": person.free.key, "focus": person.free.focus},
    }


def held(one: Held) -> dict[str, Any]:
    """A talent and its ranks."""
    return {"key": one.key, "focus": one.focus, "ranks": one.ranks}


def actors(state: State) -> list[str]:
    """Who may act: whoever is asked; else those with a check to attempt, those who may prepare, and the GM."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        return [state.pending.actor, tables.GM]
    scene = Scene(state)
    waiting = turn(state)
    others = [person.id for person in state.people if person.id not in waiting and may_prepare(scene, person)]
    return [*waiting, *others, tables.GM]


def turn(state: State) -> list[str]:
    """Whom play waits for: who is asked, else those with a check to attempt."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        return [state.pending.actor]
    scene = Scene(state)
    return [person.id for person in state.people if waits(scene, person)]


def waits(scene: Scene, person: Participant) -> bool:
    """Whether a check that it can attempt is open to it."""
    return any(judge.possible(scene, person, one) for one in scene.state.tasks)


def may_prepare(scene: Scene, person: Participant) -> bool:
    """Whether the free slot, a mulligan or a sleepless night is open to it."""
    return scene.state.free or own.can_redo(scene, person) or own.sleepless(scene, person)
