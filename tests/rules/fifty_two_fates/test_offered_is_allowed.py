"""Offers and `act` say the same: an example is accepted, and what is accepted by chance is offered.

RULES_EXAMPLES sets how many encounters are played (default 25; one for every four).
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.random_commands import Commands, party
from tests.rules.fifty_two_fates.table import GAME
from tests.rules.offered import covered
from tests.rules.random_play import accept_offers

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
STEPS, TRIES = 25, 16


@pytest.mark.parametrize("seed", range(LONG))
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(seed: int) -> None:
    chance = random.Random(seed)
    state = play.start(GAME, party(seed), seed=seed)
    taken = 0
    for step in range(STEPS):
        accept_offers(GAME, state)
        vocabulary = Commands(state, chance)
        for command in [vocabulary.next() for _ in range(TRIES)]:
            if accepted(state, command):
                taken += 1
                assert covered(play.offers(GAME, state, command["actor"]), plain(command)), f"step {step}: {command}"
        actor = chance.choice(play.actors(GAME, state)[:-1] or ["gm"])
        command = play.sample(GAME, state, actor, seed=chance.getrandbits(32)) or {}
        if command and command["type"] not in ("end", "leave"):
            state = play.act(GAME, state, command)["state"]
    assert taken > STEPS


def accepted(state: dict[str, Any], command: dict[str, Any]) -> bool:
    try:
        play.act(GAME, state, command)
    except play.Refused:
        return False
    return True


def plain(command: dict[str, Any]) -> dict[str, Any]:
    """Heal and protect are never opposed (F52-82), nor a spell on themselves: there `willing` says nothing."""
    spell = command["type"] == "cast" and command["cards"][0][1]
    if spell and (spell in "HD" or command["target"] == command["actor"]):
        return {key: value for key, value in command.items() if key != "willing"}
    return command
