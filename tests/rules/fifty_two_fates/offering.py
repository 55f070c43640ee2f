"""Random encounters of 52 Fates in which the offers are compared with what `act` accepts."""

import random
from typing import Any

from rules import play
from tests.rules.fifty_two_fates.random_commands import Commands, party
from tests.rules.fifty_two_fates.setups import SYSTEM

STEPS, TRIES = 25, 16
State = dict[str, Any]


def begin(seed: int, chance: random.Random) -> State:
    """The state of an encounter that has just begun."""
    return dict(play.start(SYSTEM, party(seed), seed=seed))


def commands(state: State, chance: random.Random) -> list[State]:
    """Some commands of the whole vocabulary."""
    vocabulary = Commands(state, chance)
    return [vocabulary.next() for _ in range(TRIES)]


def onward(state: State, taken: list[tuple[State, State]], chance: random.Random, step: int) -> State:
    """The state after a sample of someone whose turn it is."""
    actor = chance.choice(play.actors(SYSTEM, state)[:-1] or ["gm"])
    command = play.sample(SYSTEM, state, actor, seed=chance.getrandbits(32)) or {}
    if not command or command["type"] in ("end", "leave"):
        return state
    return dict(play.act(SYSTEM, state, command)["state"])


def plain(state: State, command: State, offers: list[State]) -> State:
    """Heal and protect are never opposed (F52-82), nor a spell on themselves: there `willing` says nothing."""
    spell = command["type"] == "cast" and command["cards"][0][1]
    if spell and (spell in "HD" or command["target"] == command["actor"]):
        return {key: value for key, value in command.items() if key != "willing"}
    return command
