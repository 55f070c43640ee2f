"""All of a process uses one SQLite library: the package's where it is newer than Python's own."""

import _sqlite3
import importlib
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from types import SimpleNamespace

import pytest
from django.db import connection

from common import newest_sqlite
from tests import databases
from tests.architecture.source import ROOT

# How each kind of process begins.
BEGINNINGS = {
    "a management command": "import sys, manage; sys.argv[1:] = ['diffsettings', '--output=unified']; manage.main()",
    "the installed command": "import fatekeeper.command_line, django; django.setup()",
    "the web server": "import config.asgi",
}
# Every loaded module of Python's library or of the package that reaches SQLite itself.
LOOK = """
import sqlite3, sys
from django.db.backends.sqlite3 import base, creation
from campaigns.archive import snapshots
from config.live import hub
for name in (base.Database.sqlite_version, creation.sqlite3, snapshots.sqlite3, hub.sqlite3):
    print(getattr(name, "sqlite_version", name))
"""


@pytest.fixture
def modules(monkeypatch):
    """The registered modules, restored afterwards."""
    for name in ("sqlite3", "sqlite3.dbapi2"):
        monkeypatch.setitem(sys.modules, name, sys.modules[name])
    return sys.modules


@pytest.mark.parametrize(("version", "replaced"), [((3, 8, 0), False), ((99, 0, 0), True)])
def test_only_a_newer_library_takes_the_place_of_pythons(modules, version, replaced):
    package, newer = SimpleNamespace(), SimpleNamespace(sqlite_version_info=version)
    newest_sqlite.replace_if_newer(package, newer)
    assert (modules["sqlite3"] is package, modules["sqlite3.dbapi2"] is newer) == (replaced, replaced)


def test_a_platform_without_the_package_keeps_pythons_library(modules, monkeypatch):
    before = modules["sqlite3"]
    monkeypatch.setitem(modules, "pysqlite3", None)  # importing it raises ImportError
    newest_sqlite.use_newest_sqlite()
    assert modules["sqlite3"] is before


def newest_version():
    """The version of the package's library, or of Python's where that is newer or the only one."""
    found = [_sqlite3.sqlite_version]
    with suppress(ImportError):
        found.append(importlib.import_module("pysqlite3").sqlite_version)
    return max(found, key=lambda version: [int(part) for part in version.split(".")])


@pytest.mark.django_db
def test_deleted_rows_are_overwritten_in_the_file():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_every_process_uses_one_library_everywhere(beginning, tmp_path):
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "FATEKEEPER_MODE": "development"}
    environment |= {"FATEKEEPER_DATA": str(tmp_path), "DATABASE_URL": ""}
    shutil.copyfile(databases.sqlite_template(), tmp_path / "fatekeeper.sqlite3")
    run = [sys.executable, "-c", BEGINNINGS[beginning] + LOOK]
    lines = subprocess.run(run, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert lines.splitlines()[-4:] == [newest_version()] * 4
