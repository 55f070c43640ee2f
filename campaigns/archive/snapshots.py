"""Consistent snapshots of the database for readers, and temporary databases."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from common.temporary_folders import temporary_folder

SQLITE = "django.db.backends.sqlite3"


@contextmanager
def snapshot_alias() -> Iterator[str]:
    """The alias of a database as it was at one moment.

    On PostgreSQL this is a transaction with a snapshot. SQLite is copied through its backup interface, so that players
    only wait for the copy and not for the reader."""
    if connection.in_atomic_block:  # the caller's transaction is the snapshot
        yield DEFAULT_DB_ALIAS
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield DEFAULT_DB_ALIAS
    else:
        with sqlite_copy() as (alias, _path):
            yield alias


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Every read of this thread sees the database as it was at one moment; writes are not possible.

    Neither database makes writers wait for the reader. SQLite is copied, as for `snapshot_alias`: every transaction of
    the site begins as a writer, and with the rollback journal even a reader keeps the others from their commit."""
    if connection.in_atomic_block:  # the caller's transaction is the snapshot
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with sqlite_copy() as (alias, _path), _connected_to(alias), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only=ON")
            yield


@contextmanager
def _connected_to(alias: str) -> Iterator[None]:
    """Uses another database as the default connection of this thread within the `with` block."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[alias]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual


@contextmanager
def sqlite_copy() -> Iterator[tuple[str, Path]]:
    """(alias, file) of a copy of this SQLite database, deleted afterwards."""
    with scratch_database(empty=False) as (alias, path):
        connection.ensure_connection()
        with sqlite3.connect(path) as copy:
            connection.connection.backup(copy)
        copy.close()
        yield alias, path


@contextmanager
def scratch_database(*, empty: bool = True) -> Iterator[tuple[str, Path]]:
    """(alias, file) of a temporary SQLite database, with empty tables if `empty`; deleted afterwards.

    It is in the data folder: it can be as large as the site's database, and /tmp may be in memory."""
    alias = f"scratch-{secrets.token_hex(8)}"  # exports at the same time need different names
    with temporary_folder() as folder:
        path = folder / "scratch.sqlite3"
        settings = connections.configure_settings({"default": {"ENGINE": SQLITE, "NAME": str(path)}})["default"]
        connections.databases[alias] = settings
        try:
            if empty:
                disable_durability(alias)
                _tables(alias)
            yield alias, path
        finally:
            connections[alias].close()
            del connections[alias]
            del connections.databases[alias]


def disable_durability(alias: str) -> None:
    """Makes a temporary database faster by giving up safety against power loss."""
    with connections[alias].cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.execute("PRAGMA journal_mode=MEMORY")


def tables_of(registry: Apps) -> list[Any]:
    """The tables of the models in a registry (current models or those of a migration), by name."""
    tables = [
        model
        for model in registry.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped
    ]
    return sorted(tables, key=lambda model: model._meta.label)


def _tables(alias: str) -> None:
    database = connections[alias]
    with database.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF")
    with database.schema_editor() as editor:
        for model in tables_of(apps):
            if not model._meta.auto_created:
                editor.create_model(model)
