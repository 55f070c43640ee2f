"""The offers of attempts: every way to make a check, with the result of each slot (FOS-03 to FOS-43)."""

from itertools import combinations, product
from typing import Any, cast

from rules.engine.json_types import DiceCount
from rules.engine.offers import Choice, Offer, offer, one, some, truth
from rules.games.fortune_system import skill_lists, tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.ready_attempts import with_ways
from rules.games.fortune_system.state import Participant, Task
from rules.games.fortune_system.view_types import FortuneOffer, Pushed, SlotOutcome, SlotPair

Lower = dict[str, int]  # by how much each talent that may be named lowers a die


def attempts(scene: Scene, person: Participant, task: Task) -> list[Offer]:
    """Every way in which a participant may attempt a task now."""
    found = exemplar_offers(scene, person, task)
    title = f"{task.task} ({task.skill} at {task.cos})"
    fixed: dict[str, Any] = {"task": task.task}
    if task.cos >= tables.SURE:
        fixed["dice"] = []
        return [offer("attempt", person.id, f"Pass {title} without a die", ["FOS-26"], fixed=fixed)]
    usable = person.usable(task.group)
    if usable:
        return [*attempts_with_ways(scene, person, task, usable, title), *found]
    if task.cos > tables.HOPELESS:
        fixed["dice"] = []
        label = f"Roll a plain d100 for {title}"
        words = "Every slot that could be used is blown."
        made = offer("attempt", person.id, label, ["FOS-07"], fixed=fixed, help=words, rolls=skill_lists.dice(1))
        found.insert(0, made)
    return found


def exemplar_offers(scene: Scene, person: Participant, task: Task) -> list[Offer]:
    """The values of others that can be used instead of a slot (FOS-34)."""
    found = []
    for who, result in sorted(task.results.items(), key=lambda one: one[0]):
        if not result.shown:
            continue
        name = scene.by_id[who].name if who in scene.by_id else who
        fixed = {"task": task.task, "dice": [], "exemplar": who}
        label = f"Follow the example of {name} with {result.applied} and pass {task.task}"
        found.append(
            offer("attempt", person.id, label, ["FOS-34"], fixed=fixed, help="Your own slots stay as they are.")
        )
    return found


