"""An account checks out with nothing but its public events; a forged one does not (F52-01, F52-02)."""

import copy
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.party import SYSTEM, everything


def account(seed: int, deck: list[str] | None = None) -> tuple[list[dict[str, Any]], dict[str, Any], int]:
    """(public events, final state, redeals) of random play with redeals in between."""
    state = play.start(SYSTEM, {**everything(), "deck": deck}, seed=seed)
    events = play.opening(SYSTEM, state)
    redeals = 0
    for step in range(120):
        command = play.sample(SYSTEM, state, play.actors(SYSTEM, state)[0], seed=step + seed)
        if command is None or command["type"] == "end":
            break
        result = play.act(SYSTEM, state, command)
        assert result["reveals"] == any(
            "opened" in event or event["type"] in ("shuffled", "drew") for event in result["events"]
        )
        state, events = result["state"], events + result["events"]
        if step % 40 == 39:
            told = play.redeal(SYSTEM, state, seed=f"{seed}-{step}")
            state, events, redeals = told["state"], events + told["events"], redeals + 1
    return [event for event in events if event["visible_to"] == "all"], state, redeals


@pytest.mark.parametrize("deck", [None, ["KD", "2C", "AH", "9S"]])
def test_the_account_of_an_encounter_checks_out(deck: list[str] | None) -> None:
    events, _, redeals = account(5, deck)
    report = play.verify(events)
    assert report["ok"], report["faults"]
    assert report["shuffles"] > redeals
    assert report["opened"] > 20


def test_every_card_that_lies_open_was_opened() -> None:
    events, state, _ = account(6)
    view = play.view(SYSTEM, state, "observer")
    opened = {opening["card"] for event in events for opening in event.get("opened", [])}
    assert set(view["discard"] + view["played"]) <= opened


def test_a_card_in_a_hand_that_was_never_shown_stays_closed() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    events = [event for event in play.opening(SYSTEM, state) if event["visible_to"] == "all"]
    opened = {opening["card"] for event in events for opening in event.get("opened", [])}
    assert opened.isdisjoint(play.view(SYSTEM, state, "ana")["hand"])
    assert len(opened) == len(play.view(SYSTEM, state, "gm")["discard"])


def test_commitments_come_before_anything_is_dealt() -> None:
    opening = play.opening(SYSTEM, play.start(SYSTEM, everything(), seed=2))
    assert opening[0]["type"] == "shuffled"
    assert len(opening[0]["commitments"]) == 52
    assert [event["type"] for event in opening].count("shuffled") == 1


def test_a_forged_account_is_found_out() -> None:
    events, _, _ = account(5)
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
    for viewer in ("ana", "ben", "wolf", "gm", "observer"):
        assert play.view(SYSTEM, again["state"], viewer) == play.view(SYSTEM, state, viewer)
    assert again == play.redeal(SYSTEM, state, seed="fresh")
    assert [event["type"] for event in again["events"]] == ["shuffled"]


def test_the_opening_is_told_from_the_start_state_only() -> None:
    state = play.start(SYSTEM, everything(), seed=3)
    assert play.opening(SYSTEM, state) == play.opening(SYSTEM, state)
    later = play.redeal(SYSTEM, state, seed="fresh")["state"]
    with pytest.raises(play.Refused):
        play.opening(SYSTEM, later)


def test_supplied_cards_are_marked() -> None:
    deck = ["KD", "2C", "AH", "9S", "TD", "3C", "4C"]
    state = play.start(SYSTEM, {**everything(), "deck": deck}, seed=3)
    assert play.opening(SYSTEM, state)[0]["supplied"] is True
    assert play.view(SYSTEM, state, "ana")["hand"] == deck
    while "ana" not in play.actors(SYSTEM, state):
        state = play.act(SYSTEM, state, {"type": "pass", "actor": play.actors(SYSTEM, state)[0]})["state"]
    command = {"type": "attack", "actor": "ana", "target": "wolf", "cards": ["KD"], "weapon": "melee"}
    assert play.act(SYSTEM, state, command)["events"][0]["supplied"] is True
    check = play.check(SYSTEM, "skill-check", {"difficulty": 5, "cards": ["KD"]})
    assert check["supplied"] is True
