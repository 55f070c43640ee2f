"""Simulates an encounter many times, with a callback that can stop it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.engine.chance import key_from_seed
from rules.engine.refusals import quote, refuse

Progress = Callable[[int, int], object]
Policy = TypeVar("Policy")
MOST_GAMES = 100_000


def choose_policy(policies: Mapping[str, Policy], name: object) -> Policy:
    """The policy of that name; for another name `Refused` ("simulation.policy") lists them."""
    found = policies.get(name) if isinstance(name, str) else None
    if found is None:
        refuse("simulation.policy", f"policy: {quote(name)} is unknown; choose one of {', '.join(policies)}.")
    return found


def run_games(
    play_one: Callable[[str], dict[str, float]], *, seed: object, games: object, progress: Progress | None = None
) -> dict[str, Any]:
    """Play `games` encounters (1 to 100,000); returns the mean of each of their figures, and how many were played.

    `play_one`: plays one encounter with the given seed and returns its figures. Encounter n gets a seed made of `seed`
    and n, so that a simulation can be repeated.
    `progress`: called as `progress(done, games)` after each encounter; False stops the simulation.
    """
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        refuse("simulation.games", f"games: must be a whole number from 1 to {MOST_GAMES}.")
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
