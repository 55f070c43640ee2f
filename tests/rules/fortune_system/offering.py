"""Random encounters of the Fortune System in which the offers are compared with what `act` accepts."""

import random
from typing import Any

from rules import play
from tests.rules.fortune_system.participants import slots_of, talent, who
from tests.rules.fortune_system.setups import BY_GROUP, SYSTEM

STEPS, TRIES = 40, 20
GROUPS, SKILLS = ["Physical", "Physical", "Physical", "Mental", "Odd"], ["Running", "Swindle", "Juggling"]
LASTING = ("end", "leave", "rest", "defeat", "close-task")
Command = dict[str, Any]
State = dict[str, Any]


def begin(seed: int, chance: random.Random) -> State:
    """The state of an encounter that has just begun."""
    return dict(play.start(SYSTEM, party(chance), seed=seed))


def commands(state: State, chance: random.Random) -> list[Command]:
    """Commands by chance."""
    chooser = Chooser(state, chance)
    return [chooser.next() for _ in range(TRIES)]


def onward(state: State, taken: list[tuple[Command, State]], chance: random.Random, step: int) -> State:
    """The state after the last attempt, or after the first command that does not end or change too much.

    Without one, a rest that is no recovery, now and then, so that tasks close and free slots open.
    """
    attempts = [after for command, after in taken if command["type"] == "attempt"]
    others = [after for command, after in taken if command["type"] not in LASTING]
    if attempts or others:
        return attempts[-1] if attempts else others[0]
    try:
        return dict(play.act(SYSTEM, state, {"type": "rest", "actor": "gm", "full": step % 3 == 0})["state"])
    except play.Refused:
        return state


def plain(state: State, command: Command, offers: list[Command]) -> Command:
    """The command in the words of an offer: as it is."""
    return command


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
        self.chance, self.view = chance, play.view(SYSTEM, state, "gm")
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
