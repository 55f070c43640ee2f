"""Every command of 52 Fates: its shape, the function that carries it out, and when it may be given."""

from rules.engine import hidden as hiding
from rules.engine.commands import Move, parse_command
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import (
    attacks,
    commands,
    hidden,
    maneuvers,
    orders,
    other_actions,
    rounds,
    spells,
    tables,
)
from rules.games.fifty_two_fates.context import Fight

# When a command may be given: in one's turn, answering a play or a surplus, or as the FD's own order.
TURN, DEFENSE, SURPLUS, GM, ANY_TIME = "turn", "defense", "surplus", "gm", "any time"

MOVES: dict[str, Move[Fight]] = {
    "attack": (commands.Attack, attacks.attack, TURN),
    "maneuver": (commands.ManeuverPlay, maneuvers.maneuver, TURN),
    "cast": (commands.Cast, spells.cast, TURN),
    "defend": (commands.Defend, attacks.defend, DEFENSE),
    "discard": (commands.Discard, other_actions.discard, SURPLUS),
    "skill-check": (commands.SkillCheck, other_actions.skill_check, TURN),
    "resist": (commands.Resist, other_actions.resist, TURN),
    "death-draw": (commands.DeathDraw, other_actions.death_draw, TURN),
    "wake-draw": (commands.WakeDraw, other_actions.wake_draw, TURN),
    "pick-up": (commands.PickUp, other_actions.pick_up, TURN),
    "pass": (commands.Pass, other_actions.pass_turn, TURN),
    "afflict": (commands.Afflict, orders.afflict, GM),
    "incapacitate": (commands.Incapacitate, orders.incapacitate, GM),
    "release": (commands.Release, orders.release, GM),
    "fall": (commands.Fall, orders.fall, GM),
    "set-range": (commands.SetRange, orders.set_range, GM),
    "arm": (commands.Arm, orders.arm, GM),
    "adjust": (commands.Adjust, orders.adjust, GM),
    "join": (commands.Join, orders.join, GM),
    "leave": (commands.Leave, orders.leave, GM),
    "reveal": (hiding.Reveal, hidden.reveal, GM),
    "next-round": (commands.NextRound, orders.next_round, GM),
    "end": (commands.End, orders.end, ANY_TIME),
}
WHERE = "of 52 Fates"
TEXTS = frozenset({"afflict", "adjust", "join"})


def act(fight: Fight, command: object) -> None:
    """Carry out one command, or raise `Refused`; the fight's state is changed in place."""
    name, typed, carry_out, when = parse_command(command, MOVES, TEXTS, WHERE, trusted=fight.silent)
    hiding.check_orders(fight.state, name, typed)
    participant = hiding.find(fight.state, typed.actor)
    if participant is not None and name == "pass":
        hidden.let_pass(fight, participant)
        return
    if participant is not None:
        hidden.come_forward(fight, participant)
    permit(fight, typed.actor, when, participant is not None)
    carry_out(fight, typed)
    rounds.move_on(fight)


def check_openly(fight: Fight, command: object) -> None:
    """Refuse what everyone can see to be not allowed now: another type or shape, another's turn."""
    _, typed, _, when = parse_command(command, MOVES, TEXTS, WHERE)
    permit(fight, typed.actor, when)


def permit(fight: Fight, actor: str, when: str, forward: bool = False) -> None:
    """Refuse a command that `actor` may not give now.

    `forward`: the actor has just come out of hiding and acts outside the turn of its group.
    """
    state = fight.state
    if state.outcome is not None:
        refuse("encounter.over", "The encounter is over; start another one.", "F52-62")
    if when == ANY_TIME:
        return
    if actor != tables.FD:
        fight.find(actor, "actor")
    pending = state.pending
    if pending is not None:
        if when != DEFENSE:
            text = f"{fight.by_id[pending.target].name} must defend first; everything else must wait."
            refuse("pending.defense", text, "F52-21")
        if actor != pending.target:
            refuse("turn.not-yours", f"actor: only {fight.by_id[pending.target].name} can answer now.", "F52-21")
        return
    permit_open(fight, actor, when, forward)


def permit_open(fight: Fight, actor: str, when: str, forward: bool) -> None:
    """The same while no defence is pending: a surplus comes first, then the turn."""
    holder = fight.surplus()
    if holder is not None:
        if when != SURPLUS or actor != holder.id:
            refuse(
                "pending.surplus",
                f"{holder.name} must discard first; everything else must wait.",
                "F52-31",
            )
        return
    if when in (DEFENSE, SURPLUS):
        refuse("pending.nothing", "Nothing waits for that answer now.", "F52-21" if when == DEFENSE else "F52-31")
    if when == TURN and not forward and actor not in rounds.turn(fight.state):
        refuse(
            "turn.not-yours",
            f"actor: it is not the turn of {fight.by_id[actor].name if actor in fight.by_id else actor}.",
            "F52-16",
        )
