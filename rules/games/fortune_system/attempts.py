"""Tasks and attempts: the GM calls for a check, a participant uses a slot."""

from rules.engine import hidden as hiding
from rules.engine.refusals import quote, refuse
from rules.engine.upgrades import began_before
from rules.games.fortune_system import attempt_stages, commands, slots, tables, wording
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.state import Participant, Result, Task, Work
from rules.games.fortune_system.verdicts import BY_DIE, CERTAIN, Verdict, judge


def call_check(scene: Scene, order: commands.CallCheck) -> None:
    """The GM calls a check: skill, group, chance and price of a task to attempt (FOS-10, FOS-26, FOS-28)."""
    state = scene.state
    unseen = [participant_id for participant_id in order.participants if hiding.find(state, participant_id) is not None]
    check_call(scene, order, unseen)
    visible_participants = [participant_id for participant_id in order.participants if participant_id not in unseen]
    task = Task(
        order.task,
        order.skill,
        order.group,
        order.cos,
        visible_participants,
        order.on_failure,
        order.selection or "choice",
        order.aids,
        order.trigger_damage,
        hidden=unseen,
        secret=not visible_participants,
    )
    state.tasks.append(task)
    if not task.secret:
        open_call(scene, task)
    for participant_id in unseen:
        announce_hidden(scene, task, participant_id)


def check_call(scene: Scene, order: commands.CallCheck, unseen: list[str]) -> None:
    """Refuse a call that names nobody, someone unknown or twice, or a task that is already open (FOS-28)."""
    if not order.participants:
        refuse("task.nobody", "participants: name at least one participant who may attempt it.", "FOS-28")
    for index, participant_id in enumerate(order.participants):
        if participant_id not in unseen:
            scene.find(participant_id, f"participants[{index}]")
        if participant_id in order.participants[:index]:
            refuse(
                "participant.twice",
                f"participants[{index}]: {participant_id} is named twice; once is enough.",
                "FOS-28",
            )
    if scene.task(order.task) is not None:
        refuse("task.open", f"task: {quote(order.task)} is already open; choose another name or close it.", "FOS-28")
    if order.aids is not None:
        scene.find(order.aids, "aids")


def open_call(scene: Scene, task: Task) -> None:
    """Everyone learns of a call, so free slots and sleepless nights end (FOS-22, FOS-42)."""
    scene.state.called += 1
    scene.state.free = False
    unseen = [] if began_before(scene.state, 3) else scene.state.hidden
    for participant in [*scene.state.participants, *unseen]:
        participant.night = False
    announce_call(scene, task)


def announce_hidden(scene: Scene, task: Task, participant_id: str) -> None:
    """Tell those who know of a hidden participant that it may attempt the task."""
    participant = hiding.get(scene.state, participant_id)
    text = (
        f"{task.task} is also called for {participant.name}, who is hidden: {task.skill} ({task.group}) at {task.cos}."
    )
    watching = hiding.watchers(participant)
    scene.add_private_event("check-called-hidden", text, ("FOS-28",), watching, target=participant_id, task=task.task)


def announce_call(scene: Scene, task: Task) -> None:
    """Tell everyone about the call with all its details."""
    rules: tuple[str, ...] = ("FOS-26", "FOS-28")
    rules += ("FOS-10",) if task.on_failure is not None else ()
    rules += ("FOS-27",) if task.trigger_damage is not None else ()
    scene.add_event(
        "check-called",
        wording.call_sentence(scene, task),
        rules,
        actor=tables.GM,
        task=task.task,
        skill=task.skill,
        group=task.group,
        cos=task.cos,
        participants=list(task.participants),
        on_failure=task.on_failure,
        selection=task.selection,
        aids=task.aids,
        trigger_damage=task.trigger_damage,
    )


def close_task(scene: Scene, order: commands.CloseTask) -> None:
    """Close the task for everyone (FOS-28)."""
    task = scene.open_task(order.task, secret=True)
    scene.state.tasks.remove(task)
    announce_closed(scene, task)


def announce_closed(scene: Scene, task: Task) -> None:
    """Tell that a task is closed; only the GM learns it of a secret task."""
    text, facts = f"{task.task} is closed.", {"actor": tables.GM, "task": task.task}
    if task.secret:
        scene.add_private_event("task-closed", text, ("FOS-28",), [tables.GM], **facts)
    else:
        scene.add_event("task-closed", text, ("FOS-28",), **facts)


