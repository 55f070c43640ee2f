"""Members are told about sessions by mail, push message and webhook, each once, outside their quiet hours."""

from datetime import time, timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from campaigns.encounters.calls import push
from campaigns.sessions import actions
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning import actions as planning_actions
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common.outgoing import Unreachable
from people.access import get_membership
from people.devices.actions import save_preferences
from people.devices.models import PushDevice
from people.models import Member

pytestmark = pytest.mark.django_db


def prefer(user, **more):
    fields = {
        "mail_after": 0,
        "remind": True,
        "quiet_from": None,
        "quiet_until": None,
        "origin": "https://fate.example",
    }
    save_preferences(user=user, **(fields | more))


def add_phone(user):
    """A device of the person's, held by a token."""
    token, _secret = user.auth_token_set.create(user=user, name="phone")
    PushDevice.objects.create(user=user, token=token, name="Phone", endpoint="https://push.example/1", digest="1" * 64)


def mailed():
    """To whom mails went, and an empty outbox."""
    people = sorted(message.to[0].partition("@")[0] for message in mail.outbox)
    mail.outbox.clear()
    return people


def later(**more):
    return timezone.now() + timedelta(**more)


def test_the_mail_about_proposed_dates_has_a_link_of_its_reader(poll, with_addresses, ana, client):
    assert job.send_notices() == 3
    hers = next(message for message in mail.outbox if message.to == ["ana@example.com"])
    address = next(line for line in hers.body.splitlines() if "/when/" in line)
    assert address.startswith("https://fate.example/when/")
    assert client.get(address.removeprefix("https://fate.example")).status_code == 200
    assert "miller" not in hers.body
    assert mailed() == ["ana", "ben", "gm"]
    assert job.send_notices(later(minutes=10)) == 0


def test_the_mail_without_a_personal_link_asks_to_sign_in(poll, running, with_addresses, ana):
    job.send_notices()
    mail.outbox.clear()
    planning_actions.revoke_link(membership=running, poll=poll, member=get_membership(ana, poll.session.campaign_id))
    planning_actions.ask_again(membership=running, poll=poll, origin="https://fate.example")
    job.send_notices()
    bodies = {message.to[0]: message.body for message in mail.outbox}
    address = f"https://fate.example/sessions/{poll.session_id}/when/"
    assert f"\nSign in and answer here:\n\n{address}\n" in bodies["ana@example.com"]
    assert "personal link" not in bodies["ana@example.com"]
    assert "\nUse this personal link" in bodies["ben@example.com"]


def test_a_line_break_in_a_title_stops_no_mail(tomorrow, with_addresses):
    type(tomorrow).objects.filter(pk=tomorrow.pk).update(title="The bell\nBcc: eve@example.com")  # an old archive
    assert job.send_notices(later(hours=7)) == 3
    assert all("\n" not in message.subject and not message.bcc for message in mail.outbox)
    assert mailed() == ["ana", "ben", "gm"]


def test_webhooks_are_reminded_once(tomorrow, campaign):
    Webhook.objects.create(campaign=campaign, url="https://example.com/", topics=["session-reminder"], secret="x")
    for hours in (5, 7, 8):
        job.send_notices(later(hours=hours))
    [told] = WebhookDelivery.objects.filter(topic="session-reminder")
    assert told.body["session"]["title"] == "The bell tower"
    assert "miller" not in str(told.body)


def test_a_chosen_date_that_is_moved_is_reminded_of_and_one_that_stays_is_not(session, running, with_addresses):
    poll = planning_actions.propose_dates(
        membership=running, session=session, dates=[later(hours=5)], until=later(hours=4), origin="https://fate.example"
    )
    session = planning_actions.choose_date(membership=running, date=poll.dates.get(), origin="https://fate.example")
    job.send_notices()
    mailed()
    session = actions.change_session(membership=running, session=session, title="The mill")
    assert job.send_notices(later(hours=1)) == 0
    actions.change_session(membership=running, session=session, starts=later(hours=7))
    assert job.send_notices(later(hours=1)) == 3
    assert mailed() == ["ana", "ben", "gm"]


