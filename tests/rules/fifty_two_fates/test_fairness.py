"""Hands that were never shown stay closed, and supplied cards are marked; see also tests/rules/test_fairness.py."""

from rules import play
from tests.rules.fifty_two_fates import laws
from tests.rules.fifty_two_fates.setups import SYSTEM, everything
from tests.rules.random_play import play_with_redeals


def test_a_card_in_a_hand_that_was_never_shown_stays_closed() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    events = [event for event in play.opening(SYSTEM, state) if event["visible_to"] == "all"]
    opened = {opening["card"] for event in events for opening in event.get("opened", [])}
    assert opened.isdisjoint(play.view(SYSTEM, state, "ana")["hand"])
    assert len(opened) == len(play.view(SYSTEM, state, "gm")["discard"])


def test_one_shuffle_is_told_at_the_start_f52_01() -> None:
    opening = play.opening(SYSTEM, play.start(SYSTEM, everything(), seed=2))
    assert [event["type"] for event in opening].count("shuffled") == 1


def test_an_encounter_of_a_supplied_deck_is_proved_f52_02() -> None:
    log = play_with_redeals(laws, {**everything(), "deck": ["KD", "2C", "AH", "9S"]}, 5)
    report = play.verify(log.events)
    assert report["ok"], report["faults"]
    assert report["opened"] > 20


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
