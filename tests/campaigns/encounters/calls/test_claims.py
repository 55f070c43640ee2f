"""Two processes send a push message once; one that stops leaves it to the next; a second seat is a new wait."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job
from campaigns.encounters.calls.models import Call
from people.access import get_membership
from tests.campaigns.encounters.play.test_at_once import at_once


def soon(**more):
    return timezone.now() + timedelta(**{"seconds": 30, **more})


@pytest.fixture
def both_read(monkeypatch):
    """Both processes have read what is due before one of them claims it."""
    gate, find = threading.Barrier(2), job.find_due_waits

    def find_and_wait(now):
        due = find(now)
        gate.wait(20)
        return due

    monkeypatch.setattr(job, "find_due_waits", find_and_wait)


@pytest.mark.django_db(transaction=True)
def test_of_two_processes_that_take_the_same_call_one_sends_it(fight, ana, receiver, both_read):
    phone, now = receiver.browser("ana"), soon()
    phone.add_for(ana)
    assert sorted(at_once(lambda: job.call_players(now), lambda: job.call_players(now))) == [0, 1]
    assert len(phone.shown) == 1
    assert Call.objects.get().tries == 0


@pytest.mark.django_db(transaction=True)
def test_a_planted_claim_that_does_not_look_is_found(fight, ana, receiver, both_read, monkeypatch):
    monkeypatch.setattr(job, "_claim_push", lambda _call, _now: True)
    phone, now = receiver.browser("ana"), soon()
    phone.add_for(ana)
    assert at_once(lambda: job.call_players(now), lambda: job.call_players(now)) == [1, 1]
    assert len(phone.shown) == 2


@pytest.mark.django_db
def test_a_message_whose_process_stopped_is_sent_after_two_minutes(fight, ana, receiver, monkeypatch):
    phone, now = receiver.browser("ana"), soon()
    phone.add_for(ana)
    with monkeypatch.context() as patch:
        patch.setattr(job, "send_in_lanes", lambda *_arguments: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            job.call_players(now)
    assert job.call_players(now + job.CLAIM_DURATION - timedelta(seconds=1)) == 0
    assert job.call_players(now + job.CLAIM_DURATION) == 1
    assert len(phone.shown) == 1


@pytest.mark.django_db
def test_a_second_seat_that_play_waits_for_later_makes_a_new_call(fight, ana, ben, gm, receiver):
    play.hand_over_participant(
        encounter=fight, by=gm, participant="bandit-1", controller=get_membership(ana, fight.campaign_id)
    )
    phone = receiver.browser("ana")
    phone.add_for(ana)
    assert job.call_players(soon()) == 1
    play.submit(encounter=fight, by=ben, command={"type": "pass", "actor": "oskar"})
    assert job.call_players(soon(minutes=1)) == 0, "it waits for the same seat as before"
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert job.call_players(soon(minutes=2)) == 1, "it waits for her other seat"
    assert job.call_players(soon(minutes=3)) == 0