@pytest.mark.parametrize("what", ["played", "moved", "begun", "left"])
def test_a_reminder_that_no_longer_holds_is_not_sent(tomorrow, running, with_addresses, ana, what):
    prefer(ana, quiet_from=time(0, 0), quiet_until=time(23, 59))
    job.send_notices(later(hours=7))
    mailed()
    prefer(ana)
    moment = later(hours=8)
    if what == "played":
        actions.record_attendance(membership=running, session=tomorrow, attendance=[])
    elif what == "moved":
        actions.change_session(membership=running, session=tomorrow, starts=later(days=9))
    elif what == "left":
        Member.objects.filter(user=ana).update(left=timezone.now())
    else:
        moment = later(hours=31)
    assert job.send_notices(moment) == 0
    assert mailed() == []


def test_in_quiet_hours_the_reminder_waits_until_they_end(tomorrow, with_addresses, ana):
    moment = later(hours=7)
    begin, end = (moment - timedelta(hours=1)).time(), (moment + timedelta(hours=1)).time()
    prefer(ana, quiet_from=begin.replace(second=0), quiet_until=end.replace(second=0))
    job.send_notices(moment)
    assert mailed() == ["ben", "gm"]
    job.send_notices(moment + timedelta(hours=2))
    assert mailed() == ["ana"]


@pytest.mark.parametrize("batch", [1, 2, 500])
def test_notices_that_wait_for_quiet_hours_hold_up_no_newer_ones(
    tomorrow, with_addresses, ana, ben, monkeypatch, batch
):
    monkeypatch.setattr(job, "BATCH", batch)
    for user in (ana, ben):
        prefer(user, quiet_from=time(0, 0), quiet_until=time(23, 59))
    moment = later(hours=7)
    job.plan_reminders(moment)
    SessionNotice.objects.filter(member__user=ana).update(due=moment - timedelta(minutes=2))
    SessionNotice.objects.filter(member__user=ben).update(due=moment - timedelta(minutes=1))
    assert job.send_notices(moment) == 1
    assert mailed() == ["gm"]
    for user in (ana, ben):
        prefer(user)
    assert len(job.find_due_notices(moment)) == min(batch, 2), "no more in one round"


def test_a_person_chooses_mail_and_messages(tomorrow, with_addresses, ana, monkeypatch):
    sent = []
    monkeypatch.setattr(push, "send", lambda device, key, body, topic: sent.append(body))
    add_phone(ana)
    prefer(ana, session_mail=False)
    job.send_notices(later(hours=7))
    assert mailed() == ["ben", "gm"]
    assert [message["path"] for message in sent] == [f"/sessions/{tomorrow.pk}/"]
    assert "The bell tower" in sent[0]["body"]
    assert "miller" not in str(sent)


def test_messages_can_be_off(tomorrow, with_addresses, ana, monkeypatch):
    monkeypatch.setattr(push, "send", lambda *_args: pytest.fail("sent"))
    add_phone(ana)
    prefer(ana, session_push=False, session_mail=False)
    job.send_notices(later(hours=7))
    assert mailed() == ["ben", "gm"]


def test_a_failed_message_is_tried_again_and_the_mail_is_not_doubled(tomorrow, with_addresses, ana, monkeypatch):
    def fail(*_args):
        raise Unreachable("TimeoutError")

    monkeypatch.setattr(push, "send", fail)
    add_phone(ana)
    moment = later(hours=7)
    job.send_notices(moment)
    assert mailed() == ["ana", "ben", "gm"]
    sent = []
    monkeypatch.setattr(push, "send", lambda device, key, body, topic: sent.append(body))
    assert job.send_notices(moment + timedelta(minutes=2)) == 1
    assert len(sent) == 1
    assert mailed() == []
    assert job.send_notices(moment + timedelta(minutes=9)) == 0


def test_a_mail_that_failed_is_tried_again(tomorrow, with_addresses, monkeypatch, caplog):
    moment = later(hours=7)
    with monkeypatch.context() as broken:
        broken.setattr("campaigns.sessions.notices.mail.send_mail", _refuse)
        assert job.send_notices(moment) == 0
    assert "SMTPRecipientsRefused 450" in caplog.text
    assert "ana@example.com" not in caplog.text
    assert job.send_notices(moment + timedelta(minutes=2)) == 3
    assert mailed() == ["ana", "ben", "gm"]


