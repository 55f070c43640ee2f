"""The offers of the GM."""

from typing import Any, cast

from rules.engine import hidden
from rules.engine.offers import Choice, Offer, number, offer, one, some, text
from rules.games.fortune_system import skill_lists, tables
from rules.games.fortune_system.attempt_figures import dice_left, with_dice_limit
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.view_types import FortuneOffer


def offers(scene: Scene) -> list[Offer]:
    """All orders; while a question waits, only removing a participant and the end."""
    state = scene.state
    everyone = [participant.id for participant in state.participants]
    leaving = [leave(scene, everyone)] if everyone else []
    leaving += hidden.leave_offers(state, [*tables.PRESENCE_RULES])
    open_to = [*everyone, *[participant.id for participant in state.hidden]]
    if state.pending is not None:
        return [*leaving, end()]
    orders = [call(scene, open_to, True), call(scene, open_to, False)] if open_to else []
    for task in state.tasks:
        orders.append(offer("close-task", tables.GM, f"Close {task.task}", ["FOS-28"], fixed={"task": task.task}))
    orders += hardship(scene)
    blown = skill_lists.dice(
        sum([slot.value is None for participant in state.participants for slot in participant.slots])
    )
    real, beaten = "Declare a real rest: every slot recovers", "The party is defeated in battle: every slot recovers"
    orders += [
        offer("rest", tables.GM, "Declare a short rest: no slot recovers", ["FOS-22", "FOS-42"], fixed={"full": False}),
        offer("rest", tables.GM, real, ["FOS-08"], fixed={"full": True}, rolls=blown),
        offer("defeat", tables.GM, beaten, ["FOS-08"], rolls=blown),
    ]
    orders += hidden.reveal_offers(state, [*tables.PRESENCE_RULES], tables.MOST_PARTICIPANTS)
    if len(open_to) < tables.MOST_PARTICIPANTS:
        orders.append(join(scene))
    return [*orders, *leaving, end()]


def call(scene: Scene, everyone: list[str], listed: bool) -> Offer:
    """Calling for a check of a listed skill or another one, also for hidden participants (FOS-10, FOS-25, FOS-26)."""
    visible = [participant_id for participant_id in everyone if participant_id in scene.by_id]
    skills, groups = skill_lists.skills(scene), skill_lists.groups(scene)
    skill = skills[0]
    group = scene.state.skills.get(skill) or tables.SKILLS.get(skill) or groups[0]
    example: dict[str, Any] = {"skill": skill, "group": group, "cos": tables.GUIDE["tough"]}
    example["participants"] = visible or everyone
    label = "Call for a check" if listed else "Call for a check of a skill that is not listed"
    call_offer = offer(
        "call-check",
        tables.GM,
        label,
        ["FOS-10", "FOS-26", "FOS-28"],
        choices=call_choices(everyone, visible, *((one(skills), one(groups)) if listed else (text(), text()))),
        example={**example, "task": fresh_name(scene)},
        help="The lower the chance, the harder the task.",
    )
    fortune = cast(FortuneOffer, call_offer)
    fortune["guide"] = dict(tables.GUIDE)
    fortune["groups"] = dict(scene.state.skills or tables.SKILLS)
    return call_offer


def call_choices(everyone: list[str], visible: list[str], skill: Choice, group: Choice) -> dict[str, Choice]:
    """Who may attempt the check, how likely it succeeds, and what a failure costs."""
    choices: dict[str, Choice] = {
        "participants": some(everyone, 1, len(everyone)),
        "skill": skill,
        "group": group,
        "cos": number(-100, 300),
        "task": text(),
        "on_failure": one(["damaged", "blown"], optional=True),
        "selection": one(["choice", "lowest"], optional=True),
    }
    if visible:
        choices["aids"] = one(visible, optional=True)
    choices["trigger_damage"] = number(-9999, 9999, optional=True)
    return choices


def fresh_name(scene: Scene) -> str:
    """A name that no open task has."""
    count = scene.state.called + 1
    while scene.task(f"Check {count}") is not None:
        count += 1
    return f"Check {count}"


def hardship(scene: Scene) -> list[Offer]:
    """Hardship for participants with a slot that is not blown (FOS-09)."""
    targets = [participant.id for participant in scene.state.participants if participant.unblown_slots()]
    if not targets:
        return []
    return [
        offer(
            "hardship",
            tables.GM,
            "Let a hardship strike a slot",
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
    """Adding a participant; the page builds the values, the example is a new character (FOS-01)."""
    count = hidden.unused_number(scene, scene.state, "newcomer")
    newcomer = {"id": f"newcomer-{count}", "name": f"Newcomer {count}"}
    choices = [newcomer, {**newcomer, "fill": "fixed"}]
    newcomer_offer = offer(
        "join",
        tables.GM,
        "Add a newcomer",
        ["FOS-01", "FOS-02"],
        choices={"participant": one(choices)},
        example={"participant": newcomer},
        help="You can call for their checks from now on.",
    )
    return with_dice_limit(newcomer_offer, scene.state.options.slots or tables.SLOTS)


def leave(scene: Scene, everyone: list[str]) -> Offer:
    """Removing a participant (FOS-28); an ally who is asked for a slot then declines, so the attempt continues."""
    pending, work = scene.state.pending, scene.state.work
    leave_offer = offer(
        "leave",
        tables.GM,
        "Remove a participant",
        ["FOS-28"],
        choices={"target": one(everyone)},
        example={"target": everyone[0]},
    )
    asked = pending is not None and pending.kind == "wingman"
    return with_dice_limit(leave_offer, dice_left(scene, work, None) if asked and work else 0)


def end() -> Offer:
    """Ending the encounter at any time (FOS-28)."""
    choices = {"outcome": text()}
    example = {"outcome": "The scene is over."}
    return offer("end", tables.GM, "End the encounter", ["FOS-28"], choices=choices, example=example)
