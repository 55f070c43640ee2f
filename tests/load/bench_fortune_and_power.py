"""How fast Fortune and Power is resolved: trait checks by `rules.play.check`, commands by `rules.play.act`.

Run `python -m tests.load.bench_fortune_and_power [seconds]`. It first plays fights to make a list of (state,
command) pairs, then times `act` alone over them, and compares with json.loads(json.dumps(state)) measured in
the same run, so that the figure can be read on any machine.
"""

import sys
from typing import Any

from rules import play
from tests.load.bench_engine import best_rate, timed

SYSTEM = "fortune-and-power"
CHECKS_GOAL = 50_000
COMMANDS_GOAL = 20_000
CHECKS = 2_000


def setup() -> dict[str, Any]:
    """Four characters against four opponents, with weapons, armour and fortune."""
    players = [
        {
            "id": f"hero-{n}",
            "name": f"Hero {n}",
            "side": "players",
            "kind": "pc",
            "traits": {"Warrior": 4 + n, "Athlete": 3, "Strength": 2, "Constitution": 2, "Perception": n},
            "fortune": 8,
            "armor": 2,
            "gifts": ["Empathy"] if n == 0 else [],
            "weapons": [{"name": "Sword", "bonus": 3}],
        }
        for n in range(4)
    ]
    foes = [
        {
            "id": f"wolf-{n}",
            "name": f"Wolf {n}",
            "side": "monsters",
            "kind": "npc",
            "traits": {"Warrior": 5, "Athlete": 6, "Strength": 3, "Constitution": 2, "Perception": 4},
            "weapons": [{"name": "Teeth", "bonus": 2}],
            "limits": {"wounds": 14, "shocks": 6},
        }
        for n in range(4)
    ]
    return {"participants": players + foes}


def played(encounters: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(state, command) of every step of whole fights by the simple policy."""
    pairs = []
    for seed in range(encounters):
        state = play.start(SYSTEM, setup(), seed=seed)
        while actors := play.actors(SYSTEM, state):
            command = next(found for who in actors if (found := play.policy(SYSTEM, state, who)))
            pairs.append((state, command))
            state = play.act(SYSTEM, state, command)["state"]
    return pairs


def measure(seconds: float = 5.0) -> dict[str, float]:
    """The figures of `timed` for Fortune and Power, and `"checks"` a second."""
    inputs = {"trait": 8, "challenge": 14, "modifiers": [{"name": "Exceptional tools", "value": 3}]}

    def check_all() -> None:
        check = play.check
        for _ in range(CHECKS):
            check(SYSTEM, "trait", inputs)

    return {"checks": best_rate(check_all, CHECKS, seconds / 3), **timed(SYSTEM, played(20), seconds)}


if __name__ == "__main__":
    found = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
    print(f"Fortune and Power: {found['pairs']:.0f} commands of 20 fights, four against four")
    print(f"rules.play.check: {found['checks']:,.0f} trait checks a second (goal {CHECKS_GOAL:,})")
    print(f"rules.play.act: {found['commands']:,.0f} accepted commands a second (goal {COMMANDS_GOAL:,})")
    print(f"json round trip of the state: {found['json']:,.0f} a second; ratio {found['ratio']:.2f}")
