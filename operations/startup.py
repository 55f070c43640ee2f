"""Checks before the site starts that the database has exactly the migrations of this code."""

import copy
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from campaigns.overview.search import index
from common.version import PROGRAM

NAMED_MIGRATIONS: Final = 3
# Below this many free bytes SQLite may not be able to make the files beside a database.
LEAST_SPACE: Final = 1024 * 1024
log = logging.getLogger(__name__)


class UnfitDatabase(CommandError):
    """This code cannot work with the database; the message says what to do."""


class NewerDatabase(UnfitDatabase):
    """Newer code has migrated the database, so this code would write rows that do not fit."""


class OtherHistory(UnfitDatabase):
    """The database is older than the first migrations of this history, so it cannot be migrated."""


class NoAnswer(CommandError, DatabaseError):
    """The database does not answer; the message says what to check."""


def require_answer() -> None:
    """Connects to the database: `NoAnswer` says what to check if that fails."""
    try:
        connection.ensure_connection()
    except DatabaseError as fault:
        raise NoAnswer(f"The database does not answer: {str(fault).splitlines()[0]}. {_connection_advice()}") from fault


def _connection_advice() -> str:
    """A sentence about what to check when the database cannot be opened."""
    if connection.vendor != "sqlite":
        return "Check that its server is running, and the name, password, host and database in DATABASE_URL."
    file = Path(connection.settings_dict["NAME"])
    # SQLite calls this a fault of the disk, because it cannot make the files beside the database.
    space = shutil.disk_usage(file.parent) if file.parent.exists() else None
    if space and space.total and space.free < LEAST_SPACE:
        return f"The disk of {file.parent} is full: free some space there."
    return f"Check that the account of the site may write {file} and its folder."


def unknown_migrations() -> list[str]:
    """The migrations of installed apps that have run on the database but are not in this code."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations) | {
        key for migration in loader.disk_migrations.values() for key in migration.replaces
    }
    applied = loader.applied_migrations or {}
    return sorted(f"{app}.{name}" for app, name in set(applied) - known if app in loader.migrated_apps)


def waiting_migrations() -> list[str]:
    """The migrations of this code that have not run on the database."""
    loader = MigrationLoader(connection)
    applied = set(loader.applied_migrations or {})
    return sorted(f"{app}.{name}" for app, name in set(loader.graph.nodes) - applied)


def is_new() -> bool:
    """Whether the database holds no tables yet."""
    return "django_migrations" not in connection.introspection.table_names()


def missing_indexes() -> list[str]:
    """The incomplete search indexes of a migrated database."""
    return [index.name for index in index.INDEXES if not index.is_complete(connection)]


def has_other_history(unknown: list[str]) -> bool:
    """Whether an app has run older migrations than the newest of this code, and none of this code's."""
    loader = MigrationLoader(connection)
    continued = {app for app, _name in set(loader.applied_migrations or {}) & set(loader.disk_migrations)}
    newest: dict[str, str] = {}
    for app, name in sorted(loader.disk_migrations):
        newest[app] = name
    pairs = [key.split(".", 1) for key in unknown]
    return any(app not in continued and name < newest[app] for app, name in pairs)


def require_no_newer_migrations() -> None:
    """Refuses a database with migrations that this code does not have: `UnfitDatabase` says what to do."""
    require_answer()
    unknown = unknown_migrations()
    if not unknown:
        return
    names = ", ".join(unknown[:NAMED_MIGRATIONS]) + (
        f" and {len(unknown) - NAMED_MIGRATIONS} more" if len(unknown) > NAMED_MIGRATIONS else ""
    )
    if has_other_history(unknown):
        raise OtherHistory(
            "This database was made by a version of the site from before the migrations started again, and cannot be"
            f" upgraded (it has run {names}). {_replacement_advice()}"
        )
    raise NewerDatabase(
        f"This code is older than its database: it does not know the migrations {names}. Start the newer version, or"
        " restore a backup with this one into an empty database."
    )


def _replacement_advice() -> str:
    """A sentence about how to replace this database by an empty one."""
    name = connection.settings_dict["NAME"]
    remove = (
        f"delete the file {name}" if connection.vendor == "sqlite" else f"drop the database {name} and create it again"
    )
    return (
        f"If you do not need its data, {remove} and run the command again; otherwise set DATABASE_URL to an"
        " empty database."
    )


def require_migrated() -> None:
    """Refuses a database on which migrations have not run; CommandError says what to do."""
    require_no_newer_migrations()
    if not waiting_migrations():
        return
    if is_new():
        raise CommandError(f"The database is empty. Run {PROGRAM} prepare first, which creates the tables.")
    raise CommandError(
        f"Migrations have not run on this database. Run {PROGRAM} upgrade first; it makes a backup before it migrates."
    )


def missing_setup() -> list[str]:
    """A sentence for each thing that is missing because migrations have not run or an index was lost."""
    waiting = waiting_migrations()
    if waiting:
        # Never `migrate`, which makes no backup and rehearses nothing.
        return [f"{len(waiting)} migrations have not run: run {PROGRAM} {'prepare' if is_new() else 'upgrade'}."]
    missing = missing_indexes()
    return [f"Search indexes are missing ({', '.join(missing)}): run {PROGRAM} migrate."] if missing else []


def check() -> None:
    """Checks the database before the site starts: refuses an unfit one, and logs what an upgrade has to do."""
    with private_connection():
        try:
            require_no_newer_migrations()
            for sentence in missing_setup():
                log.error("%s Pages may fail until then.", sentence)
        except DatabaseError as fault:
            log.error("The database does not answer at the start: %s", fault)


@contextmanager
def private_connection() -> Iterator[BaseDatabaseWrapper]:
    """A connection for this thread outside the pool, closed afterwards, so that forked processes do not share it."""
    shared = connections[DEFAULT_DB_ALIAS]
    settings = copy.deepcopy(shared.settings_dict)
    settings["OPTIONS"].pop("pool", None)
    database: BaseDatabaseWrapper = type(shared)(settings, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield database
    finally:
        database.close()
        connections[DEFAULT_DB_ALIAS] = shared
