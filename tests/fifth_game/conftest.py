"""Copper Dice at the site, for as long as a test lasts."""

import pytest

from rules import play
from tests.fifth_game.game import GAME


@pytest.fixture(autouse=True)
def game():
    """The game, registered like one of the site's own."""
    with play.register(GAME):
        yield GAME
