"""The stages after an attempt: Wingman, new values, Flair, Steady, Slick, the price of a failure."""

from rules.engine.upgrades import began_before
from rules.games.fortune_system import slots, tables, wording
from rules.games.fortune_system.context import Scene, slot_name
from rules.games.fortune_system.state import Participant, Pending, Work


def proceed(scene: Scene) -> None:
    """Go on with the attempt until it is finished or someone must answer."""
    state = scene.state
    while (work := state.work) is not None and state.pending is None:
        STAGES[work.stage](scene, work)


def wingman(scene: Scene, work: Work) -> None:
    """Ask the ally whether to give a value away (FOS-38)."""
    work.stage = 1
    ally = scene.by_id.get(work.aided) if work.aided is not None else None
    if work.wingman is None or ally is None or work.actor not in scene.by_id:
        return
    ask(scene, Pending("wingman", ally.id, work.task, ally.unblown_slots()), ("FOS-38",))


def take_over(scene: Scene, work: Work, ally: Participant, index: int) -> None:
    """The ally rerolls a slot; its discarded value fills the slot that passed (FOS-05, FOS-12, FOS-38)."""
    discarded = ally.slots[index].value or 0
    rolled = slots.reroll(scene, ally, index, "wingman")
    scene.add_event(
        "slot-rolled",
        wording.roll_sentence(ally, index, rolled),
        ("FOS-38", "FOS-05"),
        target=ally.id,
        slot=index,
        task=work.task,
        rolled=rolled,
        value=ally.slots[index].value,
        was=discarded,
        why="wingman",
        **scene.command_dice.marks(),
    )
    participant = scene.by_id.get(work.actor)
    if participant is None or work.wingman is None:
        return
    work.filled = work.wingman
    if work.flair == work.filled:
        work.flair = None
    lower = tables.by_rank(scene.figures("wingman").lowers, ranks(scene, work, participant, "wingman"))
    value = slots.write(scene, participant, work.filled, discarded - lower, "wingman")
    text = (
        f"{participant.name} takes over the discarded {discarded}: {slot_name(participant, work.filled)} holds {value}."
    )
    facts = {"target": participant.id, "slot": work.filled, "task": work.task, "value": value, "from": ally.id}
    scene.add_event(
        "slot-written", text, ("FOS-38", "FOS-12"), discarded=discarded, lower=lower, why="wingman", **facts
    )


def ranks(scene: Scene, work: Work, participant: Participant, key: str) -> int:
    """The ranks of a talent that apply to the attempt, by its skill or group."""
    # Before version 3 a talent that a catalogue row takes for nothing was looked for with the group of the attempt.
    if scene.figures(key).for_ == "none" and began_before(scene.state, 3):
        return participant.ranks(key, work.group)
    return scene.ranks(participant, key, work)


def roll(scene: Scene, work: Work) -> None:
    """Roll all new values in the order of the slots, then the mended slot (FOS-03, FOS-05, FOS-36)."""
    work.stage = 2
    participant = scene.by_id.get(work.actor)
    if participant is None:
        return
    for index in work.dice:
        if index == work.filled or participant.slots[index].condition == "blown":
            continue
        if index == work.flair:
            roll_twice(scene, work, participant, index)
        else:
            rolled = slots.reroll(scene, participant, index, "check")
            announce_roll(scene, work, participant, index, rolled)
        if participant.slots[index].condition == "sound":
            work.steady.append(index)
    if work.mend is not None:
        mend(scene, work, participant, work.mend)
    if not ranks(scene, work, participant, "steady"):
        work.steady = []


def roll_twice(scene: Scene, work: Work, participant: Participant, index: int) -> None:
    """Flair: roll two dice; the lower one counts until the player chooses (FOS-40)."""
    rolled = scene.command_dice.roll(2)
    slot = participant.slots[index]
    was, slot.value = slot.value, min(rolled)
    scene.note(participant, index, "rolled", slot.value, was, "flair")
    text = f"{participant.name} rolls {rolled[0]} and {rolled[1]} for {slot_name(participant, index)}, with Flair."
    if rolled[0] != rolled[1]:
        work.rivals = rolled
    scene.add_event(
        "slot-rolled",
        text,
        ("FOS-40", "FOS-03"),
        target=participant.id,
        slot=index,
        task=work.task,
        rolled=rolled,
        value=slot.value,
        was=was,
        why="flair",
        **scene.command_dice.marks(),
    )


def announce_roll(scene: Scene, work: Work, participant: Participant, index: int, rolled: list[int]) -> None:
    """Tell the new value of a slot that was used."""
    rules = ("FOS-03", "FOS-05") if len(rolled) > 1 else ("FOS-03",)
    was = scene.facts[-1]["was"]
    scene.add_event(
        "slot-rolled",
        wording.roll_sentence(participant, index, rolled),
        rules,
        target=participant.id,
        slot=index,
        task=work.task,
        rolled=rolled,
        value=participant.slots[index].value,
        was=was,
        why="check",
        **scene.command_dice.marks(),
    )


def mend(scene: Scene, work: Work, participant: Participant, index: int) -> None:
    """Smooth: a blown slot becomes damaged, with the worse of two dice (FOS-36)."""
    slot = participant.slots[index]
    rolled = scene.command_dice.roll(2)
    slot.value, slot.condition = max(rolled), "damaged"
    name = slot_name(participant, index)
    scene.note(participant, index, "mended", slot.value, None, "smooth")
    text = f"{participant.name}: {name} is no longer blown but damaged; {wording.worse_of(rolled)}."
    scene.add_event(
        "slot-mended",
        text,
        ("FOS-36", "FOS-05"),
        target=participant.id,
        slot=index,
        task=work.task,
        rolled=rolled,
        value=slot.value,
        why="smooth",
        **scene.command_dice.marks(),
    )


