"""Judging an attempt before any die is rolled: whether it is allowed, and how it goes (FOS-03 to FOS-43)."""

from dataclasses import dataclass, field
from typing import NoReturn

from rules.engine.refusals import quote, refuse
from rules.engine.upgrades import began_before
from rules.games.fortune_system import tables
from rules.games.fortune_system.commands import Attempt
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, Task

BY_DIE = frozenset({"die", "smooth", "slick"})
TWO_DICE = frozenset({"scrape-by", "smooth"})
CERTAIN = frozenset({"scrape-by", "extreme-effort"})


@dataclass(slots=True)
class Verdict:
    """An allowed attempt; `success` is None while a plain d100 must still be rolled.

    `values`: what each slot counts for. `strain`: how often a talent damages each slot. `reduced`: (talent, slot, by
    how much).
    """

    how: tables.How
    success: bool | None
    applied: int | None = None
    values: dict[int, int] = field(default_factory=dict)
    reduced: list[tuple[str, int, int]] = field(default_factory=list)
    strain: dict[int, int] = field(default_factory=dict)
    flair: int | None = None
    wingman: int | None = None
    mend: int | None = None


def judge(scene: Scene, participant: Participant, task: Task, command: Attempt) -> Verdict:
    """The verdict on an attempt, without changing anything; `Refused` when it is not allowed."""
    if participant.id not in task.participants:
        refuse("task.others", f"task: this check was not called for {participant.name}.", "FOS-28")
    if participant.id in task.results:
        refuse("task.done", f"task: {participant.name} has already attempted it; one attempt is allowed.", "FOS-28")
    if command.exemplar is not None:
        return by_exemplar(task, command)
    if task.cos >= tables.SURE:
        refuse_extras(
            command,
            "FOS-26",
            f"A chance of {task.cos} needs no die and no talent; attempt it with an empty list of dice.",
        )
        return Verdict("sure", True)
    if not command.dice:
        return plain(scene, participant, task, command)
    return by_dice(scene, participant, task, command)


def refuse_extras(command: Attempt, rule: str, sentence: str) -> None:
    """Refuse slots and talents in an attempt that uses none."""
    if command.dice:
        refuse("dice.none", f"dice: {sentence}", rule)
    extras = (command.talent, command.mend, command.flair or None, command.wingman or None)
    if named_reductions(command) or any(extra is not None for extra in extras):
        refuse("talent.none", f"talent: {sentence}", rule)


def named_reductions(command: Attempt) -> dict[str, int]:
    """The reductions of a command, sorted by name: their order in the command means nothing."""
    return {key: index for key, index in sorted((command.reduce or {}).items()) if index is not None}


def by_exemplar(task: Task, command: Attempt) -> Verdict:
    """Use the value with which someone else passed the same task (FOS-34)."""
    refuse_extras(
        command,
        "FOS-34",
        "Exemplar uses another character's value; give an empty list of dice and no talents of your own.",
    )
    exemplar_result = task.results.get(command.exemplar or "")
    if exemplar_result is None or not exemplar_result.shown or exemplar_result.applied is None:
        text = f"exemplar: {quote(command.exemplar)} has not passed this task by a die with Exemplar for {task.group}."
        refuse("exemplar.none", text, "FOS-34")
    return Verdict("exemplar", True, exemplar_result.applied)


def plain(scene: Scene, participant: Participant, task: Task, command: Attempt) -> Verdict:
    """One plain d100, only when all slots are blown (FOS-07)."""
    usable = scene.usable(participant, task)
    if began_before(scene.state, 3):
        # A slot of Lucky for a skill could not be used then, so a plain d100 was rolled beside it.
        usable = [index for index in usable if participant.slots[index].group in (None, task.group)]
    if usable:
        open_to = ", ".join(map(str, usable))
        text = f"dice: choose one of the slots {open_to}; a plain d100 is for those whose slots are all blown."
        refuse("dice.plain", text, "FOS-07")
    refuse_extras(command, "FOS-07", "a plain d100 is rolled without slots and talents; leave them out.")
    if task.cos <= tables.HOPELESS:
        refuse_hopeless(task)
    return Verdict("plain", None)


