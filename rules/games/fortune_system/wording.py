"""The sentences of events: plain, in the present tense, with names instead of ids."""

from rules.games.fortune_system import tables
from rules.games.fortune_system.context import Scene, slot_name
from rules.games.fortune_system.state import Held, Participant, Pending, Result, Task
from rules.games.fortune_system.verdicts import Verdict

HOW_RULES: dict[str, tuple[str, ...]] = {
    "die": ("FOS-03",),
    "plain": ("FOS-07", "FOS-03"),
    "sure": ("FOS-26",),
    "exemplar": ("FOS-34",),
    "scrape-by": ("FOS-33",),
    "extreme-effort": ("FOS-35",),
    "smooth": ("FOS-36",),
    "slick": ("FOS-37", "FOS-03"),
}
SUCCESS_ENDINGS = {
    "scrape-by": ", with trouble to come",
    "smooth": ", a greater success",
    "slick": ", without complications",
}
ASKED = {
    "wingman": "{name} may give a value away and reroll that slot.",
    "flair": "{name} keeps one of the two values.",
    "slick": "{name} may have a damaged slot mended.",
    "damage": "{name} chooses the slot that is {degree}.",
}


def names(scene: Scene, participant_ids: list[str]) -> str:
    """Several names in a sentence."""
    visible_names = [
        scene.by_id[participant_id].name for participant_id in participant_ids if participant_id in scene.by_id
    ]
    return (
        visible_names[0]
        if len(visible_names) == 1
        else ", ".join(visible_names[:-1]) + " and " + visible_names[-1]
        if visible_names
        else "nobody"
    )


def call_sentence(scene: Scene, task: Task) -> str:
    """The sentence of a call for a check."""
    parts = [f"{task.task}: {task.skill} ({task.group}) at {task.cos}, for {names(scene, task.participants)}"]
    if task.on_failure is not None:
        which = "the lowest slot is" if task.selection == "lowest" else "a slot of their choice is"
        parts.append(f"on a failure {which} {task.on_failure}")
    if task.aids is not None:
        parts.append(f"it aids {names(scene, [task.aids])}")
    if task.trigger_damage is not None:
        parts.append(f"on a success it does {task.trigger_damage} damage")
    return "; ".join(parts) + "."


def attempt_rules(verdict: Verdict, lucky: bool, triggers: bool) -> tuple[str, ...]:
    """The rules of an attempt; `lucky`: a slot of Lucky was used; `triggers`: damage was declared."""
    rules = list(HOW_RULES[verdict.how])
    rules += [tables.TALENT_RULE.get(key, "FOS-43") for key, _, _ in verdict.reduced]
    if verdict.reduced:
        rules.append("FOS-43")
    rules += ["FOS-39"] if lucky else []
    rules += ["FOS-27"] if triggers else []
    return tuple(dict.fromkeys(rules))


def attempt_sentence(
    scene: Scene, participant: Participant, task: Task, verdict: Verdict, result: Result, exemplar: str | None
) -> str:
    """The sentence of an attempt."""
    outcome = "passes" if result.success else "fails"
    end = SUCCESS_ENDINGS.get(result.how, "") if result.success else ""
    if result.how == "sure":
        return f"{participant.name} passes {task.task}: a chance of {task.cos} needs no die."
    if result.how == "plain":
        return f"{participant.name} rolls a plain {result.applied} against {task.cos} and {outcome} {task.task}."
    if result.how == "exemplar":
        other = exemplar_name(scene, exemplar)
        return f"{participant.name} follows the example of {other} with {result.applied} and passes {task.task}."
    used = " and ".join([die(scene, participant, verdict, index) for index in verdict.values])
    if result.applied is None:
        name = scene.figures(result.how).name
        return f"{participant.name} uses {used} with {name} and passes {task.task}{end}."
    total = f", {result.applied} together," if len(verdict.values) > 1 else ""
    return f"{participant.name} uses {used}{total} against {task.cos} and {outcome} {task.task}{end}."


def exemplar_name(scene: Scene, participant_id: str | None) -> str | None:
    """The name of somebody who passed with Exemplar and may have left since (FOS-34)."""
    everyone = [*scene.state.participants, *scene.state.gone]
    return next((participant.name for participant in everyone if participant.id == participant_id), participant_id)


def die(scene: Scene, participant: Participant, verdict: Verdict, index: int) -> str:
    """A used slot: "the 60 of slot 1 (40 with Aptitude and Expertise)"."""
    held = f"the {participant.slots[index].value} of {slot_name(participant, index)}"
    lowered = [figures.name for key, at, _ in verdict.reduced if at == index and (figures := scene.talent(key))]
    return f"{held} ({verdict.values[index]} with {' and '.join(lowered)})" if lowered else held


def strike_rules(rules: tuple[str, ...], now: str) -> tuple[str, ...]:
    """The rules of a slot that was struck; a blown one also loses its value (FOS-06)."""
    return (*rules, "FOS-06") if now == "blown" else rules


def condition(participant: Participant, index: int, now: str) -> str:
    """The sentence of a slot that was struck."""
    return f"{participant.name}: {slot_name(participant, index)} is {now}."


def worse_of(rolled: list[int]) -> str:
    """The dice of a new value."""
    return str(rolled[0]) if len(rolled) == 1 else f"the worse of {' and '.join(map(str, rolled))} is {max(rolled)}"


def roll_sentence(participant: Participant, index: int, dice: list[int]) -> str:
    """The sentence of a new value."""
    return f"{participant.name} rolls for {slot_name(participant, index)}: {worse_of(dice)}."


def question(scene: Scene, pending: Pending) -> str:
    """The sentence of a question."""
    name = scene.by_id[pending.actor].name
    return ASKED[pending.kind].replace("{name}", name).replace("{degree}", pending.degree)


def talent(scene: Scene, held: Held) -> str:
    """A talent with its focus: "Aptitude for Physical"."""
    figures = scene.talent(held.key)
    name = figures.name if figures is not None else held.key
    return name if held.focus is None else f"{name} for {held.focus}"
