"""Every command of Fortune and Power: its shape, the function that carries it out, and when it may be given."""

from rules.engine import hidden as hiding
from rules.engine.commands import Move, parse_command
from rules.engine.refusals import refuse
from rules.games.fortune_and_power import (
    attacks,
    commands,
    encounter_checks,
    harm,
    hidden,
    orders,
    other_actions,
    tables,
    turns,
)
from rules.games.fortune_and_power.context import Scene

# When a command may be given: in one's turn, answering a blow, or by the Adversary: answering a hit, between, always.
TURN, BLOW, DAMAGE, GM, ANY_TIME = "turn", "blow", "damage", "gm", "any time"

MOVES: dict[str, Move[Scene]] = {
    "set-order": (commands.SetOrder, orders.set_order, GM),
    "roll-order": (commands.RollOrder, orders.roll_order, GM),
    "check": (commands.Check, encounter_checks.check, TURN),
    "attack": (commands.Attack, attacks.attack, TURN),
    "rapid": (commands.Rapid, attacks.rapid, TURN),
    "move": (commands.Move, other_actions.move, TURN),
    "heal": (commands.Heal, other_actions.heal, TURN),
    "contest": (commands.Contest, encounter_checks.contest, TURN),
    "pass": (commands.Pass, other_actions.give_up, TURN),
    "absorb": (commands.Absorb, harm.absorb, BLOW),
    "confirm": (commands.Confirm, harm.confirm, DAMAGE),
    "rule": (commands.Rule, orders.rule, GM),
    "adjust": (commands.Adjust, orders.adjust, GM),
    "rest": (commands.Rest, orders.rest, GM),
    "join": (commands.Join, orders.join, GM),
    "leave": (commands.Leave, orders.leave, ANY_TIME),
    "reveal": (hiding.Reveal, hidden.reveal, GM),
    "end": (commands.End, orders.end, ANY_TIME),
}
TEXTS = frozenset({"roll-order", "check", "attack", "contest", "confirm", "adjust", "join", "end"})


def act(scene: Scene, command: object) -> None:
    """Carry out one command, or raise `Refused`; the scene's state is changed in place."""
    name, typed, carry_out, when = parse_command(command, MOVES, TEXTS, "here", trusted=scene.silent)
    hiding.check_orders(scene.state, name, typed)
    participant = hiding.find(scene.state, typed.actor)
    if participant is not None and name == "pass":
        hidden.let_pass(scene, participant)
        return
    if participant is not None:
        hidden.come_forward(scene, participant)
    pending = scene.state.pending
    before = turns.on_turn(scene) if pending is None else scene.by_id.get(pending.by)
    permit(scene, typed.actor, when, before.id if before is not None else None)
    carry_out(scene, typed)
    turns.move_on(scene, before)


def permit(scene: Scene, actor: str, when: str, on_turn: str | None) -> None:
    """Whether `actor` may give a command of this kind now; else `Refused`."""
    state = scene.state
    if state.outcome is not None:
        refuse("encounter.over", "The encounter is over; start another one.")
    if when == ANY_TIME:
        return
    if actor != tables.GM:
        scene.find(actor, "actor")
    if state.pending is not None:
        permit_answer(scene, actor, when)
    elif when in (BLOW, DAMAGE):
        refuse("pending.nothing", "Nothing waits for that answer now.", "FNP-06" if when == BLOW else "FNP-42")
    elif when == TURN and actor != on_turn:
        name = scene.by_id[actor].name if actor in scene.by_id else "the Adversary"
        whose = f"it is {scene.by_id[on_turn].name}'s turn." if on_turn else "nobody can act."
        refuse("turn.not-yours", f"actor: it is not the turn of {name}; {whose}", "FNP-32")


def permit_answer(scene: Scene, actor: str, when: str) -> None:
    """While a hit waits for an answer, accept only this answer from the right participant (FNP-06, FNP-42)."""
    pending = scene.state.pending
    assert pending is not None
    if pending.kind == "damage":
        if when != DAMAGE:
            refuse(
                "pending.damage", "The Adversary must first confirm the damage; everything else must wait.", "FNP-42"
            )
        return
    name = scene.find(pending.target, "pending.target").name
    if when != BLOW:
        refuse(
            "pending.blow",
            f"{name} must first decide how much fortune to spend on the hit; everything else must wait.",
            "FNP-06",
        )
    if actor != pending.target:
        refuse("turn.not-yours", f"actor: only {name} can spend fortune on this hit.", "FNP-06")
