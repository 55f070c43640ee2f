"""The reader of a book or a vault sees one state of the database, and no writer waits for it."""

import threading

import pytest
from django.db import DatabaseError, connection, connections

from campaigns.archive.faults import Cancelled
from campaigns.archive.jobs import Reporter
from campaigns.archive.models import Transfer
from campaigns.archive.snapshots import read_snapshot
from people.models import Campaign
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_is_written_while_someone_reads_a_snapshot():
    campaign = factories.CampaignFactory(name="Before")
    written = threading.Event()

    def write():
        try:
            Campaign.objects.filter(pk=campaign.pk).update(name="After")
            written.set()
        finally:
            connections.close_all()

    thread = threading.Thread(target=write)
    with read_snapshot():
        assert Campaign.objects.get(pk=campaign.pk).name == "Before"
        thread.start()
        waited = not written.wait(5)
        assert Campaign.objects.get(pk=campaign.pk).name == "Before"
    thread.join()
    assert not waited
    assert Campaign.objects.get(pk=campaign.pk).name == "After"


def test_nothing_is_written_in_a_snapshot_and_the_usual_connection_is_back_after_it():
    campaign, usual = factories.CampaignFactory(name="Before"), connections["default"]
    with pytest.raises(DatabaseError), read_snapshot():
        Campaign.objects.filter(pk=campaign.pk).update(name="After")
    assert connections["default"] is usual
    assert not connection.in_atomic_block
    assert Campaign.objects.get(pk=campaign.pk).name == "Before"
    Campaign.objects.filter(pk=campaign.pk).update(name="After")
    assert Campaign.objects.get(pk=campaign.pk).name == "After"


def test_work_in_a_snapshot_reports_its_progress_and_stops_when_it_is_cancelled():
    row = Transfer.objects.create(key="0" * 32, kind="book", by=factories.UserFactory())
    with read_snapshot():
        Reporter(row.pk).report("writing", 2, 9)
    before = row.touched
    row.refresh_from_db()
    assert (row.stage, row.done, row.total) == ("writing", 2, 9)
    assert row.touched > before
    Transfer.objects.filter(pk=row.pk).update(stopping=True)
    with pytest.raises(Cancelled), read_snapshot():
        Reporter(row.pk).report("writing", 3, 9)
    row.refresh_from_db()
    assert row.done == 3
