"""The orders of the Adversary (FNP-16, FNP-32, FNP-42, FNP-43)."""

from rules.engine import hidden
from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, entry, harm, opening, resolution, tables, turns, wording
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant


def set_order(scene: Scene, command: commands.SetOrder) -> None:
    """Set another order at once; every participant exactly once (FNP-32)."""
    for place, participant_id in enumerate(command.order):
        scene.find(participant_id, f"order[{place}]")
    if sorted(command.order) != sorted(scene.state.order):
        refuse("order.once", "order: name every participant exactly once.", "FNP-32")
    scene.state.order = list(command.order)
    opening.announce_order(scene, "as the Adversary sets it")


def roll_order(scene: Scene, command: commands.RollOrder) -> None:
    """Two dice and a trait each, in setup order; highest total, then level, then setup order (FNP-32)."""
    participants = scene.state.participants
    rolls, marks = scene.roll(tables.DICE * len(participants), command.rolls)
    rows: list[tuple[int, int, Participant, list[int]]] = []
    for index, participant in enumerate(participants):
        participant_rolls = rolls[tables.DICE * index : tables.DICE * (index + 1)]
        level = participant.level(command.trait)
        rows.append((sum(participant_rolls) + level, level, participant, participant_rolls))
    results = [
        {"target": participant.id, "total": total, "level": level, "rolls": participant_rolls}
        for total, level, participant, participant_rolls in rows
    ]
    ranked = sorted(rows, key=lambda row: (-row[0], -row[1]))
    scene.state.order = [participant.id for _, _, participant, _ in ranked]
    opening.announce_order(
        scene, f"rolled with {command.trait}", trait=command.trait, totals=results, rolls=rolls, **marks
    )


def rule(scene: Scene, command: commands.Rule) -> None:
    """Rule on a marginal result; this is only recorded and changes nothing else (FNP-16)."""
    marginal = scene.state.marginal
    if command.event not in marginal:
        listed = ", ".join([str(number) for number in marginal])
        text = f"no marginal result has that number; choose one of these: {listed}."
        if not listed:
            text = "no result is marginal now, so there is nothing to rule on."
        refuse("rule.unlisted", f"event: {text}", "FNP-16")
    marginal.remove(command.event)
    words = {"success": "a partial success", "failure": "a partial failure", "tie": "a tie"}
    text = f"The Adversary rules result {command.event}: {words[command.verdict]}."
    scene.add_event("ruled", text, ("FNP-16",), actor=tables.GM, number=command.event, verdict=command.verdict)


def adjust(scene: Scene, command: commands.Adjust) -> None:
    """Correct wounds, shocks and fortune, with a reason (FNP-42, FNP-43)."""
    target = scene.find(command.target, "target")
    was = harm.limits(target)
    harm.change_injuries(target, command.wounds or 0, False)
    harm.change_injuries(target, command.shocks or 0, True)
    target.fortune = max(0, min(tables.MOST_POOL, target.fortune + (command.fortune or 0)))
    facts: dict[str, int] = {}
    for name in ("wounds", "shocks", "fortune"):
        if getattr(command, name) is not None:
            facts[name] = getattr(target, name)
    now = wording.join_and([amount(name, facts[name]) for name in facts])
    text = f"{target.name} now has {now} ({command.reason})." if now else f"Nothing changes ({command.reason})."
    rules = ("FNP-42", "FNP-43", *(("FNP-06",) if command.fortune is not None else ()))
    scene.add_event("adjusted", text, rules, actor=tables.GM, target=target.id, reason=command.reason, **facts)
    harm.announce_limits(scene, target, was)


def amount(pool: str, number: int) -> str:
    """ "1 wound", "2 shocks", "3 fortune"."""
    return f"{number} {pool}" if pool == "fortune" else wording.count(number, pool)


def rest(scene: Scene, command: commands.Rest) -> None:
    """Weeks of rest: wounds and shocks heal, and a new round begins (FNP-43)."""
    text = f"Everyone rests for {wording.count(command.weeks, 'weeks')}."
    scene.add_event("rest", text, ("FNP-43",), actor=tables.GM, weeks=command.weeks)
    for participant in scene.state.participants:
        was = harm.limits(participant)
        if heal(scene, participant, command.weeks):
            words_left = (
                f"{wording.count(participant.wounds, 'wounds')} and {wording.count(participant.shocks, 'shocks')} left"
            )
            facts = {"target": participant.id, "wounds": participant.wounds, "shocks": participant.shocks}
            scene.add_event("rested", f"{participant.name} recovers: {words_left}.", ("FNP-43",), **facts)
            harm.announce_limits(scene, participant, was)
    for participant in scene.state.hidden:
        heal(scene, participant, command.weeks)
    turns.next_round(scene)


def heal(scene: Scene, participant: Participant, weeks: int) -> bool:
    """Heal wounds and shocks by these weeks of rest; returns whether anything changed (FNP-43)."""
    before = (participant.wounds, participant.shocks)
    for_wounds, for_shocks = scene.state.options.weekly
    participant.wounds = resolution.injuries_after_rest(participant.wounds, weeks, for_wounds)
    participant.shocks = resolution.injuries_after_rest(participant.shocks, weeks, for_shocks)
    return before != (participant.wounds, participant.shocks)


def join(scene: Scene, command: commands.Join) -> None:
    """Add a participant, last in the order and with two actions (FNP-32)."""
    participant, state = entry.enter(command.participant, "participant"), scene.state
    if command.participant.hidden:
        hidden.hide(scene, state, participant, tables.MOST_PARTICIPANTS)
        return
    hidden.check_new(scene, state, participant.id, "participant.id")
    if len(state.participants) + len(state.hidden) >= tables.MOST_PARTICIPANTS:
        refuse(
            "participant.many", f"participant: at most {tables.MOST_PARTICIPANTS} can take part; remove someone first."
        )
    state.participants.append(participant)
    state.order.append(participant.id)
    state.gone = [other for other in state.gone if other.id != participant.id]
    scene.by_id[participant.id] = participant
    text = f"{participant.name} joins, last in the order."
    scene.add_event("joined", text, ("FNP-32",), actor=tables.GM, target=participant.id, side=participant.side)


def leave(scene: Scene, command: commands.Leave) -> None:
    """Remove a participant; a hit that it made or must answer is cancelled (FNP-32)."""
    if hidden.leave(scene, scene.state, command.target):
        return
    state, participant = scene.state, scene.find(command.target, "target")
    state.participants.remove(participant)
    state.order.remove(participant.id)
    state.gone = [*state.gone, participant]
    scene.add_event("left", f"{participant.name} leaves.", ("FNP-32",), actor=tables.GM, target=participant.id)
    del scene.by_id[participant.id]
    pending = state.pending
    if pending is not None and participant.id in (pending.by, pending.target):
        state.pending = None
        scene.add_event(
            "dropped",
            "The hit that was waiting for an answer is cancelled.",
            ("FNP-06", "FNP-42"),
            number=pending.number,
        )


def end(scene: Scene, command: commands.End) -> None:
    """End the encounter (FNP-30)."""
    scene.state.outcome = command.outcome
    scene.state.pending = None
    text = f"The encounter ends: {command.outcome}"
    text += "" if command.outcome.endswith((".", "!", "?")) else "."
    scene.add_event("ended", text, ("FNP-30",), actor=tables.GM, outcome=command.outcome)
