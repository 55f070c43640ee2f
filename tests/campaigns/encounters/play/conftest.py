"""A table to play at: two players' characters against two bandits, with a known deck."""

import pytest

from campaigns.encounters import actions
from people.access import get_membership
from tests import factories

# Hands of three for Mara and Oskar, one card for the Fate Dealer, then initiative: the players act first.
DECK = ["KD", "9C", "4S", "QH", "5D", "AS", "7C", "KS", "JC", "2H"]


@pytest.fixture
def membership(campaign, gm):
    """The GM's place."""
    return get_membership(gm, campaign.pk)


@pytest.fixture
def mara(campaign, ana):
    """Ana's warrior."""
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})


@pytest.fixture
def oskar(campaign, ben):
    """Ben's wizard."""
    return factories.CharacterFactory(campaign=campaign, owner=ben, name="Oskar", sheet={"class": "wizard"})


@pytest.fixture
def prepared(membership, mara, oskar):
    """An encounter ready to begin."""
    row = actions.create(membership=membership, title="Ambush at the ford")
    actions.add_characters(membership=membership, encounter=row, characters=[mara, oskar])
    bandit = factories.MonsterFactory(name="Bandit")
    actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=2)
    return row


@pytest.fixture
def fight(membership, prepared):
    """The same, begun with DECK."""
    return actions.start(membership=membership, encounter=prepared, seed=7, deck=DECK)
