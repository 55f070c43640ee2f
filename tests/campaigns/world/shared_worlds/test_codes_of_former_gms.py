"""A code of a shared world works only while the person who made it runs the campaign."""

import pytest

from campaigns.overview.members import actions as member_actions
from campaigns.world.shared_worlds import actions
from campaigns.world.shared_worlds.models import WorldInvitation, WorldTable
from people.models import Member
from tests import factories
from tests.people.helpers import place, refused


@pytest.fixture
def co_gm(campaign):
    return factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")


@pytest.fixture
def world(gm, campaign):
    return actions.start_world(membership=place(campaign, gm), name="The Marches").world


def own_campaign(user, campaign):
    """The person's membership as GM of another campaign."""
    return factories.MemberFactory(user=user, role="gm", campaign__system=campaign.system)


@pytest.mark.parametrize("end", ["removed", "left", "demoted"])
def test_a_co_gms_codes_end_with_the_role_and_the_page_says_so(client, gm, campaign, co_gm, world, end):
    codes = [actions.invite(membership=maker) for maker in (co_gm, place(campaign, gm))]
    client.force_login(co_gm.user if end == "left" else gm)
    page = {"removed": f"/members/{co_gm.pk}/remove/", "left": f"/campaigns/{campaign.pk}/leave/"}.get(end, "")
    if page:
        assert b"1 code for the shared world will no longer work" in client.get(page).content
    answer = client.post(page or f"/members/{co_gm.pk}/role/", {"role": "player"}, follow=True)
    assert b"1 code for the shared world no longer works." in answer.content
    outside = own_campaign(co_gm.user, campaign)
    with refused("This code does not work"):
        actions.join_world(membership=outside, code=codes[0])
    assert actions.join_world(membership=outside, code=codes[1]).world == world


def test_a_co_gm_who_becomes_a_gm_keeps_the_codes(gm, campaign, co_gm, world):
    code = actions.invite(membership=co_gm)
    member_actions.change_role(membership=place(campaign, gm), member=co_gm, role="gm")
    assert actions.join_world(membership=own_campaign(co_gm.user, campaign), code=code).world == world


@pytest.mark.parametrize("change", ["removed earlier", "demoted earlier", "deactivated", "account deleted"])
def test_a_code_needs_that_its_maker_still_runs_the_campaign(campaign, co_gm, world, outsider, change):
    code, outside = actions.invite(membership=co_gm), own_campaign(outsider, campaign)
    if change == "removed earlier":
        Member.objects.filter(pk=co_gm.pk).update(left="2026-01-01T00:00Z")
    elif change == "demoted earlier":
        Member.objects.filter(pk=co_gm.pk).update(role="player")
    elif change == "deactivated":
        type(co_gm.user).objects.filter(pk=co_gm.user_id).update(is_active=False)
    else:
        WorldInvitation.objects.update(by=None)
    with refused("This code does not work"):
        actions.join_world(membership=outside, code=code)
    assert not WorldTable.objects.filter(campaign=outside.campaign_id).exists()
    Member.objects.filter(pk=co_gm.pk).update(left=None, role="co-gm")
    type(co_gm.user).objects.filter(pk=co_gm.user_id).update(is_active=True)
    WorldInvitation.objects.update(by=co_gm.user_id)
    assert actions.join_world(membership=outside, code=code).world == world
