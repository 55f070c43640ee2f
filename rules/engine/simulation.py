"""Simulation: an encounter played out many times, with progress that can stop it."""

from collections.abc import Callable
from typing import Any

from rules.engine.chance import key_from_seed
from rules.engine.refusals import refuse

Progress = Callable[[int, int], object]
MOST_GAMES = 100_000


def run(
    play_one: Callable[[str], dict[str, float]], *, seed: object, games: object, progress: Progress | None = None
) -> dict[str, Any]:
    """Play `games` encounters (1 to 100000) and give the mean of every figure of theirs, with `games` done.

    Encounter n is played with a seed made of `seed` and n, so that the whole can be repeated. `progress(done,
    games)` is called after each; when it returns False the simulation ends with what it has.
    """
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        refuse("simulation.games", f"games: from 1 to {MOST_GAMES}.")
    key = key_from_seed(seed)
    totals: dict[str, float] = {}
    done = 0
    for number in range(games):
        for name, figure in play_one(f"{key}:{number}").items():
            totals[name] = totals.get(name, 0.0) + figure
        done = number + 1
        if progress is not None and progress(done, games) is False:
            break
    return {"games": done, **{name: total / done for name, total in totals.items()}}
