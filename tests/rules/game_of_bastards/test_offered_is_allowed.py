"""Offers and `act` say the same: an example is accepted, and what is accepted by chance is offered.

RULES_EXAMPLES sets how many encounters are played (default 25; one for every four).
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import UNARMED
from tests.rules.game_of_bastards.random_commands import DEEDS, Commands, party
from tests.rules.offered import covered
from tests.rules.random_play import accept_offers

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS = 40
OFTEN = {"declare": ["attack"] * 8 + ["use"] * 4, "defend": ["defend"] * 10, "betting": ["bet"] * 4}
USUAL = {"physical": UNARMED, "social": "Influence", "mental": "Academics", "luck": "Gambling"}
NEWCOMERS = ("reinforce", "involve", "appearance")


@pytest.mark.parametrize("seed", range(LONG))
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(seed: int) -> None:
    """GOB-41 to GOB-44, GOB-48, GOB-49, GOB-60 to GOB-82, GOB-97, GOB-98."""
    chance = random.Random(seed)
    state = with_initiative(play.start(GAME, party(seed), seed=seed))
    taken = 0
    for step in range(STEPS):
        accept_offers(GAME, state)
        after = []
        for command in commands(state, chance):
            result = accepted(state, command)
            if result is None:
                continue
            taken += 1
            offers = play.offers(GAME, state, command["actor"])
            for offer in offers:
                unordered(offer["fixed"])
            assert covered(offers, plain(state, command)), f"seed {seed}, step {step}: {command}"
            after += [result] if command["type"] in ("attack", "defend", "bet") else []
        state = chance.choice(after) if after and chance.random() < 0.5 else sampled(state, chance)
    assert taken > STEPS


def with_initiative(state: dict[str, Any]) -> dict[str, Any]:
    """Everyone has chosen the initiative card."""
    while play.view(GAME, state, "gm")["phase"] == "initiative":
        actor = play.actors(GAME, state)[0]
        state = play.act(GAME, state, play.offers(GAME, state, actor)[0]["example"])["state"]
    return state


def commands(state: dict[str, Any], chance: random.Random) -> list[dict[str, Any]]:
    """Some of the whole vocabulary, and more of what the phase is about."""
    vocabulary = Commands(state, chance)
    found = [vocabulary.next() for _ in range(6)]
    for actor in vocabulary.view["turn"]:
        vocabulary.actor, vocabulary.hand = actor, play.view(GAME, state, actor)["hand"]
        for kind in OFTEN.get(vocabulary.view["phase"], []):
            found.append({"type": kind, "actor": actor, **getattr(vocabulary, DEEDS[kind])()})
    return found


def accepted(state: dict[str, Any], command: dict[str, Any]) -> dict[str, Any] | None:
    try:
        taken: dict[str, Any] = play.act(GAME, state, command)["state"]
    except play.Refused:
        return None
    return taken


def sampled(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    actor = chance.choice(play.view(GAME, state, "gm")["turn"] or ["gm"])
    command = play.sample(GAME, state, actor, seed=chance.getrandbits(32)) or {}
    if command.get("type") in (None, "end", "leave", "concede"):
        return state
    after: dict[str, Any] = play.act(GAME, state, command)["state"]
    return after


def unordered(fields: dict[str, Any]) -> None:
    """Two weapons are the same two in either order."""
    if "weapons" in fields:
        fields["weapons"] = sorted(fields["weapons"])


def plain(state: dict[str, Any], command: dict[str, Any]) -> dict[str, Any]:
    """The command in the words of an offer: without what says nothing, and free words as an example has them."""
    said = {name: value for name, value in command.items() if value is not None}
    if said["type"] == "adjust":
        said["amount"] = said["amount"] or 1
    if said["type"] == "join" or said.get("action") in NEWCOMERS:
        return newcomer(state, said)
    for many, one in (("weapons", "weapon"), ("targets", "target")):
        if len(said.get(many, [])) == 1:
            said[one] = said.pop(many)[0]
    unordered(said)
    if said["type"] == "attack":
        return attack(state, said)
    return defence(state, said) if said["type"] == "defend" else said


def newcomer(state: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """Who comes in is the page's to describe."""
    for offer in play.offers(GAME, state, said["actor"]):
        if offer["type"] == said["type"] and offer["fixed"].get("action") == said.get("action"):
            example: dict[str, Any] = offer["example"]
            return example
    return said


def attack(state: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """A weapon is idle outside a physical attack; any other skill is as good as the usual one at rank 1."""
    participant = seen(state, said["actor"])
    if said["kind"] != "physical":
        said = without(said, "weapon", "weapons")
    elif said.get("trait") in ("body", "mind") and not participant["desperate"]:
        said = without(said, "trait")
    if participant["kind"] == "extras":
        said = without(said, "skill", "trait")
    elif "weapon" not in said and "weapons" not in said and said["skill"] not in ranks(state, said["actor"]):
        said["skill"] = USUAL[said["kind"]]
    # A swing by nothing changes nothing.
    use = [entry for entry in said.get("use", []) if entry.get("amount") != 0]
    return {**said, "use": use}


def defence(state: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """Extras and followers have one rank for all; a trait that is the only possible one need not be named."""
    participant, way = seen(state, said["actor"]), play.view(GAME, state, "gm")["pending"]["how"]
    if way != "physical":
        said = without(said, "weapons")
    if said.get("skill") not in ranks(state, said["actor"]):
        said = without(said, "skill")
    if not participant["desperate"] or (way == "physical" and karmic(state)):
        said = without(said, "trait")
    hand = play.view(GAME, state, said["actor"])["hand"]
    for use in said.get("use", []):
        if "cards" in use:
            use["cards"] = sorted(use["cards"], key=hand.index)
    return said


def karmic(state: dict[str, Any]) -> bool:
    return any(
        effect["name"] == "karmic-shuffle"
        for participant in play.view(GAME, state, "gm")["participants"].values()
        for effect in participant["effects"]
    )


def seen(state: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = play.view(GAME, state, "gm")["participants"][name]
    return found


def ranks(state: dict[str, Any], name: str) -> dict[str, int]:
    found: dict[str, int] = next(
        participant.get("skills", {}) for participant in state["people"] if participant["id"] == name
    )
    return found


def without(said: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name not in names}