def attempts_with_ways(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """The attempts with slots, each with its `ways`."""
    return [with_ways(made, person) for made in slot_attempts(scene, person, task, usable, title)]


def slot_attempts(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """An ordinary attempt, and one for each talent that changes how it works."""
    has = {key for key in skill_lists.talents(scene) if scene.ranks(person, key, task)}
    found = []
    if task.cos > tables.HOPELESS:
        found.append(ordinary(scene, person, task, usable, title))
        if "slick" in has:
            found += slick(scene, person, task, usable, title)
        if "smooth" in has:
            found += smooth(scene, person, task, usable, title)
    if "scrape-by" in has and len(usable) > 1:
        found.append(scrape_by(scene, person, task, usable, title))
    if "extreme-effort" in has:
        fixed = {"task": task.task, "talent": "extreme-effort"}
        label = f"Pass {title} by {scene.figures('extreme-effort').name}: the slot is blown"
        dice = {"dice": some(usable, 1, 1)}
        made = offer("attempt", person.id, label, ["FOS-35"], fixed=fixed, choices=dice, example={"dice": [usable[-1]]})
        found.append(made)
    return found


def reductions(scene: Scene, person: Participant, task: Task) -> tuple[Lower, Lower]:
    """(free, costly): how much each talent lowers a die; costly ones damage the slot (FOS-30 to FOS-32)."""
    free: Lower = {}
    costly: Lower = {}
    for key, talent in skill_lists.talents(scene).items():
        ranks = scene.ranks(person, key, task) if talent.reduction else 0
        if ranks:
            (costly if talent.damages else free)[key] = talent.reduction_for(ranks)
    return free, costly


def helpers(scene: Scene, person: Participant, task: Task, flair: bool = True) -> dict[str, Choice]:
    """Flair and Wingman, where they can be used (FOS-38, FOS-40)."""
    found: dict[str, Choice] = {}
    if flair and scene.ranks(person, "flair", task):
        found["flair"] = truth(optional=True)
    ally = scene.by_id.get(task.aids) if task.aids is not None and task.aids != person.id else None
    if ally is not None and ally.unblown_slots() and scene.ranks(person, "wingman", task):
        found["wingman"] = truth(optional=True)
    return found


def outcome(scene: Scene, person: Participant, task: Task, index: int, free: Lower, costly: Lower) -> SlotOutcome:
    """The result of a slot with all free reductions; `pushed` is the result with those that damage the slot."""
    slot = person.slots[index]
    value = slot.value or 0
    applied = value - sum(free.values())
    passes = scene.passes(applied, task.cos)
    names = [*free, *costly]
    if scene.ranks(person, "slick", task) and task.cos - scene.figures("slick").margin <= applied < task.cos:
        names.append("slick")
    if passes:
        extra = helpers(scene, person, task, slot.condition == "sound")
        names += list(extra)
    pushed: Pushed | None = None
    if costly:
        lower = applied - sum(costly.values())
        reduce = dict.fromkeys([*free, *costly], index)
        pushed = {"applied": lower, "passes": scene.passes(lower, task.cos), "reduce": reduce}
    return {
        "slot": index,
        "value": value,
        "condition": slot.condition,
        "group": slot.group,
        "applied": applied,
        "passes": passes,
        "reduce": dict.fromkeys(free, index),
        "talents": names,
        "pushed": pushed,
        "rolls": 2 if slot.condition == "damaged" else 1,
    }


def dice_to_roll(person: Participant, slots: list[int], choices: dict[str, Choice], each: int) -> DiceCount | None:
    """The number of dice that an attempt rolls; None when it depends on the choices (FOS-03, FOS-05)."""
    varies = {"flair", "wingman", "mend"} & choices.keys()
    if varies or any(person.slots[index].condition != "sound" for index in slots):
        return None
    return skill_lists.dice(each)


def with_dice_limit(made: Offer, most: int) -> Offer:
    """The offer with `rolls_up_to`, the highest number of dice, where the number depends on the choices."""
    if made.get("rolls") is None:
        made["rolls_up_to"] = {"count": most, "sides": tables.SIDES}
    return made


def lowered_ways(lower: Lower, slots: list[int], most: int) -> list[dict[str, int]]:
    """Every way to use reductions, each for one of the slots, on at most `most` slots."""
    keys = list(lower)
    found = []
    for chosen in product([None, *slots], repeat=len(keys)):
        way = {key: index for key, index in zip(keys, chosen, strict=True) if index is not None}
        if way and len(set(way.values())) <= most:
            found.append(way)
    return found


def ordinary(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> Offer:
    """An attempt with one slot; `outcomes` has the result of each slot."""
    free, costly = reductions(scene, person, task)
    outcomes = [outcome(scene, person, task, index, free, costly) for index in usable]
    choices: dict[str, Choice] = {"dice": some(usable, 1, 1)}
    ways = lowered_ways({**free, **costly}, usable, 1)
    if ways:
        choices["reduce"] = one(ways, optional=True)
    choices.update(helpers(scene, person, task))
    best = best_outcome(outcomes)
    example: dict[str, Any] = {"dice": [best["slot"]]}
    if best["reduce"]:
        example["reduce"] = best["reduce"]
    rules = ["FOS-03", *[tables.TALENT_RULE.get(key, "FOS-43") for key in [*free, *costly]]]
    label = f"Attempt {title} with a slot"
    made = offer(
        "attempt",
        person.id,
        label,
        rules,
        fixed={"task": task.task},
        choices=choices,
        example=example,
        help="A die lower than the chance passes. The slot is rolled anew either way.",
        rolls=None if costly else dice_to_roll(person, usable, choices, 1),
    )
    cast(FortuneOffer, made)["outcomes"] = outcomes
    return with_dice_limit(made, 2)


def best_outcome(outcomes: list[SlotOutcome]) -> SlotOutcome:
    """The highest value that still passes; if none does, the highest of all, because it is rerolled."""
    passing = [found for found in outcomes if found["passes"]]
    return max(passing or outcomes, key=lambda found: (found["condition"] == "sound", found["value"]))


def slick(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """Slick: the slots whose values are just below the chance (FOS-37)."""
    free, costly = reductions(scene, person, task)
    low, high = task.cos - scene.figures("slick").margin, task.cos - 1
    lower = {**free, **costly}
    found: list[SlotOutcome] = []
    for index in usable:
        for way in [{}, *lowered_ways(lower, [index], 1)]:
            applied = (person.slots[index].value or 0) - sum([lower[key] for key in way])
            if low <= applied <= high:
                found.append(
                    {
                        "slot": index,
                        "value": person.slots[index].value,
                        "applied": applied,
                        "passes": True,
                        "reduce": way,
                        "talents": ["slick", *way],
                    }
                )
    if not found:
        return []
    choices: dict[str, Choice] = {"dice": some(list(dict.fromkeys([one["slot"] for one in found])), 1, 1)}
    ways = [one["reduce"] for one in found if one["reduce"]]
    if ways:
        choices["reduce"] = one(ways, optional=True)
    choices.update(helpers(scene, person, task))
    example = {"dice": [found[0]["slot"]], **({"reduce": found[0]["reduce"]} if found[0]["reduce"] else {})}
    made = offer(
        "attempt",
        person.id,
        f"Attempt {title} with {scene.figures('slick').name}",
        ["FOS-37"],
        fixed={"task": task.task, "talent": "slick"},
        choices=choices,
        example=example,
        help=f"A die of {low} to {high}: no complications, and allies may have a damaged slot mended.",
        rolls=None if costly else dice_to_roll(person, usable, choices, 1),
    )
    cast(FortuneOffer, made)["outcomes"] = found
    return [with_dice_limit(made, 2)]


def smooth(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> list[Offer]:
    """Smooth: two slots whose sum is below the chance (FOS-36)."""
    free, costly = reductions(scene, person, task)
    lower = {**free, **costly}
    pairs: list[SlotPair] = []
    for first, second in combinations(usable, 2):
        total = (person.slots[first].value or 0) + (person.slots[second].value or 0)
        for keys in ({}, free, lower):
            applied = total - sum(keys.values())
            if applied < task.cos:
                pairs.append({"slots": [first, second], "applied": applied, "reduce": dict.fromkeys(keys, first)})
                break
    if not pairs:
        return []
    slots = sorted({index for pair in pairs for index in pair["slots"]})
    choices: dict[str, Choice] = {"dice": some(slots, 2, 2)}
    ways = lowered_ways(lower, slots, 2)
    if ways:
        choices["reduce"] = one(ways, optional=True)
    blown = [index for index, slot in enumerate(person.slots) if slot.condition == "blown"]
    if blown:
        choices["mend"] = one(blown, optional=True)
    choices.update(helpers(scene, person, task))
    example: dict[str, Any] = {"dice": pairs[0]["slots"]}
    if pairs[0]["reduce"]:
        example["reduce"] = pairs[0]["reduce"]
    if blown:
        example["mend"] = blown[0]
    made = offer(
        "attempt",
        person.id,
        f"Attempt {title} with {scene.figures('smooth').name}",
        ["FOS-36"],
        fixed={"task": task.task, "talent": "smooth"},
        choices=choices,
        example=example,
        help="Two dice whose sum stays below the chance: a greater success, and a blown slot becomes damaged.",
        rolls=None if costly else dice_to_roll(person, slots, choices, 2),
    )
    fortune = cast(FortuneOffer, made)
    fortune["outcomes"] = pair_outcomes(person, usable, pairs)
    fortune["pairs"] = pairs
    return [made]


def pair_outcomes(person: Participant, usable: list[int], pairs: list[SlotPair]) -> list[SlotOutcome]:
    """For each slot, whether a pair with it passes."""
    return [
        {
            "slot": index,
            "value": person.slots[index].value,
            "applied": person.slots[index].value,
            "passes": any(index in pair["slots"] for pair in pairs),
            "talents": ["smooth"],
        }
        for index in usable
    ]


def scrape_by(scene: Scene, person: Participant, task: Task, usable: list[int], title: str) -> Offer:
    """Scrape By: any two slots, which are both damaged (FOS-33)."""
    dice = sorted(
        usable, key=lambda index: (person.slots[index].condition != "sound", -(person.slots[index].value or 0))
    )
    choices = {"dice": some(usable, 2, 2), **helpers(scene, person, task, flair=False)}
    return offer(
        "attempt",
        person.id,
        f"Pass {title} by {scene.figures('scrape-by').name}: both slots are damaged",
        ["FOS-33"],
        fixed={"task": task.task, "talent": "scrape-by"},
        choices=choices,
        example={"dice": dice[:2]},
        help="It works, and brings trouble later.",
        rolls=dice_to_roll(person, usable, choices, 4),
    )
