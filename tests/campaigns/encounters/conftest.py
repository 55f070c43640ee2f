"""Whatever a test here played must replay to what is stored. Encounters that several files play."""

import pytest
from django.core.cache import cache

from campaigns.encounters import actions
from campaigns.encounters.models import Encounter
from characters.monsters import shipped as bestiary
from operations.demo import campaign as demo_campaign
from operations.demo import other_games
from people.access import get_membership
from rules.catalogue import shipped as catalogue
from tests import factories
from tests.helpers import assert_all_replay


@pytest.fixture(autouse=True)
def _every_encounter_replays(request, db):
    """Checks every encounter of the test in the end, unless the test broke one on purpose (`tampered`)."""
    yield
    if not request.node.get_closest_marker("tampered"):
        assert_all_replay()


@pytest.fixture
def fight(campaign, gm, ana, ben):
    """Mara and Bo against two bandits."""
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    party = [
        factories.CharacterFactory(campaign=campaign, owner=owner, name=name)
        for owner, name in ((ana, "Mara"), (ben, "Bo"))
    ]
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(name="Bandit"), count=2)
    actions.start(membership=membership, encounter=row, seed=1)
    row.refresh_from_db()
    return row


@pytest.fixture
def tables():
    """A running table of each game of the demo, by system."""
    for name in demo_campaign.STORY["logins"]:
        factories.UserFactory(username=name, email=f"{name}@{demo_campaign.DOMAIN}")
    catalogue.load()
    bestiary.load_bestiary()
    other_games.create_other_demos(lambda _line: None)
    return {row.campaign.system: row for row in Encounter.objects.filter(status="running").select_related("campaign")}


@pytest.fixture
def table(tables):
    """One of them, for what does not depend on the game."""
    return tables["game-of-bastards"]


@pytest.fixture
def no_signs():
    """No sign of another test is shown, and none stays."""
    cache.clear()
    yield
    cache.clear()
