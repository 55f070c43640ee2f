"""An upgrade backs up, rehearses and migrates; or it leaves the database as it was."""

import errno
import hashlib
import importlib

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaigns.archive.models import BackupRecord
from common.temporary_folders import NEW
from operations import backup_upgrades, startup
from operations.installation import preparing, upgrading
from people.models import Campaign
from rules.models import CatalogueRow
from tests.campaigns.archive.conftest import _scratch_databases  # noqa: F401
from tests.common.test_temporary_folders import left_behind, make_older
from tests.operations import next_version
from tests.operations.migrated_backups import migrated_backups  # noqa: F401

pytestmark = pytest.mark.usefixtures("migrated_backups")
more = importlib.import_module("tests.operations.next_version.0002_more")


@pytest.fixture
def newer_code(transactional_db, settings, tmp_path):
    """This database was made by the version before; the code of the next one looks at it."""
    settings.MIGRATION_MODULES = {"operations": next_version.__name__}
    settings.DATA_DIR = tmp_path
    call_command("load_catalogue", verbosity=0)
    yield tmp_path / "backups"
    more.FAIL_AT.clear()
    recorder = MigrationRecorder(connection)
    if recorder.migration_qs.filter(app="operations").exists():
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE next_version")
            cursor.execute("ALTER TABLE people_campaign DROP COLUMN next_version")
        recorder.migration_qs.filter(app="operations").delete()


def names():
    """The names of all campaigns."""
    return list(Campaign.objects.values_list("name", flat=True))


def test_an_upgrade_migrates_after_a_backup_that_restores(newer_code, campaign, capsys):
    assert len(startup.waiting_migrations()) == 2
    call_command("upgrade")
    assert startup.waiting_migrations() == []
    assert names() == ["The Salt Road (upgraded)"]
    assert "The database now has version" in capsys.readouterr().out
    (backup,) = newer_code.iterdir()
    assert BackupRecord.objects.get().sha256 == hashlib.sha256(backup.read_bytes()).hexdigest()
    with backup.open("rb") as file, backup_upgrades.current(file) as current:
        assert current is not file, "the backup holds the rows of before"
    call_command("upgrade")
    assert "up to date" in capsys.readouterr().out
    assert list(newer_code.iterdir()) == [backup]


@pytest.mark.parametrize("command", ["upgrade", "prepare"])
def test_a_version_without_migrations_brings_its_catalogue_and_an_interrupted_start_is_completed(
    db, settings, tmp_path, monkeypatch, command
):
    settings.STATIC_ROOT = str(tmp_path)
    call_command("load_catalogue", verbosity=0)
    row = CatalogueRow.objects.filter(campaign__isnull=True).exclude(shipped={}).first()
    newer = row.text
    CatalogueRow.objects.filter(pk=row.pk).update(text="Older.", shipped=row.shipped | {"text": "Older."})
    commands = []
    run = preparing.call_command
    monkeypatch.setattr(preparing, "call_command", lambda name, **more: commands.append(name) or run(name, **more))
    call_command(command)
    row.refresh_from_db()
    assert row.text == newer
    assert "createcachetable" in commands, "a start that was killed before this has no table for the cache"


def test_a_migration_that_fails_leaves_the_database_as_it_was(newer_code, campaign, monkeypatch):
    # The rehearsal of the test above takes seconds.
    monkeypatch.setattr(upgrading, "_rehearse", lambda backup: [])
    more.FAIL_AT.append("default")
    with pytest.raises(CommandError, match=r"as it was before\. planted"):
        upgrading.upgrade(report=str)
    assert names() == ["The Salt Road"]
    assert len(startup.waiting_migrations()) == 2
    assert "next_version" not in connection.introspection.table_names()
    assert list(newer_code.iterdir()) == []
    more.FAIL_AT.clear()
    upgrading.upgrade(report=str)
    assert names() == ["The Salt Road (upgraded)"]


