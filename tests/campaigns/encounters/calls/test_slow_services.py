"""A slow push service or webhook host holds up no other, and what was not sent in time stays due."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters.calls import job, lanes, push, webhook
from campaigns.encounters.calls.models import Call
from campaigns.sessions.notices import job as notice_job
from campaigns.sessions.notices.models import SessionNotice
from people.access import get_membership
from people.devices.actions import save_preferences
from people.devices.models import PushDevice

SECONDS_OF_A_MESSAGE = 9


def add_device(user, host, name):
    token, _secret = user.auth_token_set.create(user=user, name=name)
    return PushDevice.objects.create(
        user=user, token=token, name=name, endpoint=f"https://{host}/{name}", digest=name.rjust(64, "0")
    )


def save_preferences_of(user, **more):
    fields = {"mail_after": 0, "remind": True, "quiet_from": None, "quiet_until": None, "origin": ""}
    save_preferences(user=user, **fields, **more)


class SlowHosts:
    """Services whose messages take nine seconds if "slow" is in their address, by a clock of each lane."""

    def __init__(self):
        self.clock, self.sent = threading.local(), []

    def monotonic(self):
        return getattr(self.clock, "now", 0.0)

    def take(self, url):
        self.sent.append(url)
        if "slow" in url:
            self.clock.now = self.monotonic() + SECONDS_OF_A_MESSAGE


@pytest.fixture
def hosts(monkeypatch):
    services = SlowHosts()
    monkeypatch.setattr(lanes, "monotonic", services.monotonic)
    monkeypatch.setattr(push, "send", lambda device, *_rest: services.take(device.endpoint))
    monkeypatch.setattr(webhook, "_send", lambda wait, _now: services.take(wait.preferences.webhook_url))
    return services


def messages():
    """Messages to thirty devices of a slow service and to three of a fast one, each for a call of its own."""
    slow = [PushDevice(endpoint=f"https://slow.example/{place}") for place in range(30)]
    fast = [PushDevice(endpoint=f"https://fast.example/{place}") for place in range(3)]
    return [job.Message(place, device, {}, "table-1") for place, device in enumerate([*slow, *fast])]


@pytest.mark.django_db
def test_a_lane_stops_after_its_time_and_another_service_gets_all_messages(hosts):
    sent = job.send_in_lanes(messages(), None, timezone.now())
    assert sent.reached == {0, 1, 2, 30, 31, 32}
    assert sent.left == set(range(3, 30))
    assert len(hosts.sent) == 6


@pytest.mark.django_db
def test_a_planted_lane_without_an_end_is_found(hosts, monkeypatch):
    monkeypatch.setattr(lanes.LaneClock, "is_over", lambda _self: False)
    job.send_in_lanes(messages(), None, timezone.now())
    assert len(hosts.sent) == 33


def test_a_round_with_many_slow_services_ends_before_its_claims(hosts):
    """Each lane starts where the one before it in the same thread ended."""
    for _lane in range(30):
        clock = lanes.LaneClock(0.0)
        while not clock.is_over():
            hosts.take("https://slow.example/")
    longest_message = 10
    assert hosts.monotonic() < lanes.ROUND_SECONDS + longest_message
    both = 2 * (lanes.ROUND_SECONDS + longest_message)
    assert both < lanes.CLAIM_DURATION.total_seconds()


@pytest.mark.django_db
def test_a_call_that_was_left_is_sent_in_the_next_round_and_has_not_failed(fight, ana, ben, hosts, monkeypatch):
    monkeypatch.setattr(lanes, "LANE_SECONDS", 5.0)
    add_device(ana, "slow.example", "1")
    add_device(ben, "slow.example", "2")
    moment = timezone.now() + timedelta(seconds=30)
    assert job.call_players(moment) == 1
    [left] = Call.objects.filter(pushed=None)
    assert (left.tries, left.push_due) == (0, moment)
    assert job.call_players(moment + timedelta(seconds=10)) == 1
    assert sorted(hosts.sent) == ["https://slow.example/1", "https://slow.example/2"]


@pytest.mark.django_db
def test_a_webhook_that_was_left_is_called_in_the_next_round_and_has_not_failed(fight, ana, ben, hosts, monkeypatch):
    monkeypatch.setattr(lanes, "LANE_SECONDS", 5.0)
    for user in (ana, ben):
        save_preferences_of(user, webhook_url=f"https://slow.example/{user}", webhook_after=0)
    moment = timezone.now() + timedelta(seconds=30)
    assert job.call_players(moment) == 1
    [left] = Call.objects.filter(webhook_sent=None)
    assert (left.webhook_tries, left.webhook_due) == (0, None)
    assert job.call_players(moment + timedelta(seconds=10)) == 1
    assert len(hosts.sent) == 2


@pytest.mark.django_db
def test_mails_are_sent_after_the_messages_to_devices_and_webhooks(fight, ana, hosts, monkeypatch):
    """A mail server may take ten seconds for each mail, and a claim of a message lasts two minutes."""
    add_device(ana, "fast.example", "1")
    save_preferences_of(ana, webhook_url="https://hooks.example/1", webhook_after=0)
    monkeypatch.setattr(job.mail, "send_if_due", lambda *_arguments: bool(hosts.take("mail")))
    assert job.call_players(timezone.now() + timedelta(seconds=30)) == 2
    assert hosts.sent == ["https://fast.example/1", "https://hooks.example/1", "mail"]


@pytest.mark.django_db
def test_a_notice_that_was_left_is_sent_in_the_next_round_and_has_not_failed(
    campaign, gm, ana, ben, hosts, monkeypatch
):
    monkeypatch.setattr(lanes, "LANE_SECONDS", 5.0)
    add_device(ana, "slow.example", "1")
    add_device(ben, "slow.example", "2")
    moment = timezone.now()
    session = campaign.sessions.create(number=1, title="The bell tower", starts=moment + timedelta(days=9))
    for user in (ana, ben):
        save_preferences_of(user, session_mail=False)
        row = {"session": session, "kind": SessionNotice.Kind.CHOSEN, "moment": session.starts, "due": moment}
        SessionNotice.objects.create(**row, member=get_membership(user, campaign.pk))
    assert notice_job.send_notices(moment) == 1
    [left] = SessionNotice.objects.filter(pushed=None)
    assert (left.tries, left.due) == (0, moment)
    assert notice_job.send_notices(moment + timedelta(seconds=10)) == 1
    assert len(hosts.sent) == 2
    assert not SessionNotice.objects.filter(due__isnull=False).exists()


@pytest.mark.django_db
def test_a_pushed_notice_is_stored_before_the_mails(campaign, gm, ana, hosts, monkeypatch):
    """Mails may take longer than the claim: then another process must not send the push message again."""
    add_device(ana, "fast.example", "1")
    moment = timezone.now()
    session = campaign.sessions.create(number=1, title="The bell tower", starts=moment + timedelta(days=9))
    row = {"session": session, "kind": SessionNotice.Kind.CHOSEN, "moment": session.starts, "due": moment}
    SessionNotice.objects.create(**row, member=get_membership(ana, campaign.pk))
    monkeypatch.setattr(notice_job.mail, "send", lambda *_arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        notice_job.send_notices(moment)
    assert SessionNotice.objects.get().pushed == moment
