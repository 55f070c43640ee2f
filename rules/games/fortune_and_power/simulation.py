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
    heroes = [person for person in opening.start(setup, 0).people if person.kind == "pc"]
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
    standing = {person.side for person in state.people if not person.incapacitated}
    heroes = [person for person in state.people if person.kind == "pc" and person.side == side]
    shares_left = [max(0, person.wound_limit - person.wounds) / person.wound_limit for person in heroes]
    return {
        "victory": float(standing == {side}),
        "defeat": float(side not in standing),
        "rounds": float(state.round),
        "hp_left": sum(shares_left) / len(shares_left),
        "deaths": float(sum([person.incapacitated for person in heroes])),
    }
