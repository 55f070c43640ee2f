"""The other orders of the GM: hardship, rest, defeat, joining, leaving, ending (FOS-08, FOS-09, FOS-28)."""

from rules.engine import hidden as hiding
from rules.engine.refusals import refuse
from rules.engine.upgrades import began_before
from rules.games.fortune_system import answers, attempt_stages, attempts, commands, entry, hidden, slots, tables
from rules.games.fortune_system.context import Scene


def hardship(scene: Scene, order: commands.Hardship) -> None:
    """A slot is damaged or blown outside battle (FOS-09)."""
    participant = scene.find(order.target, "target")
    if not participant.unblown_slots():
        refuse(
            "hardship.blown", f"target: every slot of {participant.name} is blown, so no slot can be struck.", "FOS-09"
        )
    which = "the lowest slot" if order.selection == "lowest" else "a slot of their choice"
    text = f"Hardship for {participant.name}: {which} is {order.degree}."
    facts = {"target": participant.id, "degree": order.degree, "selection": order.selection}
    scene.add_event("hardship", text, ("FOS-09",), actor=tables.GM, **facts)
    attempt_stages.strike(scene, participant, order.degree, order.selection, None, ("FOS-09",))


def rest(scene: Scene, order: commands.Rest) -> None:
    """A rest closes all tasks, opens free slots and fills pools; a full one recovers slots (FOS-08, FOS-22, FOS-24).

    After a rest that is not full, Couldn't Sleep can be used (FOS-28, FOS-42).
    """
    state = scene.state
    close_all(scene)
    state.free = True
    for participant in [*state.participants, *state.hidden]:
        participant.night = not order.full
        participant.rested = not began_before(state, 3)
    kind = "a real rest, which recovers every slot" if order.full else "a short rest, which recovers no slot"
    rules = ("FOS-22", "FOS-24", "FOS-28", "FOS-08" if order.full else "FOS-42")
    scene.add_event("rest", f"The GM declares {kind}.", rules, actor=tables.GM, full=order.full)
    if order.full:
        recover(scene, "rest")


def defeat(scene: Scene, _order: commands.Defeat) -> None:
    """The party is defeated in battle: every slot recovers, all tasks close (FOS-08, FOS-28)."""
    close_all(scene)
    scene.add_event(
        "defeat", "The party is defeated in battle; every slot recovers.", ("FOS-08", "FOS-28"), actor=tables.GM
    )
    recover(scene, "defeat")


def close_all(scene: Scene) -> None:
    """Close all tasks (FOS-28)."""
    for task in scene.state.tasks:
        attempts.announce_closed(scene, task)
    scene.state.tasks = []


def recover(scene: Scene, why: str) -> None:
    """Recover the slots of everyone, in setup order (FOS-08)."""
    for participant in scene.state.participants:
        count = slots.recover(scene, participant, why)
        if count:
            words = "1 slot recovers" if count == 1 else f"{count} slots recover"
            facts = {"target": participant.id, "why": why, **scene.command_dice.marks()}
            scene.add_event("recovered", f"{participant.name}: {words}.", ("FOS-08",), **facts)
    hidden.recover(scene, why)


def join(scene: Scene, order: commands.Join) -> None:
    """Add a participant as a setup does (FOS-01, FOS-02)."""
    state = scene.state
    entrant = order.participant
    if entrant.hidden:
        hidden.join(scene, order)
        return
    entry.read_rows(state, entrant.rows, "participant.rows")
    participant = entry.enter(scene, entrant, "participant")
    hiding.check_new(scene, state, entrant.id, "participant.id")
    if len(state.participants) + len(state.hidden) >= tables.MOST_PARTICIPANTS:
        refuse(
            "participant.many",
            f"participant: at most {tables.MOST_PARTICIPANTS} can take part; remove someone first.",
        )
    if not participant.slots:
        entry.fill(scene, participant, entrant.fill or "rolled")
    state.participants.append(participant)
    state.gone = [other for other in state.gone if other.id != participant.id]
    scene.by_id[participant.id] = participant
    facts = {"target": participant.id, "name": participant.name, **scene.command_dice.marks()}
    scene.add_event("joined", f"{participant.name} joins.", ("FOS-01", "FOS-02"), **facts)


def leave(scene: Scene, order: commands.Leave) -> None:
    """Remove a participant from the encounter and its open tasks; its results stay (FOS-28)."""
    state = scene.state
    if hiding.leave(scene, state, order.target):
        hidden.remove_from_tasks(state, order.target)
        return
    participant = scene.find(order.target, "target")
    state.participants.remove(participant)
    participant.night = False
    state.gone = [*[other for other in state.gone if other.id != participant.id], participant]
    for task in state.tasks:
        task.participants = [participant_id for participant_id in task.participants if participant_id != participant.id]
        if task.aids == participant.id:
            task.aids = None
    scene.add_event("left", f"{participant.name} leaves.", ("FOS-28",), target=participant.id)
    del scene.by_id[participant.id]
    if state.pending is not None and state.pending.actor == participant.id:
        answers.skip_question(scene)


def end(scene: Scene, order: commands.End) -> None:
    """The GM ends the encounter (FOS-28)."""
    state = scene.state
    state.outcome, state.pending, state.work = order.outcome, None, None
    text = f"The encounter ends: {order.outcome}"
    text += "" if order.outcome.endswith((".", "!", "?")) else "."
    scene.add_event("ended", text, ("FOS-28",), actor=tables.GM, outcome=order.outcome)
