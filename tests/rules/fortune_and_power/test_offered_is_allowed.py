"""Offers and `act` say the same: an example is accepted, and what is accepted by chance is offered.

RULES_EXAMPLES sets how many encounters are played (default 25; one for every four).
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.table import GAME, Table
from tests.rules.offered import covered
from tests.rules.random_play import accept_offers

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS, TRIES = 40, 20
LISTED = ["Command", "Constitution", "Intuition", "Perception", "Strength", "Archer", "Athlete", "Burglar", "Warrior"]
Command = dict[str, Any]


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
        self.chance, self.view = chance, play.view(GAME, state, "gm")
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


@pytest.mark.parametrize("seed", range(LONG))
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(seed: int) -> None:
    """FNP-06, FNP-08, FNP-10, FNP-13, FNP-14, FNP-16, FNP-32 to FNP-34, FNP-42, FNP-43."""
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
            if onward is None and command["type"] not in ("end", "leave", "rest"):
                onward = after
        state = onward or state
    assert taken > STEPS


def accepted(state: Command, command: Command) -> Command | None:
    """The state after a command, None when it is refused."""
    try:
        return dict(play.act(GAME, state, command)["state"])
    except play.Refused:
        return None


def test_a_trait_that_nobody_has_can_be_tried_against_somebody_and_counts_0() -> None:
    """FNP-10, FNP-13: one without any trait has the same plays as everyone, and so has one against such a target."""
    table = Table(pc("ana"), npc("wolf"), pc("ben"))
    [against] = [found for found in table.offers("ana") if "against" in found["choices"]]
    assert {"target": "wolf", "trait": "Perception"} in against["choices"]["against"]["from"]
    assert "Athlete" in against["choices"]["trait"]["from"]
    table.do("check", "ana", trait="Athlete", against={"target": "wolf", "trait": "Perception"}, rolls=[3, 4])
    found = table.numbered()
    assert (found["total"], found["challenge"], found["dox"], found["marginal"]) == (7, 7, 0, True)


def test_nobody_opposes_oneself() -> None:
    """FNP-13: the challenge comes from an opponent."""
    table = Table(pc("ana", {"Warrior": 3}), npc("wolf"))
    refused = table.refuse("check", "ana", trait="Warrior", against={"target": "ana", "trait": "Warrior"})
    assert (refused.code, refused.rule) == ("check.self", "FNP-13")


def test_the_adversary_alone_may_still_rest_and_order() -> None:
    """FNP-32, FNP-43: when everyone has left, what would be accepted is offered."""
    table = Table(pc("ana"))
    table.gm("leave", target="ana")
    assert table.offered("gm") == {"set-order", "roll-order", "rest", "join", "end"}
    table.gm("rest", weeks=1)
    assert (table.round, table.turn, table.actors()) == (2, [], ["gm"])
    table.gm("join", participant=pc("ben"))
    assert table.turn == ["ben"]
