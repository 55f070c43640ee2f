"""Where the database stands still for a reader, and databases made for one purpose and gone after it."""

import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

SQLITE = "django.db.backends.sqlite3"


@contextmanager
def still() -> Iterator[str]:
    """The alias of a database that shows one moment: everything committed before it, nothing after.

    PostgreSQL gives a snapshot to the transaction. SQLite is copied through its backup interface, so that players
    wait for a copy of the file and not for all that is read of it."""
    if connection.in_atomic_block:  # the caller's own transaction is the moment
        yield DEFAULT_DB_ALIAS
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield DEFAULT_DB_ALIAS
    else:
        with copied() as (alias, _path):
            yield alias


@contextmanager
def copied() -> Iterator[tuple[str, Path]]:
    """(alias, file) of a copy of this SQLite database as it stands; gone afterwards."""
    with scratch(empty=False) as (alias, path):
        connection.ensure_connection()
        with sqlite3.connect(path) as copy:
            connection.connection.backup(copy)
        copy.close()
        yield alias, path


@contextmanager
def scratch(*, empty: bool = True) -> Iterator[tuple[str, Path]]:
    """(alias, file) of an SQLite database of its own, with every table if it is to be `empty`; gone afterwards."""
    alias = f"scratch-{secrets.token_hex(8)}"  # two exports at once must not meet
    with tempfile.TemporaryDirectory(prefix="fatekeeper-") as folder:
        path = Path(folder) / "scratch.sqlite3"
        made = connections.configure_settings({"default": {"ENGINE": SQLITE, "NAME": str(path)}})["default"]
        connections.databases[alias] = made
        try:
            if empty:
                _tables(alias)
            yield alias, path
        finally:
            connections[alias].close()
            del connections[alias]
            del connections.databases[alias]


def _tables(alias: str) -> None:
    from campaigns.archive.site import tables

    database = connections[alias]
    with database.cursor() as cursor:  # for scratch alone: what power loss does to it matters to nobody
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.execute("PRAGMA foreign_keys=OFF")
    with database.schema_editor() as editor:
        for model in tables(every=True):
            if not model._meta.auto_created:
                editor.create_model(model)
