"""Whatever a test here played must replay to what is stored. An encounter that several files play."""

import pytest

from campaigns.encounters import actions
from people.access import get_membership
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
