"""How encounters of the Fortune System are compared with the rules read once more (model.py)."""

import random
from typing import Any

from rules import play
from tests.rules.fortune_system.model import Model
from tests.rules.fortune_system.participants import talent, who, written
from tests.rules.fortune_system.setups import SYSTEM

FEWEST_QUESTIONS = 5
KEYS = ["aptitude", "focus", "scrape-by", "exemplar", "extreme-effort", "smooth", "slick", "wingman", "flair", "steady"]


def cast() -> list[dict[str, Any]]:
    expertise = talent("expertise", "Climbing", 2)
    return [
        who("ana", None, *[talent(key) for key in KEYS], talent("lucky"), talent("couldnt-sleep", None)),
        who("ben", "60 80d x 20 30@Mental 9d@Physical", *[talent(key) for key in KEYS], expertise),
        who(
            "cy",
            None,
            talent("smooth"),
            talent("steady", "Physical", 2),
            talent("wingman", "Physical", 3),
            talent("flair"),
            fill="fixed",
            free={"key": "steady", "focus": "Physical"},
        ),
    ]


class Chooser:
    """Orders of the GM by chance; the others' commands and answers are sampled."""

    def __init__(self, model: Model, seed: int) -> None:
        self.model, self.chance, self.seed = model, random.Random(seed), seed

    def next(self, state: dict[str, Any], step: int) -> dict[str, Any]:
        actors = [name for name in play.actors(SYSTEM, state) if name != "gm"]
        if not self.model.question and (not actors or self.chance.random() < 0.2):
            return self.order(step)
        name = self.chance.choice(actors)
        drawn = [play.sample(SYSTEM, state, name, seed=f"{self.seed}:{step}:{turn}") for turn in range(8)]
        return max([command for command in drawn if command], key=_rarity)

    def order(self, step: int) -> dict[str, Any]:
        chance, names = self.chance, list(self.model.participants)
        call = {
            "type": "call-check",
            "participants": chance.sample(names, chance.randint(1, len(names))),
            "skill": chance.choice(["Climbing", "Running"]),
            "group": chance.choice(["Physical"] * 4 + ["Mental"]),
            "cos": chance.choice([0, 30, 45, 60, 90, 90, 99, 100]),
            "task": f"task {step}",
            "on_failure": chance.choice([None, "damaged", "blown"]),
            "selection": chance.choice(["choice", "lowest"]),
            "aids": chance.choice([None, *names]),
            "trigger_damage": chance.choice([None, 200]),
        }
        found: list[dict[str, Any]] = [call, call, call, {"type": "rest", "full": chance.random() < 0.5}]
        if self.model.tasks:
            found.append({"type": "close-task", "task": chance.choice(self.model.tasks)["task"]})
        struck = [name for name in names if any(slot["value"] for slot in self.model.participants[name]["slots"])]
        found += [
            {
                "type": "hardship",
                "target": name,
                "degree": chance.choice(["damaged", "blown"]),
                "selection": chance.choice(["choice", "lowest"]),
            }
            for name in struck[:1]
        ]
        away = [participant for participant in cast() if participant["id"] not in names]
        found += [{"type": "join", "participant": participant} for participant in away]
        if chance.random() < 0.1:
            found = [{"type": "defeat"}]
        elif chance.random() < 0.1 and len(names) > 2:
            found = [{"type": "leave", "target": chance.choice(names)}]
        return {"actor": "gm", **chance.choice(found)}


def _rarity(command: dict[str, Any]) -> int:
    """Talents that meet are rarer than plain dice, and tell more."""
    if command["type"] != "attempt":
        return -1 if command["type"] == "set-free" else 0
    named = sum(bool(command.get(field)) for field in ("flair", "wingman", "exemplar"))
    shown = 2 * (command.get("talent") in ("smooth", "slick")) + (command.get("mend") is not None)
    return named + shown + len(command.get("reduce") or {})


def begin(seed: int) -> tuple[dict[str, Any], Model, Chooser]:
    """An encounter on one row of dice, the model of it, and who chooses the commands."""
    row = random.Random(seed)
    dice = [row.randint(1, 100) for _ in range(4000)]
    options = {"equal_passes": bool(seed % 3 == 0)}
    state = dict(play.start(SYSTEM, {"participants": cast(), "options": options, "dice": dice}, seed=seed))
    model = Model(cast(), dice, **options)
    return state, model, Chooser(model, seed)


def asks(model: Model) -> bool:
    """Whether a question is open."""
    return model.question is not None


def compare(model: Model, view: dict[str, Any], where: str) -> None:
    """The view against the model; while a question is open, what is not settled yet is left aside."""
    pending, question = view["pending"], model.question
    assert (pending is None) == (question is None), where
    assert list(view["participants"]) == list(model.participants), where
    if pending and question:
        assert (pending["kind"], pending["actor"]) == question[:2], where
        if question[2] is not None:
            assert sorted(pending["values" if question[0] == "flair" else "slots"]) == sorted(question[2]), where
        return
    for name, participant in model.participants.items():
        seen = view["participants"][name]
        assert written(seen["slots"]) == written(participant["slots"]), f"{where}: {name}"
        assert seen["free"] == participant["free"], where
    fields = ("task", "skill", "group", "cos", "on_failure", "selection", "aids", "trigger_damage", "results")
    for seen, task in zip(view["tasks"], model.tasks, strict=True):
        assert {field: seen[field] for field in fields} == {field: task[field] for field in fields}, where
        assert sorted(seen["participants"]) == sorted(task["participants"]), where
