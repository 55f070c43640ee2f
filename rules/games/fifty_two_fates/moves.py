"""Every command of 52 Fates: its shape, the function that carries it out, and when it may be given."""

from rules.engine.commands import Move, read
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import attacks, commands, draws, maneuvers, orders, rounds, spells, tables
from rules.games.fifty_two_fates.fight import Fight

# When a command may be given: in one's turn, answering a play or a surplus, or as the FD's own order.
TURN, DEFENSE, SURPLUS, GM, ANY_TIME = "turn", "defense", "surplus", "gm", "any time"

MOVES: dict[str, Move[Fight]] = {
    "attack": (commands.Attack, attacks.attack, TURN),
    "maneuver": (commands.ManeuverPlay, maneuvers.maneuver, TURN),
    "cast": (commands.Cast, spells.cast, TURN),
    "defend": (commands.Defend, attacks.defend, DEFENSE),
    "discard": (commands.Discard, draws.discard, SURPLUS),
    "skill-check": (commands.SkillCheck, draws.skill_check, TURN),
    "resist": (commands.Resist, draws.resist, TURN),
    "death-draw": (commands.DeathDraw, draws.death_draw, TURN),
    "wake-draw": (commands.WakeDraw, draws.wake_draw, TURN),
    "pick-up": (commands.PickUp, draws.pick_up, TURN),
    "pass": (commands.Pass, draws.pass_turn, TURN),
    "afflict": (commands.Afflict, orders.afflict, GM),
    "incapacitate": (commands.Incapacitate, orders.incapacitate, GM),
    "release": (commands.Release, orders.release, GM),
    "fall": (commands.Fall, orders.fall, GM),
    "set-range": (commands.SetRange, orders.set_range, GM),
    "arm": (commands.Arm, orders.arm, GM),
    "adjust": (commands.Adjust, orders.adjust, GM),
    "join": (commands.Join, orders.join, GM),
    "leave": (commands.Leave, orders.leave, GM),
    "next-round": (commands.NextRound, orders.next_round, GM),
    "end": (commands.End, orders.end, ANY_TIME),
}
TEXTS = frozenset({"afflict", "adjust", "join"})


def act(fight: Fight, command: object) -> None:
    """Carry out one command, or raise `Refused`; the fight's state is changed in place."""
    _, typed, carry_out, when = read(command, MOVES, TEXTS, "of 52 Fates")
    permit(fight, typed.actor, when)
    carry_out(fight, typed)
    rounds.settle(fight)


def permit(fight: Fight, actor: str, when: str) -> None:
    """Whether `actor` may give a command of this kind now; else `Refused`."""
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
            text = f"{fight.by_id[pending.target].name} must defend first; everything else waits for that."
            refuse("pending.defense", text, "F52-21")
        if actor != pending.target:
            refuse(
                "turn.not-yours",
                f"actor: {fight.by_id[pending.target].name} is the one who must defend.",
                "F52-21",
            )
        return
    permit_open(fight, actor, when)


def permit_open(fight: Fight, actor: str, when: str) -> None:
    """The same while no defence is awaited: a surplus comes first, then the turn."""
    holder = fight.surplus()
    if holder is not None:
        if when != SURPLUS or actor != holder.id:
            refuse(
                "pending.surplus",
                f"{holder.name} must discard first; everything else waits for that.",
                "F52-31",
            )
        return
    if when in (DEFENSE, SURPLUS):
        refuse("pending.nothing", "Nothing waits for that answer now.", "F52-21" if when == DEFENSE else "F52-31")
    if when == TURN and actor not in rounds.turn(fight.state):
        refuse(
            "turn.not-yours",
            f"actor: it is not the turn of {fight.by_id[actor].name if actor in fight.by_id else actor}.",
            "F52-16",
        )
