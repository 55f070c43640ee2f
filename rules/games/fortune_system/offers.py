"""The offers of a participant in the Fortune System."""

from typing import cast

from rules.engine.offers import Offer, offer, one, some, text, truth
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import (
    answers,
    attempt_offers,
    attempt_stages,
    gm_offers,
    other_actions,
    skill_lists,
    tables,
    verdicts,
    wording,
)
from rules.games.fortune_system.attempt_figures import dice_left, dice_of, with_dice_limit
from rules.games.fortune_system.context import Scene, slot_name
from rules.games.fortune_system.state import Held, Participant, Pending
from rules.games.fortune_system.view_types import FortuneOffer


def offers(scene: Scene, actor: object) -> list[Offer]:
    """The offers of a participant or "gm"; [] when the actor can do nothing now."""
    participant = scene.by_id.get(actor) if isinstance(actor, str) else None
    if participant is None and actor not in (tables.GM, "observer"):
        refuse("actor.unknown", f"{quote(actor)} is not a participant; name a participant or gm.")
    pending = scene.state.pending
    if scene.state.outcome is not None or actor == "observer":
        return []
    if participant is None:
        return gm_offers.offers(scene)
    if pending is not None:
        return [answer(scene, participant, pending)] if pending.actor == participant.id else []
    seat_offers: list[Offer] = []
    for task in scene.state.tasks:
        if verdicts.possible(scene, participant, task):
            seat_offers += attempt_offers.attempts(scene, participant, task)
    return [*seat_offers, *preparations(scene, participant)]


def answer(scene: Scene, participant: Participant, pending: Pending) -> Offer:
    """The answer to the pending question (FOS-09, FOS-10, FOS-37, FOS-38, FOS-40, FOS-41)."""
    if pending.kind == "flair":
        return keep_value(participant, pending)
    if pending.kind == "steady" and pending.slot is not None:
        return write_value(scene, participant, pending, pending.slot)
    return choose_slot(scene, participant, pending)


def keep_value(participant: Participant, pending: Pending) -> Offer:
    """Flair: which of the two rolled values stays (FOS-40)."""
    values = pending.values or []
    label = f"Keep {' or '.join(map(str, values))}"
    rules = [answers.rule_of(pending)]
    return offer("choose", participant.id, label, rules, choices={"value": one(values)}, example={"value": min(values)})


def write_value(scene: Scene, participant: Participant, pending: Pending, slot: int) -> Offer:
    """Steady: whether a lower value is written into the slot (FOS-41)."""
    value, work = participant.slots[slot].value, scene.state.work
    instead = attempt_stages.steady_value(scene, work, participant) if work is not None else None
    label = f"Keep {value}, or write {instead} and damage {slot_name(participant, slot)}?"
    rules = [answers.rule_of(pending)]
    choices = {"use": truth()}
    write_offer = offer("choose", participant.id, label, rules, choices=choices, example={"use": False}, declines=True)
    ways = ((False, value), (True, instead))
    cast(FortuneOffer, write_offer)["ways"] = [{"fields": {"use": use}, "value": held} for use, held in ways]
    return write_offer


def choose_slot(scene: Scene, participant: Participant, pending: Pending) -> Offer:
    """Which slot is damaged, mended, or given to an ally (FOS-09, FOS-10, FOS-37, FOS-38)."""
    slots = pending.slots or []
    labels = {
        "wingman": "Choose a slot to give its value away and reroll it, or decline",
        "slick": "Choose a damaged slot to mend, or decline",
        "damage": f"Choose the slot that is {pending.degree}",
    }
    worst = max(slots, key=lambda index: participant.slots[index].value or 0)
    slot_offer = offer(
        "choose",
        participant.id,
        labels[pending.kind],
        [answers.rule_of(pending)],
        choices={"slot": one(slots, optional=pending.kind != "damage")},
        example={"slot": worst},
        help=wording.question(scene, pending),
        # An absent ally keeps its slots; mending one by Slick costs nothing.
        declines=pending.kind == "wingman",
    )
    cast(FortuneOffer, slot_offer)["slots"] = [
        {"slot": index, "value": participant.slots[index].value, "condition": participant.slots[index].condition}
        for index in slots
    ]
    work = scene.state.work
    return with_dice_limit(slot_offer, dice_left(scene, work, participant) if work and pending.kind == "wingman" else 0)


def preparations(scene: Scene, participant: Participant) -> list[Offer]:
    """The mulligan, the sleepless night and the free slot (FOS-02, FOS-22, FOS-42)."""
    preparation_offers = []
    if other_actions.can_take_fixed_values(scene, participant):
        label = "Take the fixed values instead of the rolled ones"
        help_text = f"In order: {', '.join(map(str, tables.FIXED))}."
        rolls = skill_lists.dice(other_actions.fixed_value_dice(participant.slots))
        preparation_offers.append(offer("mulligan", participant.id, label, ["FOS-02"], help=help_text, rolls=rolls))
    if other_actions.can_lie_awake(scene, participant):
        unblown = participant.unblown_slots()
        worst = max(unblown, key=lambda index: participant.slots[index].value or 0)
        night = offer(
            "couldnt-sleep",
            participant.id,
            "Lie awake: reroll slots, then one of them is damaged",
            ["FOS-42"],
            choices={"dice": some(unblown, 1, len(unblown))},
            example={"dice": [worst]},
        )
        most = sum(dice_of(participant.slots[index]) for index in unblown)
        preparation_offers.append(with_dice_limit(night, most))
    return preparation_offers + (free_slots(scene, participant) if scene.state.free else [])


def free_slots(scene: Scene, participant: Participant) -> list[Offer]:
    """Talents for the free slot by their kind of focus (FOS-22): for a listed focus, and for another one (FOS-25)."""
    slot_offers = []
    for kind, listed in (("group", skill_lists.groups(scene)), ("skill", skill_lists.skills(scene)), ("none", [])):
        keys = [
            key
            for key, talent in skill_lists.talents(scene).items()
            if talent.for_ == kind and free_to_take(talent, key)
        ]
        foci: list[str | None] = [*listed] or [None]
        room = [(key, focus) for key in keys for focus in foci if has_room(scene, participant, key, focus)]
        if kind == "none":
            for key, _ in room:
                label = f"Prepare {wording.talent(scene, Held(key, None))} in the free slot"
                slot_offers.append(offer("set-free", participant.id, label, ["FOS-22"], fixed={"key": key}))
        elif room:
            example = {"key": room[0][0], "focus": room[0][1]}
            keys = list(dict.fromkeys([key for key, _ in room]))
            choices = {"key": one(keys), "focus": one(listed)}
            label = f"Prepare a talent for a {kind} in the free slot"
            slot_offers.append(offer("set-free", participant.id, label, ["FOS-22"], choices=choices, example=example))
            choices = {"key": one(keys), "focus": text()}
            label = f"Prepare a talent for a {kind} that is not listed"
            slot_offers.append(
                offer("set-free", participant.id, label, ["FOS-22", "FOS-25"], choices=choices, example=example)
            )
    return slot_offers


def free_to_take(talent: tables.Talent, key: str) -> bool:
    """Whether a talent can be in the free slot; Lucky cannot (FOS-39)."""
    return not talent.slots and key != "lucky"


def has_room(scene: Scene, participant: Participant, key: str, focus: str | None) -> bool:
    """Whether another rank of this talent for this focus would count (FOS-21)."""
    ranks = sum([held.ranks for held in participant.talents if held.key == key and held.focus == focus])
    talent = scene.talent(key)
    return talent is not None and ranks < talent.ranks
