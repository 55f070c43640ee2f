"""Tasks and attempts: a check is called, somebody picks a die, and what follows is rolled and asked in order."""

from rules.engine.refusals import quoted, refuse
from rules.games.fortune_system import commands, flow, slots, tables, wording
from rules.games.fortune_system.judge import BY_DIE, REGARDLESS, Verdict, judge
from rules.games.fortune_system.scene import Scene
from rules.games.fortune_system.state import Participant, Result, Task, Work


def call_check(scene: Scene, order: commands.CallCheck) -> None:
    """The GM names skill, group, chance and price; the task is open until it is closed (FOS-10, FOS-26, FOS-28)."""
    state = scene.state
    if not order.participants:
        refuse("task.nobody", "participants: name at least one who may attempt it.", "FOS-28")
    for index, who in enumerate(order.participants):
        scene.find(who, f"participants[{index}]")
        if who in order.participants[:index]:
            refuse("participant.twice", f"participants[{index}]: {who} is named twice; once is enough.", "FOS-28")
    if scene.task(order.task) is not None:
        refuse("task.open", f"task: {quoted(order.task)} is open already; take another name or close it.", "FOS-28")
    if order.aids is not None:
        scene.find(order.aids, "aids")
    task = Task(
        order.task, order.skill, order.group, order.cos, order.participants, order.on_failure,
        order.selection or "choice", order.aids, order.trigger_damage,
    )  # fmt: skip
    state.tasks.append(task)
    state.called += 1
    state.free = False
    for person in state.people:
        person.night = False
    tell_call(scene, task)


def tell_call(scene: Scene, task: Task) -> None:
    """The call, with everything that was declared."""
    rules: tuple[str, ...] = ("FOS-26", "FOS-28")
    rules += ("FOS-10",) if task.on_failure is not None else ()
    rules += ("FOS-27",) if task.trigger_damage is not None else ()
    scene.tell(
        "check-called", wording.called(scene, task), rules, actor=tables.GM, task=task.task, skill=task.skill,
        group=task.group, cos=task.cos, participants=list(task.participants), on_failure=task.on_failure,
        selection=task.selection, aids=task.aids, trigger_damage=task.trigger_damage,
    )  # fmt: skip


def close_task(scene: Scene, order: commands.CloseTask) -> None:
    """The task is over for everybody (FOS-28)."""
    task = scene.open_task(order.task)
    scene.state.tasks.remove(task)
    scene.tell("task-closed", f"{task.task} is closed.", ("FOS-28",), actor=tables.GM, task=task.task)


def attempt(scene: Scene, asked: commands.Attempt) -> None:
    """One attempt: judged, told, its talents' damage done, then the new values and the questions (FOS-03, FOS-43)."""
    person = scene.find(asked.actor, "actor")
    task = scene.open_task(asked.task)
    verdict = judge(scene, person, task, asked)
    if verdict.success is None:
        verdict.applied = scene.cup.roll()[0]
        verdict.success = scene.passes(verdict.applied, task.cos)
    result = Result(
        verdict.success,
        verdict.how,
        verdict.applied,
        list(asked.dice),
        triggered(scene, task, verdict),
        bool(verdict.success and verdict.how in BY_DIE and scene.ranks(person, "exemplar", task)),
    )
    task.results[person.id] = result
    tell_attempt(scene, person, task, asked, verdict, result)
    strain(scene, person, task, asked, verdict)
    scene.state.work = Work(
        person.id, task.task, task.skill, task.group, list(asked.dice),
        wingman=verdict.wingman, aided=task.aids if verdict.wingman is not None else None,
        flair=verdict.flair, mend=verdict.mend,
        slick=[other.id for other in scene.state.people if other is not person] if verdict.how == "slick" else [],
        price=None if verdict.success else task.on_failure, selection=task.selection,
    )  # fmt: skip
    flow.proceed(scene)


def triggered(scene: Scene, task: Task, verdict: Verdict) -> int | None:
    """The declared trigger damage on a pass, more by Smooth, none on a failure (FOS-27, FOS-36)."""
    declared = task.trigger_damage
    if declared is None:
        return None
    if not verdict.success:
        return 0
    return declared * scene.figures("smooth").factor if verdict.how == "smooth" else declared


def tell_attempt(
    scene: Scene, person: Participant, task: Task, asked: commands.Attempt, verdict: Verdict, result: Result
) -> None:
    """The attempt and how it went; every used slot is noted with the value that it counted for."""
    for index in asked.dice:
        slot = person.slots[index]
        scene.note(person, index, "used", verdict.values[index], slot.value, task.skill)
    facts = {
        "actor": person.id, "task": task.task, "skill": task.skill, "group": task.group, "cos": task.cos,
        "how": result.how, "success": result.success, "applied": result.applied, "dice": list(asked.dice),
        "reduced": [{"talent": key, "slot": index, "by": by} for key, index, by in verdict.reduced],
        "trigger_damage": result.trigger_damage,
    }  # fmt: skip
    if asked.exemplar is not None:
        facts["exemplar"] = asked.exemplar
    if result.how == "plain":
        facts["rolled"] = [result.applied]
    text = wording.attempted(scene, person, task, verdict, result, asked.exemplar)
    lucky = any(person.slots[index].group is not None for index in asked.dice)
    rules = wording.attempt_rules(verdict, lucky, task.trigger_damage is not None)
    scene.tell("attempt", text, rules, **facts, **scene.cup.marks())


def strain(scene: Scene, person: Participant, task: Task, asked: commands.Attempt, verdict: Verdict) -> None:
    """Damage that talents do to the slots they use, before any new value (FOS-11, FOS-32, FOS-33, FOS-35)."""
    for index in asked.dice:
        now = ""
        for why in causes(scene, verdict, index):
            if why == "extreme-effort":
                slots.blow(scene, person, index, why)
                now = "blown"
            else:
                now = slots.damage(scene, person, index, why)
        if now:
            rules = (tables.TALENT_RULE.get(why, "FOS-43"), "FOS-04", "FOS-11")
            text = wording.condition(person, index, now)
            facts = {"target": person.id, "slot": index, "task": task.task, "why": why}
            scene.tell("slot-" + now, text, wording.struck_rules(rules, now), **facts)


def causes(scene: Scene, verdict: Verdict, index: int) -> list[str]:
    """The talents that damage a slot by using it, one entry for each time."""
    if verdict.how in REGARDLESS:
        return [verdict.how]
    return [key for key, at, _ in verdict.reduced if at == index and (one := scene.talent(key)) and one.damages]
