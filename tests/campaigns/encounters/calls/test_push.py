"""Push messages: who receives one, what it says, and what a silent or dead device costs."""

import json
import time as time_module
from datetime import time, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job, push
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Encounter
from common import outgoing
from operations import health
from people.devices.actions import save_preferences
from people.devices.models import PushDevice
from people.devices.push_key import get_push_key
from people.models import Campaign
from tests.campaigns.encounters.calls.receiver import claims

pytestmark = pytest.mark.django_db


def soon(**more):
    return timezone.now() + timedelta(**{"seconds": 30, **more})


def test_a_player_is_told_once_that_it_is_their_turn(fight, ana, ben, receiver):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    assert job.call_players(timezone.now()) == 0, "who plays on at once is not called"
    assert job.call_players(soon()) == 1
    assert job.call_players(soon(minutes=5)) == 0
    assert phone.shown == [
        {
            "title": "The Salt Road · Ambush at the ford",
            "body": "It is your turn.",
            "path": f"/encounters/{fight.pk}/",
            "waiting": 1,
            "signal": "full",
        }
    ]
    assert phone.headers[0]["Content-Encoding"] == "aes128gcm"
    signed = claims(phone.headers[0], get_push_key().public)
    assert signed["aud"] == f"http://127.0.0.1:{receiver.server_port}"
    assert signed["sub"].startswith("mailto:")


def test_the_next_turn_is_a_new_call_and_no_card_is_in_it(fight, ana, ben, gm, receiver):
    phones = {user: receiver.browser(user.username) for user in (ana, ben, gm)}
    for user, phone in phones.items():
        phone.add_for(user)
    job.call_players(soon())
    assert [len(phones[user].shown) for user in (ana, ben, gm)] == [1, 1, 0]
    play.submit(
        encounter=fight,
        by=ana,
        command={"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "unarmed", "cards": ["KD"]},
    )
    job.call_players(soon())
    assert [len(phones[user].shown) for user in (ana, ben, gm)] == [1, 1, 1]
    said = json.dumps([phone.shown for phone in phones.values()], ensure_ascii=False)
    for secret in ("KD", "Bandit", "Mara", "Oskar", "attack"):
        assert secret not in said


def test_nobody_is_called_in_quiet_hours_and_everybody_afterwards(fight, ana, receiver):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    save_preferences(user=ana, mail_after=0, remind=True, quiet_from=time(22), quiet_until=time(7), origin="")
    night = (timezone.now() + timedelta(days=1)).replace(hour=23, minute=30)
    assert job.call_players(night) == 0
    assert job.call_players(night + timedelta(hours=7)) == 0
    assert job.call_players(night + timedelta(hours=8)) == 1


def test_a_reminder_comes_every_day_unless_it_is_not_wanted(fight, ana, receiver):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    first = soon()
    assert job.call_players(first) == 1
    assert job.call_players(first + timedelta(hours=23)) == 0
    assert job.call_players(first + timedelta(hours=25)) == 1
    save_preferences(user=ana, mail_after=0, remind=False, quiet_from=None, quiet_until=None, origin="")
    assert job.call_players(first + timedelta(hours=50)) == 1, "it was planned before"
    assert job.call_players(first + timedelta(hours=99)) == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_the_service_does_not_know_is_forgotten(fight, ana, receiver, status):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    phone.status = status
    assert job.call_players(soon()) == 0
    assert not PushDevice.objects.filter(user=ana).exists()


def test_a_service_that_fails_is_asked_again_later(fight, ana, receiver):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    phone.status = 503
    assert job.call_players(soon()) == 0
    assert PushDevice.objects.get(user=ana).failures == 1
    phone.status = 201
    assert job.call_players(soon(seconds=40)) == 0
    assert job.call_players(soon(minutes=2)) == 1
    assert PushDevice.objects.get(user=ana).failures == 0


@pytest.mark.parametrize(
    "address", ["https://push.example:/x", "https://[2606:4700::1111]/x", "https://:p@push.example/x"]
)
def test_an_address_that_cannot_be_signed_breaks_no_other_message(fight, ana, ben, receiver, address):
    receiver.browser("ana").add_for(ana)
    PushDevice.objects.filter(user=ana).update(endpoint=address)
    quick = receiver.browser("ben")
    quick.add_for(ben)
    assert job.call_players(soon()) == 1
    assert (len(quick.shown), PushDevice.objects.get(user=ana).failures) == (1, 1)
    assert job.call_players(soon(seconds=40)) == 0


def test_an_unexpected_error_of_one_message_breaks_no_other(fight, ana, ben, receiver, monkeypatch, caplog):
    phones = {user: receiver.browser(user.username) for user in (ana, ben)}
    for user, phone in phones.items():
        phone.add_for(user)
    encrypt = push.encrypt

    def fail_for_ana(device, content):
        if device.endpoint == phones[ana].endpoint:
            raise LookupError
        return encrypt(device, content)

    monkeypatch.setattr(push, "encrypt", fail_for_ana)
    assert job.call_players(soon()) == 1
    assert (len(phones[ben].shown), PushDevice.objects.get(user=ana).failures) == (1, 1)
    assert "LookupError" in caplog.text


@pytest.mark.parametrize(("sender", "fits"), [("Fate <fate@example.org>", True), ("fate@intranet", False), ("", False)])
def test_doctor_says_if_the_address_of_the_operator_cannot_be_sent_to_push_services(
    ana, receiver, settings, sender, fits
):
    settings.DEFAULT_FROM_EMAIL = sender
    assert health.POINTS["Push messages"]().ok, "nobody has a device"
    receiver.browser("ana").add_for(ana)
    finding = health.POINTS["Push messages"]()
    assert (finding.ok, "refuse" in finding.text) == (fits, not fits)


def test_a_service_that_does_not_answer_delays_no_other(fight, ana, ben, receiver, monkeypatch):
    slow, quick = receiver.browser("slow"), receiver.browser("quick")
    slow.delay = 3.0
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.5)
    slow.endpoint = slow.endpoint.replace("127.0.0.1", "localhost")
    slow.add_for(ana)
    quick.add_for(ben)
    begun = time_module.monotonic()
    assert job.call_players(soon()) == 1
    assert time_module.monotonic() - begun < 2.5
    assert (len(quick.shown), PushDevice.objects.get(user=ana).failures) == (1, 1)


