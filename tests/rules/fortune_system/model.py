"""The Fortune System read once more from docs/rules/fortune-system.md, as short as can be; its dice lie in one row.

A command is a generator: it yields a question `(kind, who, slots or values)` and takes the answer.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

FIXED = [60, 80, 40, 90, 30, 100, 20]
Question = tuple[str, str, list[int] | None]
Flow = Generator[Question, Any, None]


class Model:
    """The slots and tasks of an encounter; commands are taken to be legal."""

    def __init__(self, participants: list[dict[str, Any]], dice: list[int], equal_passes: bool = False) -> None:
        self.participants: dict[str, dict[str, Any]] = {}
        self.dice, self.equal_passes = list(dice), equal_passes
        self.tasks: list[dict[str, Any]] = []
        self.question: Question | None = None
        self.flow: Flow | None = None
        for participant in participants:
            self.add(participant)

    def add(self, participant: dict[str, Any]) -> None:
        """A participant; slots left out are filled as the setup says (FOS-02, FOS-39)."""
        found = {"free": None, "talents": [], "fill": "rolled", **participant}
        slots = found.get("slots")
        if slots is None:
            fixed = found["fill"] == "fixed"
            slots = [{"value": FIXED[at] if fixed else self.die(), "condition": "sound"} for at in range(4)]
            slots += [
                {"value": self.die(), "condition": "sound", "group": had["focus"]}
                for had in found["talents"]
                if had["key"] == "lucky"
                for _ in range(had["ranks"])
            ]
        found["slots"] = [{"group": None, **slot} for slot in slots]
        self.participants[participant["id"]] = found

    def die(self) -> int:
        return self.dice.pop(0)

    def ranks(self, name: str, key: str, focus: str | None) -> int:
        participant = self.participants[name]
        free = participant["free"]
        return sum(had["ranks"] for had in participant["talents"] if (had["key"], had["focus"]) == (key, focus)) + (
            free is not None and (free["key"], free["focus"]) == (key, focus)
        )

    def reroll(self, slot: dict[str, Any]) -> None:
        """FOS-05, FOS-06."""
        if slot["condition"] == "sound":
            slot["value"] = self.die()
        elif slot["condition"] == "damaged":
            slot["value"] = max(self.die(), self.die())

    @staticmethod
    def damage(slot: dict[str, Any], degree: str = "damaged") -> None:
        """FOS-04."""
        if degree == "blown" or slot["condition"] != "sound":
            slot["condition"], slot["value"] = "blown", None
        else:
            slot["condition"] = "damaged"

    def act(self, command: dict[str, Any]) -> None:
        fields = {key: value for key, value in command.items() if key not in ("type", "actor")}
        if command["type"] == "choose":
            self.go_on(next((value for value in fields.values()), None))
        else:
            made = getattr(self, command["type"].replace("-", "_"))(command["actor"], **fields)
            if made is not None:
                self.flow = made
                self.go_on(None)

    def go_on(self, answer: Any) -> None:
        assert self.flow
        try:
            self.question = self.flow.send(answer)
        except StopIteration:
            self.question = self.flow = None

    def task(self, name: str) -> dict[str, Any]:
        return next(task for task in self.tasks if task["task"] == name)

    def attempt(self, actor: str, task: str, dice: list[int], **more: Any) -> Flow:
        called, slots = self.task(task), self.participants[actor]["slots"]
        kind, passes, applied = self.judge(actor, called, dice, more)
        double = 2 if kind == "smooth" else 1
        trigger = called["trigger_damage"]
        called["results"][actor] = {
            "success": passes,
            "how": kind,
            "applied": applied,
            "slots": dice,
            "trigger_damage": None if trigger is None else trigger * double * passes,
        }
        if dice:
            self.hurt_by_talents(slots, dice, more)
            yield from self.renew(actor, called, dice, more)
        if kind == "slick":
            for ally in [name for name in self.participants if name != actor]:
                torn = [
                    at for at, slot in enumerate(self.participants[ally]["slots"]) if slot["condition"] == "damaged"
                ]
                chosen = (yield ("slick", ally, torn)) if torn else None
                if chosen is not None:
                    self.participants[ally]["slots"][chosen]["condition"] = "sound"
        if not passes and called["on_failure"]:
            yield from self.price(actor, called["on_failure"], called["selection"])

    def judge(self, actor: str, called: dict[str, Any], dice: list[int], more: dict[str, Any]) -> tuple[Any, bool, Any]:
        """How it is decided, whether it passes, and the value as applied."""
        kind, group = more.get("talent"), called["group"]
        if more.get("exemplar"):
            return "exemplar", True, called["results"][more["exemplar"]]["applied"]
        if called["cos"] >= 100:
            return "sure", True, None
        if kind in ("scrape-by", "extreme-effort"):
            return kind, True, None
        if not dice:
            kind, applied = "plain", self.die()
        else:
            lower = {
                "aptitude": 5 * self.ranks(actor, "aptitude", group),
                "focus": 20,
                "expertise": 10 * self.ranks(actor, "expertise", called["skill"]),
            }
            values = [self.participants[actor]["slots"][at]["value"] for at in dice]
            named = [key for key, at in (more.get("reduce") or {}).items() if at is not None]
            applied = sum(values) - sum(lower[key] for key in named)
        return kind or "die", applied < called["cos"] + (1 if self.equal_passes else 0), applied

    def hurt_by_talents(self, slots: list[dict[str, Any]], dice: list[int], more: dict[str, Any]) -> None:
        """FOS-11."""
        kind, focused = more.get("talent"), (more.get("reduce") or {}).get("focus")
        if focused is not None:
            self.damage(slots[focused])
        for at in dice if kind in ("scrape-by", "extreme-effort") else []:
            self.damage(slots[at], "blown" if kind == "extreme-effort" else "damaged")

    def renew(self, actor: str, called: dict[str, Any], dice: list[int], more: dict[str, Any]) -> Flow:
        """The new values: Wingman, the dice, Flair, Steady."""
        slots, group = self.participants[actor]["slots"], called["group"]
        filled, flair = None, None
        if more.get("wingman"):
            allys = self.participants[called["aids"]]["slots"]
            answer = yield ("wingman", called["aids"], [at for at, slot in enumerate(allys) if slot["value"]])
            if answer is not None:
                filled, old = next(at for at in dice if slots[at]["condition"] != "blown"), allys[answer]["value"]
                self.reroll(allys[answer])
                slots[filled]["value"] = max(1, old - 10 * (self.ranks(actor, "wingman", group) - 1))
        if more.get("flair"):
            flair = next(at for at in dice if slots[at]["condition"] == "sound")
        rolled: list[int] = []
        for at in dice:
            if at != filled and at == flair:
                rolled = [self.die(), self.die()]
                slots[at]["value"] = rolled[0]
            elif at != filled:
                self.reroll(slots[at])
        if more.get("mend") is not None:
            slots[more["mend"]]["condition"] = "damaged"
            self.reroll(slots[more["mend"]])
        if rolled and rolled[0] != rolled[1]:
            slots[flair or 0]["value"] = yield ("flair", actor, rolled)
        for at in dice:
            steady = self.ranks(actor, "steady", group)
            if at != filled and steady and slots[at]["condition"] == "sound" and (yield ("steady", actor, None)):
                slots[at].update(condition="damaged", value=70 - 10 * steady)

    def price(self, name: str, degree: str, selection: str) -> Flow:
        """FOS-09, FOS-10."""
        slots = self.participants[name]["slots"]
        left = [at for at, slot in enumerate(slots) if slot["condition"] != "blown"]
        if selection == "lowest" and left:
            left = [at for at in left if slots[at]["value"] == min(slots[at]["value"] for at in left)]
        if left:
            self.damage(slots[left[0] if len(left) == 1 else (yield ("damage", name, left))], degree)

    def hardship(self, _: str, target: str, degree: str, selection: str) -> Flow:
        yield from self.price(target, degree, selection)

    def couldnt_sleep(self, actor: str, dice: list[int]) -> Flow:
        """FOS-42."""
        slots = self.participants[actor]["slots"]
        for at in dice:
            self.reroll(slots[at])
        self.damage(slots[dice[0] if len(dice) == 1 else (yield ("damage", actor, sorted(dice)))])

    def call_check(self, _: str, **called: Any) -> None:
        self.tasks.append(
            {"on_failure": None, "selection": "choice", "aids": None, "trigger_damage": None, **called, "results": {}}
        )

    def close_task(self, _: str, task: str) -> None:
        self.tasks.remove(self.task(task))

    def defeat(self, _: str) -> None:
        """FOS-08."""
        self.tasks.clear()
        for slot in [slot for participant in self.participants.values() for slot in participant["slots"]]:
            if slot["condition"] == "blown":
                slot["value"] = self.die()
            slot["condition"] = "sound"

    def rest(self, actor: str, full: bool) -> None:
        self.tasks.clear()
        if full:
            self.defeat(actor)

    def mulligan(self, actor: str) -> None:
        """FOS-02; a slot that a hardship has blown since stays blown."""
        ordinary = [slot for slot in self.participants[actor]["slots"] if slot["group"] is None]
        for slot, value in zip(ordinary, FIXED, strict=False):
            slot["value"] = slot["value"] and value

    def set_free(self, actor: str, key: str, focus: str | None = None) -> None:
        self.participants[actor]["free"] = {"key": key, "focus": focus}

    def join(self, _: str, participant: dict[str, Any]) -> None:
        self.add(participant)

    def leave(self, _: str, target: str) -> None:
        del self.participants[target]
        for task in self.tasks:
            task["participants"] = [name for name in task["participants"] if name != target]
            task["aids"] = None if task["aids"] == target else task["aids"]
