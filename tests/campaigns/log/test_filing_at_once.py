"""On PostgreSQL: filing while somebody else corrects or files the same entries loses nothing and never deadlocks."""

import threading
import time

import pytest
from django.db import connection, transaction

from campaigns.encounters.models import Encounter
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.sessions.filing.actions import ChosenRow, file_under_session
from tests.campaigns.encounters.play.test_at_once import at_once
from tests.people.helpers import place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]
OTHERS_TURN = 0.5  # seconds for the other writer to come to its own lock


@pytest.fixture
def session(campaign):
    return campaign.sessions.create(number=1)


@pytest.fixture
def gm_place(campaign, gm):
    return place(campaign, gm)


def test_a_correction_that_is_written_while_its_encounter_is_filed_is_filed_too(campaign, gm_place, session):
    fight = Encounter.objects.create(campaign=campaign, title="The mill", status="ended", outcome="victory")
    line = LogEntry.objects.create(campaign=campaign, text="It ended.", kind="encounter", encounter=fight)
    written = threading.Event()

    def correct():
        with transaction.atomic():
            log_actions.correct_entry(membership=gm_place, entry=line, text="It never ended.")
            written.set()
            time.sleep(OTHERS_TURN)

    def file():
        written.wait(20)
        return file_under_session(membership=gm_place, session=session, encounters=[ChosenRow(fight.pk, None)])

    assert at_once(correct, file) == [None, 1]
    assert list(LogEntry.objects.filter(encounter=fight).values_list("session", flat=True)) == [session.pk] * 2


@pytest.mark.parametrize(("elsewhere", "outcomes"), [(True, ["ValidationError", "int"]), (False, ["int", "int"])])
def test_two_gms_who_file_an_entry_and_its_correction_do_not_wait_for_each_other(
    gm_place, session, elsewhere, outcomes
):
    """Under two sessions one of them is refused; under the same one, what the other has filed counts as filed."""
    other = session.campaign.sessions.create(number=2) if elsewhere else session
    note = log_actions.add_note(membership=gm_place, text="The bell rang twice.")
    better = log_actions.correct_entry(membership=gm_place, entry=note, text="The bell rang thrice.")

    def wait_after_lock(execute, sql, *more):
        result = execute(sql, *more)
        if LogEntry._meta.db_table in sql and " UPDATE OF" in sql:
            time.sleep(OTHERS_TURN)
        return result

    def file(row, chosen):
        with connection.execute_wrapper(wait_after_lock):
            return file_under_session(membership=gm_place, session=chosen, entries=[ChosenRow(row.pk, None)])

    results = at_once(lambda: file(note, session), lambda: file(better, other))
    assert sorted(type(result).__name__ for result in results) == outcomes, results
    winner = session if isinstance(results[0], int) else other
    assert set(LogEntry.objects.values_list("session", flat=True)) == {winner.pk}
