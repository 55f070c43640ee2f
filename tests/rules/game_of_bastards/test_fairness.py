"""An account checks out with nothing but its public events; a forged one does not (GOB-01, GOB-04, GOB-05)."""

import copy
import random
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.party import SYSTEM, deck_of, everything, fated


def account(seed: int, **setup: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """(public events, final state) of random play with redeals in between."""
    decks = setup.pop("decks", 2)
    state = play.start(SYSTEM, {**everything(decks), **setup}, seed=seed)
    events = play.opening(SYSTEM, state)
    for step in range(150):
        turn = play.view(SYSTEM, state, "gm")["turn"]
        command = play.sample(SYSTEM, state, turn[0], seed=step + seed) if turn else None
        if command is None:
            break
        if command["type"] == "concede":
            continue
        result = play.act(SYSTEM, state, command)
        shown = any("opened" in event or event["type"] in ("shuffled", "drew") for event in result["events"])
        assert result["reveals"] or not shown
        state, events = result["state"], events + result["events"]
        if step % 40 == 39:
            told = play.redeal(SYSTEM, state, seed=f"{seed}-{step}")
            state, events = told["state"], events + told["events"]
    return [event for event in events if event["visible_to"] == "all"], state


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_the_account_of_an_encounter_checks_out(seed: int, decks: int) -> None:
    events, _ = account(seed, decks=decks)
    report = play.verify(events)
    assert report["ok"], report["faults"]
    assert report["opened"] > 20


def test_a_supplied_deck_checks_out_too_and_is_marked() -> None:
    deck = deck_of(["KD KD XX AH 9S", "XX 2C 3C 4C 5C"])[:30]
    events, state = account(5, deck=deck)
    assert play.verify(events)["ok"]
    assert events[0]["supplied"] is True
    assert sum(event["type"] == "shuffled" for event in events) >= 2
    assert state["deck"]["supplied"] == 30


def test_every_card_that_lies_open_was_opened() -> None:
    for seed in (5, 8):
        events, state = account(seed)
        view = play.view(SYSTEM, state, "observer")
        opened = {opening["card"] for event in events for opening in event.get("opened", [])}
        assert set(view["discard"] + view["played"]) <= opened


def test_the_jokers_of_the_deal_are_one_shuffle_and_wildcards_gob_05() -> None:
    people = [fated("ana"), fated("bo", side="foes")]
    deck = deck_of(["KD KD XX AH 9S", "XX 2C XX 4C 5C"])
    state = play.start(SYSTEM, {"participants": people, "deck": deck}, seed=1)
    view = play.view(SYSTEM, state, "observer")
    assert [view["participants"][who]["hand_size"] for who in ("ana", "bo")] == [4, 3]
    assert [view["participants"][who]["wildcards"] for who in ("ana", "bo")] == [1, 2]
    assert view["discard"] == []
    assert view["draw_pile"] == 108 - 7
    told = play.opening(SYSTEM, state)
    assert [event["type"] for event in told].count("shuffled") == 2
    assert [event["count"] for event in told if event["type"] == "joker"] == [1, 2]
    assert play.verify(told)["ok"]


def test_an_opening_of_jokers_alone_is_told_too_gob_05() -> None:
    people = [{"id": "x", "name": "X", "side": "a", "kind": "follower", "power_rating": 1}]
    state = play.start(SYSTEM, {"participants": people, "deck": ["XX"]}, seed=1)
    told = play.opening(SYSTEM, state)
    assert [event["type"] for event in told][:4] == ["shuffled", "dealt", "dealt-cards", "joker"]
    assert play.verify(told)["ok"]


def test_commitments_come_before_anything_is_dealt() -> None:
    opening = play.opening(SYSTEM, play.start(SYSTEM, everything(), seed=2))
    assert opening[0]["type"] == "shuffled"
    assert len(opening[0]["commitments"]) == 108
    assert (opening[0]["decks"], opening[0]["jokers"]) == (2, 4)


def test_a_forged_account_is_found_out() -> None:
    events, _ = account(5)
    random.seed(1)
    spots = [(event, n) for event in events for n in range(len(event.get("opened", [])))]
    for event, n in random.sample(spots, 5):
        forged = copy.deepcopy(events)
        opening = forged[events.index(event)]["opened"][n]
        opening["card"] = "2C" if opening["card"] != "2C" else "3C"
        assert not play.verify(forged)["ok"]


def test_a_redeal_changes_the_draw_pile_and_nothing_that_anybody_sees() -> None:
    state = play.start(SYSTEM, everything(), seed=3)
    again = play.redeal(SYSTEM, state, seed="fresh")
    assert again["state"] != state
    for viewer in ("ana", "ben", "mob", "gm", "observer"):
        assert play.view(SYSTEM, again["state"], viewer) == play.view(SYSTEM, state, viewer)
    assert [event["type"] for event in again["events"]] == ["shuffled"]
    with pytest.raises(play.Refused):
        play.opening(SYSTEM, again["state"])