def refuse_hopeless(task: Task) -> NoReturn:
    """Refuse an attempt with dice at a chance of 0 or less (FOS-26)."""
    text = f"dice: no die passes a chance of {task.cos}; Scrape By or Extreme Effort still could."
    refuse("cos.hopeless", text, "FOS-26")


def by_dice(scene: Scene, participant: Participant, task: Task, command: Attempt) -> Verdict:
    """An attempt with one or two slots and talents."""
    check_dice(scene, participant, task, command)
    talent = command.talent
    if talent is not None:
        require_talent(scene, participant, task, talent, "talent")
    check_mend(scene, participant, command)
    verdict = Verdict(talent or "die", True, mend=command.mend)
    reduce(scene, participant, task, command, verdict)
    if talent in CERTAIN:
        verdict.strain = dict.fromkeys(command.dice, 1 if talent == "scrape-by" else 2)
    else:
        compare(scene, task, talent, verdict)
    check_flair(scene, participant, task, command, verdict)
    check_wingman(scene, participant, task, command, verdict)
    return verdict


def check_dice(scene: Scene, participant: Participant, task: Task, command: Attempt) -> None:
    """Refuse a wrong number of slots, and slots that cannot be used (FOS-03, FOS-06, FOS-33, FOS-36, FOS-39)."""
    dice, wanted = command.dice, 2 if command.talent in TWO_DICE else 1
    rule = tables.TALENT_RULE[command.talent] if command.talent is not None else "FOS-03"
    if len(dice) != wanted or len(set(dice)) != wanted:
        words = "two different slots" if wanted == 2 else "one slot"
        refuse("dice.count", f"dice: this attempt takes {words}.", rule)
    for place, index in enumerate(dice):
        if not 0 <= index < len(participant.slots):
            last = len(participant.slots) - 1
            refuse("slot.unknown", f"dice[{place}]: {participant.name} has the slots 0 to {last}.", "FOS-03")
        slot = participant.slots[index]
        if slot.condition == "blown":
            refuse("slot.blown", f"dice[{place}]: that slot is blown and waits for recovery; use another.", "FOS-06")
        if not scene.serves(participant, slot, task):
            text = f"dice[{place}]: that slot is Lucky for {quote(slot.group)} only; use another."
            refuse("slot.lucky", text, "FOS-39")


def require_talent(scene: Scene, participant: Participant, task: Task, key: str, path: str) -> int:
    """The ranks of a talent that apply to the task; `Refused` when there are none."""
    ranks = scene.ranks(participant, key, task)
    if not ranks:
        name = scene.figures(key).name
        rule = tables.TALENT_RULE[key]
        refuse("talent.missing", f"{path}: {participant.name} has no {name} for this check; leave it out.", rule)
    return ranks


def check_mend(scene: Scene, participant: Participant, command: Attempt) -> None:
    """Only Smooth mends a blown slot (FOS-36)."""
    if command.mend is None:
        return
    if command.talent != "smooth":
        refuse("mend.smooth", "mend: only Smooth mends a blown slot; leave it out.", "FOS-36")
    if scene.slot_of(participant, command.mend, "mend").condition != "blown":
        refuse("mend.blown", "mend: that slot is not blown; name a blown one or leave it out.", "FOS-36")


def reduce(scene: Scene, participant: Participant, task: Task, command: Attempt, verdict: Verdict) -> None:
    """Work out what each slot counts for, and which slots are damaged by it (FOS-30 to FOS-32, FOS-43)."""
    values = verdict.values
    for index in command.dice:
        values[index] = participant.slots[index].value or 0
    for key, index in named_reductions(command).items():
        talent = scene.talent(key)
        if talent is None or not talent.reduction:
            refuse("reduce.unknown", f"reduce: {quote(key)} is not a talent that lowers a die; leave it out.", "FOS-43")
        rule = tables.TALENT_RULE.get(key, "FOS-43")
        ranks = scene.ranks(participant, key, task)
        if not ranks:
            refuse("talent.missing", f"reduce.{key}: {participant.name} has no {talent.name} for this check.", rule)
        if index not in values:
            refuse("reduce.slot", f"reduce.{key}: name a slot that is listed in dice.", "FOS-43")
        if command.talent in CERTAIN:
            text = f"reduce.{key}: with this talent the dice do not matter, so nothing lowers them; leave it out."
            refuse("reduce.useless", text, "FOS-43")
        lower = talent.reduction_for(ranks)
        values[index] -= lower
        verdict.reduced.append((key, index, lower))
        if talent.damages:
            verdict.strain[index] = verdict.strain.get(index, 0) + 1


