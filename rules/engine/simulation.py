"""Simulation: an encounter played out many times, with progress that can stop it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.engine.chance import key_from_seed
from rules.engine.refusals import quoted, refuse

Progress = Callable[[int, int], object]
Policy = TypeVar("Policy")
MOST_GAMES = 100_000


def chosen(policies: Mapping[str, Policy], name: object) -> Policy:
    """The policy of that name; `Refused` ("simulation.policy") names those that there are."""
    found = policies.get(name) if isinstance(name, str) else None
    if found is None:
        refuse("simulation.policy", f"policy: {quoted(name)} is unknown; choose one of {', '.join(policies)}.")
    return found


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
