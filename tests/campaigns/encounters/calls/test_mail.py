"""The mail to someone for whom a table has waited long."""

import smtplib
from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Encounter
from common import mail_rounds
from operations import site_backup
from people.devices.actions import save_preferences

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(ana):
    """Ana wants a mail after an hour, at her confirmed address."""
    give_address(ana)
    return ana


def want_mail(user, after, **more):
    fields = {"remind": True, "quiet_from": None, "quiet_until": None, "origin": "https://fate.example", **more}
    save_preferences(user=user, mail_after=after, **fields)


def give_address(user):
    EmailAddress.objects.create(user=user, email=f"{user.username}@example.com", verified=True, primary=True)
    want_mail(user, 1)


def later(**more):
    return timezone.now() + timedelta(**more)


def test_one_mail_comes_when_nothing_was_played_for_so_long(fight, ana):
    assert job.call_players(later(minutes=59)) == 0
    assert job.call_players(later(minutes=61)) == 1
    assert job.call_players(later(days=3)) == 0
    [told] = mail.outbox
    assert (told.to, told.subject) == (["ana@example.com"], "It is your turn: The Salt Road · Ambush at the ford")
    assert f"https://fate.example/encounters/{fight.pk}/" in told.body
    assert "https://fate.example/me/calls/" in told.body
    for secret in ("Mara", "Oskar", "Bandit", "KD"):
        assert secret not in told.body


def test_a_person_who_played_gets_no_mail_and_another_one_for_the_next_turn(fight, ana, ben, gm):
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert job.call_players(later(minutes=61)) == 0
    play.undo(encounter=fight, by=gm, to=0)
    assert job.call_players(later(minutes=61)) == 1


def test_after_a_restore_of_the_site_nobody_is_called_for_an_old_wait(fight, ana, gm):
    want_mail(ana, 1, quiet_from=time(0), quiet_until=time(23, 59))
    site_backup._end_old_access()
    want_mail(ana, 1)
    assert job.call_players(later(hours=5)) == 0
    assert mail.outbox == []
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    play.undo(encounter=fight, by=gm, to=0)
    assert job.call_players(later(hours=5)) == 1, "a new wait is called"


@pytest.mark.parametrize("hours", [8, 24])
def test_the_delay_is_chosen(fight, ana, hours):
    want_mail(ana, hours)
    assert job.call_players(later(hours=hours, minutes=-1)) == 0
    assert job.call_players(later(hours=hours, minutes=1)) == 1


def test_no_mail_without_a_confirmed_address_or_with_mail_off(fight, ana):
    EmailAddress.objects.filter(user=ana).update(verified=False)
    assert job.call_players(later(days=2)) == 0
    EmailAddress.objects.filter(user=ana).update(verified=True)
    want_mail(ana, 0)
    assert job.call_players(later(days=2)) == 0
    assert mail.outbox == []


def test_no_mail_in_quiet_hours(fight, ana):
    want_mail(ana, 1, quiet_from=time(22), quiet_until=time(7))
    night = (timezone.now() + timedelta(days=1)).replace(hour=23)
    assert job.call_players(night) == 0
    assert job.call_players(night + timedelta(hours=9)) == 1


class Refusal:
    """A mail server that refuses every mail with `fault`, and counts."""

    def __init__(self, monkeypatch, fault):
        self.fault, self.count = fault, 0
        monkeypatch.setattr("campaigns.encounters.calls.mail.send_mail", self.refuse)

    def refuse(self, *_arguments, **_more):
        self.count += 1
        raise self.fault


def refused_recipient(code):
    return smtplib.SMTPRecipientsRefused({"ana@example.com": (code, b"no ana@example.com here")})


def test_a_mail_that_could_not_be_sent_is_sent_later(fight, ana, monkeypatch, caplog):
    Refusal(monkeypatch, refused_recipient(450))
    assert job.call_players(later(hours=2)) == 0
    assert "SMTPRecipientsRefused 450" in caplog.text
    assert "example.com" not in caplog.text
    assert Call.objects.get().mailed is None
    monkeypatch.undo()
    assert job.call_players(later(hours=3)) == 1


def test_a_mail_that_keeps_failing_is_tried_six_times_in_half_an_hour(fight, ana, ben, gm, monkeypatch):
    server, first = Refusal(monkeypatch, refused_recipient(450)), later(hours=2)
    tried = []
    for minute in range(200):
        before = server.count
        job.call_players(first + timedelta(minutes=minute))
        tried += [minute] * (server.count - before)
    assert tried == [0, 1, 3, 7, 15, 31]
    monkeypatch.undo()
    assert job.call_players(first + timedelta(days=2)) == 0
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    play.undo(encounter=fight, by=gm, to=0)
    assert job.call_players(first + timedelta(days=3)) == 1, "a new wait has tries of its own"


def test_mails_come_after_a_long_outage_of_the_mail_server_and_none_holds_up_the_others(fight, ana, ben, monkeypatch):
    give_address(ben)
    first, tried = later(hours=2), []

    def fail(*arguments):
        tried.extend(arguments[3])
        raise TimeoutError

    with monkeypatch.context() as outage:
        outage.setattr("campaigns.encounters.calls.mail.send_mail", fail)
        for minute in range(40):
            assert job.call_players(first + timedelta(minutes=minute)) == 0
    assert tried == ["ana@example.com", "ben@example.com"] * 8
    assert job.call_players(first + timedelta(minutes=42)) == 2


@pytest.mark.parametrize("fault", [refused_recipient(550), smtplib.SMTPDataError(554, b"spam")])
def test_a_mail_that_is_refused_for_good_is_not_tried_again_and_holds_up_no_other(fight, ana, ben, monkeypatch, fault):
    give_address(ben)
    server, first = Refusal(monkeypatch, fault), later(hours=2)
    job.call_players(first)
    job.call_players(first + timedelta(minutes=1))
    assert server.count == 2, "one for each"


@pytest.mark.parametrize("fault", [ConnectionRefusedError(), TimeoutError(), smtplib.SMTPServerDisconnected()])
def test_a_mail_server_that_cannot_be_reached_ends_the_mails_for_a_minute(fight, ana, ben, monkeypatch, fault):
    give_address(ben)
    server, first = Refusal(monkeypatch, fault), later(hours=2)
    for seconds in range(0, 60, 10):
        job.call_players(first + timedelta(seconds=seconds))
    assert server.count == 1
    monkeypatch.undo()
    assert job.call_players(first + timedelta(minutes=1)) == 1, "the other one first"
    assert job.call_players(first + timedelta(minutes=5)) == 1


def test_a_slow_mail_server_ends_the_round_and_the_rest_is_sent_later(fight, ana, ben, monkeypatch):
    give_address(ben)
    clock, first = iter([0.0, 5.0, 21.0]), later(hours=2)
    with monkeypatch.context() as slow:
        slow.setattr(mail_rounds, "monotonic", lambda: next(clock))
        assert job.call_players(first) == 1
    assert job.call_players(first + timedelta(seconds=10)) == 1
    assert len({message.to[0] for message in mail.outbox}) == 2


def test_a_title_with_line_breaks_makes_no_mail_header_and_stops_no_mail(fight, ana, ben):
    give_address(ben)
    Encounter.objects.filter(pk=fight.pk).update(title="Ambush\nBcc: all@example.com")
    assert job.call_players(later(minutes=61)) == 2
    assert {message.subject for message in mail.outbox} == {
        "It is your turn: The Salt Road · Ambush Bcc: all@example.com"
    }
