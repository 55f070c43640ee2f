"""Members: roles changed, people removed or leaving; the campaign keeps a GM."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.overview.members import actions
from people.models import Member
from tests import factories
from tests.people.helpers import forbidden, place, refused


@pytest.fixture
def co_gm(campaign):
    return factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")


def test_a_gm_makes_a_player_an_observer_and_the_log_says_so(gm, ana, campaign):
    actions.change_role(membership=place(campaign, gm), member=place(campaign, ana), role="observer")
    assert place(campaign, ana).role == "observer"
    assert LogEntry.objects.get().text == "ana is now observer (was player)."


def test_players_change_nobodys_role(ana, ben, campaign):
    with forbidden("Only the GM"):
        actions.change_role(membership=place(campaign, ana), member=place(campaign, ben), role="observer")


def test_an_unknown_role_is_refused(gm, ana, campaign):
    with refused("no role “king”"):
        actions.change_role(membership=place(campaign, gm), member=place(campaign, ana), role="king")


def test_another_campaigns_gm_touches_nobody_here(ana, campaign):
    foreign = factories.MemberFactory(role="gm")
    with forbidden("another campaign"):
        actions.change_role(membership=foreign, member=place(campaign, ana), role="observer")
    with forbidden("another campaign"):
        actions.remove_member(membership=foreign, member=place(campaign, ana))


def test_a_co_gm_neither_makes_nor_unmakes_a_gm(gm, ana, campaign, co_gm):
    with forbidden("Only a GM can make"):
        actions.change_role(membership=co_gm, member=place(campaign, ana), role="gm")
    with forbidden("the role of another GM"):
        actions.change_role(membership=co_gm, member=place(campaign, gm), role="player")
    with forbidden("the role of another GM"):
        actions.remove_member(membership=co_gm, member=place(campaign, gm))
    assert place(campaign, gm).role == "gm"


def test_the_page_offers_a_co_gm_only_what_a_co_gm_may_change(client, gm, ana, campaign, co_gm):
    page_of_gm, page_of_ana = (f"/members/{place(campaign, user).pk}/remove/" for user in (gm, ana))
    client.force_login(co_gm.user)
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert page_of_ana in html
    assert page_of_gm not in html
    assert f'id="role-{place(campaign, gm).pk}"' not in html
    assert 'name="role"' in html
    assert '<option value="gm"' not in html
    assert client.get(page_of_ana).status_code == 200
    assert client.get(page_of_gm).status_code == client.post(page_of_gm).status_code == 403
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert f"/members/{co_gm.pk}/remove/" in html
    assert '<option value="gm"' in html
    assert f'id="role-{place(campaign, gm).pk}"' not in html


def test_the_last_gm_neither_leaves_nor_steps_down(gm, campaign, co_gm):
    membership = place(campaign, gm)
    with refused("someone else a GM first"):
        actions.leave_campaign(membership=membership)
    with refused("someone else a GM first"):
        actions.change_role(membership=membership, member=membership, role="player")
    with refused("someone else a GM first"):
        actions.remove_member(membership=membership, member=membership)
    assert place(campaign, gm).left is None


def test_a_gm_leaves_once_there_is_another(gm, ana, campaign):
    membership = place(campaign, gm)
    actions.change_role(membership=membership, member=place(campaign, ana), role="gm")
    actions.leave_campaign(membership=membership)
    assert place(campaign, gm).left is not None


def test_a_deactivated_gm_does_not_count(gm, ana, campaign):
    membership = place(campaign, gm)
    actions.change_role(membership=membership, member=place(campaign, ana), role="gm")
    ana.is_active = False
    ana.save()
    with refused("someone else a GM first"):
        actions.leave_campaign(membership=membership)


def test_somebody_who_leaves_keeps_the_row_and_the_characters(ana, campaign):
    character = factories.CharacterFactory(campaign=campaign, owner=ana)
    actions.leave_campaign(membership=place(campaign, ana))
    character.refresh_from_db()
    assert character.owner == ana
    assert Member.objects.filter(campaign=campaign, user=ana, left__isnull=False).exists()


def test_removal_holds_at_the_next_request(client, gm, ana, campaign):
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/"
    assert client.get(address).status_code == 200
    actions.remove_member(membership=place(campaign, gm), member=place(campaign, ana))
    assert client.get(address).status_code == 404
    assert b"Salt Road" not in client.get("/").content


@pytest.mark.parametrize("end", ["removed", "left", "demoted"])
def test_links_that_a_co_gm_made_or_could_use_end_with_the_role_and_others_stay(client, gm, campaign, co_gm, end):
    running = place(campaign, gm)
    made = actions.create_invitation(membership=co_gm)
    for_co_gms = actions.create_invitation(membership=running, role="co-gm")
    others = [
        actions.create_invitation(membership=running),
        actions.create_invitation(membership=factories.MemberFactory(role="gm"), role="co-gm"),
    ]
    client.force_login(co_gm.user if end == "left" else gm)
    page = {"removed": f"/members/{co_gm.pk}/remove/", "left": f"/campaigns/{campaign.pk}/leave/"}.get(end, "")
    if page:
        assert b"2 open invitation links will be revoked" in client.get(page).content
    answer = client.post(page or f"/members/{co_gm.pk}/role/", {"role": "player"}, follow=True)
    assert b"2 invitation links were revoked." in answer.content
    for link in (made, for_co_gms):
        link.refresh_from_db()
        assert link.revoked is not None
    for link in others:
        link.refresh_from_db()
        assert link.revoked is None


def test_the_end_of_a_player_and_a_gm_who_becomes_a_co_gm_revoke_no_link(client, gm, ana, campaign, co_gm):
    running = place(campaign, gm)
    link = actions.create_invitation(membership=running, role="co-gm")
    client.force_login(gm)
    assert b"will be revoked" not in client.get(f"/members/{place(campaign, ana).pk}/remove/").content
    actions.remove_member(membership=running, member=place(campaign, ana))
    actions.change_role(membership=running, member=co_gm, role="gm")
    answer = client.post(f"/members/{co_gm.pk}/role/", {"role": "co-gm"}, follow=True)
    assert b"The role was changed." in answer.content
    assert b"revoked." not in answer.content
    link.refresh_from_db()
    assert link.revoked is None


def test_a_link_to_a_place_ends_with_the_place_and_with_a_co_gm_if_the_place_runs_the_campaign(gm, campaign, co_gm):
    running = place(campaign, gm)
    people = [factories.UserFactory(username=f"Vex (absent {n})", kind="absent", is_active=False) for n in (1, 2, 3)]
    player, kept, promoted = (factories.MemberFactory(campaign=campaign, user=user, role="player") for user in people)
    links = [actions.create_place_invitation(membership=running, member=row) for row in (player, kept, promoted)]
    actions.change_role(membership=running, member=promoted, role="co-gm")
    actions.remove_member(membership=running, member=player)
    actions.remove_member(membership=running, member=co_gm)
    for link, is_open in zip(links, (False, True, False), strict=True):
        link.refresh_from_db()
        assert (link.revoked is None) is is_open


def test_a_deactivated_person_is_out_at_once(client, ana, campaign):
    client.force_login(ana)
    ana.is_active = False
    ana.save()
    answer = client.get(f"/campaigns/{campaign.pk}/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_the_page_asks_before_it_removes(client, gm, ana, campaign):
    client.force_login(gm)
    member = place(campaign, ana)
    address = f"/members/{member.pk}/remove/"
    assert b"Remove ana?" in client.get(address).content
    assert place(campaign, ana).left is None
    assert client.post(address).status_code == 302
    assert place(campaign, ana).left is not None
    assert client.post(address).status_code == 404


def test_the_page_tells_the_last_gm_why_not(client, gm, campaign):
    client.force_login(gm)
    answer = client.post(f"/campaigns/{campaign.pk}/leave/", follow=True)
    assert b"someone else a GM first" in answer.content
    assert place(campaign, gm).left is None


def test_past_members_are_listed_for_gms_only(client, gm, ana, ben, campaign):
    actions.leave_campaign(membership=place(campaign, ben))
    address = f"/campaigns/{campaign.pk}/members/"
    client.force_login(gm)
    assert b"ben" in client.get(address).content
    client.force_login(ana)
    assert b"ben" not in client.get(address).content
