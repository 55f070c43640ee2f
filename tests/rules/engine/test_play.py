"""rules.play itself: finding games, a toy fifth game, older states, and what is no state at all."""

import json
from typing import Any

import pytest

from rules import play
from rules.engine.event_list import EventList
from rules.engine.offers import number, offer
from rules.engine.refusals import Refused
from tests.rules.fifty_two_fates.setups import SYSTEM, everything


class Countdown:
    """A toy game: the one whose turn it is takes 1 or 2 from a heap; the state of version 1 called the heap `pile`."""

    slug = "countdown"
    version = 2
    description = {
        "slug": "countdown",
        "name": "Countdown",
        "gm": "Keeper",
        "chance": "cards",
        "options": {},
        "commands": ["take"],
    }
    rulebook = [{"id": "CD-01", "area": "All", "text": "Take 1 or 2."}]
    upgrades = {1: lambda old: {**{name: old[name] for name in old if name != "pile"}, "heap": old["pile"]}}

    def load(self, state: dict[str, Any]) -> Any:
        if type(state.get("heap")) is not int:
            raise Refused("state.heap", "heap: a whole number is needed.")
        return dict(state)

    def dump(self, state: Any) -> dict[str, Any]:
        return dict(state)

    def audit(self, state: Any) -> None:
        if state["heap"] == 99:
            raise Refused("state.heap", "heap: 99 is cursed.")

    def start(self, setup: object, seed: object) -> Any:
        return {"system": "countdown", "version": 2, "heap": 5}

    def actors(self, state: Any) -> list[str]:
        return ["gm"] if state["heap"] else []

    def offers(self, state: Any, actor: object) -> list[Any]:
        return (
            [offer("take", "gm", "Take", ["CD-01"], choices={"n": number(1, 2)}, example={"n": 1})]
            if state["heap"]
            else []
        )

    def act(self, state: Any, command: Any) -> EventList:
        if state["heap"] == 99 or state["heap"] == 98:
            raise ZeroDivisionError
        if command["n"] > state["heap"]:
            raise Refused("heap.less", "Take less.", "CD-01")
        state["heap"] -= command["n"]
        return EventList()


@pytest.fixture
def toy() -> Any:
    with play.register(Countdown()):  # type: ignore[arg-type]
        yield
    assert "countdown" not in play.SYSTEMS


def test_a_fifth_game_needs_no_other_edit(toy: None) -> None:
    assert play.SYSTEMS["countdown"]["gm"] == "Keeper"
    assert play.RULES["countdown"]
    state = play.start("countdown", {}, seed=1)
    while play.actors("countdown", state):
        command = play.sample("countdown", state, "gm", seed=state["heap"])
        state = play.act("countdown", state, command)["state"]
    assert state["heap"] == 0
    assert play.sample("countdown", state, "gm", seed=1) is None


def test_an_older_state_is_upgraded_first_and_left_as_it_was(toy: None) -> None:
    old = {"system": "countdown", "version": 1, "pile": 3}
    result = play.act("countdown", old, {"type": "take", "actor": "gm", "n": 2})
    assert result["state"] == {"system": "countdown", "version": 2, "heap": 1}
    assert old == {"system": "countdown", "version": 1, "pile": 3}


@pytest.mark.parametrize("version", [0, 3, True, 2.0, None, "2", 10**40, -1])
def test_a_state_of_an_unknown_version_is_refused(toy: None, version: object) -> None:
    with pytest.raises(play.Refused, match="version"):
        play.actors("countdown", {"system": "countdown", "version": version, "heap": 3})


def test_a_state_that_breaks_the_engine_is_refused_and_a_bug_is_not_hidden(toy: None) -> None:
    with pytest.raises(play.Refused, match="cursed"):
        play.act("countdown", {"system": "countdown", "version": 2, "heap": 99}, {"n": 1})
    with pytest.raises(ZeroDivisionError):
        play.act("countdown", {"system": "countdown", "version": 2, "heap": 98}, {"n": 1})


def test_52_fates_describes_itself() -> None:
    about = play.SYSTEMS[SYSTEM]
    assert (about["name"], about["gm"], about["chance"]) == ("52 Fates", "Fate Dealer", "cards")
    assert about["options"]["fd_hand"]["default"] == "level"
    assert about["options"]["fd_extra_cards"]["max"] == 10
    assert {"attack", "defend", "end", "next-round"} <= set(about["commands"])
    assert json.loads(json.dumps(about)) == about


def test_a_state_of_another_system_or_no_system_is_refused() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    for wrong in ({**state, "system": "countdown"}, {**state, "system": None}, {}):
        with pytest.raises(play.Refused):
            play.view(SYSTEM, wrong, "gm")
    for system in ("countdown", "", None, [], 3):
        with pytest.raises(play.Refused):
            play.view(system, state, "gm")
