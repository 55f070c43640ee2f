"""A table of the Fortune System played through `rules.play` alone, watching the contract's promises at each step."""

from __future__ import annotations

import re
from typing import Any

from rules import play
from tests.rules.fortune_system.participants import written
from tests.rules.open_table import INVALID_IDS as INVALID_IDS
from tests.rules.open_table import INVALID_INTEGERS as INVALID_INTEGERS
from tests.rules.open_table import INVALID_TEXTS as INVALID_TEXTS
from tests.rules.open_table import Asking, OpenTable
from tests.rules.open_table import canonical as canonical

GAME = "fortune-system"
RULE = re.compile(r"FOS-\d\d")
PHASES = {"open", "choice", "over"}
VIEW_KEYS = {"phase", "pending", "tasks", "participants", "outcome"}
PENDING_KEYS = {"kind", "actor", "task", "slots", "values", "optional"}
TASK_KEYS = {
    "task",
    "skill",
    "group",
    "cos",
    "participants",
    "on_failure",
    "selection",
    "aids",
    "trigger_damage",
    "results",
}
RESULT_KEYS = {"success", "how", "applied", "slots", "trigger_damage"}
PERSON_KEYS = {"name", "level", "slots", "talents", "free"}
HOWS = {"die", "plain", "sure", "exemplar", "scrape-by", "extreme-effort", "smooth", "slick"}
INVALID_OBJECTS: list[Any] = [[], "text", 7, True, 1.5, [["type", "mulligan"]]]


ASK = Asking(GAME, RULE)
proper, checked = ASK.proper, ASK.checked
refused_check, refused_setup, refused_start = ASK.refused_check, ASK.refused_setup, ASK.refused_start


class Table(OpenTable):
    """A running encounter; every command is checked for what the contract promises of all commands."""

    asks = ASK
    keys = VIEW_KEYS

    # what can be seen
    def slots(self, name: str) -> str:
        return written(self[name]["slots"])

    def asked(self) -> tuple[str, str] | None:
        """The kind of the open question and who is asked."""
        pending = self.pending
        return (pending["kind"], pending["actor"]) if pending else None

    def task(self, name: str = "wall") -> dict[str, Any]:
        return dict(next(task for task in self.tasks if task["task"] == name))

    def result(self, actor: str, task: str = "wall") -> dict[str, Any]:
        return dict(self.task(task)["results"][actor])

    # what is done
    def call(self, cos: int = 45, task: str = "wall", **fields: Any) -> Table:
        """Call for a check of everyone on Climbing, in the group Physical; the table itself."""
        asked = {"participants": list(self.participants), "skill": "Climbing", "group": "Physical", **fields}
        self.gm("call-check", cos=cos, task=task, **asked)
        return self

    def attempt(self, actor: str, /, *dice: int, **fields: Any) -> Table:
        """Attempt the task "wall"; the table itself."""
        self.do("attempt", actor, **{"task": "wall", "dice": list(dice), **fields})
        return self

    def no_attempt(self, actor: str, /, *dice: int, **fields: Any) -> play.Refused:
        return self.refuse("attempt", actor, **{"task": "wall", "dice": list(dice), **fields})

    # what always holds
    def keep_the_laws(self) -> None:
        view = self.view()
        assert set(view) >= VIEW_KEYS
        assert view["phase"] in PHASES
        assert (view["phase"] == "choice") == (view["pending"] is not None)
        for event in self.events:
            ASK.event_is_whole(event)
        for seen in view["participants"].values():
            _slots_are_sound(seen)
        for task in view["tasks"]:
            _task_is_whole(task, view)
        self._actors_and_offers(view)

    def _actors_and_offers(self, view: dict[str, Any]) -> None:
        actors = self.actors()
        if view["phase"] == "over":
            assert actors == []
        else:
            assert actors[-1] == "gm"
            assert actors.count("gm") == 1
        if view["pending"]:
            assert set(view["pending"]) >= PENDING_KEYS
            assert actors == [view["pending"]["actor"], "gm"]
        for actor in [*view["participants"], "gm"]:
            found = self.offers(actor)
            assert bool(found) == (actor in actors), f"{actor} is an actor exactly when there is something to do"
            for offer in found:
                assert offer["actor"] == actor
                assert offer["rules"]
                assert offer["label"]
                play.act(GAME, self.state, offer["example"])
                if "rolls" in offer:
                    assert offer["rolls"]["sides"] == 100
                    play.act(GAME, self.state, {**offer["example"], "rolls": [50] * offer["rolls"]["count"]})
            sample = play.sample(GAME, self.state, actor, seed=len(self.commands))
            assert (sample is not None) == bool(found)
            if sample is not None:
                play.act(GAME, self.state, sample)


def _slots_are_sound(seen: dict[str, Any]) -> None:
    assert set(seen) >= PERSON_KEYS
    for slot in seen["slots"]:
        assert set(slot) >= {"value", "condition", "group"}
        assert slot["condition"] in ("sound", "damaged", "blown")
        assert (slot["value"] is None) == (slot["condition"] == "blown"), "a blown slot has no value (FOS-06)"
        assert slot["value"] is None or 1 <= slot["value"] <= 100


def _task_is_whole(task: dict[str, Any], view: dict[str, Any]) -> None:
    assert set(task) >= TASK_KEYS
    assert set(task["participants"]) <= set(view["participants"])
    for result in task["results"].values():
        assert set(result) >= RESULT_KEYS
        assert result["how"] in HOWS
        assert type(result["success"]) is bool
