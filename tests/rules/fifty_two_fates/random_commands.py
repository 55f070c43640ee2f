"""Parties and commands by chance, most of them refused: every command of the vocabulary, well formed."""

from __future__ import annotations

import random
from typing import Any

from rules import play
from tests.rules.fifty_two_fates.table import GAME

NAMES = ["ana", "ben", "cyd", "orc", "elf", "rat"]
SUITS = {"disarm": "D", "fury-strike": "S", "parry": "H", "push": "C"}
LINES: list[dict[str, Any]] = [
    {},
    {
        "number": {"damage": 0, "effect": {"name": "venom", "strength": 6, "rounds": "draw"}},
        "face": {"text": "It bites."},
    },
    {
        "number": {"damage": 1, "effect": {"name": "fire", "strength": 9, "rounds": 2}},
        "face": {"damage": 3, "incapacitate": {"degree": "partial"}},
        "ace": {"damage": "half", "prone": True, "incapacitate": {"degree": "full", "unconscious": True, "wake": 5}},
    },
]


def party(seed: int) -> dict[str, Any]:
    """Three characters against one to three monsters."""
    chance = random.Random(seed)
    participants: list[dict[str, Any]] = []
    for name, job in (("ana", "warrior"), ("ben", "wizard"), ("cyd", None)):
        level = chance.choice([1, 1, 2, 5, 10])
        participants.append(
            {
                "id": name,
                "name": name.title(),
                "side": "players",
                "class": job,
                "level": level,
                "hp": chance.randint(1, level + 2),
                "armed": chance.random() < 0.8,
                "background_skills": chance.choice([[], ["sailor"], ["sailor", "hunting"]]),
            }
        )
    for name in ("orc", "elf", "rat")[: chance.randint(1, 3)]:
        block = {
            "allowance": chance.randint(1, 3),
            "lines": chance.choice(LINES),
            **{field: chance.random() < 0.6 for field in ("maneuvers", "spells", "death_draws")},
        }
        participants.append(
            {
                "id": name,
                "name": name.title(),
                "side": "monsters",
                "max_hp": chance.choice([1, 2, 3, 5, 7, 9, 13]),
                "group": chance.choice(["one", "two", "monsters"]),
                "monster": block,
                "armed": chance.random() < 0.8,
            }
        )
    options = {"fd_hand": chance.choice(["level", "hand"]), "fd_extra_cards": chance.randint(0, 4)}
    return {"participants": participants, "options": options}


class Commands:
    """Commands for one state; `next` is any of them."""

    def __init__(self, state: dict[str, Any], chance: random.Random) -> None:
        self.state, self.chance = state, chance
        self.view = play.view(GAME, state, "gm")
        self.seen = list(self.view["participants"])

    def next(self) -> dict[str, Any]:
        name = self.chance.choice([*DEEDS, *ORDERS])
        if name in ORDERS:
            return {"type": name, "actor": "gm", **getattr(self, ORDERS[name])()}
        turn = self.view["turn"]
        actor = self.chance.choice(turn if turn and self.chance.random() < 0.85 else NAMES)
        self.hand = play.view(GAME, self.state, actor)["hand"] if actor in self.seen else []
        return {"type": name, "actor": actor, **getattr(self, DEEDS[name])()}

    def perhaps(self, **fields: Any) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if self.chance.random() < 0.4}

    def someone(self) -> str:
        return self.chance.choice(self.seen if self.seen and self.chance.random() < 0.9 else NAMES)

    def some(self, least: int, most: int, suit: str = "CDHS") -> list[str]:
        held = [card for card in self.hand if card[1] in suit]
        return self.chance.sample(held, min(len(held), self.chance.randint(least, most)))

    def attack(self) -> dict[str, Any]:
        weapon = self.chance.choice(["melee", "missile", "unarmed"])
        return {"target": self.someone(), "cards": self.some(0, 3), "weapon": weapon}

    def maneuver(self) -> dict[str, Any]:
        kind = self.chance.choice(list(SUITS))
        suit = SUITS[kind] if self.chance.random() < 0.9 else "CDHS"
        aimed = kind != "parry" or self.chance.random() < 0.1
        return {"maneuver": kind, "cards": self.some(1, 3, suit), **({"target": self.someone()} if aimed else {})}

    def cast(self) -> dict[str, Any]:
        willing = self.perhaps(willing=self.chance.random() < 0.5)
        return {"target": self.someone(), "cards": self.some(1, 2, self.chance.choice("CDHS")), **willing}

    def skill_check(self) -> dict[str, Any]:
        chance = self.chance
        more = self.perhaps(
            background=chance.choice(["sailor", "hunting"]),
            needs=chance.choice(["sailor", "cooking"]),
            cards=chance.randint(1, 4),
        )
        return {"difficulty": chance.randint(2, 10), **more}

    def resist(self) -> dict[str, Any]:
        return {"effect": self.chance.choice(["venom", "fire"]), "cards": self.some(1, 1)}

    def cards(self) -> dict[str, Any]:
        return {"cards": self.some(0, 4)}

    def nothing(self) -> dict[str, Any]:
        return {}

    def afflict(self) -> dict[str, Any]:
        rounds = self.perhaps(rounds=self.chance.choice([1, 2, "draw"]))
        return {
            "target": self.someone(),
            "strength": self.chance.randint(2, 10),
            "name": self.chance.choice(["venom", "fire"]),
            **rounds,
        }

    def incapacitate(self) -> dict[str, Any]:
        how = self.perhaps(unconscious=self.chance.random() < 0.5, wake=self.chance.randint(2, 10))
        return {"target": self.someone(), "degree": self.chance.choice(["partial", "full"]), **how}

    def release(self) -> dict[str, Any]:
        return {"target": self.someone(), **self.perhaps(effect=self.chance.choice(["venom", "fire"]))}

    def fall(self) -> dict[str, Any]:
        return {"target": self.someone(), "feet": self.chance.choice([0, 29, 30, 90])}

    def set_range(self) -> dict[str, Any]:
        how = self.chance.choice(["melee", "near", "far", "unseen"])
        return {"a": self.someone(), "b": self.someone(), "range": how}

    def target(self) -> dict[str, Any]:
        return {"target": self.someone()}

    def adjust(self) -> dict[str, Any]:
        return {"target": self.someone(), "hp": self.chance.randint(0, 5), "reason": "Fate."}

    def join(self) -> dict[str, Any]:
        side = self.chance.choice([{"side": "players"}, {"side": "monsters", "group": self.chance.choice("xy")}])
        return {"participant": {"id": self.chance.choice(NAMES), "name": "Joiner", **side}}

    def end(self) -> dict[str, Any]:
        return {"outcome": self.chance.choice(["victory", "defeat", "escape", "parley", "other"])}


DEEDS = {
    "attack": "attack",
    "maneuver": "maneuver",
    "cast": "cast",
    "skill-check": "skill_check",
    "defend": "cards",
    "discard": "cards",
    "resist": "resist",
    "death-draw": "nothing",
    "wake-draw": "nothing",
    "pick-up": "nothing",
    "pass": "nothing",
}
ORDERS = {
    "afflict": "afflict",
    "incapacitate": "incapacitate",
    "release": "release",
    "fall": "fall",
    "set-range": "set_range",
    "arm": "target",
    "adjust": "adjust",
    "join": "join",
    "leave": "target",
    "next-round": "nothing",
    "end": "end",
}
