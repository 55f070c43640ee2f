"""Those who were told when a session takes place hear that it is cancelled, and that it takes place after all."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from campaigns.sessions import actions
from campaigns.sessions.models import Session
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning import actions as planning_actions
from people.devices.models import CallPreferences
from tests.campaigns.sessions.test_notices import later, mailed, prefer

pytestmark = pytest.mark.django_db


def test_members_who_were_told_of_the_start_hear_that_it_is_cancelled_and_planned_again(
    tomorrow, running, with_addresses, gm, ben, client
):
    CallPreferences.objects.create(user=ben, session_mail=False)
    job.send_notices(later(hours=7))
    assert mailed() == ["ana", "gm"]
    client.force_login(gm)
    for do, words in (("cancel", "is cancelled."), ("reopen", "takes place on")):
        client.post(f"/sessions/{tomorrow.pk}/{do}/")
        assert job.send_notices(later(hours=8)) == 1
        [message] = mail.outbox
        assert words in message.subject
        assert f"http://testserver/sessions/{tomorrow.pk}/" in message.body
        assert mailed() == ["ana"], "not the GM who did it, nor anyone whom nothing has reached"
    assert job.send_notices(later(hours=9)) == 0


def test_nobody_hears_of_a_cancelled_session_without_knowing_its_start(tomorrow, running, with_addresses):
    actions.cancel_session(membership=running, session=tomorrow)
    assert job.send_notices(later(hours=7)) == 0
    tomorrow = actions.reopen_session(membership=running, session=tomorrow)
    assert job.send_notices(later(hours=7)) == 3, "the reminder"
    tomorrow = actions.change_session(membership=running, session=tomorrow, starts=later(hours=200))
    actions.cancel_session(membership=running, session=tomorrow)
    assert job.send_notices(later(hours=8)) == 0, "they know another start"


@pytest.mark.parametrize("status", ["cancelled", "planned"])
def test_nobody_hears_of_a_session_whose_start_is_past(tomorrow, running, with_addresses, status):
    job.send_notices(later(hours=7))
    start = timezone.now() - timedelta(hours=1)
    Session.objects.filter(pk=tomorrow.pk).update(starts=start)
    SessionNotice.objects.update(moment=start)
    actions.cancel_session(membership=running, session=tomorrow)
    if status == "planned":
        actions.reopen_session(membership=running, session=tomorrow)
    assert job.send_notices(later(hours=8)) == 0


def test_a_message_that_waits_does_not_say_that_a_session_is_cancelled(poll, running, with_addresses):
    session = planning_actions.choose_date(membership=running, date=poll.dates.first(), origin="https://fate.example")
    actions.cancel_session(membership=running, session=session)
    assert job.send_notices() == 0
    assert mailed() == []


def cancel_for_a_moment(running, session):
    """Cancels the session by mistake and takes that back at once."""
    actions.cancel_session(membership=running, session=session)
    actions.reopen_session(membership=running, session=session)


def test_the_message_of_a_chosen_date_arrives_although_the_session_was_cancelled_for_a_moment(
    poll, running, with_addresses
):
    session = planning_actions.choose_date(membership=running, date=poll.dates.first(), origin="https://fate.example")
    cancel_for_a_moment(running, session)
    assert job.send_notices() == 3
    assert all("“The bell tower” takes place on" in message.subject for message in mail.outbox)
    assert mailed() == ["ana", "ben", "gm"]
    assert job.send_notices() == 0, "each only once"


def test_a_reminder_that_waits_arrives_although_the_session_was_cancelled_for_a_moment(
    tomorrow, running, with_addresses, ben
):
    hour = later(hours=7)
    begin, end = (hour - timedelta(hours=1)).time(), (hour + timedelta(hours=1)).time()
    prefer(ben, quiet_from=begin.replace(second=0), quiet_until=end.replace(second=0))
    assert job.send_notices(hour) == 2
    assert mailed() == ["ana", "gm"]
    cancel_for_a_moment(running, tomorrow)
    assert job.send_notices(later(hours=7, minutes=1)) == 1
    assert mailed() == ["ana"], "Ana was reminded, and hears that the session takes place"
    assert job.send_notices(later(hours=9)) == 1
    assert mailed() == ["ben"]


def test_a_reminder_that_waits_for_fewer_hours_is_not_sent_early_after_a_moment_of_cancellation(
    tomorrow, running, with_addresses
):
    job.plan_reminders(later(hours=7))
    tomorrow = actions.change_session(membership=running, session=tomorrow, remind_hours=2)
    cancel_for_a_moment(running, tomorrow)
    assert job.send_notices(later(hours=7)) == 0
    assert job.send_notices(later(hours=28, minutes=1)) == 3
