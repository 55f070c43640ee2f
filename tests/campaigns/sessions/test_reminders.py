"""Members are reminded of a session once, at the hour that was chosen last."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from campaigns.sessions import actions
from campaigns.sessions.notices import job
from campaigns.sessions.notices.outbox import end_waiting_notices

pytestmark = pytest.mark.django_db


def later(**more):
    return timezone.now() + timedelta(**more)


def test_a_reminder_comes_so_many_hours_before_and_once(tomorrow, with_addresses):
    assert job.send_notices(later(hours=5)) == 0
    assert job.send_notices(later(hours=7)) == 3
    assert sorted(message.to[0].partition("@")[0] for message in mail.outbox) == ["ana", "ben", "gm"]
    assert job.send_notices(later(hours=8)) == 0
    assert job.send_notices(later(hours=29)) == 0


def test_a_session_without_a_reminder_reminds_nobody(tomorrow, running, with_addresses):
    actions.change_session(membership=running, session=tomorrow, remind_hours=0)
    assert job.send_notices(later(hours=7)) == 0


def test_a_moved_session_is_reminded_of_its_new_start(tomorrow, running, with_addresses):
    job.send_notices(later(hours=7))
    actions.change_session(membership=running, session=tomorrow, starts=later(hours=100))
    assert job.send_notices(later(hours=30)) == 0
    assert job.send_notices(later(hours=77)) == 3


def test_saving_the_notes_moves_no_session_and_reminds_nobody_again(tomorrow, running, with_addresses, gm, client):
    start = tomorrow.starts.replace(second=17)
    actions.change_session(membership=running, session=tomorrow, starts=start)
    assert job.send_notices(later(hours=7)) == 3
    client.force_login(gm)
    address = f"/sessions/{tomorrow.pk}/edit/"
    sent = {"notes": "Bring dice.", "starts": f"{timezone.localtime(start):%Y-%m-%dT%H:%M}", "remind_hours": 24}
    assert sent["starts"] in client.get(address).content.decode()
    client.post(address, sent | {"revision": 3})
    tomorrow.refresh_from_db()
    assert (tomorrow.notes, tomorrow.starts) == ("Bring dice.", start)
    assert job.send_notices(later(hours=8)) == 0
    moved = f"{timezone.localtime(start) + timedelta(hours=2):%Y-%m-%dT%H:%M}"
    client.post(address, sent | {"starts": moved, "revision": 4})
    assert job.send_notices(later(hours=9)) == 3, "the session was moved"


@pytest.mark.parametrize("hour", [0, 1])
def test_a_session_in_the_hour_that_clocks_repeat_is_saved_as_it_is(running, session, gm, client, hour):
    start = datetime(2030, 10, 27, hour, 30, tzinfo=UTC)
    actions.change_session(membership=running, session=session, starts=start)
    gm.zone = "Europe/Berlin"
    gm.save()
    client.force_login(gm)
    address = f"/sessions/{session.pk}/edit/"
    assert 'value="2030-10-27T02:30"' in client.get(address).content.decode()
    sent = {"notes": "Bring dice.", "starts": "2030-10-27T02:30", "remind_hours": 24}
    client.post(address, sent | {"revision": 2})
    session.refresh_from_db()
    assert (session.notes, session.starts) == ("Bring dice.", start)
    refused = client.post(address, sent | {"starts": "2030-10-27T02:40", "revision": 3})
    assert "ambiguous" in refused.content.decode()
    session.refresh_from_db()
    assert (session.notes, session.starts) == ("Bring dice.", start)


def test_a_session_that_is_moved_back_is_reminded_of_again(tomorrow, running, with_addresses):
    first = tomorrow.starts
    job.send_notices(later(hours=7))
    tomorrow = actions.change_session(membership=running, session=tomorrow, starts=first + timedelta(hours=2))
    assert job.send_notices(later(hours=9)) == 3
    actions.change_session(membership=running, session=tomorrow, starts=first)
    assert job.send_notices(later(hours=10)) == 3
    assert job.send_notices(later(hours=11)) == 0


def test_a_reminder_with_other_hours_comes_again_if_they_are_still_ahead(tomorrow, running, with_addresses):
    weekly = actions.change_session(membership=running, session=tomorrow, remind_hours=168)
    assert job.send_notices() == 3
    still = actions.change_session(membership=running, session=weekly, remind_hours=48)
    assert job.send_notices(later(hours=1)) == 0, "the new hour is past, and everyone was reminded"
    actions.change_session(membership=running, session=still, remind_hours=2)
    assert job.send_notices(later(hours=27)) == 0
    assert job.send_notices(later(hours=29)) == 3
    assert job.send_notices(later(hours=29.5)) == 0


@pytest.mark.parametrize("mistake", [0, 6, 168])
def test_a_reminder_whose_hours_are_changed_and_put_back_does_not_come_again(
    tomorrow, running, with_addresses, mistake
):
    soon = actions.change_session(membership=running, session=tomorrow, starts=later(hours=23))
    assert job.send_notices() == 3
    for hours in (mistake, 24):
        soon = actions.change_session(membership=running, session=soon, remind_hours=hours)
        assert job.send_notices() == 0
    assert job.send_notices(later(hours=22)) == 0


def test_a_reminder_that_waits_comes_at_the_new_hour_and_not_without_a_reminder(
    tomorrow, running, with_addresses, monkeypatch
):
    soon = actions.change_session(membership=running, session=tomorrow, starts=later(hours=23))
    monkeypatch.setattr(job, "is_quiet", lambda preferences, now: True)
    assert job.send_notices() == 0
    monkeypatch.undo()
    soon = actions.change_session(membership=running, session=soon, remind_hours=0)
    assert job.send_notices() == job.send_notices(later(hours=22)) == 0
    soon = actions.change_session(membership=running, session=soon, remind_hours=6)
    assert job.send_notices(later(hours=16)) == 0
    actions.change_session(membership=running, session=soon, remind_hours=24)
    assert job.send_notices() == 3
    assert job.send_notices(later(hours=18)) == 0


def test_a_restored_site_counts_a_reminder_of_shorter_hours_as_sent_too(tomorrow, running, with_addresses):
    weekly = actions.change_session(membership=running, session=tomorrow, remind_hours=168)
    assert job.send_notices() == 3
    actions.change_session(membership=running, session=weekly, remind_hours=24)
    end_waiting_notices(later(hours=7))
    assert job.send_notices(later(hours=8)) == 0
