"""Playing an encounter of 52 Fates many times: who wins, how long it takes, what is left (F52-62)."""

from rules.engine.json_types import SimulationReport
from rules.engine.simulation import Progress, choose_policy, run_games
from rules.games.fifty_two_fates import moves, opening, policy, tables, view
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import State

POLICIES = {"simple": policy.choose}


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> SimulationReport:
    """See `rules.play.simulate`; `hp_left` is the share of hit points that the players have left."""
    choose = choose_policy(POLICIES, policy_name)

    def play_one(key: str) -> dict[str, float]:
        fight = Fight(opening.start(setup, key, silent=True), silent=True)
        while not policy.is_decided(fight):
            moves.act(fight, choose(fight) or {"type": "next-round", "actor": tables.FD})
        return tally(fight.state)

    return run_games(play_one, seed=seed, games=games, progress=progress)


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
