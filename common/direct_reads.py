"""Sends the compiled reads of SQLite to its driver without Django's cursor.

Django's cursor looks for placeholders in the text of each statement and passes it through some twenty functions. That
takes longer than SQLite needs for one row, and a live part reads eight statements. Errors are still Django's, and
whatever watches statements (a wrapper, the log of queries) sees them: then Django's cursor sends them.
"""

from collections.abc import Callable
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

Fetch = Callable[[list[Any]], list[Any]]


def prepare_read(sql: str) -> Fetch:
    """A function that sends this SELECT with given values and returns its rows."""
    marked = FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")

    def fetch(values: list[Any]) -> list[Any]:
        database = connections[DEFAULT_DB_ALIAS]
        if database.vendor == "sqlite" and database.connection is not None and not _is_watched(database):
            with database.wrap_database_errors:
                return database.connection.execute(marked, values).fetchall()
        with database.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()

    return fetch


def _is_watched(database: Any) -> bool:
    """Whether someone must see each statement, or the transaction is broken and allows none."""
    if database.needs_rollback or database.queries_logged:
        return True
    return any(not getattr(wrapper, "ignores_reads", False) for wrapper in database.execute_wrappers)
