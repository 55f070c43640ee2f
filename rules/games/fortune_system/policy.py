"""The simple policy: use the worst value that still passes; the GM calls some checks, a rest, and the end.

It also chooses the command for an absent player, which spends as little as possible.
"""

from typing import Any, cast

from rules.engine.json_types import Offer
from rules.games.fortune_system import attempt_offers, gm_offers, tables, verdicts, view
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, Pending, State, Task
from rules.games.fortune_system.view_types import FortuneOffer

Command = dict[str, Any]
CHECKS = 6  # how many checks the GM of this policy calls in a session,
REST_AFTER = 3  # and after how many the party rests
# The task, the skill and the chance of success: one night's work, so that it reads as a story at a demo table.
CHECK_LIST: list[tuple[str, str, int]] = [
    ("Cross the yard unseen", "Stealth", 70),
    ("Keep still until the watch has passed", "Determination", 50),
    ("Talk past the night porter", "Swindle", 50),
    ("Climb to the gallery", "Climbing & Jumping", 70),
    ("Open the strongbox", "Sabotage", 30),
    ("Walk out with the guests", "Infiltration", 50),
]


def command(state: State, actor: object) -> Command | None:
    """The command that the policy gives for `actor`; None while someone else must answer, and after the end."""
    order = view.list_actors(state)
    if not order:
        return None
    scene = Scene(state)
    if state.pending is not None:
        participant = scene.by_id[state.pending.actor]
        return answer(scene, participant, state.pending) if participant.id == actor else None
    waiting = [participant for participant in state.participants if view.waits(scene, participant)]
    if waiting:
        return attempt(scene, waiting[0]) if waiting[0].id == actor else None
    return gm(scene) if actor == tables.GM else None


def answer(scene: Scene, participant: Participant, pending: Pending) -> Command:
    """The answer to a question: give away or damage the worst value, mend the best slot, keep the lower value."""
    command: Command = {"type": "choose", "actor": participant.id}
    if pending.kind == "flair":
        return {**command, "value": min(pending.values or [1])}
    if pending.kind == "steady" and pending.slot is not None:
        writes = scene.figures("steady").writes
        return {**command, "use": bool(writes) and (participant.slots[pending.slot].value or 0) > writes[0] + 25}
    slots = pending.slots or []
    values = {index: participant.slots[index].value or 0 for index in slots}
    best = min if pending.kind == "slick" else max
    return {**command, "slot": best(slots, key=lambda index: (values[index], index))}


def attempt(scene: Scene, participant: Participant) -> Command:
    """The first open task, with the slot of the example of its offer."""
    task = next(candidate for candidate in scene.state.tasks if verdicts.possible(scene, participant, candidate))
    offers = attempt_offers.attempts(scene, participant, task)
    chosen = offers[0]
    outcomes = cast(FortuneOffer, chosen).get("outcomes")
    if outcomes is not None and not any(outcome["passes"] for outcome in outcomes):
        chosen = next((an_offer for an_offer in offers[1:] if sensible(an_offer)), chosen)
    return chosen["example"]


def sensible(an_offer: Offer) -> bool:
    """Whether an attempt passes without ruining a slot."""
    return bool(an_offer["fixed"].get("exemplar")) or an_offer["fixed"].get("talent") in (
        "smooth",
        "slick",
        "scrape-by",
    )


def decline(state: State, actor: object) -> Command | None:
    """The attempt of an absent player at the first open task; None while a question is open, or without a task."""
    scene = Scene(state)
    participant = next((other for other in state.participants if other.id == actor), None)
    if participant is None or state.pending is not None:
        return None
    for task in state.tasks:
        if verdicts.possible(scene, participant, task):
            return least_attempt(scene, participant, task)
    return None


def least_attempt(scene: Scene, participant: Participant, task: Task) -> Command:
    """The attempt that spends least: the example of someone else, else an attempt without talents that have a price.

    At a chance of 0 or less only costly talents pass: Scrape By if it blows no slot (FOS-33), else Extreme Effort,
    with a slot that is damaged already if there is one (FOS-35).
    """
    by_talent: dict[str | None, Offer] = {}
    for an_offer in attempt_offers.attempts(scene, participant, task):
        if "exemplar" in an_offer["fixed"]:
            return an_offer["example"]
        by_talent[an_offer["fixed"].get("talent")] = an_offer
    if None in by_talent:
        return by_talent[None]["example"]
    scrape_by, slots = by_talent.get("scrape-by"), participant.slots
    if scrape_by:
        is_sound = all(slots[index].condition == "sound" for index in scrape_by["example"]["dice"])
        if is_sound or "extreme-effort" not in by_talent:
            return scrape_by["example"]
    effort = by_talent["extreme-effort"]
    open_to = effort["choices"]["dice"]["from"]
    least = max(open_to, key=lambda index: (slots[index].condition == "damaged", slots[index].value or 0))
    return {**effort["example"], "dice": [least]}


def gm(scene: Scene) -> Command:
    """Close tasks that are done, call the next check, rest now and then, end the encounter."""
    state = scene.state
    command: Command = {"actor": tables.GM}
    if state.tasks:
        return {**command, "type": "close-task", "task": state.tasks[0].task}
    if state.called >= CHECKS or not state.participants:
        return {**command, "type": "end", "outcome": "The night's work is done."}
    if state.called and state.called % REST_AFTER == 0 and not state.free:
        return {**command, "type": "rest", "full": False}
    return {**command, **next_check(scene)}


def next_check(scene: Scene) -> Command:
    """A check for everyone; every second failure has a price."""
    state = scene.state
    task, skill, cos = CHECK_LIST[state.called % len(CHECK_LIST)]
    check: Command = {
        "type": "call-check",
        "participants": [participant.id for participant in state.participants],
        "skill": skill,
        "group": state.skills.get(skill) or tables.SKILLS[skill],
        "cos": cos,
        "task": gm_offers.fresh_name(scene) if scene.task(task) else task,
    }
    return {**check, "on_failure": "damaged"} if state.called % 2 else check
