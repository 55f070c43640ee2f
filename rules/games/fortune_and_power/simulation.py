"""An encounter of Fortune and Power played out by a policy: who is left, how long it takes, what it costs."""

from typing import Any

from rules.engine.refusals import refuse
from rules.engine.simulation import Progress, chosen, run
from rules.games.fortune_and_power import moves, opening, policy
from rules.games.fortune_and_power.scene import Scene
from rules.games.fortune_and_power.state import State

POLICIES = {"simple": policy.choose}
LONGEST = 60


def simulate(
    setup: object, *, seed: object, games: object, policy_name: object, progress: Progress | None
) -> dict[str, Any]:
    """Shares of victory and defeat, mean rounds, wounds still to spare, and player characters down.

    `victory` is that only the player characters' side can still act, `defeat` that it cannot. Nobody has hit
    points here: `hp_left` is the mean share of the wound limit that the player characters have not taken. The
    rules kill nobody by themselves (FNP-41): `deaths` counts player characters who are incapacitated.
    """
    choose = chosen(POLICIES, policy_name)
    heroes = [person for person in opening.start(setup, 0).people if person.kind == "pc"]
    if not heroes:
        refuse("simulation.players", "participants: a simulation needs a player character (kind pc).")
    side = heroes[0].side

    def play_one(key: str) -> dict[str, float]:
        state = opening.start(setup, key)
        while not policy.decided(Scene(state)) and state.round <= LONGEST:
            scene = Scene(state)
            command = choose(scene)
            assert command is not None
            moves.act(scene, command)
        return tally(state, side)

    return run(play_one, seed=seed, games=games, progress=progress)


def tally(state: State, side: str) -> dict[str, float]:
    """The figures of one encounter; one that took too long is neither a victory nor a defeat."""
    standing = {person.side for person in state.people if not person.incapacitated}
    heroes = [person for person in state.people if person.kind == "pc" and person.side == side]
    left = [max(0, person.wound_limit - person.wounds) / person.wound_limit for person in heroes]
    return {
        "victory": float(standing == {side}),
        "defeat": float(side not in standing),
        "rounds": float(state.round),
        "hp_left": sum(left) / len(left),
        "deaths": float(sum([person.incapacitated for person in heroes])),
    }
