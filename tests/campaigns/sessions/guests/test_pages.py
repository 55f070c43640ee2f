"""Guests on the pages and in the API: invited from the session, named in plain words, kept or sent home."""

import pytest

from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions
from people.credentials import invitation_links
from people.models import Invitation, Member
from tests import factories
from tests.campaigns.sessions.guests.conftest import let_time_pass
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


def test_the_page_of_a_session_leads_to_a_link_for_its_guest(client, running, planned_session, session, campaign):
    client.force_login(running.user)
    page = client.get(f"/sessions/{planned_session.pk}/").content.decode()
    address = f"/campaigns/{campaign.pk}/members/?session={planned_session.pk}"
    assert f'href="{address}#new-link"' in page
    assert "give the session a date first" in client.get(f"/sessions/{session.pk}/").content.decode()
    form = client.get(address).content.decode()
    assert f'<option value="{planned_session.pk}" selected>The mill</option>' in form
    assert "The bell tower" not in form.partition("new-link")[2]
    values = {"role": "player", "days": 7, "uses": 1, "session": planned_session.pk, "note": "Kim"}
    assert client.post(f"/campaigns/{campaign.pk}/members/", values).status_code == 302
    assert Invitation.objects.get().guest_of == planned_session
    assert "for a guest of “The mill”" in client.get(f"/campaigns/{campaign.pk}/members/").content.decode()


def test_a_session_of_another_campaign_cannot_be_chosen(client, running, campaign):
    client.force_login(running.user)
    values = {"role": "player", "days": 7, "uses": 1, "session": 987654}
    assert b"Select a valid choice" in client.post(f"/campaigns/{campaign.pk}/members/", values).content
    assert not Invitation.objects.exists()
    del values["session"]
    assert client.post(f"/campaigns/{campaign.pk}/members/", values).status_code == 302
    assert Invitation.objects.get().guest_of is None


def test_a_choice_outside_the_dated_sessions_is_refused(client, running, planned_session, session, campaign):
    client.force_login(running.user)
    values = {"role": "player", "days": 7, "uses": 1, "session": session.pk}
    assert b"Select a valid choice" in client.post(f"/campaigns/{campaign.pk}/members/", values).content
    assert not Invitation.objects.exists()


def test_the_link_says_how_long_the_visit_lasts(client, outsider, invitation):
    client.force_login(outsider)
    address = f"/join/{invitation_links.link_token(invitation)}/"
    page = client.get(address).content.decode()
    assert "as a guest of “The mill”" in page
    assert "You are a guest for one session" in client.post(address, follow=True).content.decode()
    assert "The link changes nothing" in client.get(address).content.decode()


def test_a_guest_is_offered_a_link_that_gives_more(client, outsider, running, kim):
    link = member_actions.create_invitation(membership=running)
    client.force_login(outsider)
    page = client.get(f"/join/{invitation_links.link_token(link)}/").content.decode()
    assert "Join as player" in page


def test_everybody_reads_who_is_a_guest_and_gms_alone_have_the_buttons(
    client, running, ana, kim, planned_session, campaign
):
    for user, has_buttons in ((ana, False), (running.user, True)):
        client.force_login(user)
        for address in (f"/campaigns/{campaign.pk}/members/", f"/sessions/{planned_session.pk}/"):
            page = client.get(address).content.decode()
            assert "at the latest" in page
            assert (f'action="/members/{kim.pk}/keep/"' in page) == has_buttons
            assert (f'action="/members/{kim.pk}/remove/"' in page) == has_buttons


def test_a_past_guest_is_still_named_at_the_session_and_is_no_member(client, running, kim, planned_session, campaign):
    let_time_pass(kim)
    client.force_login(running.user)
    page = client.get(f"/sessions/{planned_session.pk}/").content.decode()
    assert "<strong>outsider</strong>" in page
    assert f"/members/{kim.pk}/" not in page
    assert f"/members/{kim.pk}/" not in client.get(f"/campaigns/{campaign.pk}/members/").content.decode()


def test_the_api_invites_lists_and_keeps_guests(running, planned_session, outsider, ana, campaign):
    gm_api, kim_api = Caller(running.user), Caller(outsider)
    base = f"campaigns/{campaign.pk}"
    link = ok(gm_api.post(f"{base}/invitations/", {"session": planned_session.pk}), 201)
    assert link["guest_of"] == planned_session.pk
    ok(kim_api.post("join/", {"token": link["link"].rstrip("/").rpartition("/")[2]}), 201)
    rows = ok(Caller(ana).get(f"{base}/members/"))["results"]
    guests = [row for row in rows if row["guest_until"]]
    assert [(row["user"]["username"], row["guest_of"]) for row in guests] == [("outsider", planned_session.pk)]
    assert {row["guest_of"] for row in rows if row not in guests} == {None}
    [visit] = ok(Caller(ana).get(f"sessions/{planned_session.pk}/guests/"))["results"]
    assert (visit["member"], visit["ended"]) == (guests[0]["id"], None)
    assert kim_api.post(f"{base}/members/{guests[0]['id']}/keep/", {}).status_code == 403
    kept = ok(gm_api.post(f"{base}/members/{guests[0]['id']}/keep/", {}))
    assert (kept["guest_of"], kept["guest_until"]) == (None, None)
    again = gm_api.post(f"{base}/members/{guests[0]['id']}/keep/", {})
    assert again.status_code == 422
    assert Member.objects.get(user=outsider).guest_until is None


def test_the_api_refuses_a_session_that_is_not_here_and_one_without_a_date(running, session):
    gm_api = Caller(running.user)
    base = f"campaigns/{running.campaign_id}/invitations/"
    assert gm_api.post(base, {"session": 987654}).status_code == 422
    assert "a date first" in gm_api.post(base, {"session": session.pk}).content.decode()
    assert not Invitation.objects.exists()


def test_the_guests_of_a_list_take_one_query(running, planned_session, campaign, django_assert_max_num_queries):
    for _number in range(5):
        link = member_actions.create_invitation(membership=running, session=planned_session)
        member_actions.join_by_link(user=factories.UserFactory(), token=invitation_links.link_token(link))
    with django_assert_max_num_queries(14):
        rows = ok(Caller(running.user).get(f"campaigns/{campaign.pk}/members/"))["results"]
    assert sum(row["guest_of"] == planned_session.pk for row in rows) == 5


def test_a_played_session_names_its_guests(client, running, kim, planned_session):
    actions.record_attendance(membership=running, session=planned_session, attendance=[kim])
    client.force_login(running.user)
    page = client.get(f"/sessions/{planned_session.pk}/").content.decode()
    assert page.count("outsider") >= 2
    assert "Invite a guest" not in page


def test_the_campaigns_page_tells_guests_alone_until_when_they_may_see_it(client, kim, running, campaign):
    client.force_login(kim.user)
    assert "Guest until" in client.get(f"/campaigns/{campaign.pk}/").content.decode()
    client.force_login(running.user)
    assert "Guest until" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()