def test_upgrades_that_are_killed_in_the_rehearsal_do_not_fill_the_disk(newer_code, campaign, monkeypatch):
    def look(backup):
        assert backup.exists()
        assert list(newer_code.iterdir()) == [backup.parent], "what the killed upgrade left was deleted"
        assert list(newer_code.glob("*.zip")) == []
        return []

    killed = left_behind(newer_code, seconds=NEW + 5)
    (killed / "before-1.1.0-2026-11-27-040000.zip").write_bytes(b"rows")
    make_older(killed, NEW + 5)
    monkeypatch.setattr(upgrading, "_rehearse", look)
    backup = upgrading.upgrade(report=str)
    assert list(newer_code.iterdir()) == [backup]


def test_a_migration_that_would_fail_is_found_before_anything_is_touched(newer_code, campaign, monkeypatch):
    def fail(*args, **kwargs):
        raise AssertionError("the site's database was touched")

    monkeypatch.setattr(upgrading, "_all_or_nothing", fail)
    monkeypatch.setattr(more.Migration, "operations", [more.migrations.RunSQL("SELECT nonsense FROM nowhere")])
    with pytest.raises(CommandError, match="test of the upgrade failed; nothing was changed"):
        upgrading.upgrade(report=str)
    assert names() == ["The Salt Road"]
    assert list(newer_code.iterdir()) == [], "a container that is started again leaves no backup each time"


def test_a_full_disk_during_the_rehearsal_is_reported_as_such(newer_code, campaign, monkeypatch):
    def fill(*_arguments):
        raise OSError(errno.ENOSPC, "planted")

    monkeypatch.setattr(backup_upgrades, "upgrade", fill)
    with pytest.raises(CommandError, match="nothing was changed: the disk is full"):
        upgrading.upgrade(report=str)
    assert list(newer_code.iterdir()) == []


@pytest.mark.parametrize("free", [True, False])
def test_the_space_for_restoring_the_file_is_kept_while_it_is_migrated(newer_code, campaign, monkeypatch, free):
    """Or a migration that fills the disk could not be undone."""
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL rolls back")
    monkeypatch.setattr(upgrading, "_rehearse", lambda backup: [])
    more.FAIL_AT.append("default")
    honest, seen = upgrading.os.posix_fallocate, []

    def reserve(number, start, size):
        if not free:
            raise OSError(errno.ENOSPC, "planted")
        honest(number, start, size)
        seen.append(size)

    monkeypatch.setattr(upgrading.os, "posix_fallocate", reserve)
    told = "planted" if free else "The disk is full."
    with pytest.raises(CommandError, match=f"the database is as it was before. {told}"):
        upgrading.upgrade(report=str)
    assert [size > upgrading.RESERVE for size in seen] == [True] * free
    assert names() == ["The Salt Road"]


def test_the_backup_stays_if_the_file_cannot_be_restored(newer_code, campaign, monkeypatch):
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL rolls back")
    monkeypatch.setattr(upgrading, "_rehearse", lambda backup: [])
    more.FAIL_AT.append("default")
    honest = upgrading._restore_file

    def restore(copy):
        honest(copy)
        raise upgrading.NotRestored("planted.")

    monkeypatch.setattr(upgrading, "_restore_file", restore)
    with pytest.raises(CommandError, match="could not be restored from its copy: planted"):
        upgrading.upgrade(report=str)
    assert len(list(newer_code.iterdir())) == 1


def test_encounters_that_do_not_replay_stop_an_upgrade_unless_accepted(newer_code, campaign, monkeypatch):
    monkeypatch.setattr(upgrading, "_rehearse", lambda backup: ["Encounter 7 (A fight): planted."])
    said = []
    with pytest.raises(CommandError, match="--accept-different"):
        upgrading.upgrade(report=said.append)
    assert "Encounter 7 (A fight): planted." in said
    assert names() == ["The Salt Road"]
    assert list(newer_code.iterdir()) == []
    with pytest.raises(CommandError, match="--accept-different"):
        call_command("prepare", upgrade=True)
    call_command("prepare", upgrade=True, accept_different=True)
    assert names() == ["The Salt Road (upgraded)"]
