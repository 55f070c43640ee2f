"""Supplied decks, and jokers among the first cards, in the log; see also tests/rules/test_fairness.py."""

from rules import play
from tests.rules.game_of_bastards import laws
from tests.rules.game_of_bastards.participants import deck_of, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.random_play import play_with_redeals


def test_a_supplied_deck_checks_out_too_and_is_marked() -> None:
    deck = deck_of(["KD KD XX AH 9S", "XX 2C 3C 4C 5C"])[:30]
    log = play_with_redeals(laws, {**everything(), "deck": deck}, 5)
    assert play.verify(log.events)["ok"]
    assert log.events[0]["supplied"] is True
    assert sum(event["type"] == "shuffled" for event in log.events) >= 2
    assert log.state["deck"]["supplied"] == 30


def test_the_decks_and_jokers_are_told_with_the_commitments_gob_01() -> None:
    opening = play.opening(SYSTEM, play.start(SYSTEM, everything(), seed=2))
    assert (opening[0]["decks"], opening[0]["jokers"]) == (2, 4)


def test_the_jokers_of_the_deal_are_one_shuffle_and_wildcards_gob_05() -> None:
    participants = [swordfighter("ana"), swordfighter("bo", side="foes")]
    deck = deck_of(["KD KD XX AH 9S", "XX 2C XX 4C 5C"])
    state = play.start(SYSTEM, {"participants": participants, "deck": deck}, seed=1)
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
    participants = [{"id": "x", "name": "X", "side": "a", "kind": "follower", "power_rating": 1}]
    state = play.start(SYSTEM, {"participants": participants, "deck": ["XX"]}, seed=1)
    told = play.opening(SYSTEM, state)
    assert [event["type"] for event in told][:4] == ["shuffled", "dealt", "dealt-cards", "joker"]
    assert play.verify(told)["ok"]
