"""Long encounters of legal and illegal commands, each held against the rules read once more (model).

RULES_EXAMPLES sets how many are played (default 25; one for every four).
"""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.model import UNKNOWN, Illegal, Model
from tests.rules.fifty_two_fates.random_commands import Commands, party
from tests.rules.fifty_two_fates.table import GAME

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS, TRIES = 45, 10
FACE_UP = {"fumble-draw", "damage-draw", "death-draw", "wake-draw", "duration", "skill-check"}
RARE = {"end", "leave", "adjust"}


@pytest.mark.parametrize("seed", range(LONG))
def test_a_long_encounter_goes_as_the_ledger_says(seed: int) -> None:
    """F52-07 to F52-35, F52-50 to F52-57, F52-60 to F52-62, F52-70 to F52-89, F52-95: taken and refused alike."""
    chance = random.Random(seed)
    setup = party(seed)
    state = play.start(GAME, setup, seed=seed)
    model = Model(setup, groups_of(play.view(GAME, state, "gm")))
    model.deal()
    compare(model, state, "start")
    learn(model, state)
    kinds: set[str] = set()
    for step in range(STEPS):
        taken: list[Any] = []
        for command in commands(state, chance):
            after = tried(copy.deepcopy(model), state, command, f"seed {seed}, step {step}: {command}")
            kinds |= {command["type"]} if after else set()
            if after and (command["type"] not in RARE or chance.random() < 0.03):
                taken.append((command["actor"] == "gm", *after))
        if taken:
            played = [move for move in taken if not move[0]]
            _, state, model = chance.choice(played if played and chance.random() < 0.8 else taken)
            learn(model, state)
    assert len(kinds) > 10, f"only {kinds} were taken"


def commands(state: dict[str, Any], chance: random.Random) -> list[dict[str, Any]]:
    """Some of the whole vocabulary, and some that are offered."""
    vocabulary = Commands(state, chance)
    sampled = [play.sample(GAME, state, actor, seed=chance.getrandbits(32)) for actor in play.actors(GAME, state) * 2]
    return [vocabulary.next() for _ in range(TRIES)] + [command for command in sampled if command]


def tried(model: Model, state: dict[str, Any], command: dict[str, Any], where: str) -> tuple[Any, Model] | None:
    """Both take it and agree on what follows, or both refuse it."""
    result = acted(state, command)
    if result is None:
        assert not takes(model, command, [], []), f"{where}: refused, and allowed by the ledger"
        return None
    told = [card for event in result["events"] if event["type"] in FACE_UP for card in event["cards"]]
    before, view = play.view(GAME, state, "gm"), play.view(GAME, result["state"], "gm")
    assert takes(model, command, told, groups_of(view)), f"{where}: taken, and not allowed by the ledger"
    if not model.over:
        compare(model, result["state"], where)
        shuffled = any(event["type"] == "shuffled" for event in result["events"])
        assert shuffled or alike(model.discard, view["discard"][len(before["discard"]) :]), f"{where}: discards"
    assert (view["phase"] == "over") == model.over, where
    return result["state"], model


def acted(state: dict[str, Any], command: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return play.act(GAME, state, command)
    except play.Refused:
        return None


def takes(model: Model, command: dict[str, Any], told: list[str], groups: list[str]) -> bool:
    try:
        model.act(command, told, groups)
    except Illegal:
        return False
    return True


def groups_of(view: dict[str, Any]) -> list[str]:
    """F52-13, F52-14: the groups in the order of their cards, the players first of equals."""
    ranks = ["23456789TJQKA".index(row["card"][0]) for row in view["initiative"]]
    groups = [row["group"] for row in view["initiative"]]
    places = [(-rank, group != "players") for rank, group in zip(ranks, groups, strict=True)]
    assert places == sorted(places)
    return groups


def alike(known: list[str], found: list[str]) -> bool:
    """The same cards, but for those that the model cannot know."""
    unknown = known.count(UNKNOWN)
    missing = Counter(found) - Counter(known)
    return len(known) == len(found) and missing.total() == unknown


def drawn(kept: list[str], hand: list[str], view: dict[str, Any]) -> bool:
    """F52-60: cards that were kept stand first, then come as many as are drawn; an empty pile gives fewer."""
    known = [card for card in kept if card != UNKNOWN]
    return hand[: len(known)] == known and (
        len(hand) == len(kept) or (view["draw_pile"] == 0 and len(hand) < len(kept))
    )


def compare(model: Model, state: dict[str, Any], where: str) -> None:
    view = play.view(GAME, state, "gm")
    assert list(view["participants"]) == list(model.participants), where
    assert (view["turn"], view["round"]) == (model.turn(), model.round), where
    phase = "discarding" if model.surplus else "defending" if model.attack else "acting"
    assert view["phase"] == phase, where
    if model.surplus:
        assert (view["pending"]["actor"], view["pending"]["count"]) == model.surplus[0], where
    elif model.attack:
        fields = ("kind", "actor", "target", "cards")
        assert [view["pending"][field] for field in fields] == [model.attack[field] for field in fields], where
    else:
        assert view["pending"] is None, where
    assert view["played"] == model.played, where
    assert {frozenset((row["a"], row["b"])): row["range"] for row in view["ranges"]} == model.ranges, where
    assert view.get("proposed_outcome") == model.proposed(), where
    assert drawn(model.dealer, view["hand"], view), f"{where}: the Fate Dealer's hand"
    for name in model.participants:
        assert told_of(view["participants"][name]) == known_of(model, name), f"{where}: {name}"
        hand = play.view(GAME, state, name)["hand"]
        assert not model.participants[name].hero or drawn(model.participants[name].hand, hand, view), (
            f"{where}: {name}'s hand"
        )


def told_of(seen: dict[str, Any]) -> dict[str, Any]:
    """What the view says of one, in the model's words."""
    effects: dict[str, list[Any]] = {"continuous": [], "parry": [], "destruct": [], "protect": []}
    for effect in seen["effects"]:
        lasting = (effect["name"], effect.get("strength"), effect.get("rounds"))
        effects[effect["kind"]].append(lasting if effect["kind"] == "continuous" else effect["value"])
    return {
        "hp": seen["hp"],
        "most": seen["max_hp"],
        "conditions": set(seen["conditions"]),
        "weapon": seen["weapon"],
        "group": seen["group"],
        "alive": seen["alive"],
        **effects,
    }


def known_of(model: Model, name: str) -> dict[str, Any]:
    participant = model.participants[name]
    spells: dict[str, list[Any]] = {"destruct": [], "protect": []}
    if participant.spell:
        spells[participant.spell["kind"]].append(participant.spell["value"])
    return {
        "hp": participant.hp,
        "most": participant.most,
        "conditions": participant.shown(),
        "weapon": participant.weapon,
        "group": participant.group,
        "alive": participant.alive,
        "parry": [] if participant.parry is None else [participant.parry],
        **spells,
        "continuous": [(effect["name"], effect["strength"], effect["rounds"]) for effect in participant.effects],
    }


def learn(model: Model, state: dict[str, Any]) -> None:
    """The cards in hand and the groups as they are now."""
    view = play.view(GAME, state, "gm")
    model.dealer, model.groups = list(view["hand"]), groups_of(view)
    for name, participant in model.participants.items():
        participant.hand = list(play.view(GAME, state, name)["hand"]) if participant.hero else []
