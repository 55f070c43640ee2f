"""Two campaigns in one world: the Salt Road, and the Iron Coast of another GM."""

import pytest

from campaigns.world.shared_worlds import actions, npc_actions, page_actions
from characters.sheets.portraits.actions import set_portrait
from people.access import get_membership
from tests import factories

# The public notes of an NPC.
ABOUT = "A miller of [[The dark mill|a mill]].\n\n:::secret\nHe drowned the boy.\n:::\n\nHe sings.\n\nHe limps."


@pytest.fixture
def bea(db):
    """The GM of the other campaign."""
    return factories.UserFactory(username="bea")


@pytest.fixture
def coast(bea):
    """The other campaign."""
    made = factories.CampaignFactory(name="Iron Coast", created_by=bea)
    factories.MemberFactory(campaign=made, user=bea, role="gm")
    return made


@pytest.fixture
def there(bea, coast):
    """The other GM's membership."""
    return get_membership(bea, coast.pk)


@pytest.fixture
def cleo(coast):
    """A player of the other campaign."""
    return factories.MemberFactory(campaign=coast, user=factories.UserFactory(username="cleo"), role="player").user


@pytest.fixture
def world(membership, there):
    """The shared world of both campaigns."""
    world_place = actions.start_world(membership=membership, name="The Marches")
    actions.join_world(membership=there, code=actions.invite(membership=membership))
    return world_place.world


@pytest.fixture
def share(membership, world):
    """Shares a page of the Salt Road."""
    return lambda row, **more: page_actions.share_entry(membership=membership, entry=row, revision=None, **more)


@pytest.fixture
def take(there, world):
    """Takes a page into the Iron Coast."""
    return lambda page: page_actions.take_page(membership=there, page=page)


@pytest.fixture
def otto(campaign, gm):
    """An NPC of the Salt Road, whom only its GM knows."""
    row = factories.CharacterFactory(
        campaign=campaign, kind="npc", owner=None, name="Otto", about=ABOUT, gm_notes="He is the heir.", visible=False
    )
    return set_portrait(character=row, by=gm, data=factories.picture())


@pytest.fixture
def share_npc(membership, world):
    """Shares an NPC of the Salt Road."""
    return lambda row, **more: npc_actions.share_npc(membership=membership, npc=row, revision=None, **more)


@pytest.fixture
def take_npc(there, world):
    """Takes an NPC into the Iron Coast."""
    return lambda page: npc_actions.take_npc(membership=there, page=page)
