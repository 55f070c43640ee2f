"""The offers of attempts with a talent that changes how an attempt works (FOS-33, FOS-36, FOS-37)."""

from itertools import combinations
from typing import Any, cast

from rules.engine.offers import Offer, offer, one, some
from rules.games.fortune_system.attempt_figures import (
    Lower,
    dice_to_roll,
    helpers,
    lowered_ways,
    most_dice,
    reductions,
    slot_choices,
    with_dice_limit,
)
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, Task
from rules.games.fortune_system.view_types import FortuneOffer, SlotOutcome, SlotPair


def slick(scene: Scene, participant: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """Slick: the slots whose values are just below the chance (FOS-37)."""
    free, costly = reductions(scene, participant, task)
    low, high = task.cos - scene.figures("slick").margin, task.cos - 1
    lower = {**free, **costly}
    outcomes = close_values(participant, usable, lower, low, high)
    if not outcomes:
        return []
    slots = list(dict.fromkeys(outcome["slot"] for outcome in outcomes))
    choices = slot_choices(slots, 1, [outcome["reduce"] for outcome in outcomes if outcome["reduce"]])
    choices.update(helpers(scene, participant, task))
    example = {"dice": [outcomes[0]["slot"]], **({"reduce": outcomes[0]["reduce"]} if outcomes[0]["reduce"] else {})}
    attempt = offer(
        "attempt",
        participant.id,
        f"Attempt {title} with {scene.figures('slick').name}",
        ["FOS-37"],
        fixed={"task": task.task, "talent": "slick"},
        choices=choices,
        example=example,
        help=f"A die of {low} to {high}: no complications, and allies may have a damaged slot mended.",
        rolls=None if costly else dice_to_roll(participant, usable, choices, 1),
    )
    cast(FortuneOffer, attempt)["outcomes"] = outcomes
    return [with_dice_limit(attempt, 2)]


def close_values(participant: Participant, usable: list[int], lower: Lower, low: int, high: int) -> list[SlotOutcome]:
    """Each slot and way of reducing it whose value is from `low` to `high`."""
    outcomes: list[SlotOutcome] = []
    for index in usable:
        value = participant.slots[index].value
        for way in [{}, *lowered_ways(lower, [index], 1)]:
            applied = (value or 0) - sum(lower[key] for key in way)
            if low <= applied <= high:
                outcome: SlotOutcome = {
                    "slot": index,
                    "value": value,
                    "applied": applied,
                    "passes": True,
                    "reduce": way,
                    "talents": ["slick", *way],
                }
                outcomes.append(outcome)
    return outcomes


def smooth(scene: Scene, participant: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """Smooth: two slots whose sum is below the chance (FOS-36)."""
    free, costly = reductions(scene, participant, task)
    lower = {**free, **costly}
    pairs = low_pairs(participant, usable, task, free, lower)
    if not pairs:
        return []
    slots = sorted({index for pair in pairs for index in pair["slots"]})
    blown = [index for index, slot in enumerate(participant.slots) if slot.condition == "blown"]
    choices = slot_choices(slots, 2, lowered_ways(lower, slots, 2))
    if blown:
        choices["mend"] = one(blown, optional=True)
    choices.update(helpers(scene, participant, task))
    attempt = offer(
        "attempt",
        participant.id,
        f"Attempt {title} with {scene.figures('smooth').name}",
        ["FOS-36"],
        fixed={"task": task.task, "talent": "smooth"},
        choices=choices,
        example=smooth_example(pairs[0], blown),
        help="Two dice whose sum stays below the chance: a greater success, and a blown slot becomes damaged.",
        rolls=None if costly else dice_to_roll(participant, slots, choices, 2),
    )
    fortune = cast(FortuneOffer, attempt)
    fortune["outcomes"] = pair_outcomes(participant, usable, pairs)
    fortune["pairs"] = pairs
    more = len(costly) + ("flair" in choices)
    return [with_dice_limit(attempt, most_dice(participant, slots, 2, more) + (2 if blown else 0))]


def smooth_example(pair: SlotPair, blown: list[int]) -> dict[str, Any]:
    """The choices of one possible attempt: a pair of slots, its reductions, and a blown slot to mend."""
    example: dict[str, Any] = {"dice": pair["slots"]}
    if pair["reduce"]:
        example["reduce"] = pair["reduce"]
    if blown:
        example["mend"] = blown[0]
    return example


def low_pairs(participant: Participant, usable: list[int], task: Task, free: Lower, lower: Lower) -> list[SlotPair]:
    """The pairs of slots whose sum is below the chance, each with the fewest reductions that suffice."""
    pairs: list[SlotPair] = []
    for first, second in combinations(usable, 2):
        total = (participant.slots[first].value or 0) + (participant.slots[second].value or 0)
        ways: tuple[Lower, ...] = ({}, free, lower)
        for keys in ways:
            applied = total - sum(keys.values())
            if applied < task.cos:
                pairs.append({"slots": [first, second], "applied": applied, "reduce": dict.fromkeys(keys, first)})
                break
    return pairs


def pair_outcomes(participant: Participant, usable: list[int], pairs: list[SlotPair]) -> list[SlotOutcome]:
    """For each slot, whether a pair with it passes."""
    return [
        {
            "slot": index,
            "value": participant.slots[index].value,
            "applied": participant.slots[index].value,
            "passes": any(index in pair["slots"] for pair in pairs),
            "talents": ["smooth"],
        }
        for index in usable
    ]


def scrape_by(scene: Scene, participant: Participant, task: Task, usable: list[int], title: str) -> Offer:
    """Scrape By: any two slots, which are both damaged (FOS-33)."""
    dice = sorted(
        usable,
        key=lambda index: (participant.slots[index].condition != "sound", -(participant.slots[index].value or 0)),
    )
    choices = {"dice": some(usable, 2, 2), **helpers(scene, participant, task, flair=False)}
    attempt = offer(
        "attempt",
        participant.id,
        f"Pass {title} by {scene.figures('scrape-by').name}: both slots are damaged",
        ["FOS-33"],
        fixed={"task": task.task, "talent": "scrape-by"},
        choices=choices,
        example={"dice": dice[:2]},
        help="It works, and brings trouble later.",
        rolls=dice_to_roll(participant, usable, choices, 4),
    )
    # A sound slot is damaged and rolls two dice; a damaged one is blown and rolls none (FOS-04, FOS-11).
    sound = sum(participant.slots[index].condition == "sound" for index in usable)
    return with_dice_limit(attempt, 2 * min(2, sound))
