"""While a campaign is restored everyone else plays on, sees how far it is, and may stop it."""

import threading
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from campaigns.archive import jobs, reading, restoring, staging
from campaigns.archive.faults import Cancelled
from campaigns.archive.models import Transfer
from people.models import Campaign, Member, User
from tests.campaigns.archive import comparing
from tests.campaigns.archive.consent import restored_with_consent
from tests.campaigns.archive.seeded import exported, wiped
from tests.campaigns.archive.test_round_trip import differing
from tests.campaigns.modules.dump import everything
from tests.helpers import assert_all_replay

pytestmark = pytest.mark.django_db(transaction=True)
# For how many milliseconds another person waits for the database.
MOST_WAIT = 300


@pytest.fixture
def archive(seeded_campaign):
    """An archive whose campaign is gone."""
    file = exported(seeded_campaign)
    wiped(seeded_campaign)
    return file


def elsewhere(work):
    """Does something on a connection of its own, as another player does; what it raised, or None."""
    raised = []

    def run():
        try:
            if connection.vendor == "sqlite":
                connection.cursor().execute(f"PRAGMA busy_timeout={MOST_WAIT}")
            work()
        except Exception as fault:
            raised.append(fault)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return raised[0] if raised else None


def test_others_write_while_a_campaign_is_restored_and_nothing_is_lost(archive, gm, ana):
    before, waited, seen, stages = comparing.content(archive), [], [], set()

    def progress(stage, done, total):
        stages.add(stage)
        waited.append(elsewhere(lambda: User.objects.create(username=f"other {len(waited)}")))
        elsewhere(lambda: seen.append(Campaign.objects.exists()))

    names = set(reading.read_archive(archive).people.values())
    campaign = restored_with_consent(archive, by=gm, confirmed=names, progress=progress)
    assert "writing" in stages
    assert [fault for fault in waited if fault] == []
    assert not any(seen), "nobody sees half a campaign"
    assert User.objects.filter(username__startswith="other").count() == len(waited)
    after = comparing.content(exported(campaign))
    assert differing(before, after) == {}
    assert Member.objects.get(campaign=campaign, user=ana).role == "player"
    assert_all_replay()


def test_two_campaigns_restored_one_after_the_other_share_no_number(archive, gm):
    one = restoring.restore_campaign(archive, by=gm, confirmed={"gm"})
    archive.seek(0)
    other = restoring.restore_campaign(archive, by=gm, confirmed={"gm"}, leave_shut=True)
    assert one.pk != other.pk
    assert one.log.count() == other.log.count() > 3
    assert not set(one.characters.values_list("pk", flat=True)) & set(other.characters.values_list("pk", flat=True))


def test_the_person_who_restores_may_stop_it_to_the_end(archive, gm, monkeypatch):
    monkeypatch.setattr(jobs, "PROGRESS_INTERVAL", 0)
    row = Transfer.objects.create(key="a" * 32, kind="restore", by=gm)
    tell = jobs.Reporter(row.pk).report
    said = []

    def progress(stage, done, total):
        tell(stage, done, total)
        elsewhere(lambda: said.append(Transfer.objects.get(pk=row.pk).stage))
        if stage == "writing" and done > 40:
            elsewhere(lambda: Transfer.objects.filter(pk=row.pk).update(stopping=True))

    before = everything()
    with pytest.raises(Cancelled):
        restoring.restore_campaign(archive, by=gm, confirmed={"gm"}, progress=progress)
    assert "writing" in said, "the page hears of the writing, too"
    Transfer.objects.filter(pk=row.pk).update(stopping=False, stage="", done=0, total=0, touched=row.touched)
    assert everything() == before


def test_a_fault_found_while_it_is_moved_leaves_nothing_behind(archive, gm, monkeypatch):
    def fault(self):
        raise OverflowError

    monkeypatch.setattr(restoring._Restore, "finish_restore", fault)
    before = everything()
    with pytest.raises(restoring.ArchiveInvalid):
        restoring.restore_campaign(archive, by=gm, confirmed={"gm"})
    assert everything() == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the other database has many writers")
def test_a_restore_that_keeps_everybody_waiting_is_noticed(archive, gm, ana, monkeypatch):
    @contextmanager
    def live(found):
        yield staging.StagingArea("default")

    monkeypatch.setattr(staging, "staging_area", live)
    monkeypatch.setattr(f"{__name__}.MOST_WAIT", 10)
    with pytest.raises(AssertionError, match="locked"):
        test_others_write_while_a_campaign_is_restored_and_nothing_is_lost(archive, gm, ana)
