"""On PostgreSQL: what is dated waits for a change of the calendar, and neither blocks the other or a table for ever."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.log import actions as log_actions
from campaigns.log.calendar import actions, events
from campaigns.log.calendar.dates import date_entry
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from characters.models import Character
from characters.sheets import status_actions
from tests import factories

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks the whole database"),
]


@pytest.fixture
def locks():
    """Runs a write, and returns the locks that it takes: "no key" or "full", by their tables."""

    def read(write):
        with CaptureQueriesContext(connection) as asked:
            write()
        found = {}
        for query in asked:
            table = query["sql"].partition('FROM "')[2].partition('"')[0]
            if " FOR NO KEY UPDATE" in query["sql"]:
                found[table] = "no key"
            elif " FOR UPDATE" in query["sql"]:
                found[table] = "full"
        return found

    return read


def test_a_note_locks_the_calendar_that_gives_it_its_date(locks, gm_seat, calendar):
    assert (
        locks(lambda: log_actions.add_note(membership=gm_seat, text="The bell tolled."))["campaigns_calendar"]
        == "no key"
    )


def test_the_entry_of_an_encounter_locks_the_calendar(locks, campaign, calendar):
    entry = LogEntry.objects.create(campaign=campaign, kind=LogEntry.Kind.ENCOUNTER, text="It ended.")
    assert locks(lambda: date_entry(entry))["campaigns_calendar"] == "no key"


def test_a_death_locks_character_and_calendar_so_that_others_can_date_the_character(locks, campaign, calendar, gm):
    hero = factories.CharacterFactory(campaign=campaign)
    found = locks(lambda: status_actions.mark_dead(character=hero, by=gm, reason="a fall"))
    assert (found[Character._meta.db_table], found["campaigns_calendar"]) == ("no key", "no key")


def test_a_session_that_is_marked_as_played_can_still_be_dated(locks, gm_seat, calendar):
    session = session_actions.plan_session(membership=gm_seat)
    found = locks(lambda: session_actions.record_attendance(membership=gm_seat, session=session, attendance=[]))
    assert found["campaigns_session"] == "no key"


def test_a_calendar_that_is_changed_leaves_the_rows_free_which_refer_to_the_campaign(locks, gm_seat, calendar):
    definition = calendar.definition
    found = locks(lambda: actions.save_calendar(membership=gm_seat, definition=definition, revision=calendar.revision))
    assert found["people_campaign"] == "no key"


def test_a_note_with_an_external_id_leaves_the_rows_free_which_refer_to_the_campaign(locks, gm_seat):
    found = locks(lambda: log_actions.add_note(membership=gm_seat, text="A bell.", source="bot", external_id="1"))
    assert found["people_campaign"] == "no key"


def test_an_event_is_deleted_only_while_no_date_advances(locks, gm_seat, calendar):
    event = events.plan_event(membership=gm_seat, title="The fair", date="13 Harvestmoon 312")
    assert "campaigns_calendar" in locks(lambda: events.delete_event(membership=gm_seat, event=event))
