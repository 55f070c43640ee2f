"""Databases of a test's own, of either kind: migrated or empty."""

import shutil
import subprocess
import sys
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests import databases
from tests.architecture.source import ROOT


def migrated_database():
    """The address of a migrated database without other rows, of the kind that the tests run on; gone afterwards."""
    if connection.vendor == "postgresql":
        return postgresql(template=databases.postgresql_template(server()))
    return sqlite(template=databases.sqlite_template())


def server():
    """The address of a PostgreSQL that makes databases for us; the test is skipped without one."""
    if connection.vendor == "postgresql":
        at = connection.settings_dict
        user, password = at["USER"], f":{at['PASSWORD']}" if at["PASSWORD"] else ""
        return f"postgres://{user}{password}@{at['HOST'] or 'localhost'}:{at['PORT'] or 5432}/postgres"
    found = subprocess.run([sys.executable, ROOT / "tools/find_postgres.py"], capture_output=True, text=True)
    return found.stdout.strip() or pytest.skip("no PostgreSQL was reached")


@contextmanager
def postgresql(template="template1"):
    """The address of a new PostgreSQL database, gone afterwards."""
    url, name = server(), f"fatekeeper_{uuid.uuid4().hex[:12]}"
    _copy_database(url, name, template)
    try:
        yield url.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _copy_database(url, name, template, attempts=6):
    """Copies the template. Another test may just read it, and the server waits only five seconds for that."""
    with psycopg.connect(url, autocommit=True) as line:
        for attempt in range(1, attempts + 1):
            try:
                line.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
                return
            except psycopg.errors.ObjectInUse:
                if attempt == attempts:
                    raise


@contextmanager
def sqlite(template=None):
    """The address of an SQLite file that is not there yet, or a copy of `template`; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="fatekeeper-") as folder:
        path = Path(folder) / "other.sqlite3"
        if template:
            shutil.copyfile(template, path)
        yield f"sqlite:///{path}"


def migrated_database_of_other_kind():
    """The same of the kind that the tests do not run on."""
    if connection.vendor == "postgresql":
        return sqlite(template=databases.sqlite_template())
    return postgresql(template=databases.postgresql_template(server()))
