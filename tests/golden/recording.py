"""Records encounters as the code that runs it plays them: `python -m tests.golden.recording RELEASE`.

A recording stands for what an installation of that release has in its database: the start state, the rows of the
commands (undo and change of control among them), the events and the final state. Run it at every release and
commit the folder. This file uses `rules.play` alone, so that it also runs in the work tree of an older commit:
copy it there, run it and copy `tests/golden/releases/RELEASE` back.
"""

import json
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from rules import play

RELEASES = Path(__file__).parent / "releases"
TRACES = Path(__file__).parents[1] / "rules" / "traces"
SETUPS_A_GAME = 2
STEPS = 40
# Moments of the recorded evening: someone leaves and comes back, a GM undoes, a participant changes hands.
LEAVE, RETURN, CONTROL, UNDO = 9, 14, 17, 25
UNDONE = 5
LAST_ACTS = {"end", "concede", "leave", "join"}
CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


class Table:
    """An encounter in the making, stored as the site stores it."""

    def __init__(self, system: str, setup: dict[str, Any], seed: int) -> None:
        self.system, self.setup, self.chance = system, setup, Random(seed)
        self.start = self.state = self._deal(seed)
        self.states, self.path = {0: self.start}, [0]
        self.rows: list[dict[str, Any]] = []
        self.events = [{**event, "number": 0} for event in play.opening(system, self.start)]

    @property
    def number(self) -> int:
        """The number of the last row."""
        return len(self.rows)

    def _deal(self, seed: int) -> dict[str, Any]:
        drawn: dict[str, list[str]] = {}
        while True:
            try:
                setup = {**self.setup, "drawn": drawn} if drawn else self.setup
                return play.start(self.system, setup, seed=seed)
            except play.Needed as needed:
                self._draw(drawn, needed, [])

    def _draw(self, drawn: dict[str, list[str]], needed: play.Needed, seen: list[str]) -> None:
        """Names cards for what a real deck is asked for: any that nobody holds or was named."""
        for owner, count, _reason in needed.needs:
            taken = {*seen, *(card for cards in drawn.values() for card in cards)}
            left = [card for card in CARDS if card not in taken]
            drawn.setdefault(owner, []).extend(self.chance.sample(left, count))

    def _store(self, row: dict[str, Any], state: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.rows.append({"number": self.number + 1, **row})
        self.state = self.states[self.number] = state
        self.path.append(self.number)
        self.events += [{**event, "number": self.number} for event in events]

    def give(self, command: dict[str, Any]) -> bool:
        """Gives a command; False when the rules refuse it."""
        drawn: dict[str, list[str]] = {}
        while True:
            try:
                given = {**command, "drawn": drawn} if drawn else command
                result = play.act(self.system, self.state, given)
                break
            except play.Needed as needed:
                seen = play.view(self.system, self.state, "gm").get("discard", [])
                held = [card for card in CARDS if not self._in_pile(card)]
                self._draw(drawn, needed, [*seen, *held])
            except play.Refused:
                return False
        self._store(
            {"type": command["type"], "body": given, "reveals": result["reveals"]}, result["state"], result["events"]
        )
        return True

    def _in_pile(self, card: str) -> bool:
        """Whether a card can be drawn now: a recording needs an honest table."""
        from rules.engine import cards

        return card in cards.names_of(self.state["deck"].get("draw", ""))

    def undo(self, back: int) -> None:
        """Goes back so many rows of the current branch, with a new deal, as the site does it."""
        to = self.path[-1 - back]
        seed = f"{self.chance.getrandbits(256):064x}"
        dealt = play.redeal(self.system, self.states[to], seed=seed)
        self.path = self.path[:-back]
        self._store(
            {"type": "undo", "body": {"to": to, "seed": seed}, "reveals": True}, dealt["state"], dealt["events"]
        )

    def change_control(self, participant: str) -> None:
        """A participant changes hands: a row that the rules never hear of."""
        body = {"type": "control", "actor": "gm", "participant": participant}
        event = {"type": "control", "target": participant, "text": "Someone else plays on.", "rules": []}
        self._store({"type": "control", "body": body, "reveals": False}, self.state, [{**event, "visible_to": "all"}])

    def play_once(self) -> bool:
        """One random command of those that offers name; the end comes only when nothing else can be done."""
        actors = play.actors(self.system, self.state)
        self.chance.shuffle(actors)
        for actor in actors:
            found = [offer for offer in play.offers(self.system, self.state, actor) if offer["type"] not in LAST_ACTS]
            self.chance.shuffle(found)
            if any(self.give(offer["example"]) for offer in found[:3]):
                return True
        return False

    def end(self) -> None:
        """The GM ends the encounter."""
        ends = [offer for offer in play.offers(self.system, self.state, "gm") if offer["type"] == "end"]
        if not ends or not self.give(ends[0]["example"]):
            raise SystemExit(f"{self.system}: the encounter cannot be ended.")

    def leave(self) -> str | None:
        """Someone other than the first goes; the id."""
        for participant in self.setup["participants"][:0:-1]:
            if self.give({"type": "leave", "actor": "gm", "participant": participant["id"]}) or self.give(
                {"type": "leave", "actor": "gm", "target": participant["id"]}
            ):
                return str(participant["id"])
        return None


def play_encounter(system: str, setup: dict[str, Any], seed: int) -> dict[str, Any]:
    """One encounter from the deal to the end, as its rows."""
    table, gone = Table(system, setup, seed), None
    for step in range(STEPS):
        if gone is None and LEAVE <= step < RETURN:
            gone = table.leave()
        if gone is not None and step == RETURN:
            entry = next(participant for participant in setup["participants"] if participant["id"] == gone)
            table.give({"type": "join", "actor": "gm", "participant": entry})
        if step == CONTROL:
            table.change_control(setup["participants"][0]["id"])
        if step == UNDO and len(table.path) > UNDONE:
            table.undo(UNDONE)
        if not table.play_once():
            break
    table.leave()
    table.end()
    return {
        "system": system,
        "setup": setup,
        "seed": seed,
        "start": table.start,
        "rows": table.rows,
        "number": table.number,
        "state": table.state,
        "events": table.events,
    }


def setups(system: str) -> list[tuple[str, dict[str, Any]]]:
    """Setups to play: those of the published traces with the most people, without their stacked decks and dice."""
    found = []
    for path in sorted((TRACES / system).glob("*.toml")):
        setup = tomllib.loads(path.read_text())["setup"]
        found.append((path.stem, {name: value for name, value in setup.items() if name not in {"deck", "dice"}}))
    found.sort(key=lambda pair: -len(pair[1]["participants"]))
    chosen = found[:SETUPS_A_GAME]
    if play.SYSTEMS[system]["chance"] == "cards":
        chosen.append(("real-cards", {**chosen[0][1], "physical": True}))
    return chosen


def record(release: str) -> None:
    """Writes the recordings of a release."""
    folder = RELEASES / release
    folder.mkdir(parents=True, exist_ok=True)
    for system in sorted(play.SYSTEMS):
        for seed, (name, setup) in enumerate(setups(system), 1):
            log = play_encounter(system, setup, seed)
            path = folder / f"{system}-{name}.json"
            path.write_text(json.dumps(log, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n")
            kinds = sorted({row["type"] for row in log["rows"]})
            print(f"{path.name}: {log['number']} rows, {', '.join(kinds)}")


if __name__ == "__main__":
    record(sys.argv[1])
