"""Parties and commands by chance, most of them refused: every command of the vocabulary, well formed."""

from __future__ import annotations

import random
from typing import Any

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, KEYS, KNIFE, SWORD, UNARMED, extras, fated, follower

NAMES = ["ana", "ben", "cyd", "fay", "mob"]
WEAPONS = ["Sword", "Knife", "Bow"]
SKILLS = ["Combat (Sword)", "Combat (Knife)", "Combat (Bow)", UNARMED, "Influence", "Stealth"]
TRAITS = ["body", "spirit", "mind", "luck"]
POOLS: list[dict[str, int]] = [{}, {"bp": 1}, {"sp": 1, "mp": 2}, {"lp": 1, "mp": 1}, {"sp": 0}, {"bp": 3, "lp": 2}]
CLUB = {"name": "Club", "damage": 2, "skill": "Combat (Club)"}


def participant(name: str, chance: random.Random) -> dict[str, Any]:
    wildcards, armed = chance.randint(0, 3), chance.choice([[], [SWORD], [KNIFE, SWORD]])
    more: dict[str, Any] = {"wildcards": wildcards, "weapons": armed, "armor": chance.randint(0, 2)}
    if name == "fay":
        return follower(name, chance.randint(1, 5), **more)
    if name == "mob":
        return extras(name, chance.randint(1, 5), chance.randint(1, 5), controller=chance.choice(["ana", None]), **more)
    more["weapons"] = chance.choice([[], [SWORD], [SWORD, KNIFE], [SWORD, SWORD, BOW]])
    advantages: list[dict[str, Any]] = [{"key": key} for key in chance.sample(KEYS, chance.randint(0, 20))]
    advantages += chance.choice([[], [{"key": "counter", "weapon": "Sword"}, {"key": "florentine", "weapon": "Knife"}]])
    skills = {skill: chance.randint(1, 4) for skill in ("Combat (Sword)", "Combat (Knife)", UNARMED, "Stealth")}
    return fated(
        name,
        side=chance.choice(["players", "foes"]),
        advantages=advantages,
        pools=chance.choice(POOLS),
        traits={trait: chance.randint(1, 4) for trait in TRAITS},
        skills=skills,
        **more,
    )


