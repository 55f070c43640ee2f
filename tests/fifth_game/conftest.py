"""Copper Dice at the site, for as long as a test lasts; everything that it gives is compared with its types."""

from collections.abc import Iterator

import pytest

from rules import play
from tests.fifth_game.game import GAME, CopperDice
from tests.rules.outputs import check_outputs

__all__ = ["check_outputs", "game"]


@pytest.fixture(autouse=True)
def game() -> Iterator[CopperDice]:
    """The game, registered like one of the site's own."""
    with play.register(GAME):
        yield GAME
