"""How encounters of Fortune and Power are compared with the rules read once more (model.py)."""

import random
from typing import Any

from rules import play
from tests.rules.fortune_and_power.model import Model
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM

FEWEST_QUESTIONS = 0
SWORD = {"name": "Sword", "bonus": 4}
TRAITS = ["Warrior", "Archer", "Athlete", "Singing"]


def cast() -> list[dict[str, Any]]:
    return [
        pc("ana", {"Warrior": 7, "Strength": 2, "Perception": 3}, fortune=30, weapons=[SWORD]),
        pc("mira", {"Perception": 5, "Athlete": 2}, gifts=["Empathy"], fortune=12, wounds=2),
        npc("orc", {"Warrior": 5, "Constitution": 2}, fortune=9, armor=1, weapons=[SWORD]),
        npc("imp", {"Athlete": 3, "Archer": 4, "Perception": 5}, limits={"wounds": 3, "shocks": 2}),
    ]


class Chooser:
    """Legal commands by chance, told from the model alone."""

    def __init__(self, model: Model, seed: int) -> None:
        self.model, self.chance = model, random.Random(seed)

    def d6(self, count: int) -> list[int]:
        return [self.chance.randint(1, 6) for _ in range(count)]

    def points(self, name: str) -> int:
        return (
            self.chance.randint(0, min(3, self.model.participants[name]["fortune"]))
            if self.chance.random() < 0.3
            else 0
        )

    def next(self, _state: dict[str, Any], _step: int) -> dict[str, Any]:
        model = self.model
        if model.blow:
            target, _, damage = model.blow
            if self.chance.random() < 0.05:
                return {"type": "leave", "actor": "gm", "target": self.chance.choice(model.order)}
            most = min(damage, model.participants[target]["fortune"])
            return {"type": "absorb", "actor": target, "fortune": self.chance.randint(0, most)}
        if not model.turn() or self.chance.random() < 0.15:
            return self.order()
        return self.deed(model.turn()[0])

    def order(self) -> dict[str, Any]:
        """An order of the Adversary."""
        model, chance = self.model, self.chance
        name = chance.choice(model.order)
        busy = any(participant["attacks"] for participant in model.participants.values())
        count = len(model.order)
        found: list[dict[str, Any]] = [
            {"type": "rest", "weeks": chance.randint(1, 4)},
            {"type": "set-order", "order": chance.sample(model.order, count)},
            {"type": "roll-order", "trait": chance.choice(["Perception", "Singing"]), "rolls": self.d6(2 * count)},
        ]
        if not busy:
            found += [
                {"type": "adjust", "target": name, "reason": "Fate.", "wounds": chance.randint(-9, 9)},
                {
                    "type": "adjust",
                    "target": name,
                    "reason": "Fate.",
                    "shocks": chance.randint(-9, 9),
                    "fortune": chance.randint(-4, 9),
                },
            ]
        if model.marginal:
            found.append({"type": "rule", "event": chance.choice(model.marginal), "verdict": "tie"})
        if len(model.order) > 2:
            found.append({"type": "leave", "target": name})
        away = [participant for participant in cast() if participant["id"] not in model.participants]
        if away:
            found += [{"type": "join", "participant": participant} for participant in away]
        return {"actor": "gm", **chance.choice(found)}

    def deed(self, name: str) -> dict[str, Any]:
        """Something that the one on turn may do."""
        model, chance, participant = self.model, self.chance, self.model.participants[name]
        others = [other for other in model.order if other != name]
        found: list[dict[str, Any]] = [{"type": "pass"}]
        if others:
            attack = {
                "type": "attack",
                "target": chance.choice(others),
                "rolls": self.d6(2),
                "trait": chance.choice(TRAITS[:2] if participant["attacks"] else TRAITS),
                "fortune": self.points(name),
                "ambush": chance.random() < 0.2,
                "mental": chance.random() < 0.2,
            }
            found += [attack, attack, {**attack, "weapon": "Sword"} if participant["weapons"] else attack]
        if participant["attacks"]:
            return {"actor": name, **chance.choice(found)}
        found += [
            {"type": "move", "spaces": chance.randint(0, 20), "fortune": self.points(name)},
            {
                "type": "check",
                "trait": chance.choice(TRAITS),
                "challenge": chance.randint(3, 18),
                "rolls": self.d6(2),
                "fortune": self.points(name),
            },
        ]
        for other in others:
            found.append(
                {
                    "type": "check",
                    "trait": "Warrior",
                    "against": {"target": other, "trait": "Athlete"},
                    "rolls": self.d6(2),
                }
            )
            if participant["kind"] == model.participants[other]["kind"] == "pc":
                found.append(
                    {
                        "type": "contest",
                        "target": other,
                        "trait": "Warrior",
                        "target_trait": "Athlete",
                        "rolls": self.d6(2),
                    }
                )
        found += [
            {"type": "rapid", "attacks": many}
            for many, price, actions in ((2, 3, 1), (4, 6, 2))
            if participant["fortune"] >= price and participant["actions"] >= actions
        ]
        found += self.healing(name) if "Empathy" in participant["gifts"] and participant["actions"] == 2 else []
        return {"actor": name, **chance.choice(found)}

    def healing(self, name: str) -> list[dict[str, Any]]:
        return [
            {"type": "heal", "target": other, "kind": kind, "pay": pay}
            for other in self.model.order
            for kind in ("wound", "shock")
            for pay in ("fortune", "own")
            if self.model.participants[other][kind + "s"]
            and (self.model.participants[name]["fortune"] or pay == "own")
            and (other != name or pay == "fortune")
        ]


def begin(seed: int) -> tuple[dict[str, Any], Model, Chooser]:
    """An encounter, the model of it, and who chooses the commands."""
    model = Model(cast())
    return dict(play.start(SYSTEM, {"participants": cast()}, seed=seed)), model, Chooser(model, seed)


def asks(model: Model) -> bool:
    """Whether a blow waits for its target."""
    return model.blow is not None


def compare(model: Model, view: dict[str, Any], where: str) -> None:
    """The view against the model."""
    assert told(view) == model.seen(), where


def told(view: dict[str, Any]) -> dict[str, Any]:
    """What the view says, in the model's words."""
    fields = ("fortune", "wounds", "shocks", "actions", "attacks")
    participants = {name: {field: seen[field] for field in fields} for name, seen in view["participants"].items()}
    pending = view["pending"]
    blow = (pending["target"], pending["mental"], pending["damage"]) if pending else None
    return {
        "round": view["round"],
        "order": view["order"],
        "marginal": view["marginal"],
        "people": participants,
        "blow": blow,
        "turn": [] if blow else view["turn"],
        "proposed": view["proposed_outcome"],
    }
