"""The log of an encounter is proved by its public events alone, and a forged one is found out, in every game.

Redeals in between are part of it. RULES_EXAMPLES sets how many encounters are played (default 25).
"""

import copy
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import play
from tests.rules.random_play import GAMES, every_game, full_parties, play_with_redeals

EXAMPLES = int(os.environ.get("RULES_EXAMPLES", "25"))
CARDS = [game for game in GAMES if play.SYSTEMS[game.SYSTEM]["chance"] == "cards"]
DICE = [game for game in GAMES if game not in CARDS]
# How many cards a game commits to before it deals.
COMMITTED = {"fifty-two-fates": 52, "game-of-bastards": 108}
State = dict[str, Any]
with_cards = pytest.mark.parametrize("game", CARDS, ids=[game.SYSTEM for game in CARDS])
with_dice = pytest.mark.parametrize("game", DICE, ids=[game.SYSTEM for game in DICE])


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data(), seed=st.integers(0, 2**32))
@every_game
def test_the_log_of_any_encounter_is_proved(game: Any, data: st.DataObject, seed: int) -> None:
    report = play.verify(play_with_redeals(game, data.draw(game.setups()), seed, 35).events)
    assert report["ok"], report["faults"]


@full_parties
def test_the_logs_of_a_full_party_are_proved_and_open_much(game: Any, setup: State) -> None:
    opened = 0
    for seed in range(5, 8):
        log = play_with_redeals(game, setup, seed)
        report = play.verify(log.events)
        assert report["ok"], report["faults"]
        assert log.redeals > 1
        assert game in DICE or report["shuffles"] > log.redeals
        opened += report["opened"]
    assert opened > 20


@with_cards
@pytest.mark.parametrize("seed", [6, 8])
def test_every_card_that_lies_open_was_opened(game: Any, seed: int) -> None:
    log = play_with_redeals(game, game.FULL_PARTIES[-1], seed)
    view = play.view(game.SYSTEM, log.state, "observer")
    opened = {opening["card"] for event in log.events for opening in event.get("opened", [])}
    assert set(view["discard"] + view["played"]) <= opened


@with_dice
def test_the_rolls_that_are_told_are_the_ones_that_were_opened(game: Any) -> None:
    events = play_with_redeals(game, game.FULL_PARTIES[0], 6).events
    told = [event for event in events if "opened" in event and "rolls" in event and "supplied" not in event]
    for event in told:
        assert [die["value"] for die in event["opened"]] == event["rolls"]
    assert told or game.SYSTEM == "fortune-system"  # its events tell the new values of slots instead


@every_game
def test_a_forged_log_is_found_out(game: Any) -> None:
    events = play_with_redeals(game, game.FULL_PARTIES[0], 5).events
    places = [(number, place) for number, event in enumerate(events) for place in range(len(event.get("opened", [])))]
    for number, place in random.Random(1).sample(places, 8):
        forged = copy.deepcopy(events)
        opening = forged[number]["opened"][place]
        if "card" in opening:
            opening["card"] = "2C" if opening["card"] != "2C" else "3C"
        else:
            opening["value"] = opening["value"] % 6 + 1 if opening["value"] != opening["value"] % 6 + 1 else 9
        assert not play.verify(forged)["ok"]


@every_game
def test_commitments_come_before_anything_is_dealt_or_rolled(game: Any) -> None:
    setup = {key: value for key, value in game.FULL_PARTIES[-1].items() if key != "dice"}
    opening = play.opening(game.SYSTEM, play.start(game.SYSTEM, setup, seed=2))
    kinds = [event["type"] for event in opening]
    assert kinds[0] == ("shuffled" if game in CARDS else "sealed")
    assert kinds.count("sealed" if game in DICE else "shuffled") >= 1
    if game in CARDS:
        assert len(opening[0]["commitments"]) == COMMITTED[game.SYSTEM]
    assert all("opened" not in event for event in opening[:1])


@every_game
def test_a_redeal_changes_what_is_to_come_and_nothing_that_anybody_sees(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=3)
    again = play.redeal(game.SYSTEM, state, seed="fresh")
    assert again["state"] != state
    for viewer in [*play.view(game.SYSTEM, state, "gm")["participants"], "gm", "observer"]:
        assert play.view(game.SYSTEM, again["state"], viewer) == play.view(game.SYSTEM, state, viewer)
    assert again == play.redeal(game.SYSTEM, state, seed="fresh")
    assert [event["type"] for event in again["events"]] == ["shuffled" if game in CARDS else "sealed"]


@every_game
def test_the_opening_is_told_from_the_start_state_only(game: Any) -> None:
    state = play.start(game.SYSTEM, game.FULL_PARTIES[0], seed=3)
    assert play.opening(game.SYSTEM, state) == play.opening(game.SYSTEM, state)
    later = [play.redeal(game.SYSTEM, state, seed="fresh")]
    if game in DICE:
        later.append(play.act(game.SYSTEM, state, game.ROLL))
    for result in later:
        with pytest.raises(play.Refused):
            play.opening(game.SYSTEM, result["state"])


@every_game
def test_the_key_is_in_no_event_view_or_offer(game: Any) -> None:
    log = play_with_redeals(game, game.FULL_PARTIES[0], 7)
    key = log.state["deck" if game in CARDS else "dice"]["key"]
    viewers = [*play.view(game.SYSTEM, log.state, "gm")["participants"], "gm"]
    seen = [play.view(game.SYSTEM, log.state, viewer) for viewer in [*viewers, "observer"]]
    offered = [play.offers(game.SYSTEM, log.state, viewer) for viewer in viewers]
    assert len(key) > 20
    assert key not in repr([log.events, seen, offered])
