"""The skills and groups that a table knows: the catalogue's, and those that talents and tasks name (FOS-25)."""

from rules.games.fortune_system import tables
from rules.games.fortune_system.scene import Scene


def dice(count: int) -> dict[str, int] | None:
    """How many dice a command takes when they are typed in; None when it takes none."""
    return {"count": count, "sides": tables.SIDES} if count else None


def skills(scene: Scene) -> list[str]:
    """Skills by name."""
    named = list(scene.state.skills or tables.SKILLS)
    named += [task.skill for task in scene.state.tasks]
    return list(dict.fromkeys(named + foci(scene, "skill")))


def groups(scene: Scene) -> list[str]:
    """Groups by name."""
    state = scene.state
    named = [*(state.groups or tables.GROUPS), *[group for group in state.skills.values() if group]]
    named += [task.group for task in state.tasks]
    return list(dict.fromkeys(named + foci(scene, "group")))


def foci(scene: Scene, kind: str) -> list[str]:
    """What talents of this kind are held for."""
    found = []
    for person in scene.state.people:
        for held in [*person.talents, *([person.free] if person.free is not None else [])]:
            talent = scene.talent(held.key)
            if held.focus is not None and talent is not None and talent.for_ == kind:
                found.append(held.focus)
    return found


def talents(scene: Scene) -> dict[str, tables.Talent]:
    """Every talent with its figures, changed and added ones among them."""
    return {**tables.TALENTS, **scene.state.talents}
