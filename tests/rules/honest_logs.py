"""Honest fairness logs of every game: random play with lines taken back, new deals and newcomers."""

from typing import Any

from rules import play
from rules.engine import verify_fairness
from tests.rules.fifty_two_fates import setups as fates
from tests.rules.fortune_and_power import setups as power
from tests.rules.fortune_system import setups as fortune
from tests.rules.game_of_bastards import setups as bastards

Log = list[dict[str, Any]]
SETUPS = {
    fates.SYSTEM: fates.everything,
    bastards.SYSTEM: bastards.everything,
    power.SYSTEM: power.everything,
    fortune.SYSTEM: fortune.everything,
}
CARDS, DICE = (fates.SYSTEM, bastards.SYSTEM), (power.SYSTEM, fortune.SYSTEM)


def played(system: str, seed: int, steps: int = 90, private: bool = False) -> Log:
    """The numbered log of random play in which every 20th step takes back the last three lines."""
    setup = SETUPS[system]()
    setup.pop("dice", None)
    state = play.start(system, setup, seed=seed)
    lines: list[tuple[int, Any, bool]] = [(0, state, False)]
    log = numbered(play.opening(system, state), 0)
    for number in range(1, steps):
        if number % 20 == 19 and len(lines) > 3:
            struck, lines = lines[-3:], lines[:-3]
            revealed = any(reveals for _number, _state, reveals in struck)
            told = [{"type": "rewound", "strikes": [line[0] for line in struck], "text": "Back.", "visible_to": "all"}]
            result = {"state": lines[-1][1], "events": []}
            if revealed:
                result = play.redeal(system, lines[-1][1], seed=f"{seed}:{number}")
            result = {**result, "events": told + result["events"], "reveals": revealed}
        else:
            before = lines[-1][1]
            actors = play.actors(system, before)
            command = play.sample(system, before, actors[number % len(actors)], seed=seed * 1000 + number)
            if command is None or command["type"] in ("end", "concede"):
                continue
            result = play.act(system, before, command)
        lines.append((number, result["state"], result["reveals"]))
        log += numbered(result["events"], number)
    return [event for event in log if private or event["visible_to"] == "all"]


def numbered(events: Log, number: int) -> Log:
    return [{**event, "number": number} for event in events]


def faults(log: Any) -> list[str]:
    """What the verifier finds, and no exception."""
    found: list[str] = verify_fairness.examine({"events": log})["faults"]
    return found
