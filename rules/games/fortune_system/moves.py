"""Every command of the Fortune System: its shape, the function that carries it out, and when it may be given."""

from rules.engine import hidden as hiding
from rules.engine.commands import Move, parse_command
from rules.engine.refusals import refuse
from rules.games.fortune_system import answers, attempts, commands, hidden, orders, other_actions, tables
from rules.games.fortune_system.context import Scene

# When a command may be given: while nothing is asked, as the answer to what is asked, or at any time.
OPEN, ANSWER, ANY_TIME = "open", "answer", "any time"

MOVES: dict[str, Move[Scene]] = {
    "call-check": (commands.CallCheck, attempts.call_check, OPEN),
    "attempt": (commands.Attempt, attempts.attempt, OPEN),
    "choose": (commands.Choose, answers.choose, ANSWER),
    "hardship": (commands.Hardship, orders.hardship, OPEN),
    "rest": (commands.Rest, orders.rest, OPEN),
    "couldnt-sleep": (commands.CouldntSleep, other_actions.couldnt_sleep, OPEN),
    "mulligan": (commands.Mulligan, other_actions.mulligan, OPEN),
    "defeat": (commands.Defeat, orders.defeat, OPEN),
    "set-free": (commands.SetFree, other_actions.set_free, OPEN),
    "close-task": (commands.CloseTask, attempts.close_task, OPEN),
    "join": (commands.Join, orders.join, OPEN),
    "leave": (commands.Leave, orders.leave, ANY_TIME),
    "reveal": (hiding.Reveal, hidden.reveal, OPEN),
    "end": (commands.End, orders.end, ANY_TIME),
}
TEXTS = frozenset({"call-check", "set-free", "join", "end"})


def act(scene: Scene, command: object) -> None:
    """Carry out one command, or raise `Refused`; the scene's state is changed in place."""
    name, typed, carry_out, when = parse_command(command, MOVES, TEXTS, "here")
    hiding.check_orders(scene.state, name, typed)
    participant = hiding.find(scene.state, typed.actor)
    if participant is not None:
        hidden.come_forward(scene, participant)
    permit(scene, typed.actor, when)
    scene.state.fresh = None
    scene.take_dice(getattr(typed, "rolls", None))
    carry_out(scene, typed)
    scene.command_dice.close()


def permit(scene: Scene, actor: str, when: str) -> None:
    """Refuse a command that `actor` may not give now."""
    state = scene.state
    if state.outcome is not None:
        refuse("encounter.over", "The encounter is over; start another one.", "FOS-28")
    if actor != tables.GM:
        scene.find(actor, "actor")
    if when == ANY_TIME:
        return
    pending = state.pending
    if pending is None:
        if when == ANSWER:
            refuse("pending.nothing", "Nothing is asked now.", "FOS-28")
        return
    name = scene.by_id[pending.actor].name
    rule = answers.rule_of(pending)
    if when != ANSWER:
        refuse("pending.question", f"{name} must answer first; everything else must wait.", rule)
    if actor != pending.actor:
        refuse("turn.not-yours", f"actor: only {name} can answer now.", rule)
