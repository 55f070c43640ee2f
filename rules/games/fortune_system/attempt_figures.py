"""What the offers of attempts share: reductions, helpers, results of slots, number of dice (FOS-03 to FOS-43)."""

from rules.engine.json_types import DiceCount
from rules.engine.offers import Choice, Offer, one, some, truth
from rules.games.fortune_system import skill_lists, tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, Slot, Task, Work
from rules.games.fortune_system.view_types import Pushed, SlotOutcome

Lower = dict[str, int]  # by how much each talent that may be named lowers a die


def reductions(scene: Scene, participant: Participant, task: Task) -> tuple[Lower, Lower]:
    """(free, costly): how much each talent lowers a die; costly ones damage the slot (FOS-30 to FOS-32)."""
    free: Lower = {}
    costly: Lower = {}
    for key, talent in skill_lists.talents(scene).items():
        ranks = scene.ranks(participant, key, task) if talent.reduction else 0
        if ranks:
            (costly if talent.damages else free)[key] = talent.reduction_for(ranks)
    return free, costly


def helpers(scene: Scene, participant: Participant, task: Task, flair: bool = True) -> dict[str, Choice]:
    """Flair and Wingman, where they can be used (FOS-38, FOS-40)."""
    choices: dict[str, Choice] = {}
    if flair and scene.ranks(participant, "flair", task):
        choices["flair"] = truth(optional=True)
    ally = scene.by_id.get(task.aids) if task.aids is not None and task.aids != participant.id else None
    if ally is not None and ally.unblown_slots() and scene.ranks(participant, "wingman", task):
        choices["wingman"] = truth(optional=True)
    return choices


def outcome(scene: Scene, participant: Participant, task: Task, index: int, free: Lower, costly: Lower) -> SlotOutcome:
    """The result of a slot with all free reductions; `pushed` is the result with those that damage the slot."""
    slot = participant.slots[index]
    value = slot.value or 0
    applied = value - sum(free.values())
    passes = scene.passes(applied, task.cos)
    names = [*free, *costly]
    if scene.ranks(participant, "slick", task) and task.cos - scene.figures("slick").margin <= applied < task.cos:
        names.append("slick")
    if passes:
        extra = helpers(scene, participant, task, slot.condition == "sound")
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


def dice_to_roll(participant: Participant, slots: list[int], choices: dict[str, Choice], each: int) -> DiceCount | None:
    """The number of dice that an attempt rolls; None when it depends on the choices (FOS-03, FOS-05)."""
    varies = {"flair", "wingman", "mend"} & choices.keys()
    if varies or any(participant.slots[index].condition != "sound" for index in slots):
        return None
    return skill_lists.dice(each)


def with_dice_limit(an_offer: Offer, most: int) -> Offer:
    """The offer with `rolls_up_to`, the highest number of dice, where the number depends on the choices."""
    if an_offer.get("rolls") is None and most:
        an_offer["rolls_up_to"] = {"count": most, "sides": tables.SIDES}
    return an_offer


def most_dice(participant: Participant, slots: list[int], count: int, more: int) -> int:
    """The highest number of dice for `count` of the slots (FOS-05).

    `more`: how many talents (Focus, Flair) can give a second die to a slot that has one.
    """
    damaged = sum(participant.slots[index].condition == "damaged" for index in slots)
    twice = range(max(0, count - len(slots) + damaged), min(count, damaged) + 1)
    return max(2 * number + (count - number) + min(more, count - number) for number in twice)


def dice_of(slot: Slot) -> int:
    """The number of dice for a new value of a slot (FOS-05, FOS-06)."""
    return tables.NEW_VALUE_DICE[slot.condition]


def dice_left(scene: Scene, work: Work, ally: Participant | None) -> int:
    """The highest number of dice that the answer to Wingman's question rolls (FOS-38).

    They are those of the attempt, and for an `ally` who accepts those of its slot; None only declines.
    """
    participant = scene.by_id.get(work.actor)
    slots = participant.slots if participant is not None else []
    each = {index: 2 if index == work.flair else dice_of(slots[index]) for index in work.dice if slots}
    declined = sum(each.values()) + (2 if slots and work.mend is not None else 0)
    if ally is None:
        return declined
    filled = each.get(work.wingman, 0) if work.wingman is not None else 0
    return max(declined, declined - filled + max(dice_of(ally.slots[index]) for index in ally.unblown_slots()))


def lowered_ways(lower: Lower, slots: list[int], most: int) -> list[dict[str, int]]:
    """Every way to use reductions, each for one of the slots, on at most `most` slots."""
    ways: list[dict[str, int]] = [{}]
    for key in lower:
        ways = [longer for way in ways for longer in with_key(way, key, slots, most)]
    return [way for way in ways if way]


def with_key(way: dict[str, int], key: str, slots: list[int], most: int) -> list[dict[str, int]]:
    """The way without another reduction, then with it on each slot that still fits."""
    used = set(way.values())
    open_to = slots if len(used) < most else [index for index in slots if index in used]
    return [way, *({**way, key: index} for index in open_to)]


def slot_choices(slots: list[int], count: int, ways: list[dict[str, int]]) -> dict[str, Choice]:
    """The choice of `count` of the slots, and of one of the ways to use reductions if there are any."""
    choices: dict[str, Choice] = {"dice": some(slots, count, count)}
    if ways:
        choices["reduce"] = one(ways, optional=True)
    return choices
