"""Nobody learns what is hidden (GOB-43, GOB-60, GOB-97): everything a viewer receives stays the same when all the
cards that it does not know are exchanged among each other; and a planted leak is caught."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.engine.cards import COPIES, JOKERS, NAME
from rules.games.game_of_bastards import offers as offers_module
from rules.games.game_of_bastards import view as view_module
from tests.rules.game_of_bastards.participants import SWORD, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.table import Table

State = dict[str, Any]
QUIET = ("commitments",)


def owners(participant: dict[str, Any]) -> set[str]:
    return {participant["id"], participant["controller"]}


def spots(state: State) -> list[tuple[Any, str, set[str]]]:
    """Every place where hidden cards lie: (holder, field, who sees it)."""
    participants = {participant["id"]: participant for participant in state["people"]}
    found: list[tuple[Any, str, set[str]]] = [(state["deck"], "draw", set())]
    found += [(participant, "hand", owners(participant)) for participant in participants.values()]
    sides = state["play"]["sides"] if state.get("play") else []
    found += [(side, name, owners(participants[side["who"]])) for side in sides for name in ("down", "laid")]
    found += [(entry, "cards", owners(participants[entry["who"]])) for entry in state.get("queue", [])]
    return found


def exchanged(state: State, viewer: str, rng: random.Random) -> tuple[State, dict[str, str]]:
    """A state that `viewer` cannot tell from the given one, and the card that each hidden card became."""
    hidden = "".join([spot.get(name, "") for spot, name, seen in spots(state) if viewer not in seen])
    old = [card for card in hidden if card not in JOKERS]
    new = list(old)
    rng.shuffle(new)
    swap = dict(zip(old, new, strict=True))
    other = copy.deepcopy(state)
    for spot, name, seen in spots(other):
        if viewer not in seen and spot.get(name):
            spot[name] = "".join([swap.get(card, card) for card in spot[name]])
    for shuffle in other["deck"]["shuffles"]:
        shuffle[1] = "".join([swap.get(card, card) for card in shuffle[1]])
    return other, swap


def renamed(command: Any, hand: str, swap: dict[str, str]) -> Any:
    """The same command with the cards that the actor holds in the other state."""
    left = list(hand)

    def one(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: one(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [one(inner) for inner in value]
        card = next((card for card in COPIES.get(value, "") if card in left), None) if isinstance(value, str) else None
        if card is None:
            return value
        left.remove(card)
        return NAME[swap.get(card, card)]

    return one(command)


def heard(events: list[dict[str, Any]], viewer: str) -> list[dict[str, Any]]:
    """What a viewer hears."""
    mine = [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    return [{name: value for name, value in event.items() if name not in QUIET} for event in mine]


def compare(state: State, viewer: str, rng: random.Random, command: dict[str, Any] | None) -> bool:
    """Views and offers do not depend on hidden cards, nor what is heard of a command that shows the viewer none.

    True when a command of someone else was compared.
    """
    other, swap = exchanged(state, viewer, rng)
    assert play.view(SYSTEM, state, viewer) == play.view(SYSTEM, other, viewer)
    if viewer != "observer":
        assert play.offers(SYSTEM, state, viewer) == play.offers(SYSTEM, other, viewer)
    assert play.actors(SYSTEM, state) == play.actors(SYSTEM, other)
    if command is None:
        return False
    actor = next((participant for participant in state["people"] if participant["id"] == command["actor"]), None)
    if actor is None or viewer in owners(actor):
        return False
    told = play.act(SYSTEM, state, command)["events"]
    if any("opened" in event or event["type"] in ("shuffled", "drew-cards") for event in heard(told, viewer)):
        return False
    again = play.act(SYSTEM, other, renamed(command, actor.get("hand", ""), swap))["events"]
    assert heard(told, viewer) == heard(again, viewer)
    return True


@pytest.mark.parametrize("seed", range(6))
def test_what_a_viewer_receives_does_not_depend_on_cards_that_are_hidden_from_it(seed: int) -> None:
    rng = random.Random(seed)
    state = play.start(SYSTEM, everything(1 + seed % 2), seed=seed)
    compared: set[str] = set()
    for _ in range(70):
        turn = play.view(SYSTEM, state, "gm")["turn"]
        if not turn:
            break
        actor = turn[0] if rng.random() < 0.95 else rng.choice(play.actors(SYSTEM, state))
        command = play.sample(SYSTEM, state, actor, seed=rng.getrandbits(32))
        assert command is not None
        if command["type"] in ("concede", "end", "leave", "mulligan"):
            continue
        for viewer in ["gm", "observer", *[participant["id"] for participant in state["people"]]]:
            if compare(state, viewer, rng, command):
                compared.add(command["type"])
        state = play.act(SYSTEM, state, command)["state"]
    assert {"draw", "attack", "defend"} <= compared


def in_the_middle() -> State:
    """A play with a face-down card on both sides."""
    participants = [swordfighter("ana"), swordfighter("bo", side="foes")]
    table = Table.dealt(participants, ["AC 9C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    table.strike("ana", "bo", "9C")
    table.do("defend", "bo", card="KD", skill="Combat (Sword)")
    return table.state


def test_a_face_down_card_is_a_count_to_all_but_who_laid_it_gob_43() -> None:
    state = in_the_middle()
    for viewer in ("ana", "bo", "gm", "observer"):
        view = play.view(SYSTEM, state, viewer)
        assert view["pending"]["face_down"] == 2
        assert ("KD" in repr(view)) == (viewer == "bo")
        assert ("9C" in repr(view)) == (viewer == "ana")
        assert view["own_down"] == {"ana": {"ana": ["9C"]}, "bo": {"bo": ["KD"]}}.get(viewer, {})


def test_who_lays_a_card_face_down_is_told_which_and_nobody_else_gob_43() -> None:
    table = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes", controller="gm")], ["AC 9C 8C 7C 6C", "2C KD QD JD TD"]
    )
    table.do("draw", "ana")
    table.strike("ana", "bo", "9C")
    assert [event["visible_to"] for event in table.events if "9C" in repr(event)] == [["ana"]]
    table.do("defend", "bo", card="KD")
    assert [event["visible_to"] for event in table.events if "KD" in repr(event)] == [["bo", "gm"]]


def test_the_hand_of_a_controlled_participant_is_its_controllers_alone_gob_97() -> None:
    state = play.start(SYSTEM, everything(), seed=2)
    assert set(play.view(SYSTEM, state, "gm")["hands"]) == {"cyd", "fay"}
    assert set(play.view(SYSTEM, state, "ben")["hands"]) == {"ben", "mob"}
    assert set(play.view(SYSTEM, state, "ana")["hands"]) == {"ana"}
    assert play.view(SYSTEM, state, "observer")["hands"] == {}
    dealt = [event for event in play.opening(SYSTEM, state) if event["type"] == "dealt-cards"]
    assert [event["visible_to"] for event in dealt] == [["ana"], ["ben"], ["cyd", "gm"], ["fay", "gm"], ["mob", "ben"]]


def test_cards_laid_aside_for_a_counter_stay_hidden_until_it_is_revealed_gob_60() -> None:
    participants = [swordfighter("ana"), swordfighter("bo", "counter", side="foes", skills={"Combat (Sword)": 3})]
    table = Table.dealt(participants, ["AC 3C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    table.strike("ana", "bo", "3C")
    counter = [{"advantage": "counter", "cards": ["QD", "JD"]}]
    table.do("defend", "bo", card="KD", skill="Combat (Sword)", use=counter)
    assert table.view("ana")["pending"]["face_down"] == 4
    table.settle()
    assert table.phase == "defend"
    assert table.view("ana")["pending"]["face_down"] == 2
    for viewer in ("ana", "gm", "observer"):
        assert "QD" not in repr(table.view(viewer))
        assert "QD" not in repr(heard(table.events, viewer))


def leak_hands(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "hint": "".join([participant.hand for participant in state.participants])}

    return leaking


def leak_down(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "hint": [side.down for side in state.play.sides] if state.play else None}

    return leaking


@pytest.mark.parametrize("leak", [leak_hands, leak_down])
def test_a_view_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    state = in_the_middle()
    compare(state, "ana", random.Random(1), None)
    monkeypatch.setattr(view_module, "view", leak(view_module.view))
    with pytest.raises(AssertionError):
        compare(state, "ana", random.Random(1), None)


def test_an_offer_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    state, usual = in_the_middle(), offers_module.offers

    def leaking(fight: Any, actor: object) -> list[dict[str, Any]]:
        return [{**offer, "help": fight.state.participants[1].hand} for offer in usual(fight, actor)]

    monkeypatch.setattr(offers_module, "offers", leaking)
    with pytest.raises(AssertionError):
        compare(state, "ana", random.Random(1), None)


def test_no_view_shows_the_key_the_seed_or_the_salts() -> None:
    state = in_the_middle()
    secrets = [state["deck"]["key"], *[shuffle[2] for shuffle in state["deck"]["shuffles"]]]
    for viewer in ("ana", "bo", "gm", "observer"):
        told = repr([play.view(SYSTEM, state, viewer), play.offers(SYSTEM, state, "ana")])
        assert not [secret for secret in secrets if secret in told]


def test_the_chance_of_a_play_tells_nothing_that_is_hidden() -> None:
    participants = [swordfighter("ana", weapons=[SWORD]), swordfighter("bo", side="foes")]
    table = Table.dealt(participants, ["AC 9C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    command = {"type": "attack", "actor": "ana", "target": "bo", "kind": "physical", "card": "9C"}
    command |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    for seed in range(5):
        other, _ = exchanged(table.state, "ana", random.Random(seed))
        assert play.odds(SYSTEM, other, "ana", command) == play.odds(SYSTEM, table.state, "ana", command)
    assert play.odds(SYSTEM, table.state, "bo", command) is None
    assert play.odds(SYSTEM, table.state, "observer", command) is None
