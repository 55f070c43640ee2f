"""The offers of attempts: every way to make a check, with the result of each slot (FOS-03 to FOS-43)."""

from typing import Any, cast

from rules.engine.offers import Offer, offer, some
from rules.games.fortune_system import skill_lists, tables, wording
from rules.games.fortune_system.attempt_figures import (
    dice_to_roll,
    helpers,
    lowered_ways,
    outcome,
    reductions,
    slot_choices,
    with_dice_limit,
)
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.ready_attempts import with_ways
from rules.games.fortune_system.state import Participant, Task
from rules.games.fortune_system.talent_attempts import scrape_by, slick, smooth
from rules.games.fortune_system.view_types import FortuneOffer, SlotOutcome

# By the option `equal_passes` (FOS-03).
PASSING = {
    False: "A die lower than the chance passes. The slot is rerolled in both cases.",
    True: "A die that is not above the chance passes. The slot is rerolled in both cases.",
}


def attempts(scene: Scene, participant: Participant, task: Task) -> list[Offer]:
    """Every way in which a participant may attempt a task now."""
    attempt_offers = exemplar_offers(scene, participant, task)
    title = f"{task.task} ({task.skill} at {task.cos})"
    fixed: dict[str, Any] = {"task": task.task}
    if task.cos >= tables.SURE:
        fixed["dice"] = []
        return [offer("attempt", participant.id, f"Pass {title} without a die", ["FOS-26"], fixed=fixed)]
    usable = scene.usable(participant, task)
    if usable:
        return [*attempts_with_ways(scene, participant, task, usable, title), *attempt_offers]
    if task.cos > tables.HOPELESS:
        fixed["dice"] = []
        label = f"Roll a plain d100 for {title}"
        words = "Every slot that could be used is blown."
        attempt = offer(
            "attempt", participant.id, label, ["FOS-07"], fixed=fixed, help=words, rolls=skill_lists.dice(1)
        )
        attempt_offers.insert(0, attempt)
    return attempt_offers


def exemplar_offers(scene: Scene, participant: Participant, task: Task) -> list[Offer]:
    """The values of others that can be used instead of a slot (FOS-34)."""
    offers = []
    for participant_id, result in sorted(task.results.items(), key=lambda entry: entry[0]):
        if not result.shown:
            continue
        name = wording.exemplar_name(scene, participant_id)
        fixed = {"task": task.task, "dice": [], "exemplar": participant_id}
        label = f"Follow the example of {name} with {result.applied} and pass {task.task}"
        offers.append(
            offer("attempt", participant.id, label, ["FOS-34"], fixed=fixed, help="Your own slots stay as they are.")
        )
    return offers


def attempts_with_ways(
    scene: Scene, participant: Participant, task: Task, usable: list[int], title: str
) -> list[Offer]:
    """The attempts with slots, each with its `ways`."""
    return [with_ways(attempt, participant) for attempt in slot_attempts(scene, participant, task, usable, title)]


def slot_attempts(scene: Scene, participant: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """An ordinary attempt, and one for each talent that changes how it works."""
    has = {key for key in skill_lists.talents(scene) if scene.ranks(participant, key, task)}
    attempt_offers = []
    if task.cos > tables.HOPELESS:
        attempt_offers.append(ordinary(scene, participant, task, usable, title))
        if "slick" in has:
            attempt_offers += slick(scene, participant, task, usable, title)
        if "smooth" in has:
            attempt_offers += smooth(scene, participant, task, usable, title)
    if "scrape-by" in has and len(usable) > 1:
        attempt_offers.append(scrape_by(scene, participant, task, usable, title))
    if "extreme-effort" in has:
        fixed = {"task": task.task, "talent": "extreme-effort"}
        label = f"Pass {title} by {scene.figures('extreme-effort').name}: the slot is blown"
        dice = {"dice": some(usable, 1, 1)}
        attempt = offer(
            "attempt", participant.id, label, ["FOS-35"], fixed=fixed, choices=dice, example={"dice": [usable[-1]]}
        )
        attempt_offers.append(attempt)
    return attempt_offers


def ordinary(scene: Scene, participant: Participant, task: Task, usable: list[int], title: str) -> Offer:
    """An attempt with one slot; `outcomes` has the result of each slot."""
    free, costly = reductions(scene, participant, task)
    outcomes = [outcome(scene, participant, task, index, free, costly) for index in usable]
    choices = slot_choices(usable, 1, lowered_ways({**free, **costly}, usable, 1))
    choices.update(helpers(scene, participant, task))
    best = best_outcome(outcomes)
    example: dict[str, Any] = {"dice": [best["slot"]]}
    if best["reduce"]:
        example["reduce"] = best["reduce"]
    rules = ["FOS-03", *[tables.TALENT_RULE.get(key, "FOS-43") for key in [*free, *costly]]]
    label = f"Attempt {title} with a slot"
    attempt = offer(
        "attempt",
        participant.id,
        label,
        rules,
        fixed={"task": task.task},
        choices=choices,
        example=example,
        help=PASSING[bool(scene.state.options.equal_passes)],
        rolls=None if costly else dice_to_roll(participant, usable, choices, 1),
    )
    cast(FortuneOffer, attempt)["outcomes"] = outcomes
    return with_dice_limit(attempt, 2)


def best_outcome(outcomes: list[SlotOutcome]) -> SlotOutcome:
    """The highest value that still passes; if none does, the highest of all, because it is rerolled."""
    passing = [outcome for outcome in outcomes if outcome["passes"]]
    return max(passing or outcomes, key=lambda outcome: (outcome["condition"] == "sound", outcome["value"]))
