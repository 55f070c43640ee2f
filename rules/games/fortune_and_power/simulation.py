"""An encounter of Fortune and Power played out by a policy: who is left, how long it takes, what it costs."""

from rules.engine.json_types import SimulationReport
from rules.engine.refusals import refuse
from rules.engine.simulation import Progress, choose_policy, run_games
from rules.games.fortune_and_power import moves, opening, policy
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import State

POLICIES = {"simple": policy.choose}
LONGEST = 60


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> SimulationReport:
    """Play an encounter many times; see `rules.play.simulate`.

    `victory`: only the player characters' side can still act; `defeat`: it cannot act. There are no hit points in this
    game, so `hp_left` is the mean share of the wound limit that is not used up. Nobody dies by the rules (FNP-41), so
    `deaths` counts the player characters who are incapacitated.
    """
    choose = choose_policy(POLICIES, policy_name)
    heroes = [participant for participant in opening.start(setup, 0).participants if participant.kind == "pc"]
    if not heroes:
        refuse("simulation.players", "participants: a simulation needs a player character (kind pc).")
    side = heroes[0].side

    def play_one(key: str) -> dict[str, float]:
        scene = Scene(opening.start(setup, key), silent=True)
        while not policy.is_decided(scene) and scene.state.round <= LONGEST:
            command = choose(scene)
            assert command is not None
            moves.act(scene, command)
        return tally(scene.state, side)

    return run_games(play_one, seed=seed, games=games, progress=progress)


def tally(state: State, side: str) -> dict[str, float]:
    """The figures of one encounter; one that took too long is neither a victory nor a defeat."""
    standing = {participant.side for participant in state.participants if not participant.incapacitated}
    heroes = [
        participant for participant in state.participants if participant.kind == "pc" and participant.side == side
    ]
    shares_left = [
        max(0, participant.wound_limit - participant.wounds) / participant.wound_limit for participant in heroes
    ]
    return {
        "victory": float(standing == {side}),
        "defeat": float(side not in standing),
        "rounds": float(state.round),
        "hp_left": sum(shares_left) / len(shares_left),
        "deaths": float(sum([participant.incapacitated for participant in heroes])),
    }
