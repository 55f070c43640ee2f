"""Guests of one session: invited, there for the session, kept or gone, and never there after the end."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.http import Http404
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions
from campaigns.sessions.guests.actions import end_overdue_visits
from campaigns.sessions.guests.models import SessionGuest, visit_end
from campaigns.sessions.models import Session
from campaigns.sessions.planning import actions as planning_actions
from characters.sheets.actions import require_possible_owner
from people.access import is_membership_of, memberships_of
from people.actions import create_token
from people.models import Member
from tests import factories
from tests.campaigns.sessions.conftest import in_days
from tests.campaigns.sessions.guests.conftest import follow, let_time_pass
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def last_line():
    return LogEntry.objects.latest("id")


def begin_yesterday(session):
    """The session began a day and an hour ago, and the ends of its visits stay."""
    Session.objects.filter(pk=session.pk).update(starts=in_days(-1, hours=-1))


def is_in(user, campaign):
    """Whether both ways of asking agree that the person is a member, and which answer they give."""
    stored = Member.objects.select_related("user", "campaign").get(user=user, campaign=campaign)
    asked = memberships_of(user).filter(campaign=campaign).exists()
    assert asked == is_membership_of(user, stored)
    return asked


def test_a_guest_is_a_player_until_a_day_after_the_start(kim, planned_session, campaign, outsider):
    assert kim.role == "player"
    assert kim.guest_until == planned_session.starts + timedelta(days=1)
    assert is_in(outsider, campaign)
    assert last_line().text == "outsider joined as a guest of “The mill” (player)."
    require_possible_owner(campaign, outsider, "pc")


def test_a_guest_may_get_a_character_and_no_longer_after_the_end(kim, campaign, outsider):
    require_possible_owner(campaign, outsider, "pc")
    let_time_pass(kim)
    with pytest.raises(ValidationError, match="Choose a player"):
        require_possible_owner(campaign, outsider, "pc")


def test_the_visit_ends_when_the_session_is_marked_as_played(kim, running, planned_session, campaign, outsider):
    actions.record_attendance(membership=running, session=planned_session, attendance=[running, kim])
    kim.refresh_from_db()
    assert kim.left is not None
    assert kim.guest_until is None
    assert not is_in(outsider, campaign)
    assert SessionGuest.objects.get().ended is not None
    assert last_line().text == "The visit of outsider has ended with “The mill”."
    assert kim in planned_session.attendance.all()


def test_a_gm_reads_what_ends_before_a_session_is_marked_as_played(kim, running, planned_session, outsider, client):
    Encounter.objects.create(campaign=kim.campaign, session=planned_session, title="The ford", status="running")
    client.force_login(running.user)
    page = client.get(f"/sessions/{planned_session.pk}/attendance/").content.decode()
    assert "Still running: The ford." in page
    assert f"The visit of these guests ends when you mark the session as played: {outsider.username}." in page
    actions.record_attendance(membership=running, session=planned_session, attendance=[running])
    page = client.get(f"/sessions/{planned_session.pk}/attendance/").content.decode()
    assert "Still running" not in page
    assert "The visit of these guests" not in page


def test_a_guest_can_be_recorded_after_the_visit_and_no_one_who_was_never_there(
    kim, running, planned_session, session, client
):
    client.force_login(running.user)
    begin_yesterday(planned_session)
    let_time_pass(kim)
    for ended_by_job in (False, True):
        if ended_by_job:
            assert end_overdue_visits() == 1
        boxes = client.get(f"/sessions/{planned_session.pk}/attendance/").context["form"]["attendance"]
        assert {kim.pk, running.pk} <= {member.pk for member in boxes.initial}
        assert f'value="{kim.pk}"' not in client.get(f"/sessions/{session.pk}/attendance/").content.decode()
    script = Caller(running.user)
    refused(script.patch(f"sessions/{session.pk}/", {"attendance": [kim.pk]}), 422)
    ok(script.patch(f"sessions/{planned_session.pk}/", {"attendance": [running.pk, kim.pk]}))
    assert set(planned_session.attendance.all()) == {running, kim}


def test_a_guest_whose_visit_ended_before_the_start_is_offered_and_not_ticked(kim, running, planned_session, client):
    member_actions.remove_member(membership=running, member=kim)
    client.force_login(running.user)
    boxes = client.get(f"/sessions/{planned_session.pk}/attendance/").context["form"]["attendance"]
    assert kim not in boxes.initial
    assert kim in boxes.field.queryset


def test_a_guest_who_leaves_after_the_start_can_be_recorded_and_one_who_left_before_cannot(
    running, planned_session, ana, ben, client
):
    members = Member.objects.filter(campaign=planned_session.campaign)
    early, late = members.get(user=ana), members.get(user=ben)
    members.update(joined=timezone.now() - timedelta(days=9))
    client.force_login(running.user)
    begin_yesterday(planned_session)
    for member in (early, late):
        member_actions.remove_member(membership=running, member=member)
    members.filter(pk=early.pk).update(left=timezone.now() - timedelta(days=3))
    offered = client.get(f"/sessions/{planned_session.pk}/attendance/").context["form"].fields["attendance"].queryset
    assert late in offered
    assert early not in offered
    values = {"attendance": [running.pk, late.pk], "revision": planned_session.revision}
    assert client.post(f"/sessions/{planned_session.pk}/attendance/", values).status_code == 302
    assert set(planned_session.attendance.all()) == {running, late}


def test_another_session_that_was_played_ends_no_visit(kim, running, session, campaign, outsider):
    actions.record_attendance(membership=running, session=session, attendance=[])
    assert is_in(outsider, campaign)


def test_links_end_with_the_session(running, planned_session, invitation, outsider):
    actions.record_attendance(membership=running, session=planned_session, attendance=[])
    with pytest.raises(Http404):
        follow(outsider, invitation)
    assert not Member.objects.filter(user=outsider).exists()


def test_nobody_is_a_guest_after_the_time_even_if_no_job_runs(kim, campaign, outsider, client):
    client.force_login(outsider)
    assert client.get(f"/campaigns/{campaign.pk}/").status_code == 200
    let_time_pass(kim)
    assert not is_in(outsider, campaign)
    page = client.get(f"/campaigns/{campaign.pk}/")
    assert page.status_code == 404
    assert "no longer a member of" in page.content.decode()
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/").status_code == 404
    assert b"Salt Road" not in client.get("/").content


def test_the_job_ends_overdue_visits_alone_and_logs_them_once(kim, running, campaign, outsider):
    assert end_overdue_visits() == 0
    let_time_pass(kim)
    call_command("call_players")
    kim.refresh_from_db()
    assert kim.left is not None
    assert kim.guest_until is None
    assert (last_line().text, last_line().by) == ("The visit of outsider has ended.", None)
    count = LogEntry.objects.count()
    assert end_overdue_visits() == 0
    assert LogEntry.objects.count() == count
    assert Member.objects.present().filter(pk=running.pk).exists()


def test_a_gm_keeps_a_guest_and_a_player_cannot(kim, running, planned_session, campaign, outsider, ana, client):
    client.force_login(ana)
    assert client.post(f"/members/{kim.pk}/keep/").status_code == 403
    client.force_login(running.user)
    assert client.post(f"/members/{kim.pk}/keep/").status_code == 302
    kim.refresh_from_db()
    assert (kim.guest_until, kim.left) == (None, None)
    assert last_line().text == "gm made the guest outsider a member."
    actions.record_attendance(membership=running, session=planned_session, attendance=[])
    assert is_in(outsider, campaign)
    with pytest.raises(ValidationError, match="is not a guest"):
        member_actions.keep_guest(membership=running, member=kim)


def test_a_gm_ends_a_visit_in_one_tap(kim, running, campaign, outsider, client):
    client.force_login(running.user)
    assert client.post(f"/members/{kim.pk}/remove/").status_code == 302
    assert not is_in(outsider, campaign)
    assert last_line().text == "gm ended the visit of outsider."
    assert SessionGuest.objects.get().ended is not None


def test_a_later_date_prolongs_the_visit_and_an_earlier_one_shortens_it(
    kim, running, planned_session, invitation, campaign
):
    for days in (9, 1):
        planned_session = actions.change_session(membership=running, session=planned_session, starts=in_days(days))
        kim.refresh_from_db()
        invitation.refresh_from_db()
        assert kim.guest_until == invitation.expires == visit_end(planned_session.starts)
    actions.change_session(membership=running, session=planned_session, starts=None)
    kim.refresh_from_db()
    assert kim.guest_until == visit_end(planned_session.starts)


def test_a_chosen_date_moves_the_visit(kim, running, planned_session):
    poll = planning_actions.propose_dates(
        membership=running, session=planned_session, dates=[in_days(8)], until=in_days(7)
    )
    planning_actions.choose_date(membership=running, date=poll.dates.get())
    kim.refresh_from_db()
    assert kim.guest_until == visit_end(poll.dates.get().starts)


def test_a_later_date_brings_back_nobody_whose_visit_is_over(kim, running, planned_session, campaign, outsider):
    let_time_pass(kim)
    actions.change_session(membership=running, session=planned_session, starts=in_days(9))
    assert not is_in(outsider, campaign)


def test_a_past_guest_needs_a_new_link_also_before_the_job_has_run(kim, running, planned_session, invitation, outsider):
    let_time_pass(kim)
    with pytest.raises(Http404):
        follow(outsider, invitation)
    fresh = member_actions.create_invitation(membership=running, role="observer")
    back = follow(outsider, fresh)
    assert (back.pk, back.role, back.guest_until) == (kim.pk, "observer", None)


def test_a_guest_follows_the_same_link_again_and_nothing_changes(kim, outsider, invitation):
    until = kim.guest_until
    assert follow(outsider, invitation).guest_until == until
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_an_ordinary_link_keeps_a_guest(kim, running, outsider):
    link = member_actions.create_invitation(membership=running)
    assert follow(outsider, link).guest_until is None
    assert SessionGuest.objects.get().ended is not None


def test_a_link_for_a_later_session_prolongs_the_visit_and_one_for_an_earlier_session_changes_nothing(
    kim, running, planned_session, outsider, campaign
):
    later = actions.plan_session(membership=running, title="The weir", starts=in_days(30))
    follow(outsider, member_actions.create_invitation(membership=running, session=later))
    assert SessionGuest.objects.get(ended__isnull=True).session == later
    sooner = actions.plan_session(membership=running, title="The inn", starts=in_days(1))
    follow(outsider, member_actions.create_invitation(membership=running, session=sooner))
    kim.refresh_from_db()
    assert kim.guest_until == visit_end(later.starts)
    actions.record_attendance(membership=running, session=planned_session, attendance=[])
    assert is_in(outsider, campaign)
    actions.record_attendance(membership=running, session=later, attendance=[])
    assert not is_in(outsider, campaign)


def test_a_member_who_follows_a_guests_link_stays_a_member(invitation, ana, campaign):
    assert follow(ana, invitation).guest_until is None
    assert not SessionGuest.objects.exists()


@pytest.mark.parametrize("role", ["gm", "co-gm"])
def test_a_guest_runs_nothing(kim, running, planned_session, role):
    with pytest.raises(ValidationError, match="Keep the guest first"):
        member_actions.change_role(membership=running, member=kim, role=role)
    with pytest.raises(ValidationError):
        member_actions.create_invitation(membership=running, session=planned_session, role=role)
    member_actions.change_role(membership=running, member=kim, role="observer")


def test_a_session_without_a_date_or_played_or_of_another_campaign_has_no_guests(running, session):
    with pytest.raises(ValidationError, match="a date first"):
        member_actions.create_invitation(membership=running, session=session)
    actions.change_session(membership=running, session=session, starts=timezone.now() - timedelta(days=2))
    with pytest.raises(ValidationError, match="more than a day ago"):
        member_actions.create_invitation(membership=running, session=session)
    actions.change_session(membership=running, session=session, starts=in_days(1))
    actions.record_attendance(membership=running, session=session, attendance=[])
    with pytest.raises(ValidationError, match="already been played"):
        member_actions.create_invitation(membership=running, session=session)
    foreign = factories.MemberFactory(role="gm")
    with pytest.raises(Exception, match="another campaign"):
        member_actions.create_invitation(membership=foreign, session=session)


def test_a_forgotten_time_would_be_found(kim, campaign, outsider, monkeypatch):
    """The control: if a present member were anybody who has not left, a past guest would be in."""
    let_time_pass(kim)
    monkeypatch.setattr(type(Member.objects.all()), "present", lambda self: self.filter(left__isnull=True))
    monkeypatch.setattr(Member, "present", property(lambda self: self.left is None))
    assert is_in(outsider, campaign)


def test_a_token_for_the_campaign_ends_with_the_visit(kim, campaign, outsider, client):
    _row, secret = create_token(user=outsider, name="script", campaign=campaign)
    headers = {"HTTP_AUTHORIZATION": f"Token {secret}"}
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/", **headers).status_code == 200
    let_time_pass(kim)
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/", **headers).status_code == 404
    with pytest.raises(ValidationError):
        create_token(user=outsider, name="another", campaign=campaign)


def test_a_link_works_as_long_as_it_did_when_its_session_no_longer_has_a_date(
    running, planned_session, invitation, outsider
):
    actions.change_session(membership=running, session=planned_session, starts=None)
    kim = follow(outsider, invitation)
    assert kim.guest_until == planned_session.starts + timedelta(days=1)
    actions.record_attendance(membership=running, session=planned_session, attendance=[])
    assert not is_in(outsider, running.campaign)


@pytest.mark.parametrize("year", [1, 9999])
def test_no_session_starts_where_a_day_or_a_time_zone_leads_out_of_the_calendar(running, kim, planned_session, year):
    with pytest.raises(ValidationError, match="from 1901 to 2199"):
        actions.change_session(
            membership=running, session=planned_session, starts=datetime(year, 12, 31, 20, tzinfo=UTC)
        )
    with pytest.raises(ValidationError, match="from 1901 to 2199"):
        actions.plan_session(membership=running, starts=datetime(year, 12, 31, 20, tzinfo=UTC))
    kim.refresh_from_db()
    assert kim.guest_until == visit_end(planned_session.starts)
