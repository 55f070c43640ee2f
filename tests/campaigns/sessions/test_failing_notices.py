"""Notices whose mail or push message fails: nothing is sent again without end, and nothing is lost in an outage."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.utils import timezone

from campaigns.encounters.calls import push
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from common import mail_rounds
from common.outgoing import Unreachable
from people.devices.models import PushDevice

pytestmark = pytest.mark.django_db


@pytest.fixture
def moment(tomorrow, with_addresses):
    """When the reminders of the session are due."""
    return timezone.now() + timedelta(hours=7)


class Failing:
    """Mails or push messages that fail, with the minutes in which they were tried."""

    def __init__(self, fault):
        self.fault, self.minute, self.tried = fault, 0, []

    def __call__(self, *_arguments):
        self.tried.append(self.minute)
        raise self.fault


def add_phone(user):
    """A device of the person's, held by a token."""
    token, _secret = user.auth_token_set.create(user=user, name="phone")
    PushDevice.objects.create(
        user=user, token=token, name="Phone", endpoint=f"https://push.example/{user}", digest=f"{user.pk:064}"
    )


def send_each_minute(moment, count, *services):
    for minute in range(count):
        for service in services:
            service.minute = minute
        job.send_notices(moment + timedelta(minutes=minute))


def only_for(user, moment):
    """Leaves the notice of one person, so that only this one is due."""
    job.plan_reminders(moment)
    SessionNotice.objects.exclude(member=None).exclude(member__user=user).delete()


def test_a_mail_refused_for_good_is_not_sent_again_with_the_tries_of_the_push_message(moment, ana, monkeypatch):
    mails, pushes = Failing(SMTPRecipientsRefused({"a": (550, b"")})), Failing(Unreachable("TimeoutError"))
    monkeypatch.setattr("campaigns.sessions.notices.mail.send_mail", mails)
    monkeypatch.setattr(push, "send", pushes)
    add_phone(ana)
    only_for(ana, moment)
    send_each_minute(moment, 40, mails, pushes)
    assert (mails.tried, pushes.tried) == ([0], [0, 1, 3, 7, 15, 31])
    notice = SessionNotice.objects.exclude(member=None).get()
    assert (notice.due, notice.mailed, notice.pushed) == (None, None, None), "it reached nobody"


def test_a_failing_push_message_is_not_tried_without_end_while_mails_wait_and_the_mail_comes(moment, ana, monkeypatch):
    pushes = Failing(Unreachable("TimeoutError"))
    monkeypatch.setattr(push, "send", pushes)
    add_phone(ana)
    only_for(ana, moment)
    with monkeypatch.context() as outage:
        outage.setattr("common.mail_rounds.MailRound.is_over", lambda _self: True)
        send_each_minute(moment, 120, pushes)
    assert pushes.tried == [0, 1, 3, 7, 15, 31]
    assert mail.outbox == []
    assert job.send_notices(moment + timedelta(minutes=160)) == 1
    assert len(mail.outbox) == 1
    assert len(pushes.tried) == 6


def test_mails_for_which_a_slow_server_left_no_time_come_in_the_next_round(moment, monkeypatch):
    clock = iter([0.0, 5.0, 21.0, 22.0])
    with monkeypatch.context() as slow:
        slow.setattr(mail_rounds, "monotonic", lambda: next(clock))
        assert job.send_notices(moment) == 1
    assert job.send_notices(moment + timedelta(seconds=10)) == 2


def test_in_an_outage_of_mails_push_messages_come_and_nothing_else_is_claimed(moment, ana, monkeypatch):
    with monkeypatch.context() as outage:
        outage.setattr("campaigns.sessions.notices.mail.send_mail", Failing(TimeoutError()))
        assert job.send_notices(moment) == 0
        monkeypatch.setattr(push, "send", lambda *_arguments: None)
        add_phone(ana)
        SessionNotice.objects.filter(member__user=ana).update(due=moment)
        claimed = []
        monkeypatch.setattr(job, "_claim", lambda notice, _now: claimed.append(notice.member.user) or True)
        assert job.send_notices(moment + timedelta(seconds=10)) == 1
    assert claimed == [ana]
    assert SessionNotice.objects.get(member__user=ana).mailed is None


def test_mails_come_after_a_long_outage_of_the_mail_server_and_none_holds_up_the_others(moment, monkeypatch):
    tried = []

    def fail(*arguments):
        tried.extend(arguments[3])
        raise TimeoutError

    with monkeypatch.context() as outage:
        outage.setattr("campaigns.sessions.notices.mail.send_mail", fail)
        send_each_minute(moment, 39)
    assert [tried.count(f"{name}@example.com") for name in ("gm", "ana", "ben")] == [8, 8, 8]
    assert job.send_notices(moment + timedelta(minutes=44)) == 3
    assert not SessionNotice.objects.exclude(due=None).exists()
