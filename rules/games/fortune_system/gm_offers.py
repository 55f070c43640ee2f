"""The GM's own orders as offers."""

from typing import Any

from rules.engine.offers import Choice, Offer, number, offer, one, some, text
from rules.games.fortune_system import known, tables
from rules.games.fortune_system.scene import Scene


def offers(scene: Scene) -> list[Offer]:
    """All orders; while a question waits only who leaves, and the end."""
    state = scene.state
    everyone = [person.id for person in state.people]
    leaving = [leave(everyone)] if everyone else []
    if state.pending is not None:
        return [*leaving, end()]
    found = [call(scene, everyone, True), call(scene, everyone, False)] if everyone else []
    for task in state.tasks:
        found.append(offer("close-task", tables.GM, f"Close {task.task}", ["FOS-28"], fixed={"task": task.task}))
    found += hardship(scene)
    blown = known.dice(sum([slot.value is None for person in state.people for slot in person.slots]))
    real, beaten = "Declare a real rest: every slot recovers", "The party is defeated in battle: every slot recovers"
    found += [
        offer("rest", tables.GM, "Declare a rest that recovers no slot", ["FOS-22", "FOS-42"], fixed={"full": False}),
        offer("rest", tables.GM, real, ["FOS-08"], fixed={"full": True}, rolls=blown),
        offer("defeat", tables.GM, beaten, ["FOS-08"], rolls=blown),
    ]
    if len(everyone) < tables.MOST_PARTICIPANTS:
        found.append(join(scene))
    return [*found, *leaving, end()]


def call(scene: Scene, everyone: list[str], listed: bool) -> Offer:
    """A check of a skill that is listed, or of any other (FOS-10, FOS-25, FOS-26)."""
    skills, groups = known.skills(scene), known.groups(scene)
    skill = skills[0]
    group = scene.state.skills.get(skill) or tables.SKILLS.get(skill) or groups[0]
    choices: dict[str, Choice] = {
        "participants": some(everyone, 1, len(everyone)),
        "skill": one(skills) if listed else text(),
        "group": one(groups) if listed else text(),
        "cos": number(-100, 300),
        "task": text(),
        "on_failure": one(["damaged", "blown"], optional=True),
        "selection": one(["choice", "lowest"], optional=True),
        "aids": one(everyone, optional=True),
        "trigger_damage": number(-9999, 9999, optional=True),
    }
    example: dict[str, Any] = {"participants": everyone, "skill": skill, "group": group, "cos": tables.GUIDE["tough"]}
    label = "Call for a check" if listed else "Call for a check of a skill that is not listed"
    made = offer(
        "call-check", tables.GM, label, ["FOS-10", "FOS-26", "FOS-28"], choices=choices,
        example={**example, "task": fresh_name(scene)}, help="The lower the chance, the harder the task.",
    )  # fmt: skip
    made["guide"] = dict(tables.GUIDE)
    made["groups"] = dict(scene.state.skills or tables.SKILLS)
    return made


def fresh_name(scene: Scene) -> str:
    """A name that no open task has."""
    count = scene.state.called + 1
    while scene.task(f"Check {count}") is not None:
        count += 1
    return f"Check {count}"


def hardship(scene: Scene) -> list[Offer]:
    """For those who have a slot to lose (FOS-09)."""
    targets = [person.id for person in scene.state.people if person.whole()]
    if not targets:
        return []
    return [
        offer(
            "hardship",
            tables.GM,
            "Let a hardship strike somebody's slot",
            ["FOS-09"],
            choices={
                "target": one(targets),
                "degree": one(["damaged", "blown"]),
                "selection": one(["choice", "lowest"]),
            },
            example={"target": targets[0], "degree": "damaged", "selection": "choice"},
        )
    ]


def join(scene: Scene) -> Offer:
    """Somebody joins; the newcomer's sheet is the page's to build, the example is a new character (FOS-01)."""
    count = 1
    while f"newcomer-{count}" in scene.by_id:
        count += 1
    newcomer = {"id": f"newcomer-{count}", "name": f"Newcomer {count}"}
    choices = [newcomer, {**newcomer, "fill": "fixed"}]
    return offer(
        "join",
        tables.GM,
        "Let somebody join",
        ["FOS-01", "FOS-02"],
        choices={"participant": one(choices)},
        example={"participant": newcomer},
    )


def leave(everyone: list[str]) -> Offer:
    """Somebody leaves (FOS-28)."""
    choices = {"target": one(everyone)}
    return offer("leave", tables.GM, "Take somebody out", ["FOS-28"], choices=choices, example={"target": everyone[0]})


def end() -> Offer:
    """At any time (FOS-28)."""
    choices = {"outcome": text()}
    example = {"outcome": "The scene is over."}
    return offer("end", tables.GM, "End the encounter", ["FOS-28"], choices=choices, example=example)
