"""docs/engine-contract.md names every function of rules.play and every key of every game's view."""

import inspect
import re

import pytest

from rules import play
from tests.docs.source import ROOT

TEXT = (ROOT / "docs" / "engine-contract.md").read_text(encoding="utf-8")
SETUPS = {
    "fifty-two-fates": {
        "participants": [
            {"id": "ann", "name": "Ann", "side": "players"},
            {"id": "rat", "name": "Rat", "side": "monsters"},
        ]
    },
    "game-of-bastards": {
        "participants": [
            {"id": "ann", "name": "Ann", "side": "a", "kind": "fated"},
            {"id": "rat", "name": "Rats", "side": "b", "kind": "extras", "members": 2, "power_rating": 1},
        ]
    },
    "fortune-and-power": {
        "participants": [
            {"id": "ann", "name": "Ann", "side": "a", "kind": "pc", "traits": {}},
            {"id": "rat", "name": "Rat", "side": "b", "kind": "npc", "traits": {}},
        ]
    },
    "fortune-system": {"participants": [{"id": "ann", "name": "Ann"}]},
}


def documented(slug):
    """The words in code form in the paragraph about a game's view."""
    found = re.search(rf"^\*\*{slug}\*\*: (.*?)\n\n", TEXT, re.M | re.S)
    assert found, f"no paragraph about the view of {slug}"
    return set(re.findall(r"`([a-z_]+)`", found[1]))


def shown_keys(slug):
    """The keys of the views and of their participants in a random encounter."""
    state = play.start(slug, SETUPS[slug], seed=7)
    keys = set()
    for number in range(60):
        for viewer in ("gm", "observer", *play.view(slug, state, "gm")["participants"]):
            seen = play.view(slug, state, viewer)
            keys |= seen.keys()
            keys |= {key for participant in seen["participants"].values() for key in participant}
        actors = play.actors(slug, state)
        if not actors:
            break
        state = play.act(slug, state, play.sample(slug, state, actors[0], seed=number))["state"]
    return keys


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_every_key_of_a_view_is_documented(slug):
    missing = shown_keys(slug) - documented(slug) - {"hidden"}
    assert not missing, f"{slug}: {sorted(missing)} are in the view and not in docs/engine-contract.md"


@pytest.mark.parametrize("name", play.__all__)
def test_every_public_name_is_documented(name):
    assert re.search(rf"`{name}\b", TEXT), f"docs/engine-contract.md does not mention {name}"


def test_the_documented_parameters_are_those_of_the_code():
    for name, arguments in re.findall(r"^\| `(\w+)\(([^)]*)\)`", TEXT, re.M):
        if "..." in arguments:
            continue
        written = [part.split("=")[0].strip() for part in arguments.split(",") if part.strip() != "*"]
        assert written == list(inspect.signature(getattr(play, name)).parameters), name
