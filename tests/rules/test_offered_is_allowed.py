"""Offers and `act` say the same: an example is accepted, and what is accepted by chance is offered.

RULES_EXAMPLES sets how many encounters are played (default 25; one for every four). How an encounter of a game begins,
what is tried in it and how it goes on is in tests/rules/<game>/offering.py.
"""

import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates import offering as fates
from tests.rules.fortune_and_power import offering as power
from tests.rules.fortune_system import offering as fortune
from tests.rules.game_of_bastards import offering as bastards
from tests.rules.offered import covered
from tests.rules.random_play import accept_offers

GAMES = (fates, power, fortune, bastards)
LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
EXAMPLES_EVERY = 3  # steps; test_laws.py tries all examples of a full party
State = dict[str, Any]


@pytest.mark.parametrize("game", GAMES, ids=[game.SYSTEM for game in GAMES])
@pytest.mark.parametrize("seed", range(LONG))
def test_offers_are_accepted_and_accepted_commands_are_offered(game: Any, seed: int) -> None:
    """F52-20, F52-82; FNP-06, FNP-08, FNP-10, FNP-13, FNP-14, FNP-16, FNP-32 to FNP-34, FNP-42, FNP-43;
    FOS-02, FOS-03, FOS-07 to FOS-10, FOS-22, FOS-26, FOS-28, FOS-30 to FOS-43;
    GOB-41 to GOB-44, GOB-48, GOB-49, GOB-60 to GOB-82, GOB-97, GOB-98."""
    chance = random.Random(seed)
    state = game.begin(seed, chance)
    count = 0
    for step in range(game.STEPS):
        if step % EXAMPLES_EVERY == 0:
            accept_offers(game.SYSTEM, state)
        taken = take_what_is_offered(game, state, chance, f"seed {seed}, step {step}")
        count += len(taken)
        state = game.onward(state, taken, chance, step)
    assert count > game.STEPS


def take_what_is_offered(game: Any, state: State, chance: random.Random, where: str) -> list[tuple[State, State]]:
    """The commands that `act` accepts, each with the state after it; an offer must cover each."""
    offers: dict[str, list[State]] = {}
    taken = []
    for command in game.commands(state, chance):
        try:
            after = play.act(game.SYSTEM, state, command)["state"]
        except play.Refused:
            continue
        actor = command["actor"]
        if actor not in offers:
            offers[actor] = play.offers(game.SYSTEM, state, actor)
        assert covered(offers[actor], game.plain(state, command, offers[actor])), f"{where}: {command}"
        taken.append((command, after))
    return taken
