"""The other orders of the GM: hardship, rest, defeat, joining, leaving, ending (FOS-08, FOS-09, FOS-28)."""

from rules.engine import hidden as hiding
from rules.engine.refusals import refuse
from rules.games.fortune_system import answers, attempt_stages, attempts, commands, entry, hidden, slots, tables
from rules.games.fortune_system.context import Scene


def hardship(scene: Scene, order: commands.Hardship) -> None:
    """A slot is damaged or blown outside battle (FOS-09)."""
    person = scene.find(order.target, "target")
    if not person.unblown_slots():
        refuse("hardship.blown", f"target: every slot of {person.name} is blown, so no slot can be struck.", "FOS-09")
    which = "the lowest slot" if order.selection == "lowest" else "a slot of their choice"
    text = f"Hardship for {person.name}: {which} is {order.degree}."
    facts = {"target": person.id, "degree": order.degree, "selection": order.selection}
    scene.tell("hardship", text, ("FOS-09",), actor=tables.GM, **facts)
    attempt_stages.strike(scene, person, order.degree, order.selection, None, ("FOS-09",))


def rest(scene: Scene, order: commands.Rest) -> None:
    """A rest closes all tasks and opens free slots; a full one recovers every slot (FOS-08, FOS-22, FOS-28, FOS-42)."""
    state = scene.state
    close_all(scene)
    state.free = True
    for person in [*state.people, *state.hidden]:
        person.night = not order.full
    kind = "a full rest, which recovers every slot" if order.full else "a rest that recovers no slot"
    rules = ("FOS-22", "FOS-24", "FOS-28", "FOS-08" if order.full else "FOS-42")
    scene.tell("rest", f"The GM declares {kind}.", rules, actor=tables.GM, full=order.full)
    if order.full:
        recover(scene, "rest")


def defeat(scene: Scene, _order: commands.Defeat) -> None:
    """The party is defeated in battle: every slot recovers, all tasks close (FOS-08, FOS-28)."""
    close_all(scene)
    scene.tell("defeat", "The party is defeated in battle; every slot recovers.", ("FOS-08", "FOS-28"), actor=tables.GM)
    recover(scene, "defeat")


def close_all(scene: Scene) -> None:
    """Close all tasks (FOS-28)."""
    for task in scene.state.tasks:
        attempts.tell_closed(scene, task)
    scene.state.tasks = []


def recover(scene: Scene, why: str) -> None:
    """Recover the slots of everyone, in setup order (FOS-08)."""
    for person in scene.state.people:
        count = slots.recover(scene, person, why)
        if count:
            words = "1 slot recovers" if count == 1 else f"{count} slots recover"
            facts = {"target": person.id, "why": why, **scene.cup.marks()}
            scene.tell("recovered", f"{person.name}: {words}.", ("FOS-08",), **facts)
    hidden.recover(scene, why)


def join(scene: Scene, order: commands.Join) -> None:
    """Add a participant as a setup does (FOS-01, FOS-02)."""
    state = scene.state
    entrant = order.participant
    if entrant.hidden:
        hidden.join(scene, order)
        return
    entry.read_rows(state, entrant.rows, "participant.rows")
    person = entry.parse_participant(scene, entrant, "participant")
    hiding.check_new(scene, state, entrant.id, "participant.id")
    if len(state.people) + len(state.hidden) >= tables.MOST_PARTICIPANTS:
        refuse(
            "participant.many",
            f"participant: at most {tables.MOST_PARTICIPANTS} can take part; remove someone first.",
        )
    if not person.slots:
        entry.fill(scene, person, entrant.fill or "rolled")
    state.people.append(person)
    state.gone = [other for other in state.gone if other.id != person.id]
    facts = {"target": person.id, "name": person.name, **scene.cup.marks()}
    scene.tell("joined", f"{person.name} joins.", ("FOS-01", "FOS-02"), **facts)


def leave(scene: Scene, order: commands.Leave) -> None:
    """Remove a participant from the encounter and its open tasks; its results stay (FOS-28)."""
    state = scene.state
    if hiding.leave(scene, state, order.target):
        hidden.remove_from_tasks(state, order.target)
        return
    person = scene.find(order.target, "target")
    state.people.remove(person)
    del scene.by_id[person.id]
    person.night = False
    state.gone = [*[other for other in state.gone if other.id != person.id], person]
    for task in state.tasks:
        task.participants = [person_id for person_id in task.participants if person_id != person.id]
        if task.aids == person.id:
            task.aids = None
    scene.tell("left", f"{person.name} leaves.", ("FOS-28",), target=person.id)
    if state.pending is not None and state.pending.actor == person.id:
        answers.skip_question(scene)


def end(scene: Scene, order: commands.End) -> None:
    """The GM ends the encounter (FOS-28)."""
    state = scene.state
    state.outcome, state.pending, state.work = order.outcome, None, None
    text = f"The encounter ends: {order.outcome}"
    text += "" if order.outcome.endswith((".", "!", "?")) else "."
    scene.tell("ended", text, ("FOS-28",), actor=tables.GM, outcome=order.outcome)