def flair(scene: Scene, work: Work) -> None:
    """Ask which of the two values is kept (FOS-40)."""
    work.stage = 3
    if work.rivals and work.actor in scene.by_id:
        ask(scene, Pending("flair", work.actor, work.task, None, work.rivals, slot=work.flair), ("FOS-40",))
        work.rivals = []


def keep_value(scene: Scene, work: Work, participant: Participant, index: int, value: int) -> None:
    """Keep one of Flair's values (FOS-40)."""
    slots.write(scene, participant, index, value, "flair")
    text = f"{participant.name} keeps {value} in {slot_name(participant, index)}."
    scene.add_event(
        "slot-written", text, ("FOS-40",), target=participant.id, slot=index, task=work.task, value=value, why="flair"
    )


def steady(scene: Scene, work: Work) -> None:
    """Ask whether Steady replaces a new value, slot by slot (FOS-41)."""
    participant = scene.by_id.get(work.actor)
    while work.steady and participant is not None:
        index = work.steady.pop(0)
        value, instead = participant.slots[index].value or 0, steady_value(scene, work, participant)
        # No player would damage a slot for a value that is not better (lower).
        if scene.state.only_useful_questions and instead >= value:
            continue
        text = f"{participant.name} may write {instead} instead of {value} into {slot_name(participant, index)}, "
        ask(scene, Pending("steady", participant.id, work.task, slot=index), ("FOS-41",), text + "which damages it.")
        return
    work.stage = 4


def steady_value(scene: Scene, work: Work, participant: Participant) -> int:
    """The value that Steady writes at this rank (FOS-41)."""
    return tables.by_rank(scene.figures("steady").writes, ranks(scene, work, participant, "steady"))


def apply_steady(scene: Scene, work: Work, participant: Participant, index: int) -> None:
    """Steady: damage the slot and write the value of Steady (FOS-41)."""
    slots.damage(scene, participant, index, "steady")
    value = slots.write(scene, participant, index, steady_value(scene, work, participant), "steady")
    text = f"{participant.name} stays steady: {slot_name(participant, index)} is damaged and holds {value}."
    scene.add_event(
        "slot-written", text, ("FOS-41",), target=participant.id, slot=index, task=work.task, value=value, why="steady"
    )


def slick(scene: Scene, work: Work) -> None:
    """Ask each ally with a damaged slot, in setup order, whether to mend one (FOS-37)."""
    while work.slick:
        ally = scene.by_id.get(work.slick.pop(0))
        damaged = [i for i, slot in enumerate(ally.slots) if slot.condition == "damaged"] if ally is not None else []
        if ally is not None and damaged:
            ask(scene, Pending("slick", ally.id, work.task, damaged), ("FOS-37",))
            return
    work.stage = 5


def price(scene: Scene, work: Work) -> None:
    """Apply the declared price of a failure, after the new values (FOS-10)."""
    scene.state.work = None
    participant = scene.by_id.get(work.actor)
    if work.price is not None and participant is not None:
        strike(scene, participant, work.price, work.selection, work.task, ("FOS-10",))


def strike(
    scene: Scene,
    participant: Participant,
    degree: tables.Degree,
    selection: tables.Selection,
    task: str | None,
    rules: tuple[str, ...],
) -> None:
    """Damage or blow one slot: the lowest one, or one of the player's choice (FOS-09, FOS-10)."""
    open_to = participant.unblown_slots()
    if selection == "lowest" and open_to:
        least = min(participant.slots[index].value or 0 for index in open_to)
        open_to = [index for index in open_to if participant.slots[index].value == least]
    ask_damage(scene, participant, degree, open_to, task, rules)


def ask_damage(
    scene: Scene,
    participant: Participant,
    degree: tables.Degree,
    open_to: list[int],
    task: str | None,
    rules: tuple[str, ...],
) -> None:
    """Ask which of these slots is struck; a single one is struck at once, none costs nothing."""
    why = "failure" if task is not None else "couldnt-sleep" if rules[0] == "FOS-42" else "hardship"
    if len(open_to) == 1:
        apply_strike(scene, participant, open_to[0], degree, why, task)
    elif open_to:
        ask(scene, Pending("damage", participant.id, task, open_to, degree=degree, why=why), rules)


STRIKE_RULES = {
    "failure": ("FOS-10", "FOS-04"),
    "hardship": ("FOS-09", "FOS-04"),
    "couldnt-sleep": ("FOS-42", "FOS-04"),
}


def apply_strike(
    scene: Scene, participant: Participant, index: int, degree: tables.Degree, why: str, task: str | None
) -> None:
    """Damage or blow the slot."""
    now = slots.hurt(scene, participant, index, degree, why)
    text = wording.condition(participant, index, now)
    rules = wording.strike_rules(STRIKE_RULES[why], now)
    scene.add_event("slot-" + now, text, rules, target=participant.id, slot=index, task=task, why=why)


def ask(scene: Scene, pending: Pending, rules: tuple[str, ...], text: str | None = None) -> None:
    """Ask a question; everything else waits for its answer."""
    scene.state.pending = pending
    scene.add_event(
        "question",
        text or wording.question(scene, pending),
        rules,
        target=pending.actor,
        question=pending.kind,
        task=pending.task,
        slots_open=pending.slots,
        values=pending.values,
        slot=pending.slot,
    )


STAGES = (wingman, roll, flair, steady, slick, price)
