"""A cancelled session: nothing counts it or waits for it, it stays readable, and it can be planned again."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from icalendar import Calendar

from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar import dates
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.overview.search.queries import search_campaign
from campaigns.overview.statistics.queries import get_statistics
from campaigns.sessions import actions
from campaigns.sessions.feed.access import feed_key
from campaigns.sessions.guests.visits import require_open_for_guests
from campaigns.sessions.models import Session, running_session
from campaigns.sessions.notices.job import find_due_notices
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.notices.outbox import queue_session_notices, sessions_to_remind_of
from campaigns.sessions.planning import actions as planning_actions
from people.access import get_membership
from tests.campaigns.sessions.conftest import in_days
from tests.people.helpers import forbidden
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight(running):
    """A session that begins in an hour."""
    return actions.plan_session(membership=running, title="The mill", starts=timezone.now() + timedelta(hours=1))


@pytest.fixture
def cancelled(running, tonight):
    """The session of tonight, cancelled."""
    return actions.cancel_session(membership=running, session=tonight)


def test_a_gm_cancels_a_session_on_its_page_and_plans_it_again(client, gm, ana, tonight):
    client.force_login(gm)
    address = f"/sessions/{tonight.pk}/"
    page = client.get(address).content.decode()
    assert page.index("Cancel the session") < page.index("they do not come back") < page.index("Cancel it")
    assert client.post(f"{address}cancel/").status_code == 302
    tonight.refresh_from_db()
    assert tonight.status == "cancelled"
    page = client.get(address).content.decode()
    assert "Mark as planned again" in page
    assert "/attendance/" not in page
    client.force_login(ana)
    assert "cancelled" in client.get(f"/campaigns/{tonight.campaign_id}/sessions/").content.decode()
    assert "Mark as planned again" not in client.get(address).content.decode()
    assert client.post(f"{address}reopen/").status_code == client.post(f"{address}cancel/").status_code == 403
    client.force_login(gm)
    assert client.post(f"{address}reopen/").status_code == 302
    tonight.refresh_from_db()
    assert tonight.status == "planned"
    assert list(tonight.history.values_list("status", flat=True)) == ["planned", "cancelled", "planned"]


def test_nothing_runs_or_waits_for_a_cancelled_session(client, ana, cancelled, running, session):
    assert running_session(cancelled.campaign_id) is None
    assert not cancelled.is_running
    assert Session.objects.filter(campaign=cancelled.campaign_id).coming() == session
    client.force_login(ana)
    for page in ("/", f"/campaigns/{cancelled.campaign_id}/"):
        assert b"The mill" not in client.get(page).content
    actions.reopen_session(membership=running, session=cancelled)
    assert running_session(cancelled.campaign_id) == cancelled
    assert b"The mill" in client.get("/").content


def test_nobody_is_reminded_of_a_cancelled_session(running, tonight, ana):
    now = timezone.now()
    assert sessions_to_remind_of(now) == [tonight]
    player = get_membership(ana, tonight.campaign_id)
    queue_session_notices(tonight, SessionNotice.Kind.CHOSEN, now, "", to=[player])
    assert find_due_notices(now + timedelta(seconds=1))
    SessionNotice.objects.update(due=now)
    actions.cancel_session(membership=running, session=tonight)
    assert sessions_to_remind_of(now) == []
    assert find_due_notices(now + timedelta(seconds=1)) == []


def test_the_feed_says_that_a_session_is_cancelled(client, running, tonight):
    for status in (None, "CANCELLED"):
        [event] = Calendar.from_ical(client.get(f"/calendars/{feed_key(running)}/sessions.ics").content).walk("VEVENT")
        assert event.get("status") == status
        actions.cancel_session(membership=running, session=tonight)


def test_timeline_statistics_and_search_know_that_it_is_cancelled(client, gm, running, tonight):
    definition = write_definition(PRESETS["twelve-moons"][1])
    calendar_actions.save_calendar(membership=running, definition=definition, date="12 Harvestmoon 312")
    dates.set_date(membership=running, kind="session", thing=tonight, date="12 Harvestmoon 312")
    client.force_login(gm)
    address = f"/campaigns/{tonight.campaign_id}/timeline/"
    assert [line.title for line in client.get(address).context["timeline"].lines] == ["The mill"]
    actions.cancel_session(membership=running, session=tonight)
    assert client.get(address).context["timeline"].lines == []
    assert [held for _name, _came, held in get_statistics(running).attendance] == [0] * 4
    [hit] = search_campaign(running, "mill").sessions
    assert hit.kind == f"cancelled session {tonight.number}"


def test_cancelling_ends_the_poll_and_a_cancelled_session_is_neither_played_nor_planned(running, session, poll):
    actions.cancel_session(membership=running, session=session)
    poll.refresh_from_db()
    assert poll.closed is not None
    row = Session.objects.get(pk=session.pk)
    for write in (
        lambda: actions.record_attendance(membership=running, session=session, attendance=[]),
        lambda: require_open_for_guests(row),
        lambda: planning_actions.propose_dates(
            membership=running, session=session, dates=[in_days(9)], until=in_days(7)
        ),
    ):
        with pytest.raises(ValidationError, match="cancelled"):
            write()
    assert actions.cancel_session(membership=running, session=session).revision == row.revision


def test_a_played_session_is_not_cancelled_and_players_cancel_none(running, session, ana):
    with forbidden("Only the GM"):
        actions.cancel_session(membership=get_membership(ana, session.campaign_id), session=session)
    actions.record_attendance(membership=running, session=session, attendance=[])
    with pytest.raises(ValidationError, match="already been played"):
        actions.cancel_session(membership=running, session=session)
    assert Session.objects.get().status == "held"


def test_scripts_cancel_a_session_and_attendance_goes_with_no_other_status(gm, session, running):
    script, address = Caller(gm), f"sessions/{session.pk}/"
    for status in ("planned", "cancelled"):
        answer = refused(script.patch(address, {"status": status, "attendance": [running.pk]}), 422)
        assert "Attendance marks the session as played" in str(answer)
    assert Session.objects.get().status == "planned"
    assert ok(script.patch(address, {"status": "cancelled", "notes": "Too many are ill."}))["status"] == "cancelled"
    refused(script.patch(address, {"attendance": [running.pk]}), 422)
    [listed] = ok(script.get(f"campaigns/{session.campaign_id}/sessions/?status=cancelled"))["results"]
    assert listed["notes"] == "Too many are ill."
    assert ok(script.patch(address, {"status": "planned"}))["status"] == "planned"


def test_the_page_warns_before_a_session_ahead_is_marked_as_played(client, gm, tonight, session):
    client.force_login(gm)
    assert b"still ahead" in client.get(f"/sessions/{tonight.pk}/attendance/").content
    assert b"still ahead" not in client.get(f"/sessions/{session.pk}/attendance/").content
