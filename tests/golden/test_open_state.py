"""An opened state answers what `rules.play` answers for the plain state, after every command of the recorded logs."""

import json
from typing import Any

import pytest

from campaigns.encounters.play import replay
from rules import play
from rules.engine.codec import canonical
from rules.games import registry
from tests.golden.test_releases import LOGS, read, rows_of

STEPS = 60


@pytest.fixture(params=LOGS, ids=[f"{path.parent.name}/{path.stem}" for path in LOGS])
def log(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each recorded encounter."""
    return read(request.param)


def commands_of(log: dict[str, Any]) -> list[dict[str, Any]]:
    """The commands from the start up to the first undo."""
    found = []
    for number in range(1, STEPS):
        row = rows_of(log).get(number)
        if row is None or row.type == replay.UNDO:
            break
        if row.type != replay.CONTROL:
            found.append(row.body)
    return found


def standing(system: str, state: dict[str, Any]) -> dict[str, Any]:
    """What the site keeps of everyone, from the GM's view."""
    people = play.view(system, state, "gm")["participants"]
    names = ("name", "group", "side", "controller", "hidden")
    return {key: {name: person.get(name) for name in names} for key, person in people.items()}


def require_equal(system: str, opened: play.OpenState, state: dict[str, Any]) -> None:
    """Every question gets the same answer from both, in whatever order it is asked."""
    people = list(play.view(system, state, "gm")["participants"])
    for viewer in (*people, "gm", "observer"):
        assert play.view(system, opened, viewer) == play.view(system, state, viewer)
        assert play.offers(system, opened, viewer) == play.offers(system, state, viewer)
        assert play.actors(system, opened, viewer=viewer) == play.actors(system, state, viewer=viewer)
        assert play.same(system, play.released(system, opened, [viewer]), play.released(system, state, [viewer]))
    assert play.actors(system, opened) == play.actors(system, state)


def test_an_opened_state_answers_as_the_plain_one_does(log: dict[str, Any]) -> None:
    system, state = log["system"], log["start"]
    commands = commands_of(log)
    assert commands
    opened = play.open_state(system, state)
    for place, command in enumerate(commands):
        before, was, text = standing(system, state), play.roster(system, opened), canonical(opened)
        with pytest.raises(play.Refused):
            play.act(system, opened, {**command, "type": "no-such-command"})
        result = play.act(system, json.loads(json.dumps(state)), command)
        played = play.act(system, opened, command)
        assert canonical(opened) == text
        assert canonical(played) == canonical(result)
        if place % 20 == 0:
            require_equal(system, opened, state)
            require_equal(system, played["state"], result["state"])
        assert isinstance(played["state"], play.OpenState)
        state, opened = result["state"], played["state"]
        # Rosters that are alike leave nothing to write.
        assert play.roster(system, opened) != was or standing(system, state) == before
    require_equal(system, opened, state)


def test_an_opened_state_is_decoded_once(log: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    system, decoded = log["system"], []
    game = registry.game(system)
    load = type(game).load
    monkeypatch.setattr(type(game), "load", lambda self, state: decoded.append(1) or load(self, state))
    opened = play.open_state(system, log["start"])
    play.view(system, opened, "gm")
    played = play.act(system, opened, commands_of(log)[0])
    play.actors(system, played["state"])
    play.view(system, played["state"], "observer")
    assert len(decoded) == 1
