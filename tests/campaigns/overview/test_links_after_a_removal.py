"""A removed player may know a link that is still open: the removal revokes it, unless the GM keeps it."""

import pytest
from django.http import Http404

from campaigns.overview.members import actions
from people.credentials.invitation_links import link_token
from people.models import Invitation
from tests import factories
from tests.people.helpers import place
from tests.site.api.conftest import Caller


@pytest.fixture
def link(gm, campaign):
    """A link for several people, by which the player carl joined."""
    row = actions.create_invitation(membership=place(campaign, gm), role="player", uses=5, note="For the round")
    actions.join_by_link(user=factories.UserFactory(username="carl"), token=link_token(row))
    return row


@pytest.fixture
def carl(campaign, link):
    return campaign.members.get(user__username="carl")


@pytest.fixture
def place_link(gm, campaign):
    absent = factories.UserFactory(username="Vex (absent 1)", kind="absent", is_active=False)
    row = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    return actions.create_place_invitation(membership=place(campaign, gm), member=row)


def is_open(row):
    row.refresh_from_db()
    return row.revoked is None


def test_the_page_names_the_open_links_and_offers_to_revoke_them(client, gm, campaign, link, carl, place_link):
    used_up = actions.create_invitation(membership=place(campaign, gm), note="Used up long ago")
    Invitation.objects.filter(pk=used_up.pk).update(uses_left=0)
    elsewhere = actions.create_invitation(membership=factories.MemberFactory(role="gm"), note="Of another campaign")
    client.force_login(gm)
    html = " ".join(client.get(f"/members/{carl.pk}/remove/").content.decode().split())
    assert "For the round" in html
    assert 'name="revoke_links" value="1" checked' in html
    assert "Used up long ago" not in html
    assert "Of another campaign" not in html
    assert "for the place of" not in html
    answer = client.post(f"/members/{carl.pk}/remove/", {"revoke_links": "1"}, follow=True)
    assert b"1 invitation link was revoked." in answer.content
    assert [is_open(row) for row in (link, place_link, elsewhere)] == [False, True, True]
    with pytest.raises(Http404):
        actions.join_by_link(user=factories.UserFactory(username="carl2"), token=link_token(link))


def test_a_gm_who_keeps_the_links_lets_others_join_by_them(client, gm, campaign, link, carl):
    client.force_login(gm)
    answer = client.post(f"/members/{carl.pk}/remove/", follow=True)
    assert b"revoked" not in answer.content
    assert is_open(link)
    assert actions.join_by_link(user=factories.UserFactory(username="dora"), token=link_token(link))[0].role == "player"


def test_without_an_open_link_the_page_offers_nothing(client, gm, campaign, link, carl):
    actions.revoke_invitation(membership=place(campaign, gm), invitation=link)
    client.force_login(gm)
    html = client.get(f"/members/{carl.pk}/remove/").content.decode()
    assert "Remove carl?" in html
    assert "revoke_links" not in html


def test_links_that_end_with_a_co_gm_are_counted_once(client, gm, campaign, link):
    co_gm = factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")
    actions.create_invitation(membership=co_gm, note="By kim")
    client.force_login(gm)
    html = client.get(f"/members/{co_gm.pk}/remove/").content.decode()
    assert "1 open invitation link will be revoked" in " ".join(html.split())
    assert "For the round" in html
    assert "By kim" not in html
    answer = client.post(f"/members/{co_gm.pk}/remove/", {"revoke_links": "1"}, follow=True)
    assert b"2 invitation links were revoked." in answer.content
    assert not is_open(link)


@pytest.mark.parametrize(("query", "stays"), [("", True), ("?revoke_links=false", True), ("?revoke_links=true", False)])
def test_a_script_chooses_whether_the_links_are_revoked(gm, campaign, link, carl, query, stays):
    path = f"campaigns/{campaign.pk}/members/{carl.pk}/{query}"
    assert Caller(gm).delete(path).status_code == 204
    assert is_open(link) is stays


def test_only_a_removal_by_a_gm_revokes_links(client, gm, ana, campaign, link, carl):
    members = f"campaigns/{campaign.pk}/members"
    assert Caller(ana).delete(f"{members}/{carl.pk}/?revoke_links=true").status_code == 403
    assert Caller(carl.user).delete(f"{members}/{carl.pk}/?revoke_links=true").status_code == 400
    client.force_login(ana)
    assert client.post(f"/members/{carl.pk}/remove/", {"revoke_links": "1"}).status_code == 403
    assert is_open(link)
    carl.refresh_from_db()
    assert carl.left is None
    assert Caller(gm).delete(f"{members}/{carl.pk}/?revoke_links=true").status_code == 204
    assert not is_open(link)
