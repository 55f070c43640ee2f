"""Links to places of absent people: what they give is never more than the person who made them may give."""

import pytest
from django.http import Http404

from campaigns.overview.members import actions
from people.credentials.invitation_links import link_token
from people.models import Member
from tests import factories
from tests.people.helpers import forbidden, place
from tests.site.api.conftest import Caller


@pytest.fixture
def co_gm(campaign):
    return factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")


@pytest.fixture
def places(campaign):
    """The places of an absent GM and of an absent player."""
    people = [factories.UserFactory(username=f"Vex (absent {n})", kind="absent", is_active=False) for n in (1, 2)]
    return [
        factories.MemberFactory(campaign=campaign, user=user, role=role)
        for user, role in zip(people, ("gm", "player"), strict=True)
    ]


def test_only_a_gm_makes_a_link_to_the_place_of_a_gm(client, gm, campaign, co_gm, places, outsider):
    of_gm, of_player = places
    with forbidden("the role of another GM"):
        actions.create_place_invitation(membership=co_gm, member=of_gm)
    caller, path = Caller(co_gm.user), f"campaigns/{campaign.pk}/members"
    assert caller.post(f"{path}/{of_gm.pk}/place/").status_code == 403
    assert caller.post(f"{path}/{of_player.pk}/place/").status_code == 201
    client.force_login(co_gm.user)
    assert client.post(f"/members/{of_gm.pk}/place/").status_code == 403
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert f"/members/{of_gm.pk}/place/" not in html
    assert f"/members/{of_player.pk}/place/" in html
    link = actions.create_place_invitation(membership=place(campaign, gm), member=of_gm)
    assert actions.join_by_link(user=outsider, token=link_token(link))[0].role == "gm"


def test_a_co_gm_does_not_read_a_gms_link_to_the_place_of_a_gm(client, gm, campaign, co_gm, places):
    links = [actions.create_place_invitation(membership=place(campaign, gm), member=row) for row in places]
    tokens = [link_token(link) for link in links]
    for user, shown in ((gm, [True, True]), (co_gm.user, [False, True])):
        client.force_login(user)
        for address in (f"/campaigns/{campaign.pk}/members/", f"/api/v1/campaigns/{campaign.pk}/invitations/"):
            text = client.get(address).content.decode()
            assert [token in text for token in tokens] == shown
        codes = [client.get(f"/invitations/{link.pk}/code.svg").status_code for link in links]
        assert codes == [200 if is_shown else 404 for is_shown in shown]


@pytest.mark.parametrize(("role", "works"), [("co-gm", True), ("gm", False)])
def test_a_co_gms_link_does_not_work_once_the_place_is_a_gms(
    client, gm, campaign, co_gm, places, outsider, role, works
):
    running, of_player = place(campaign, gm), places[1]
    link = actions.create_place_invitation(membership=co_gm, member=of_player)
    actions.change_role(membership=running, member=of_player, role=role)
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert (link_token(link) in html) is works
    client.force_login(outsider)
    assert client.get(f"/join/{link_token(link)}/").status_code == (200 if works else 404)
    if works:
        assert actions.join_by_link(user=outsider, token=link_token(link))[0].role == role
    else:
        with pytest.raises(Http404):
            actions.join_by_link(user=outsider, token=link_token(link))
        assert not Member.objects.filter(campaign=campaign, user=outsider).exists()


def test_a_gms_link_to_the_place_of_a_gm_ends_when_the_gm_becomes_a_co_gm(gm, campaign, co_gm, places, outsider):
    running = place(campaign, gm)
    actions.change_role(membership=running, member=co_gm, role="gm")
    links = [
        actions.create_place_invitation(membership=maker, member=places[0])
        for maker in (place(campaign, co_gm.user), running)
    ]
    actions.change_role(membership=running, member=co_gm, role="co-gm")
    with pytest.raises(Http404):
        actions.join_by_link(user=outsider, token=link_token(links[0]))
    assert actions.join_by_link(user=outsider, token=link_token(links[1]))[0].role == "gm"
