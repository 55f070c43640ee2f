"""Laws of `rules.play` that hold for every game, asked of random play."""

import json
from typing import Any

from rules import play
from rules.engine.codec import canonical


def replays_byte_for_byte(
    system: str, first: dict[str, Any], commands: list[dict[str, Any]], final: dict[str, Any]
) -> None:
    """A stored state goes on as the one in memory did, and a replay of all commands comes out alike."""
    state = first
    for command in commands:
        stored = json.loads(json.dumps(state, sort_keys=True))
        state = play.act(system, stored, json.loads(json.dumps(command)))["state"]
    assert canonical(state) == canonical(final)
    assert canonical(play.replay(system, first, commands)["state"]) == canonical(final)


def accept_offers(system: str, state: dict[str, Any]) -> None:
    """Every example is accepted as it is; nobody but the actors has offers."""
    actors = play.actors(system, state)
    for key in [*play.view(system, state, "gm")["participants"], "gm"]:
        offers = play.offers(system, state, key)
        assert bool(offers) == (key in actors)
        for offer in offers:
            assert {"type", "actor", "label", "rules", "fixed", "choices", "example"} <= set(offer)
            play.act(system, state, offer["example"])


def ends_by_samples(system: str, setup: dict[str, Any], seed: int) -> None:
    """Random play by `sample` alone reaches the end, where nobody has anything to do."""
    state = play.start(system, setup, seed=seed)
    for step in range(3000):
        actors = play.actors(system, state)
        if not actors:
            break
        command = play.sample(system, state, actors[step % len(actors)], seed=step)
        state = play.act(system, state, command)["state"]
    assert play.view(system, state, "gm")["phase"] == "over"
    assert play.sample(system, state, "gm", seed=1) is None