def attempt(scene: Scene, command: commands.Attempt) -> None:
    """Make an attempt: decide the result, damage slots, then roll new values and ask questions (FOS-03, FOS-43)."""
    participant = scene.find(command.actor, "actor")
    task = scene.open_task(command.task)
    verdict = judge(scene, participant, task, command)
    if verdict.success is None:
        verdict.applied = scene.command_dice.roll()[0]
        verdict.success = scene.passes(verdict.applied, task.cos)
    result = Result(
        verdict.success,
        verdict.how,
        verdict.applied,
        list(command.dice),
        trigger_damage(scene, task, verdict),
        bool(verdict.success and verdict.how in BY_DIE and scene.ranks(participant, "exemplar", task)),
    )
    task.results[participant.id] = result
    announce_attempt(scene, participant, task, command, verdict, result)
    damage_by_talents(scene, participant, task, command, verdict)
    scene.state.work = work_of(scene, participant, task, command, verdict)
    attempt_stages.proceed(scene)


def work_of(scene: Scene, participant: Participant, task: Task, command: commands.Attempt, verdict: Verdict) -> Work:
    """What is still to do after the verdict: new values for the slots, and questions to players."""
    return Work(
        participant.id,
        task.task,
        task.skill,
        task.group,
        list(command.dice),
        wingman=verdict.wingman,
        aided=task.aids if verdict.wingman is not None else None,
        flair=verdict.flair,
        mend=verdict.mend,
        slick=[other.id for other in scene.state.participants if other is not participant]
        if verdict.how == "slick"
        else [],
        price=None if verdict.success else task.on_failure,
        selection=task.selection,
    )


def trigger_damage(scene: Scene, task: Task, verdict: Verdict) -> int | None:
    """The trigger damage: none on a failure, more with Smooth (FOS-27, FOS-36)."""
    declared = task.trigger_damage
    if declared is None:
        return None
    if not verdict.success:
        return 0
    return declared * scene.figures("smooth").factor if verdict.how == "smooth" else declared


def announce_attempt(
    scene: Scene, participant: Participant, task: Task, command: commands.Attempt, verdict: Verdict, result: Result
) -> None:
    """Tell the attempt and its result; every slot is noted with the value that it counted for."""
    for index in command.dice:
        slot = participant.slots[index]
        scene.note(participant, index, "used", verdict.values[index], slot.value, task.skill)
    facts = {
        "actor": participant.id,
        "task": task.task,
        "skill": task.skill,
        "group": task.group,
        "cos": task.cos,
        "how": result.how,
        "success": result.success,
        "applied": result.applied,
        "dice": list(command.dice),
        "reduced": [{"talent": key, "slot": index, "by": by} for key, index, by in verdict.reduced],
        "trigger_damage": result.trigger_damage,
    }
    if command.exemplar is not None:
        facts["exemplar"] = command.exemplar
    if result.how == "plain":
        facts["rolled"] = [result.applied]
        if scene.state.options.equal_passes and not began_before(scene.state, 3):
            facts["equal_passes"] = True
    text = wording.attempt_sentence(scene, participant, task, verdict, result, command.exemplar)
    lucky = any(participant.slots[index].group is not None for index in command.dice)
    rules = wording.attempt_rules(verdict, lucky, task.trigger_damage is not None)
    scene.add_event("attempt", text, rules, **facts, **scene.command_dice.marks())


def damage_by_talents(
    scene: Scene, participant: Participant, task: Task, command: commands.Attempt, verdict: Verdict
) -> None:
    """Damage slots by the talents that used them, before new values (FOS-11, FOS-32, FOS-33, FOS-35)."""
    for index in command.dice:
        now = ""
        for why in damaging_talents(scene, verdict, index):
            if why == "extreme-effort":
                slots.blow(scene, participant, index, why)
                now = "blown"
            else:
                now = slots.damage(scene, participant, index, why)
        if now:
            rules = (tables.TALENT_RULE.get(why, "FOS-43"), "FOS-04", "FOS-11")
            text = wording.condition(participant, index, now)
            facts = {"target": participant.id, "slot": index, "task": task.task, "why": why}
            scene.add_event("slot-" + now, text, wording.strike_rules(rules, now), **facts)


def damaging_talents(scene: Scene, verdict: Verdict, index: int) -> list[str]:
    """The talents that damage a slot by using it, one entry for each damage."""
    if verdict.how in CERTAIN:
        return [verdict.how]
    return [key for key, at, _ in verdict.reduced if at == index and (talent := scene.talent(key)) and talent.damages]
