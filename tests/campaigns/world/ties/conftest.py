"""Ties in a small world."""

import pytest

from campaigns.world.ties import actions
from tests import factories


@pytest.fixture
def hero(campaign, ana):
    """Ana's character."""
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


@pytest.fixture
def known(campaign):
    """An NPC whom the players know."""
    return factories.CharacterFactory(campaign=campaign, kind="npc", name="Berta")


@pytest.fixture
def tie(membership):
    """Ties two things together as the GM."""

    def tied(start, end, words="friend of", **more):
        return actions.create_tie(membership=membership, start=start, end=end, words=words, **more)

    return tied
