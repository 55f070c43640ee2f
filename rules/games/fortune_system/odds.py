"""The chance of an attempt: certain either way with a slot, whose die is known; counted for a plain d100."""

from typing import Any

from rules.engine import codec
from rules.engine.refusals import quoted, refuse
from rules.games.fortune_system import commands, moves, tables
from rules.games.fortune_system.judge import judge
from rules.games.fortune_system.scene import Scene
from rules.games.fortune_system.state import State


def odds(state: State, viewer: object, command: object) -> dict[str, Any] | None:
    """`{"chance", "exact", "of"}` of an attempt that is legal now, else `Refused`; None for other commands."""
    scene = Scene(state)
    if viewer not in (tables.GM, "observer", *scene.by_id):
        refuse("viewer.unknown", f"{quoted(viewer)} is nobody here: name a participant, gm or observer.")
    fields = codec.plain_object(command, "command")
    if fields.get("type") != "attempt":
        return None
    asked = codec.decode(command, commands.Attempt, "command")
    moves.permit(scene, asked.actor, moves.OPEN)
    task = scene.open_task(asked.task)
    verdict = judge(scene, scene.find(asked.actor, "actor"), task, asked)
    if verdict.success is None:
        return {"chance": plain(task.cos, bool(state.options.equal_passes)), "exact": True, "of": "success"}
    return {"chance": 1.0 if verdict.success else 0.0, "exact": True, "of": "success"}


def plain(cos: int, equal: bool) -> float:
    """The share of a d100's faces that pass (FOS-07)."""
    passing = sum([tables.passes(face, cos, equal) for face in range(1, tables.SIDES + 1)])
    return 1.0 if cos >= tables.SURE else passing / tables.SIDES
