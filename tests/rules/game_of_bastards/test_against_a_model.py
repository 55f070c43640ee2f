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
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.model import Illegal, Model
from tests.rules.game_of_bastards.model.participants import rank
from tests.rules.game_of_bastards.random_commands import Commands, party

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS, TRIES = 40, 12
RARE = {"end", "leave", "concede", "rest", "join", "dramatic", "assign"}
SHOWN_APART = {"dodge", "serendipity", "defensive-stance", "study", "karmic-shuffle", "savage"}


@pytest.mark.parametrize("seed", range(LONG))
def test_a_long_encounter_goes_as_the_ledger_says(seed: int) -> None:
    """GOB-02 to GOB-06, GOB-40 to GOB-54, GOB-60 to GOB-98: taken and refused alike."""
    chance = random.Random(seed)
    setup = party(seed)
    state = play.start(GAME, setup, seed=seed)
    model = Model(setup)
    learn(model, state)
    model.start()
    kinds: set[str] = set()
    for step in range(STEPS):
        taken: list[Any] = []
        for command in commands(state, chance):
            after = tried(copy.deepcopy(model), state, command, f"seed {seed}, step {step}: {command}")
            kinds |= {command["type"]} if after else set()
            if after and (command["type"] not in RARE or chance.random() < 0.05):
                taken.append((command["actor"] == "gm", *after))
        if taken:
            played = [move for move in taken if not move[0]]
            _, state, model = chance.choice(played if played and chance.random() < 0.9 else taken)
            learn(model, state)
    assert len(kinds) > 5, f"only {kinds} were taken"


def commands(state: dict[str, Any], chance: random.Random) -> list[dict[str, Any]]:
    """Some of the whole vocabulary, and some that are offered."""
    vocabulary = Commands(state, chance)
    sampled = [play.sample(GAME, state, actor, seed=chance.getrandbits(32)) for actor in play.actors(GAME, state)]
    return [vocabulary.next() for _ in range(TRIES)] + [command for command in sampled if command]


def tried(model: Model, state: dict[str, Any], command: dict[str, Any], where: str) -> tuple[Any, Model] | None:
    """Both take it and agree on what follows, or both refuse it."""
    result = acted(state, command)
    if result is None:
        assert not takes(model, command, NOTHING), f"{where}: refused, and allowed by the ledger"
        return None
    view = play.view(GAME, result["state"], "gm")
    assert takes(model, command, told_by(result, command, view)), f"{where}: taken, and not allowed by the ledger"
    assert (view["phase"] == "over") == (model.phase == "over"), where
    if model.phase != "over":
        compare(model, result["state"], where)
        before = play.view(GAME, state, "gm")["discard"]
        shuffled = any(event["type"] == "shuffled" for event in result["events"])
        found = view["discard"][len(before) :]
        assert shuffled or Counter(found) == Counter(model.discard), f"{where}: discards"
    return result["state"], model


NOTHING: dict[str, Any] = {"bet": [], "drew": [], "joker": False, "hand": 2, "calm": False, "wildcards": 0}


def told_by(result: dict[str, Any], command: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """What chance decided: the cards that came, in the words of `Model.act`."""
    actor = command["actor"]
    seen = view["participants"].get(actor, {"hand_size": 0, "effects": [], "wildcards": 0})
    events = result["events"]
    bet = [card for event in events if event["type"] == "bet" for card in event["cards"]]
    drew = [
        card
        for event in events
        if event["type"] == "drew-cards" and event["target"] == actor
        for card in event["cards"]
    ]
    return {
        "bet": bet,
        "drew": [card for card in drew if card != "XX"][:1],
        "hand": seen["hand_size"],
        "wildcards": seen["wildcards"],
        "joker": any(event["type"] == "joker" for event in events),
        "calm": all(effect["name"] != "berserk" for effect in seen["effects"]),
    }


def acted(state: dict[str, Any], command: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return play.act(GAME, state, command)
    except play.Refused:
        return None


def takes(model: Model, command: dict[str, Any], told: dict[str, Any]) -> bool:
    try:
        model.act(command, told)
    except Illegal:
        return False
    return True


def compare(model: Model, state: dict[str, Any], where: str) -> None:
    view = play.view(GAME, state, "gm")
    assert list(view["participants"]) == list(model.participants), where
    assert view["phase"] == ("choice" if model.asked else model.phase), where
    assert (view["turn"], view["round"]) == (model.turn(), model.round), where
    if model.asked:
        assert (view["pending"]["kind"], view["pending"]["actor"]) == model.asked[0][:2], where
    for name in model.participants:
        assert told_of(view["participants"][name]) == known_of(model, name), f"{where}: {name}"
        hands(model, name, view["participants"][name], play.view(GAME, state, name)["hand"], where)


def hands(model: Model, name: str, seen: dict[str, Any], hand: list[str], where: str) -> None:
    """Who keeps which cards, and draws how many; a joker is a wildcard (GOB-05)."""
    participant = model.participants[name]
    drawn = len(hand) - len(participant.hand) + seen["wildcards"] - participant.wildcards
    if name in model.newcomers:
        drawn += seen["initiative"] is not None
        shown = [seen["initiative"]] if seen["initiative"] else []
        assert not hand or shown == [min([*hand, *shown], key=_lowest)], f"{where}: {name}'s initiative"
    else:
        assert seen["initiative"] == participant.initiative, where
        assert Counter(hand[: len(participant.hand)]) == Counter(participant.hand), f"{where}: {name} keeps"
    assert drawn == model.drawn[name], f"{where}: {name} draws"


def _lowest(card: str) -> tuple[int, int]:
    """GOB-02: as an initiative card an ace counts 1."""
    value, suit = rank(card)
    return (1 if card[0] == "A" else value), suit


def told_of(seen: dict[str, Any]) -> dict[str, Any]:
    """What the view says of one, in the model's words."""
    effects = {effect["name"] for effect in seen["effects"]} if not seen["out"] else set()
    fields = ("pools", "out", "desperate", "wielded", "controller", "side")
    return {
        **{field: seen[field] for field in fields},
        "members": seen.get("members", 0),
        "effects": effects - SHOWN_APART,
        "next": effects & {"dodge", "serendipity"},
        "stance": "defensive-stance" in effects,
        "study": "study" in effects,
        "weapons": sorted(weapon["name"] for weapon in seen["weapons"]),
    }


def known_of(model: Model, name: str) -> dict[str, Any]:
    participant = model.participants[name]
    inside = not participant.out
    return {
        "pools": participant.pools,
        "out": participant.out,
        "desperate": participant.desperate(),
        "wielded": participant.wielded,
        "controller": participant.controller,
        "side": participant.side,
        "members": participant.members,
        "effects": participant.effects if inside else set(),
        "next": set(participant.next_defence) if inside else set(),
        "stance": bool(participant.stance and inside),
        "study": bool(participant.studied and inside),
        "weapons": sorted(weapon["name"] for weapon in participant.weapons),
    }


def learn(model: Model, state: dict[str, Any]) -> None:
    """The cards and wildcards that chance brought."""
    view = play.view(GAME, state, "gm")
    for name, participant in model.participants.items():
        participant.hand, participant.wildcards = (
            list(play.view(GAME, state, name)["hand"]),
            view["participants"][name]["wildcards"],
        )
        participant.initiative = view["participants"][name]["initiative"]
