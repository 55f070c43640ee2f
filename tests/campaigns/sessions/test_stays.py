"""Sessions count for those who were members at the time: for who was absent, and in the statistics."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.overview.members.actions import create_invitation, join_by_link, leave_campaign
from campaigns.overview.statistics.queries import get_statistics
from campaigns.sessions.models import Session
from campaigns.sessions.recaps.recipients import get_absent_members
from campaigns.sessions.stays import includes, read_stays
from people.credentials.invitation_links import link_token
from people.models import Member
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


def days_ago(days):
    return timezone.now() - timedelta(days=days)


def hold(campaign, days, *came):
    """A session that was played so many days ago."""
    number = campaign.sessions.count() + 1
    session = Session.objects.create(campaign=campaign, number=number, starts=days_ago(days), status="held")
    session.attendance.set(came)
    return session


def joined(member, days):
    Member.objects.filter(pk=member.pk).update(joined=days_ago(days))


@pytest.fixture
def returned(running, campaign, ben):
    """Ben's membership: he joined 30 days ago, left 20 days ago, and returned 10 days ago."""
    ben_then = place(campaign, ben)
    joined(ben_then, 30)
    leave_campaign(membership=ben_then)
    invitation = create_invitation(membership=running, role="player")
    member, _new = join_by_link(user=ben, token=link_token(invitation))
    versions = list(Member.history.filter(id=member.pk).order_by("history_id"))
    left, back = versions[-2:]
    type(left).objects.filter(pk=left.pk).update(left=days_ago(20), history_date=days_ago(20))
    type(back).objects.filter(pk=back.pk).update(history_date=days_ago(10))
    type(left).objects.exclude(pk__in=(left.pk, back.pk)).update(history_date=days_ago(30))
    return Member.objects.select_related("user").get(pk=member.pk)


def attendance_of(running, user):
    return next((came, held) for name, came, held in get_statistics(running).attendance if name == user.username)


def test_the_time_between_leaving_and_returning_is_no_membership(returned, campaign, ana):
    hers = place(campaign, ana)
    stays = read_stays([returned, hers])
    assert [days for days in (31, 29, 21, 19, 11, 9, -1) if includes(stays[returned.pk], days_ago(days))] == [
        29,
        21,
        9,
        -1,
    ]
    assert [days for days in (1, -1) if includes(stays[hers.pk], days_ago(days))] == [-1]


def test_sessions_during_an_absence_from_the_campaign_do_not_count(returned, running, campaign, ben):
    for days in (19, 15, 12):
        hold(campaign, days, running)
    assert attendance_of(running, ben) == (0, 0)
    hold(campaign, 25, running)
    hold(campaign, 5, returned)
    assert attendance_of(running, ben) == (1, 2)


def test_nobody_misses_a_session_that_began_before_they_joined_or_while_they_were_gone(
    returned, running, campaign, ana, ben
):
    joined(place(campaign, ana), 22)
    missed = [
        [row.user.username for row in get_absent_members(running, hold(campaign, days, running)).waiting]
        for days in (25, 21, 15, 5)
    ]
    assert missed == [["ben"], ["ana", "ben"], ["ana"], ["ana", "ben"]]
    undated = hold(campaign, 40, running)
    Session.objects.filter(pk=undated.pk).update(starts=None)
    undated.refresh_from_db()
    assert [row.user.username for row in get_absent_members(running, undated).waiting] == ["ana", "ben"]


def test_sessions_that_were_entered_later_hide_no_absence(running, campaign, ana):
    hers = place(campaign, ana)
    joined(hers, 10)
    for number in range(20):
        hold(campaign, 100 + number, *[hers] * (number < 6))
    for days in (8, 6, 4, 2):
        hold(campaign, days, running)
    assert attendance_of(running, ana) == (6, 10)
