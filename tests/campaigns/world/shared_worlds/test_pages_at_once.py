"""Two GMs of a campaign who take the same shared page at the same moment, on both databases."""

import pytest

from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds import page_actions
from people.access import get_membership
from tests import factories
from tests.campaigns.encounters.play.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_gms_who_take_a_page_get_one_copy(there, write, share):
    page = share(write("The ford", "It is deep."))
    second = factories.MemberFactory(campaign=there.campaign, role="co-gm")
    members = [get_membership(member.user, there.campaign_id) for member in (there, second)]
    first, other = at_once(
        *(lambda member=member: page_actions.take_page(membership=member, page=page) for member in members)
    )
    assert first == other
    assert WorldEntry.objects.filter(campaign=there.campaign).count() == 1
