"""Databases of a test's own: a copy of the empty one that the tests run on, or an empty one of either kind."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection, connections

from tests import databases
from tests.architecture.source import ROOT


@contextmanager
def database_like_this():
    """The address of a copy of this test database, taken while no transaction is open."""
    if connection.vendor == "postgresql":
        name = connection.settings_dict["NAME"]
        connections.close_all()
        connection.close_pool()
        with postgresql(template=name) as url:
            yield url
        return
    with tempfile.TemporaryDirectory(prefix="fatekeeper-") as folder:
        path = Path(folder) / "copy.sqlite3"
        connection.ensure_connection()
        with sqlite3.connect(path) as copy:
            connection.connection.backup(copy)
        copy.close()
        yield f"sqlite:///{path}"


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
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield url.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def sqlite(template=None):
    """The address of an SQLite file that is not there yet, or a copy of `template`; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="fatekeeper-") as folder:
        path = Path(folder) / "other.sqlite3"
        if template:
            shutil.copyfile(template, path)
        yield f"sqlite:///{path}"


def other_kind():
    """The address of a migrated database without rows, of the kind that the tests do not run on; gone afterwards."""
    if connection.vendor == "postgresql":
        return sqlite(template=databases.sqlite_template())
    return postgresql(template=databases.postgresql_template(server()))
