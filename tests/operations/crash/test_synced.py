"""Every acknowledged command waited for the disk: the syncs of the site's own process are counted (SQLite).

PostgreSQL syncs in processes of its own; there the doctor's gate is the test (archive/test_site.py)."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter

import pytest
from django.db import connection

from common.newest_sqlite import SAFE_WAL
from tests.architecture.source import ROOT
from tests.operations.crash.driving import house

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty
MANY = int(os.environ.get("SYNC_COMMANDS", "20"))
SYNC = re.compile(r"(?:fsync|fdatasync)\(\d+<([^>]*)>")


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """A house with a table, where syncs can be counted."""
    if connection.vendor != "sqlite" or not _counts():
        pytest.skip("only SQLite syncs in our own process, and strace must be there and allowed")
    with django_db_blocker.unblock(), house() as made:
        made.table = made.do("prepare")
        yield made


def _counts():
    found = shutil.which("strace")
    return found and subprocess.run([found, "-qq", "-o", os.devnull, "true"], capture_output=True).returncode == 0


def least(site, folder, statement=""):
    """For how many commands every file was synced that must be, as often as it must be."""
    path, out = site.url.removeprefix("sqlite:///"), folder / "strace"
    environment = {**os.environ, "DATABASE_URL": site.url, "FATEKEEPER_MODE": "test"}
    given = [str(site.table["running"][0]), str(MANY), statement]
    subprocess.run(
        [
            "strace",
            "-f",
            "-qq",
            "-y",
            "-e",
            "trace=fsync,fdatasync",
            "-o",
            str(out),
            sys.executable,
            "-m",
            "tests.operations.crash.synced",
            *given,
        ],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    counted = Counter(SYNC.findall(out.read_text()))
    if sqlite3.sqlite_version_info >= SAFE_WAL:
        return counted[f"{path}-wal"]
    # The journal twice before the file is changed, the file, and the folder when the journal comes and when it goes.
    return min(counted[f"{path}-journal"] // 2, counted[path], counted[os.path.dirname(path)] // 2)


def test_the_disk_had_every_command_before_it_was_acknowledged(site, tmp_path):
    assert least(site, tmp_path) >= MANY


@pytest.mark.parametrize("statement", ["PRAGMA synchronous=OFF", "PRAGMA synchronous=NORMAL"])
def test_a_database_that_does_not_wait_is_seen(site, tmp_path, statement):
    assert least(site, tmp_path, statement) < MANY