def party(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    participants = [participant(name, chance) for name in NAMES[: chance.randint(2, 5)]]
    options = {"decks": chance.choice([1, 2]), "body_adds_to_damage": chance.random() < 0.8}
    return {"participants": participants, "options": options}


class Commands:
    """Commands for one state; `next` is any of them."""

    def __init__(self, state: dict[str, Any], chance: random.Random) -> None:
        self.state, self.chance = state, chance
        self.view = play.view(GAME, state, "gm")
        self.seen = list(self.view["participants"]) or NAMES

    def next(self) -> dict[str, Any]:
        name = self.chance.choice([*DEEDS, *ORDERS])
        if name in ORDERS:
            return {"type": name, "actor": "gm", **getattr(self, ORDERS[name])()}
        turn = self.view["turn"]
        self.actor = self.chance.choice(turn if turn and self.chance.random() < 0.8 else self.seen)
        self.hand = play.view(GAME, self.state, self.actor)["hand"] if self.actor in self.view["participants"] else []
        return {"type": name, "actor": self.actor, **getattr(self, DEEDS[name])()}

    def perhaps(self, odds: float = 0.4, **fields: Any) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if self.chance.random() < odds}

    def someone(self) -> str:
        return self.chance.choice(self.seen)

    def some(self, least: int = 0, most: int = 3) -> list[str]:
        return self.chance.sample(self.hand, min(len(self.hand), self.chance.randint(least, most)))

    def one(self) -> str:
        return self.chance.choice(self.hand or ["2C"])

    def nothing(self) -> dict[str, Any]:
        return {}

    def card(self) -> dict[str, Any]:
        return {"card": self.one()}

    def cards(self) -> dict[str, Any]:
        return {"cards": self.some(1)}

    def attack(self) -> dict[str, Any]:
        chance = self.chance
        others = [name for name in self.seen if name != self.actor] or self.seen
        found = {
            "card": self.one(),
            "kind": chance.choice(["physical", "physical", "social", "mental", "luck"]),
            "skill": chance.choice(SKILLS),
            **self.perhaps(0.2, trait=chance.choice(TRAITS), raises=2),
        }
        if chance.random() < 0.7:
            found["target"] = chance.choice(others)
        else:
            found["targets"] = chance.sample(others, min(len(others), chance.randint(1, 3)))
        if chance.random() < 0.8:
            held = [chance.choice(WEAPONS) for _ in range(chance.randint(1, 2))]
            found |= {"weapons": held} if chance.random() < 0.5 else {"weapon": held[0]}
            found["skill"] = f"Combat ({held[0]})"
        return {**found, **self.perhaps(use=self.in_attack())}

    def in_attack(self) -> list[dict[str, Any]]:
        keys = self.chance.sample(["savage", "zeal", "fortune", "wild-swing", "disarm"], self.chance.choice([1, 1, 2]))
        fields = {"wild-swing": {"amount": self.chance.randint(0, 3)}, "disarm": self.perhaps(take=True)}
        return [{"advantage": key, **fields.get(key, {})} for key in keys]

    def defend(self) -> dict[str, Any]:
        chance = self.chance
        keys = chance.sample(["dodge", "serendipity", "counter"], chance.choice([1, 1, 2]))
        use = [{"advantage": key, **({"cards": self.some(1, 2)} if key == "counter" else {})} for key in keys]
        held = self.perhaps(0.3, weapon=chance.choice(WEAPONS)) or self.perhaps(
            0.1, weapons=[chance.choice(WEAPONS) for _ in range(2)]
        )
        return {
            "card": self.one() if chance.random() < 0.7 else None,
            **held,
            **self.perhaps(skill=chance.choice(SKILLS), use=use),
            **self.perhaps(0.2, trait=chance.choice(TRAITS)),
        }

    def use(self) -> dict[str, Any]:
        key = self.chance.choice(
            [
                "all-out-defense",
                "serendipity",
                "dodge",
                "iron-wall",
                "karmic-shuffle",
                "study",
                "soul-of-steel",
                "ass-pull",
                "berserk",
                "defensive-stance",
            ]
        )
        fields = {
            "defensive-stance": {"cards": self.chance.randint(1, 3)},
            "study": {"target": self.someone()},
            "berserk": self.perhaps(stop=True),
        }
        return {"advantage": key, **fields.get(key, {})}

    def dramatic(self) -> dict[str, Any]:
        new = [{"id": f"new{self.chance.randint(1, 9)}", "name": "New"} for _ in range(2)]
        new[1]["id"] += "b"
        return self.chance.choice(
            [
                {"action": "reinforce", **new[0], **self.perhaps(weapon=CLUB)},
                {"action": "involve", "participants": [new[0], {**new[1], **self.perhaps(weapon=CLUB)}]},
                {"action": "appearance", "participant": fated(new[0]["id"])},
                {"action": "distance", "wildcards": self.chance.randint(1, 3)},
            ]
        )

    def redirect(self) -> dict[str, Any]:
        return {"use": self.chance.random() < 0.5}

    def desperation(self) -> dict[str, Any]:
        return {"trait": self.chance.choice(["spirit", "luck"])}

    def pick_up(self) -> dict[str, Any]:
        return {"item": self.chance.choice(["Sword", "a rock"])}

    def adjust(self) -> dict[str, Any]:
        return {
            "target": self.someone(),
            "pool": self.chance.choice(["bp", "sp", "mp", "lp", "power"]),
            "amount": self.chance.randint(-12, 12),
            "reason": "Fate.",
        }

    def rest(self) -> dict[str, Any]:
        return self.perhaps(target=self.someone(), percent=self.chance.randint(1, 100))

    def assign(self) -> dict[str, Any]:
        return {"target": self.someone(), "controller": self.chance.choice([*self.seen, "gm"])}

    def join(self) -> dict[str, Any]:
        return {"participant": self.chance.choice([fated("new1"), extras("new2"), follower("new3", 2)])}

    def target(self) -> dict[str, Any]:
        return {"target": self.someone()}

    def end(self) -> dict[str, Any]:
        return {"outcome": "enough"}


DEEDS = {
    "initiative": "card",
    "draw": "nothing",
    "discard": "cards",
    "mulligan": "nothing",
    "attack": "attack",
    "defend": "defend",
    "use": "use",
    "dramatic": "dramatic",
    "bet": "cards",
    "bet-wildcard": "nothing",
    "call": "nothing",
    "spend-wildcard": "nothing",
    "replace-initiative": "card",
    "redirect": "redirect",
    "desperation": "desperation",
    "pick-up": "pick_up",
    "pass": "nothing",
    "concede": "nothing",
}
ORDERS = {"adjust": "adjust", "rest": "rest", "assign": "assign", "join": "join", "leave": "target", "end": "end"}
