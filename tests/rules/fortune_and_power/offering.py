"""Random encounters of Fortune and Power in which the offers are compared with what `act` accepts."""

import random
from typing import Any

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM

STEPS, TRIES = 40, 20
LASTING = ("end", "leave", "rest")
LISTED = ["Command", "Constitution", "Intuition", "Perception", "Strength", "Archer", "Athlete", "Burglar", "Warrior"]
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
    """The state after the first accepted command that does not end or change too much."""
    return next((after for command, after in taken if command["type"] not in LASTING), state)


def plain(state: State, command: Command, offers: list[Command]) -> Command:
    """The command in the words of an offer: as it is."""
    return command


def party(chance: random.Random) -> Command:
    """One to four participants of few traits, some with fortune, Empathy, wounds and weapons, under any options."""
    weapons = [{"name": "Axe", "bonus": 5}, {"name": "Eye", "bonus": -9, "mental": True}]
    participants = [
        chance.choice([pc, npc])(
            f"one-{number}",
            {name: chance.choice([0, 2, 9]) for name in chance.sample([*LISTED, "Sorcerer"], 2)},
            fortune=chance.choice([0, 1, 3, 20]),
            wounds=chance.choice([0, 3, 10]),
            shocks=chance.choice([0, 3]),
            gifts=chance.choice([[], ["Empathy"]]),
            weapons=chance.choice([[], weapons]),
        )
        for number in range(chance.randint(1, 4))
    ]
    options = {
        "fortune": chance.random() < 0.8,
        "damage": chance.choice(["full", "dox", "manual"]),
        "move_spaces": chance.choice([None, 0, 4]),
    }
    return {"participants": participants, "options": options}


class Chooser:
    """Commands by chance, many of them illegal; traits are one's own, the target's own, or the game's."""

    def __init__(self, state: Command, chance: random.Random) -> None:
        self.chance, self.view = chance, play.view(SYSTEM, state, "gm")
        self.participants = [*self.view["participants"], "nobody"]

    def some(self, *values: Any) -> Any:
        return self.chance.choice(values)

    def traits(self, who: str) -> list[str]:
        return [*self.view["participants"].get(who, {}).get("traits", {}), *LISTED]

    def next(self) -> Command:
        pending = self.view["pending"]
        actor = pending["actor"] if pending else (self.view["turn"] or self.participants)[0]
        if self.chance.random() < 0.2:
            actor = self.some(*self.participants)
        fields = self.order() if self.chance.random() < 0.3 else {"actor": actor, **self.deed(actor)}
        return {name: value for name, value in fields.items() if value is not None}

    def deed(self, actor: str) -> Command:
        """What a participant does."""
        target, fortune = self.some(*self.participants), self.some(None, None, 1, 2, 3)
        mine, theirs = self.some(*self.traits(actor)), self.some(*self.traits(target))
        fighting = [
            name
            for name in self.traits(actor)
            if name in ("Warrior", "Archer") or name in self.view["participants"].get(actor, {}).get("traits", {})
        ]
        return self.some(
            {"type": "check", "trait": mine, "challenge": self.some(0, 12, 999), "fortune": fortune},
            {"type": "check", "trait": mine, "against": {"target": target, "trait": theirs}, "fortune": fortune},
            {
                "type": "attack",
                "target": target,
                "trait": self.some(*fighting),
                "fortune": fortune,
                "defend_trait": self.some(None, None, theirs),
                "ambush": self.some(None, True),
                "weapon": self.some(None, "Axe", "Eye"),
                "mental": self.some(None, True),
            },
            {"type": "rapid", "attacks": self.some(2, 4)},
            {"type": "pass"},
            {"type": "move", "spaces": self.some(0, 1, 5, 7, 999), "fortune": fortune},
            {"type": "heal", "target": target, "kind": self.some("wound", "shock"), "pay": self.some("own", "fortune")},
            {"type": "contest", "target": target, "trait": mine, "target_trait": theirs},
            {"type": "absorb", "fortune": self.some(0, 1, 3)},
        )

    def order(self) -> Command:
        """What the Adversary orders."""
        here, target = self.participants[:-1], self.some(*self.participants)
        return {
            "actor": "gm",
            **self.some(
                {"type": "confirm", "damage": self.some(0, 1, 999), "reason": self.some(None, "Fate.")},
                {"type": "rule", "event": self.some(1, *self.view["marginal"]), "verdict": "tie"},
                {"type": "adjust", "target": target, "reason": "Fate.", "wounds": self.some(None, -9999, 9, 9999)},
                {"type": "set-order", "order": self.chance.sample(here, len(here))},
                {"type": "roll-order", "trait": self.some(*self.traits(target))},
                {"type": "rest", "weeks": self.some(1, 99)},
                {"type": "leave", "target": target},
                {"type": "join", "participant": self.some(pc, npc)("new", {"Warrior": 3}, fortune=4)},
                {"type": "end", "outcome": "Peace."},
            ),
        }