def compare(scene: Scene, task: Task, talent: str | None, verdict: Verdict) -> None:
    """Compare the slots with the chance of success (FOS-03, FOS-36, FOS-37)."""
    if task.cos <= tables.HOPELESS:
        refuse_hopeless(task)
    total = sum(verdict.values.values())
    verdict.applied = total
    if talent == "smooth":
        if total >= task.cos:
            text = f"dice: Smooth needs a sum lower than {task.cos}; these dice make {total}."
            refuse("smooth.sum", text, "FOS-36")
        return
    if talent == "slick":
        margin = scene.figures("slick").margin
        if not task.cos - margin <= total < task.cos:
            text = f"dice: Slick needs a die from {task.cos - margin} to {task.cos - 1}; this one counts {total}."
            refuse("slick.range", text, "FOS-37")
        return
    verdict.success = scene.passes(total, task.cos)


def condition_after(participant: Participant, verdict: Verdict, index: int) -> tables.Condition:
    """The condition of a used slot after damage by talents (FOS-04, FOS-11)."""
    marks = verdict.strain.get(index, 0) + (1 if participant.slots[index].condition == "damaged" else 0)
    return "sound" if marks == 0 else "damaged" if marks == 1 else "blown"


def check_flair(scene: Scene, participant: Participant, task: Task, command: Attempt, verdict: Verdict) -> None:
    """Flair: the first used slot that is sound, when a die passes (FOS-40)."""
    if not command.flair:
        return
    require_talent(scene, participant, task, "flair", "flair")
    if verdict.how not in BY_DIE or not verdict.success:
        refuse("flair.pass", "flair: only possible in a check that a die passes; leave it out.", "FOS-40")
    for index in command.dice:
        if condition_after(participant, verdict, index) == "sound":
            verdict.flair = index
            return
    refuse("flair.damaged", "flair: it has no effect on a damaged slot; leave it out.", "FOS-40")


def check_wingman(scene: Scene, participant: Participant, task: Task, command: Attempt, verdict: Verdict) -> None:
    """Wingman: the first used slot that is not blown, when the check aids an ally and passes (FOS-38)."""
    if not command.wingman:
        return
    require_talent(scene, participant, task, "wingman", "wingman")
    if task.aids is None or task.aids == participant.id or task.aids not in scene.by_id:
        refuse("wingman.aids", "wingman: this check aids no ally; leave it out.", "FOS-38")
    if verdict.how == "extreme-effort" or not verdict.success:
        text = "wingman: only possible in a check that a die passes, without Extreme Effort; leave it out."
        refuse("wingman.pass", text, "FOS-38")
    ally = scene.by_id[task.aids]
    if not ally.unblown_slots():
        refuse("wingman.blown", f"wingman: every slot of {ally.name} is blown; leave it out.", "FOS-38")
    for index in command.dice:
        if condition_after(participant, verdict, index) != "blown":
            verdict.wingman = index
            return
    refuse("wingman.used", "wingman: the slot that is used will be blown; leave it out.", "FOS-38")


def possible(scene: Scene, participant: Participant, task: Task) -> bool:
    """Whether a participant can attempt a task in any way (FOS-26, FOS-28, FOS-33 to FOS-35)."""
    if participant.id not in task.participants or participant.id in task.results:
        return False
    if task.cos > tables.HOPELESS:
        return True
    usable = len(scene.usable(participant, task))
    if usable and scene.ranks(participant, "extreme-effort", task):
        return True
    return usable > 1 and bool(scene.ranks(participant, "scrape-by", task))
