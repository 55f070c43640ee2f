"""Playing an opposition many times: who is left, how long it takes, what is left of the pools (GOB-49)."""

from rules.engine.json_types import SimulationReport
from rules.engine.simulation import Progress, choose_policy, run_games
from rules.games.game_of_bastards import harm, moves, opening, policy, view
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, State

POLICIES = {"simple": policy.choose}
HEROES = "players"


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> SimulationReport:
    """See `rules.play.simulate`.

    `hp_left` is the share of the players' pools, and of the members of their groups, that is left. Nobody dies by the
    rules (GOB-49), so `out` instead of `deaths` is the mean number of those who are out.
    """
    choose = choose_policy(POLICIES, policy_name)

    def play_one(key: str) -> dict[str, float]:
        state = opening.start(setup, key, silent=True)
        fight, side = Fight(state, silent=True), counted_side(state)
        most = sum([strength(participant, True) for participant in state.participants if participant.side == side])
        while not policy.is_decided(state):
            command = choose(fight)
            if command is None:
                break
            moves.act(fight, command)
        return tally(state, side, most)

    return run_games(play_one, seed=seed, games=games, progress=progress)


def counted_side(state: State) -> str:
    """The side whose victory is counted: the players', else that of the first participant."""
    sides = [participant.side for participant in state.participants]
    return HEROES if HEROES in sides else sides[0]


def tally(state: State, side: str, most: int) -> dict[str, float]:
    """The figures of one opposition; one that took too long is neither a victory nor a defeat.

    `most`: the strength of the side, unhurt.
    """
    friends = [participant for participant in state.participants if participant.side == side]
    outcome = view.proposed_outcome(state)
    return {
        "victory": float(outcome == side),
        "defeat": float(outcome is not None and outcome != side),
        "rounds": float(state.round),
        "hp_left": sum([strength(participant, False) for participant in friends]) / most if most else 0.0,
        "out": float(sum([participant.out is not None for participant in friends])),
    }


def strength(participant: Participant, at_most: bool) -> int:
    """The points of all pools, now or at most, or the members of a group now."""
    if participant.kind == "extras":
        return participant.members
    if at_most:
        return sum([harm.maximum(participant, place) for place in range(len(participant.pools))])
    return sum(participant.pools)