def _refuse(*_args, code=450):
    raise SMTPRecipientsRefused({"ana@example.com": (code, b"no ana@example.com here")})


def test_a_mail_that_is_refused_for_good_is_not_tried_again(tomorrow, with_addresses, monkeypatch):
    moment = later(hours=7)
    with monkeypatch.context() as broken:
        broken.setattr("campaigns.sessions.notices.mail.send_mail", partial(_refuse, code=550))
        assert job.send_notices(moment) == 0
    assert job.send_notices(moment + timedelta(hours=1)) == 0
    assert not SessionNotice.objects.exclude(mailed=None).exists(), "it reached nobody"


def test_a_mail_server_that_cannot_be_reached_ends_the_mails_for_a_minute(tomorrow, with_addresses, monkeypatch):
    tried, moment = [], later(hours=7)

    def fail(*_args):
        tried.append(1)
        raise TimeoutError

    with monkeypatch.context() as broken:
        broken.setattr("campaigns.sessions.notices.mail.send_mail", fail)
        for seconds in range(0, 60, 10):
            assert job.send_notices(moment + timedelta(seconds=seconds)) == 0
    assert len(tried) == 1
    assert sorted(SessionNotice.objects.exclude(member=None).values_list("tries", flat=True)) == [0, 0, 0]
    assert job.send_notices(moment + timedelta(minutes=1)) == 2, "the others first"
    assert job.send_notices(moment + timedelta(minutes=5)) == 1


def test_a_notice_that_another_process_has_claimed_is_not_sent(tomorrow, with_addresses):
    moment = later(hours=7)
    job.plan_reminders(moment)
    found = job.find_due_notices(moment)
    assert job.send_notices(moment) == 3
    assert not any(job._claim(due.notice, moment) for due in found)


def test_nobody_is_asked_for_dates_once_one_is_chosen(poll, running, with_addresses):
    planning_actions.choose_date(membership=running, date=poll.dates.first(), origin="https://fate.example")
    job.send_notices()
    subjects = {message.subject for message in mail.outbox}
    assert all("takes place on" in subject for subject in subjects)
    assert mailed() == ["ana", "ben", "gm"]


def test_somebody_who_has_answered_every_date_ahead_is_not_asked_after_quiet_hours(poll, with_addresses, ana, ben):
    for user in (ana, ben):
        prefer(user, quiet_from=time(0, 0), quiet_until=time(23, 59))
    job.send_notices()
    assert mailed() == ["gm"]
    for date in poll.dates.all():
        planning_actions.answer_date(member=get_membership(ana, poll.session.campaign_id), date=date, answer="no")
    for user in (ana, ben):
        prefer(user)
    job.send_notices()
    assert mailed() == ["ben"]


def test_nobody_is_asked_for_dates_that_are_past(poll, with_addresses):
    poll.dates.update(starts=F("starts") - timedelta(days=10))
    assert job.send_notices() == 0


def test_somebody_who_was_just_told_the_date_is_not_reminded_of_it(session, running, with_addresses):
    """A date in five hours, with the reminder a day before: one message is enough."""
    poll = planning_actions.propose_dates(
        membership=running, session=session, dates=[later(hours=5)], until=later(hours=4), origin="https://fate.example"
    )
    planning_actions.choose_date(membership=running, date=poll.dates.first(), origin="https://fate.example")
    job.send_notices()
    assert job.send_notices(later(hours=1)) == 0
    assert all("takes place on" in message.subject for message in mail.outbox)


def test_a_reminder_of_a_site_without_an_address_ends_with_its_sentence(tomorrow, with_addresses):
    """On a site without TLS and without a request there is no address for links: then nothing is left blank."""
    job.send_notices(later(hours=7))
    bodies = [message.body for message in mail.outbox]
    assert bodies
    assert all("Reminder" in body and "\n\n\n" not in body for body in bodies)


def test_old_notices_are_deleted(tomorrow):
    job.send_notices(later(hours=7))
    assert job.delete_old_notices(later(days=89)) == 0
    assert job.delete_old_notices(later(days=92)) > 0
    assert not SessionNotice.objects.exists()
