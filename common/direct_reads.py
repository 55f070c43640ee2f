"""Sends compiled reads to the database's driver without Django's cursor.

Django's cursor looks for placeholders in the text of each statement and passes it through some twenty functions. That
takes longer than SQLite needs for one row, and half of what a statement costs a process that reads from PostgreSQL.
Errors are still Django's, and whatever watches statements (a wrapper, the log of queries) sees them: then Django's
cursor sends them.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, ProgrammingError, connections
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from psycopg import RawCursor

Fetch = Callable[[list[Any]], list[Any]]
_PLACEHOLDER: Final = re.compile(r"%(s|%)")


class DirectRead:
    """One SELECT with placeholders, sent with changing values."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._for_sqlite = FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")
        # None if PostgreSQL cannot tell the type of a value that is sent apart from the text.
        self._for_postgresql: str | None = _number_placeholders(sql)

    def fetch(self, values: list[Any]) -> list[Any]:
        """The rows for these values."""
        database: Any = connections[DEFAULT_DB_ALIAS]
        if not _is_watched(database):
            if database.vendor == "sqlite" and database.connection is not None:
                with database.wrap_database_errors:
                    return database.connection.execute(self._for_sqlite, values).fetchall()
            # Within a transaction an error would end it, so nothing is tried there.
            if database.vendor == "postgresql" and self._for_postgresql and not database.in_atomic_block:
                try:
                    return _read_postgresql(database, self._for_postgresql, values)
                except ProgrammingError:
                    self._for_postgresql = None
        with database.cursor() as cursor:
            cursor.execute(self._sql, values)
            return cursor.fetchall()


def prepare_read(sql: str) -> Fetch:
    """A function that sends this SELECT with given values and returns its rows."""
    return DirectRead(sql).fetch


def _number_placeholders(sql: str) -> str:
    """The statement with `$1`, `$2` ... in the place of each `%s`."""
    numbers = iter(range(1, len(sql)))
    return _PLACEHOLDER.sub(lambda found: f"${next(numbers)}" if found[1] == "s" else "%", sql)


def _read_postgresql(database: Any, sql: str, values: list[Any]) -> list[Any]:
    if database.connection is None:
        database.ensure_connection()
    line = database.connection
    with database.wrap_database_errors:
        # One cursor for each connection: making one takes a third of the time of a statement.
        reader = getattr(line, "direct_reader", None)
        if reader is None:
            reader = line.direct_reader = RawCursor(line)
        reader.execute(sql, values)
        return reader.fetchall()


def _is_watched(database: Any) -> bool:
    """Whether someone must see each statement, or the transaction is broken and allows none."""
    if database.needs_rollback or database.queries_logged:
        return True
    return any(not getattr(wrapper, "ignores_reads", False) for wrapper in database.execute_wrappers)
