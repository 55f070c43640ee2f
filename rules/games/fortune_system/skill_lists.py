"""Skills, groups and talents that an encounter knows, from the catalogue, talents and tasks (FOS-25)."""

from rules.engine.json_types import DiceCount
from rules.engine.name_order import by_list
from rules.games.fortune_system import tables
from rules.games.fortune_system.context import Scene

SKILL_ORDER = by_list(tables.SKILLS)


def dice(count: int) -> DiceCount | None:
    """The `rolls` of an offer whose command rolls `count` dice; None when it rolls none."""
    return {"count": count, "sides": tables.SIDES} if count else None


def skills(scene: Scene) -> list[str]:
    """The names of all skills."""
    named = sorted(scene.state.skills, key=SKILL_ORDER) if scene.state.skills else list(tables.SKILLS)
    named += [task.skill for task in scene.state.tasks if not task.secret]
    return list(dict.fromkeys(named + foci(scene, "skill")))


def groups(scene: Scene) -> list[str]:
    """The names of all groups."""
    state = scene.state
    named = [
        *(state.groups or tables.GROUPS),
        *[state.skills[name] for name in sorted(state.skills, key=SKILL_ORDER) if state.skills[name]],
    ]
    named += [task.group for task in state.tasks if not task.secret]
    return list(dict.fromkeys(named + foci(scene, "group")))


def foci(scene: Scene, kind: str) -> list[str]:
    """The foci of the participants' talents of one kind ("skill" or "group")."""
    names = []
    for participant in scene.state.participants:
        for held in [*participant.talents, *([participant.free] if participant.free is not None else [])]:
            talent = scene.talent(held.key)
            if held.focus is not None and talent is not None and talent.for_ == kind:
                names.append(held.focus)
    return names


def talents(scene: Scene) -> dict[str, tables.Talent]:
    """Every talent with its figures, with the changes of the encounter's catalogue rows."""
    return {**tables.TALENTS, **dict(sorted(scene.state.talents.items()))}
