"""A full disk is reported as such, and the temporary databases are in the data folder."""

import errno
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections

from campaigns.archive.container import ArchiveReader
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.snapshots import scratch_database
from common.full_disks import is_full_disk
from operations import site_backup
from operations.installation.full_disks import report_full_disk
from tests.campaigns.archive.conftest import _scratch_databases  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def backup(data, campaign):
    file = io.BytesIO()
    site_backup.write_backup(file)
    return file


@pytest.fixture
def full_disk(monkeypatch):
    """The temporary database cannot grow."""
    honest = site_backup._insert_rows

    def insert(model, fields, rows, using):
        if using != "default":
            with connections[using].cursor() as cursor:
                cursor.execute("PRAGMA page_count")
                cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
            with connections[using].cursor() as cursor:
                cursor.execute("CREATE TABLE ballast AS SELECT zeroblob(1000000) AS zeros")
        honest(model, fields, rows, using)

    monkeypatch.setattr(site_backup, "_insert_rows", insert)


def test_the_temporary_database_is_in_the_data_folder(data):
    with scratch_database() as (_alias, path):
        assert path.is_relative_to(data / "tmp")
        assert path.exists()
    assert list((data / "tmp").iterdir()) == []


def test_a_full_disk_is_no_row_that_does_not_match(backup, full_disk):
    with pytest.raises(OperationalError, match="disk is full") as fault:
        site_backup.verify_backup(backup)
    assert is_full_disk(fault.value)


def test_a_row_that_does_not_match_is_still_refused(backup, monkeypatch):
    monkeypatch.setattr(site_backup, "_insert_rows", lambda *_arguments: 1 / int("x"))
    reader = ArchiveReader(backup, form=site_backup.FORMAT, version=site_backup.VERSION, trusted=True)
    with pytest.raises(ArchiveInvalid, match="does not match its table"), scratch_database() as (using, _path):
        site_backup.load_backup(reader, using)


def test_the_commands_say_that_the_disk_is_full(data, backup, full_disk):
    target = data / "site.zip"
    with pytest.raises(CommandError, match=r"The disk is full\. No backup was made\."):
        call_command("backup", target)
    assert not target.exists()
    target.write_bytes(backup.getvalue())
    with pytest.raises(CommandError, match=r"The disk is full\. Nothing was changed\."):
        call_command("restore_backup", target, yes=True)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_for_files_is_reported_with_the_folder(data, number):
    with pytest.raises(CommandError, match=f"The disk is full.*{data}/tmp"), report_full_disk("Nothing was changed."):
        raise OSError(number, "planted")
    with pytest.raises(PermissionError), report_full_disk("Nothing was changed."):
        raise PermissionError(errno.EACCES, "planted")


def test_a_full_disk_of_postgresql_is_recognised():
    class DiskFull(Exception):
        sqlstate = "53100"

    fault = OperationalError("planted")
    fault.__cause__ = DiskFull()
    assert is_full_disk(fault)
    assert not is_full_disk(OperationalError("another"))
