"""How many accepted commands a second go through `rules.play.act`: four players against four monsters.

Run `python -m tests.load.bench_engine [seconds]`. It first plays encounters to make a list of (state,
command) pairs, then times `act` alone over them, and compares with json.loads(json.dumps(state)) measured
in the same run, so that the figure can be read on any machine.
"""

import json
import sys
import time
from typing import Any

from rules import play

SYSTEM = "fifty-two-fates"
CLASSES = ["warrior", "wizard", "warrior", None]
GOAL = 25_000


def setup() -> dict[str, Any]:
    """Four characters of level 3 against four monsters in two groups."""
    players = [
        {
            "id": f"hero-{n}",
            "name": f"Hero {n}",
            "side": "players",
            "class": CLASSES[n],
            "level": 3,
            "background_skills": ["sailor"],
        }
        for n in range(4)
    ]
    lines = {"number": {"damage": 1, "text": "Claws."}, "face": {"damage": 2, "prone": True}}
    monsters = [
        {
            "id": f"wolf-{n}",
            "name": f"Wolf {n}",
            "side": "monsters",
            "group": f"pack-{n % 2}",
            "max_hp": 6,
            "monster": {"lines": lines},
        }
        for n in range(4)
    ]
    return {"participants": players + monsters, "options": {"fd_extra_cards": 4}}


def fights(view: dict[str, Any], offers: list[dict[str, Any]]) -> dict[str, Any]:
    """A plain fighter: attack or use magic when possible, defend with the first card, else pass."""
    chosen: dict[str, Any] = {}
    for name in ("defend", "discard", "death-draw", "attack", "cast", "maneuver", "wake-draw", "pass"):
        made = [offer for offer in offers if offer["type"] == name]
        if made:
            chosen = dict(made[view["round"] % len(made)]["example"])
            break
    if chosen["type"] == "defend" and view["hand"]:
        chosen["cards"] = view["hand"][:1]
    return chosen


def played(encounters: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(state, command) of every step of whole encounters."""
    pairs = []
    for seed in range(encounters):
        state = play.start(SYSTEM, setup(), seed=seed)
        for _ in range(200):
            actor = play.actors(SYSTEM, state)[0]
            view = play.view(SYSTEM, state, actor)
            if actor == "gm" or "proposed_outcome" in view:
                break
            command = fights(view, play.offers(SYSTEM, state, actor))
            pairs.append((state, command))
            state = play.act(SYSTEM, state, command)["state"]
    return pairs


def best_rate(work: Any, count: int, seconds: float) -> float:
    """The best of the passes over `count` pieces of work within `seconds`, in pieces a second."""
    best, until = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - began))
    return best


def timed(system: str, pairs: list[tuple[dict[str, Any], dict[str, Any]]], seconds: float) -> dict[str, float]:
    """`{"commands": a second, "json": state round trips a second, "ratio", "pairs"}` over (state, command) pairs."""

    def act_all() -> None:
        act = play.act
        for state, command in pairs:
            act(system, state, command)

    def json_all() -> None:
        for state, _ in pairs:
            json.loads(json.dumps(state))

    commands = best_rate(act_all, len(pairs), seconds)
    trips = best_rate(json_all, len(pairs), seconds / 3)
    return {"commands": commands, "json": trips, "ratio": commands / trips, "pairs": float(len(pairs))}


def measure(seconds: float = 5.0) -> dict[str, float]:
    """The figures of `timed` for 52 Fates."""
    return timed(SYSTEM, played(20), seconds)


if __name__ == "__main__":
    found = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
    print(f"{found['pairs']:.0f} commands of 20 encounters, four players and four monsters")
    print(f"rules.play.act: {found['commands']:,.0f} accepted commands a second (goal {GOAL:,})")
    print(f"json round trip of the state: {found['json']:,.0f} a second; ratio {found['ratio']:.2f}")