def test_a_device_in_the_operators_network_is_not_reached(fight, ana, receiver, settings):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    settings.WEBHOOKS_PRIVATE = False
    assert job.call_players(soon()) == 0
    assert phone.headers == []


def test_archived_campaigns_and_former_members_are_not_called(fight, ana, campaign, receiver):
    phone = receiver.browser("ana")
    phone.add_for(ana)
    Campaign.objects.filter(pk=campaign.pk).update(archived=timezone.now())
    assert job.call_players(soon()) == 0
    Campaign.objects.filter(pk=campaign.pk).update(archived=None)
    campaign.members.filter(user=ana).update(left=timezone.now())
    assert job.call_players(soon()) == 0


def test_encounters_that_were_stored_without_waits_get_them(fight, ana, receiver):
    Encounter.objects.filter(pk=fight.pk).update(awaited=None)
    phone = receiver.browser("ana")
    phone.add_for(ana)
    call_command("call_players")
    assert [wait["actor"] for wait in Encounter.objects.get(pk=fight.pk).awaited] == ["mara", "oskar"]
    assert job.call_players(soon()) == 1


def test_more_people_take_as_many_queries(fight, ana, ben, receiver, django_assert_num_queries):
    job.call_players(soon())
    for user in (ana, ben):
        phone = receiver.browser(user.username)
        phone.add_for(user)
    job.call_players(soon())
    assert Call.objects.count() == 2
    with django_assert_num_queries(8):
        job.call_players(soon())
