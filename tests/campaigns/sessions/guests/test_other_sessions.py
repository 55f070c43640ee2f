"""A guest is asked, told and reminded of the session that they visit, and of no other."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.overview.queries import get_home_page
from campaigns.sessions import actions
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning import actions as planning_actions
from campaigns.sessions.planning.queries import get_poll_page
from campaigns.sessions.recaps import recipients
from tests.campaigns.sessions.conftest import in_days

pytestmark = pytest.mark.django_db


def told(kind):
    """Who was told, by name."""
    rows = SessionNotice.objects.filter(kind=kind, member__isnull=False)
    return sorted(rows.values_list("member__user__username", flat=True))


def ask(running, session):
    """Two proposed dates of a session."""
    dates = [in_days(8), in_days(9)]
    return planning_actions.propose_dates(membership=running, session=session, dates=dates, until=in_days(7))


def test_a_guest_is_asked_for_dates_of_their_own_session(kim, running, planned_session):
    poll = ask(running, planned_session)
    assert told("dates") == ["ana", "ben", "gm", "outsider"]
    assert get_home_page(kim.user).polls == [poll]
    planning_actions.choose_date(membership=running, date=poll.dates.first())
    assert told("chosen") == ["ana", "ben", "gm", "outsider"]


def test_a_guest_is_not_asked_for_dates_of_another_session(kim, running, session):
    poll = ask(running, session)
    assert told("dates") == ["ana", "ben", "gm"]
    assert get_home_page(kim.user).polls == []
    assert get_home_page(running.user).polls == [poll]
    assert kim.user.username not in get_poll_page(running, session).dates[0].names_without_answer
    with pytest.raises(ValidationError, match="guests of this session"):
        planning_actions.renew_link(membership=running, poll=poll, member=kim)
    planning_actions.choose_date(membership=running, date=poll.dates.first())
    assert told("chosen") == ["ana", "ben", "gm"]


def test_a_guest_who_answers_without_being_asked_is_counted(kim, running, session):
    poll = ask(running, session)
    planning_actions.answer_date(member=kim, date=poll.dates.first(), answer="yes")
    assert get_poll_page(running, session).dates[0].names["yes"] == ["outsider"]


@pytest.mark.parametrize("own", [True, False])
def test_a_guest_is_reminded_of_their_own_session_alone(kim, running, planned_session, session, own):
    row = (
        planned_session
        if own
        else actions.change_session(membership=running, session=session, starts=planned_session.starts)
    )
    job.plan_reminders(row.starts - timedelta(hours=1))
    reminded = SessionNotice.objects.filter(session=row, kind="reminder", member__isnull=False)
    assert (kim.pk in reminded.values_list("member", flat=True)) is own
    assert reminded.count() == 3 + own


def test_a_guest_of_another_session_is_neither_ticked_nor_said_to_have_missed_it(kim, running, session, client):
    client.force_login(running.user)
    boxes = client.get(f"/sessions/{session.pk}/attendance/").context["form"]["attendance"]
    assert running in boxes.initial
    assert kim not in boxes.initial
    assert kim in boxes.field.queryset
    row = actions.record_attendance(membership=running, session=session, attendance=[running])
    missed = recipients.members_who_missed(running, row)
    assert sorted(member.user.username for member in missed) == ["ana", "ben"]


def test_somebody_who_became_an_observer_meanwhile_gets_no_message_that_waited(
    running, planned_session, campaign, ana, with_addresses
):
    moment = planned_session.starts - timedelta(hours=1)
    job.plan_reminders(moment)
    campaign.members.filter(user=ana).update(role="observer")
    job.send_notices(moment)
    mailed = SessionNotice.objects.filter(kind="reminder", mailed__isnull=False)
    assert sorted(mailed.values_list("member__user__username", flat=True)) == ["ben", "gm"]
    assert not SessionNotice.objects.filter(due__lte=timezone.now()).exists()
