"""Declining for someone who is away: legal in every game, whatever is asked, and as little as possible."""

import pytest

from rules import play
from tests.rules.honest_logs import SETUPS

STEPS, GAMES = 80, 3


@pytest.mark.parametrize("system", sorted(SETUPS))
def test_whatever_is_asked_of_somebody_who_is_away_can_be_declined(system):
    declined = set()
    for seed in range(GAMES):
        state = play.start(system, SETUPS[system](), seed=seed)
        for number in range(STEPS):
            who = play.awaited(system, state)["who"]
            if not who:
                break
            for actor in who:
                if actor != "gm":
                    command = play.decline(system, state, actor)
                    assert command["actor"] == actor
                    declined.add(command["type"])
                    after = play.act(system, state, command)["state"]
            # Half of them play, so that others are asked to answer.
            given = play.sample(system, state, who[0], seed=f"{seed}:{number}")
            if who[0] != "gm" and number % 2:
                state = after
            elif given is not None and given["type"] not in {"end", "leave", "concede", "join"}:
                state = play.act(system, state, given)["state"]
    assert declined
    assert declined.isdisjoint({"attack", "concede", "leave", "cast", "bet"})


@pytest.mark.parametrize("system", sorted(SETUPS))
def test_nothing_is_declined_for_somebody_for_whom_play_does_not_wait(system):
    passed_over = set()
    for seed in range(GAMES):
        state = play.start(system, SETUPS[system](), seed=seed)
        for number in range(STEPS):
            who = play.awaited(system, state)["who"]
            if not who:
                break
            for actor in play.view(system, state, "observer")["participants"]:
                if actor not in who:
                    assert play.decline(system, state, actor) is None
                    passed_over.update(offer["type"] for offer in play.offers(system, state, actor))
            given = play.sample(system, state, who[0], seed=f"{seed}:{number}")
            if given is not None and given["type"] not in {"end", "leave", "concede", "join"}:
                state = play.act(system, state, given)["state"]
    assert passed_over or system in ("fifty-two-fates", "fortune-and-power")


def test_a_defence_that_is_declined_plays_no_card():
    system = "fifty-two-fates"
    for seed in range(9):
        state = play.start(system, SETUPS[system](), seed=seed)
        for number in range(STEPS):
            actor = play.awaited(system, state)["who"][0]
            if play.awaited(system, state)["phase"] == "defending":
                assert play.decline(system, state, actor) == {"type": "defend", "actor": actor, "cards": []}
                return
            attack = next((made for made in play.offers(system, state, actor) if made["type"] == "attack"), None)
            given = attack["example"] if attack else play.sample(system, state, actor, seed=number)
            state = play.act(system, state, given)["state"]
    raise AssertionError("nobody was attacked")
