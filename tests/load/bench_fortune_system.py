"""How many accepted commands of the Fortune System a second go through `rules.play.act`: a party of four.

Run `python -m tests.load.bench_fortune_system [seconds]`. It plays evenings by the simple policy to make a list
of (state, command) pairs, then times `act` alone over them, beside json.loads(json.dumps(state)) in the same run.
"""

import sys
from typing import Any

from rules import play
from tests.load.bench_engine import timed

SYSTEM = "fortune-system"
GOAL = 20_000
GROUPS = ["Physical", "Mental", "Social"]


def setup() -> dict[str, Any]:
    """Four characters of level 20, each with a talent for every group."""
    people = []
    for number in range(4):
        keys = ["aptitude", "flair", "steady", "slick", "smooth", "wingman", "scrape-by"]
        talents = [{"key": key, "focus": GROUPS[(number + place) % 3]} for place, key in enumerate(keys)]
        people.append({"id": f"hero-{number}", "name": f"Hero {number}", "level": 20, "talents": talents})
    return {"participants": people}


def played(evenings: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(state, command) of every step of whole evenings."""
    pairs = []
    for seed in range(evenings):
        state = play.start(SYSTEM, setup(), seed=seed)
        while actors := play.actors(SYSTEM, state):
            command = next(made for actor in actors if (made := play.policy(SYSTEM, state, actor)))
            pairs.append((state, command))
            state = play.act(SYSTEM, state, command)["state"]
    return pairs


def measure(seconds: float = 5.0) -> dict[str, float]:
    """The figures of `timed` for the Fortune System."""
    return timed(SYSTEM, played(20), seconds)


def told(found: dict[str, float]) -> str:
    """The figures as they are printed."""
    return (
        f"Fortune System: {found['pairs']:.0f} commands of 20 evenings, a party of four\n"
        f"rules.play.act: {found['commands']:,.0f} accepted commands a second (goal {GOAL:,})\n"
        f"json round trip of the state: {found['json']:,.0f} a second; ratio {found['ratio']:.2f}"
    )


if __name__ == "__main__":
    print(told(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)))
