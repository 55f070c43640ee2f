"""How many accepted commands a second go through `rules.play.act`: three fated, a follower and a group of extras.

Run `python -m tests.load.bench_game_of_bastards [seconds]`. It first plays oppositions by the simple policy to make a
list of (state, command) pairs, then times `act` alone over them.
"""

import sys
from typing import Any

import pytest

from rules import play
from tests.load.bench_engine import best_rate

SYSTEM = "game-of-bastards"
GOAL = 15_000
SWORD = {"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}
BOW = {"name": "Bow", "damage": 3, "skill": "Combat (Bow)", "ranged": True}


def setup() -> dict[str, Any]:
    """Three fated characters with skills, weapons and advantages against a follower and five extras."""
    skills = {"Combat (Sword)": 3, "Athletics": 2, "Perception": 2, "Stealth": 2, "Meditation": 1, "Influence": 2}
    advantages = [
        [{"key": "tenacity"}, {"key": "toughness", "ranks": 2}, {"key": "dodge"}],
        [{"key": "counter", "weapon": "Sword"}, {"key": "careful"}],
        [{"key": "zeal"}, {"key": "faith"}, {"key": "serendipity"}],
    ]
    fated = [
        {
            "id": f"hero-{n}",
            "name": f"Hero {n}",
            "side": "players",
            "kind": "fated",
            "suit": ["clubs", "spades", "hearts"][n],
            "traits": {"body": 3, "spirit": 2, "mind": 3, "luck": 2},
            "skills": skills,
            "advantages": advantages[n],
            "weapons": [SWORD, BOW],
            "armor": 1,
        }
        for n in range(3)
    ]
    foes = [
        {"id": "captain", "name": "Captain", "side": "foes", "kind": "follower", "power_rating": 5, "weapons": [SWORD]},
        {"id": "thugs", "name": "Thugs", "side": "foes", "kind": "extras", "power_rating": 3, "members": 5},
    ]
    return {"participants": fated + foes}


def played(encounters: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(state, command) of every step of whole oppositions."""
    pairs = []
    for seed in range(encounters):
        state = play.start(SYSTEM, setup(), seed=seed)
        for _ in range(400):
            view = play.view(SYSTEM, state, "gm")
            if "proposed_outcome" in view or not view["turn"]:
                break
            command = play.policy(SYSTEM, state, view["turn"][0])
            assert command is not None
            pairs.append((state, command))
            state = play.act(SYSTEM, state, command)["state"]
    return pairs


def measure(seconds: float = 5.0) -> dict[str, float]:
    """`{"commands": a second, "pairs"}`; every run of 50 commands counts with its best pass, so that a busy machine
    does not decide the figure."""
    pairs = played(20)
    runs = [pairs[start : start + 50] for start in range(0, len(pairs), 50)]
    spent = 0.0
    for run in runs:

        def act_all(run: list[tuple[dict[str, Any], dict[str, Any]]] = run) -> None:
            act = play.act
            for state, command in run:
                act(SYSTEM, state, command)

        spent += len(run) / best_rate(act_all, len(run), seconds / len(runs))
    return {"commands": len(pairs) / spent, "pairs": float(len(pairs))}


def show(found: dict[str, float]) -> None:
    """Print the figures."""
    print(f"{found['pairs']:.0f} commands of 20 oppositions, three fated, a follower and a group of extras")
    print(f"rules.play.act: {found['commands']:,.0f} accepted commands a second (goal {GOAL:,})")


@pytest.mark.load
def test_commands_a_second() -> None:
    show(measure(3.0))


if __name__ == "__main__":
    show(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
