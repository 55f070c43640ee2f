"""A backup is restored while people play from other connections: no row is left that belongs to no number."""

import io
import threading
import time

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction

from campaigns.archive.faults import SiteBusy
from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter
from campaigns.encounters.play import auditing
from operations import database_lock, site_backup
from tests.campaigns.archive.conftest import _scratch_databases  # noqa: F401
from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared  # noqa: F401
from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = 3
BEFORE, MEANWHILE = 5, 12
ORDER = {"type": "adjust", "actor": "gm", "target": "mara", "hp": 3, "reason": "a test"}


class Players:
    """People who give one command after the other, each over a connection of their own."""

    def __init__(self, encounter, by):
        self.encounter, self.by = encounter, by
        self.stopped, self.accepted, self.faults = threading.Event(), 0, []
        self.threads = [threading.Thread(target=self._play) for _ in range(PLAYERS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_fault):
        self.stopped.set()
        for thread in self.threads:
            thread.join(60)

    def _play(self):
        try:
            while not self.stopped.is_set():
                play.submit(encounter=Encounter.objects.get(pk=self.encounter), by=self.by, command=ORDER)
                self.accepted += 1
        except Exception as fault:  # the test looks at it
            self.faults.append(fault)
        finally:
            connections.close_all()

    def wait_for(self, more):
        """Until so many further commands were accepted."""
        end, wanted = time.monotonic() + 30, self.accepted + more
        while self.accepted < wanted and not self.faults and time.monotonic() < end:
            time.sleep(0.005)
        assert self.accepted >= wanted or self.faults


@pytest.fixture
def backup(fight, gm):  # noqa: F811
    """A backup of the site with a table that has seen a few commands."""
    for _step in range(BEFORE):
        play.submit(encounter=fight, by=gm, command=ORDER)
    file = io.BytesIO()
    site_backup.write_backup(file)
    return file


def test_people_who_play_during_a_restore_leave_no_stray_row(backup, fight, gm):  # noqa: F811
    for round_ in range(3):
        with Players(fight.pk, gm) as players:
            players.wait_for(MEANWHILE)
            site_backup.load_backup(site_backup.open_backup(backup), live=True)
            stood = Command.objects.filter(encounter=fight.pk).count()
            players.wait_for(MEANWHILE)
        assert players.faults == []
        assert auditing.suspicious_encounter_ids() == [], round_
        assert auditing.audit_in_play(fight.pk).faults == []
        fight.refresh_from_db()
        assert fight.number < players.accepted + BEFORE, "what was played before the restore is gone"
        assert stood < fight.number, "play goes on"


def test_a_restore_waits_for_a_writer_and_is_refused_when_it_does_not_end(backup, fight, gm, tmp_path):  # noqa: F811
    target = tmp_path / "site.zip"
    target.write_bytes(backup.getvalue())
    writing, ended = threading.Event(), threading.Event()

    def write():
        with transaction.atomic():
            Encounter.objects.filter(pk=fight.pk).update(title="Written meanwhile")
            writing.set()
            ended.wait(30)
        connections.close_all()

    writer = threading.Thread(target=write)
    writer.start()
    assert writing.wait(10)
    with pytest.raises(SiteBusy):
        site_backup.load_backup(site_backup.open_backup(backup), live=True, wait=0.5)
    with pytest.raises(CommandError, match=r"Nothing was changed: another process was still writing after 0\.5 s"):
        call_command("restore_backup", str(target), "--yes", "--wait=0.5")
    threading.Timer(1, ended.set).start()
    site_backup.load_backup(site_backup.open_backup(backup), live=True, wait=20)
    writer.join(10)
    assert Encounter.objects.get(pk=fight.pk).title == "Ambush at the ford"


def test_readers_see_what_stood_before_until_the_restore_is_over(backup, fight):  # noqa: F811
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL lets people read while someone writes, with every SQLite library")
    seen = []

    def read():
        seen.append(Encounter.objects.get(pk=fight.pk).number)
        connections.close_all()

    with database_lock.exclusive("default", [Encounter._meta.db_table]):
        reader = threading.Thread(target=read)
        reader.start()
        reader.join(10)
    assert seen == [BEFORE]


def test_live_streams_end_with_a_restore(backup, fight, gm):  # noqa: F811
    with serving() as address:
        phone = Phone(address, fight.pk, cookie_of(gm))
        assert phone.heard(BEFORE)
        site_backup.load_backup(site_backup.open_backup(backup), live=True)
        assert phone.closed(within=4), "its session is gone, so the page must not wait for news for ever"
        phone.hang_up()
