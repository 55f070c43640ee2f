"""A table to play at: two players' characters against two bandits, with a known deck."""

import pytest

from campaigns import access
from campaigns.actions import encounters
from tests import factories

# Hands of three for Mara and Oskar, one card for the Fate Dealer, then initiative: the players act first.
DECK = ["KD", "9C", "4S", "QH", "5D", "AS", "7C", "KS", "JC", "2H"]


@pytest.fixture
def own(campaign, gm):
    """The GM's place."""
    return access.member(gm, campaign.pk)


@pytest.fixture
def mara(campaign, ana):
    """Ana's warrior."""
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})


@pytest.fixture
def oskar(campaign, ben):
    """Ben's wizard."""
    return factories.CharacterFactory(campaign=campaign, owner=ben, name="Oskar", sheet={"class": "wizard"})


@pytest.fixture
def prepared(own, mara, oskar):
    """An encounter ready to begin."""
    row = encounters.create(own=own, title="Ambush at the ford")
    encounters.add_characters(own=own, encounter=row, characters=[mara, oskar])
    bandit = factories.MonsterFactory(name="Bandit")
    encounters.add_monsters(own=own, encounter=row, monster=bandit, count=2)
    return row


@pytest.fixture
def fight(own, prepared):
    """The same, begun with DECK."""
    return encounters.start(own=own, encounter=prepared, seed=7, deck=DECK)
