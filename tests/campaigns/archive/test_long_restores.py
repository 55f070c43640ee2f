"""A restore that takes long keeps reporting, and one that nobody waits for any more writes nothing."""

import io
from contextlib import suppress

import pytest

from campaigns.archive import actions, reading, restoring
from campaigns.archive.models import Transfer
from people.models import Campaign
from tests.campaigns.archive.seeded import exported, wiped

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(campaign, gm):
    """A small campaign's archive, the campaign gone."""
    data = exported(campaign).getvalue()
    wiped(campaign)
    return data


def test_every_row_reports_the_progress_because_one_picture_may_take_long(archive, gm):
    reports = []
    read = reading.read_archive(io.BytesIO(archive), lambda *report: reports.append(report))
    rows = sum(read.counts.values())
    assert {done for stage, done, _total in reports if stage == "reading"} >= set(range(rows + 1))
    reports.clear()
    restoring.restore_campaign(io.BytesIO(archive), by=gm, progress=lambda *report: reports.append(report))
    assert {done for stage, done, _total in reports if stage == "writing"} >= set(range(rows))


def waiting(archive, gm):
    """An uploaded archive."""
    return actions.receive_archive(by=gm, file=io.BytesIO(archive))


@pytest.mark.parametrize("ended", ["deleted", "failed"])
def test_a_restore_whose_transfer_no_longer_runs_writes_no_campaign(archive, gm, monkeypatch, ended):
    write = restoring._Restore.run

    def run_while_it_is_given_up(self):
        write(self)
        rows = Transfer.objects.filter(kind="restore")
        assert (rows.delete() if ended == "deleted" else rows.update(status="failed")) != 0

    transfer = waiting(archive, gm)
    monkeypatch.setattr(restoring._Restore, "run", run_while_it_is_given_up)
    with suppress(Transfer.DoesNotExist):
        actions.confirm_restore(by=gm, transfer=transfer, names=[])
    assert not Campaign.objects.exists()


def test_a_restore_that_still_runs_is_stored_with_its_result(archive, gm):
    transfer = actions.confirm_restore(by=gm, transfer=waiting(archive, gm), names=[])
    assert (transfer.status, transfer.about["campaign"]) == ("done", Campaign.objects.get().pk)
