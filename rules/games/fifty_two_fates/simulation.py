"""Playing an encounter of 52 Fates many times: who wins, how long it takes, what is left (F52-62)."""

from typing import Any

from rules.engine.json_types import Command, SimulationReport
from rules.engine.simulation import Progress, choose_policy, run_games
from rules.games.fifty_two_fates import moves, opening, policy, tables, view
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import State

POLICIES = {"simple": policy.choose}
LONGEST = 60


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> SimulationReport:
    """See `rules.play.simulate`; `hp_left` is the share of hit points that the players have left."""
    choose = choose_policy(POLICIES, policy_name)

    def play_one(key: str) -> dict[str, float]:
        fight = Fight(opening.start(setup, key, silent=True), silent=True)
        while not is_decided(fight):
            moves.act(fight, choose(fight) or {"type": "next-round", "actor": tables.FD})
        return tally(fight.state)

    return run_games(play_one, seed=seed, games=games, progress=progress)


def is_decided(fight: Fight) -> bool:
    """Whether the end is clear: an outcome is proposed and nobody is dying or must answer; or it took too long."""
    state = fight.state
    if state.pending is not None or fight.surplus() is not None:
        return False
    if state.round > LONGEST:
        return True
    if view.proposed_outcome(state) is None:
        return False
    return not any(
        participant.status == "dying" and participant.group == tables.PLAYERS for participant in state.participants
    )


def tally(state: State) -> dict[str, float]:
    """The figures of one encounter; one that took too long is neither a victory nor a defeat."""
    players = [participant for participant in state.participants if participant.group == tables.PLAYERS]
    outcome = view.proposed_outcome(state)
    return {
        "victory": float(outcome == "victory"),
        "defeat": float(outcome == "defeat"),
        "rounds": float(state.round),
        "hp_left": sum(participant.hp for participant in players) / sum(participant.max_hp for participant in players),
        "deaths": float(sum(participant.status == "dead" for participant in players)),
    }


def command(state: State, actor: object) -> Command | None:
    """The command that the policy gives for `actor`, the Fate Dealer included; None while someone else must answer."""
    if state.outcome is not None:
        return None
    chosen: dict[str, Any] | None
    if is_decided(Fight(state)):
        chosen = {"type": "end", "actor": tables.FD, "outcome": view.proposed_outcome(state) or "other"}
    else:
        chosen = policy.choose(Fight(state)) or {"type": "next-round", "actor": tables.FD}
    return chosen if chosen["actor"] == actor else None
