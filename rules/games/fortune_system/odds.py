"""The chance of an attempt: certain with a slot, whose value is known; counted for a plain d100."""

from rules.engine import codec
from rules.engine.json_types import Odds
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import checks, commands, moves, tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import State
from rules.games.fortune_system.verdicts import judge


def odds(state: State, viewer: object, command: object) -> Odds | None:
    """The odds of an attempt that is allowed now, else `Refused`; None for other commands."""
    scene = Scene(state)
    if viewer not in (tables.GM, "observer", *scene.by_id):
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    fields = codec.plain_object(command, "command")
    if fields.get("type") != "attempt":
        moves.act(scene, {name: value for name, value in fields.items() if name != "rolls"})
        return None
    attempt = codec.decode(command, commands.Attempt, "command")
    moves.permit(scene, attempt.actor, moves.OPEN)
    task = scene.open_task(attempt.task)
    verdict = judge(scene, scene.find(attempt.actor, "actor"), task, attempt)
    if verdict.success is None:
        return {"chance": plain(task.cos, bool(state.options.equal_passes)), "exact": True, "of": "success"}
    return {"chance": 1.0 if verdict.success else 0.0, "exact": True, "of": "success"}


def plain(cos: int, equal: bool) -> float:
    """The share of the results of a d100 that pass (FOS-07)."""
    passing = sum([tables.passes(face, cos, equal) for face in range(1, tables.SIDES + 1)])
    return 1.0 if cos >= tables.SURE else passing / tables.SIDES


def chance(kind: object, inputs: object) -> Odds | None:
    """The odds of a check without an encounter: a known value passes or not; None for other checks."""
    if kind != "die":
        return None
    typed = codec.decode(inputs, checks.Die, "inputs")
    applied = typed.value - sum(typed.reductions or [])
    sure = typed.cos >= tables.SURE or tables.passes(applied, typed.cos, bool(typed.equal_passes))
    return {"chance": 1.0 if sure else 0.0, "exact": True, "of": "success"}
