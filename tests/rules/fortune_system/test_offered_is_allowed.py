"""Offers and `act` say the same: an example is accepted, and what is accepted by chance is offered.

RULES_EXAMPLES sets how many encounters are played (default 25; one for every four).
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_system.participants import slots_of, talent, who
from tests.rules.fortune_system.setups import BY_GROUP
from tests.rules.fortune_system.table import GAME
from tests.rules.offered import covered
from tests.rules.random_play import accept_offers

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS, TRIES = 40, 20
GROUPS, SKILLS = ["Physical", "Physical", "Physical", "Mental", "Odd"], ["Running", "Swindle", "Juggling"]
LASTING = ("end", "leave", "rest", "defeat", "close-task")
Command = dict[str, Any]


def party(chance: random.Random) -> Command:
    """One to three participants of many talents and any slots."""
    participants = []
    for number in range(chance.randint(1, 3)):
        talents = [talent(key, chance.choice(GROUPS[:4])) for key in chance.sample(BY_GROUP, 10)]
        talents += [talent("expertise", "Running"), talent("couldnt-sleep", None)]
        kinds = ["x", "{}d", "{}", "{}", "{}", "{}@Physical"]
        slots = [
            chance.choice(kinds).format(chance.randint(1, chance.choice([30, 100])))
            for _ in range(chance.randint(1, 6))
        ]
        participants.append(who(f"one-{number}", " ".join(slots), *talents))
    return {"participants": participants, "options": {"equal_passes": chance.random() < 0.5}}


class Chooser:
    """Commands by chance, many of them illegal, most attempts near the legal ones."""

    def __init__(self, state: Command, chance: random.Random) -> None:
        self.chance, self.view = chance, play.view(GAME, state, "gm")
        self.participants = [*self.view["participants"], "nobody"]

    def some(self, *values: Any) -> Any:
        return self.chance.choice(values)

    def next(self) -> Command:
        pending = self.view["pending"]
        if pending is not None and self.chance.random() < 0.8:
            found = self.answer(pending)
        else:
            found = self.attempt() if self.chance.random() < 0.6 else self.some(self.order(), self.own())
        return {name: value for name, value in found.items() if value is not None}

    def answer(self, pending: Command) -> Command:
        values = pending["values"] or [50]
        told = self.some({}, {"slot": self.chance.randrange(7)}, {"value": self.some(*values)}, {"use": True})
        return {"type": "choose", "actor": pending["actor"], **told}

    def attempt(self) -> Command:
        """As many dice as the talent takes, mostly of the usable ones."""
        waiting = [
            (task, name) for task in self.view["tasks"] for name in task["participants"] if name not in task["results"]
        ]
        task, actor = self.some(*waiting) if waiting else ({"task": "none", "cos": 50}, self.participants[0])
        slots = self.view["participants"].get(actor, {"slots": []})["slots"] or slots_of("50")
        usable = [index for index, slot in enumerate(slots) if slot["value"]] or [0]
        kind = self.some(None, None, "smooth", "smooth", "scrape-by", "extreme-effort", "slick", "slick")
        count = 2 if kind in ("smooth", "scrape-by") else 1
        if task["cos"] >= 100 or not slots[usable[0]]["value"] or self.chance.random() < 0.1:
            kind, count = None, 0
        dice = self.chance.sample(usable, min(count, len(usable)))
        places = [None, None, None, *dice] if kind not in ("scrape-by", "extreme-effort") else [None]
        reduce = {key: self.some(*places) for key in ("aptitude", "expertise", "focus")}
        blown = [index for index, slot in enumerate(slots) if not slot["value"]]
        exemplar = None if dice else self.some(None, *task.get("results", {}))
        return {
            "type": "attempt",
            "actor": actor,
            "task": task["task"],
            "dice": dice,
            "talent": kind,
            "reduce": {key: index for key, index in reduce.items() if index is not None} or None,
            "mend": self.some(None, *blown) if kind == "smooth" else None,
            "exemplar": exemplar,
            "flair": self.some(None, None, None, True),
            "wingman": self.some(None, None, None, True),
        }

    def own(self) -> Command:
        """What a player prepares."""
        key = self.some(*BY_GROUP, "expertise", "couldnt-sleep")
        focus = None if key == "couldnt-sleep" else self.some("Running", "Physical", "Odd")
        lie = {"type": "couldnt-sleep", "dice": self.chance.sample(range(6), 2)}
        return {
            "actor": self.some(*self.participants),
            **self.some(lie, {"type": "mulligan"}, {"type": "set-free", "key": key, "focus": focus}),
        }

    def order(self) -> Command:
        """What the GM orders."""
        target, task = self.some(*self.participants), self.some("wall", "door", "lock")
        call = {
            "type": "call-check",
            "participants": self.participants[:-1],
            "skill": self.some(*SKILLS),
            "group": self.some(*GROUPS),
            "cos": self.some(-5, 0, 1, 30, 50, 70, 90, 99, 100, 300),
            "task": task,
            "on_failure": self.some(None, "damaged", "blown"),
            "selection": self.some(None, "choice", "lowest"),
            "aids": self.some(None, *self.participants),
            "trigger_damage": self.some(None, 0, 50),
        }
        return {
            "actor": "gm",
            **self.some(
                call,
                call,
                call,
                {"type": "close-task", "task": task},
                {"type": "rest", "full": self.some(True, False)},
                {"type": "defeat"},
                {"type": "leave", "target": target},
                {"type": "end", "outcome": "Peace."},
                {"type": "hardship", "target": target, "degree": "blown", "selection": self.some("choice", "lowest")},
                {"type": "join", "participant": {"id": "new", "name": "New"}},
            ),
        }


@pytest.mark.parametrize("seed", range(LONG))
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(seed: int) -> None:
    """FOS-02, FOS-03, FOS-07 to FOS-10, FOS-22, FOS-26, FOS-28, FOS-30 to FOS-43."""
    chance = random.Random(seed)
    state = play.start(GAME, party(chance), seed=seed)
    taken = 0
    for step in range(STEPS):
        accept_offers(GAME, state)
        onward = None
        for command in [Chooser(state, chance).next() for _ in range(TRIES)]:
            after = accepted(state, command)
            if after is None:
                continue
            taken += 1
            assert covered(play.offers(GAME, state, command["actor"]), command), f"step {step}: {command}"
            if (onward is None and command["type"] not in LASTING) or command["type"] == "attempt":
                onward = after
        state = onward or quiet(state, step)
    assert taken > STEPS


def quiet(state: Command, step: int) -> Command:
    """A rest that is no recovery, now and then, so that tasks close and free slots open."""
    return accepted(state, {"type": "rest", "actor": "gm", "full": step % 3 == 0}) or state


def accepted(state: Command, command: Command) -> Command | None:
    """The state after a command, None when it is refused."""
    try:
        return dict(play.act(GAME, state, command)["state"])
    except play.Refused:
        return None
