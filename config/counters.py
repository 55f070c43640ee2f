"""The cache for rate limits: one database table with atomic counts, from which only expired rows are removed."""

import base64
import pickle
import random
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection

FOREVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
# About one write in this many also removes the expired rows.
SWEEP_ONE_IN: Final = 500


class CounterCache(BaseDatabaseCache):
    """A cache in the database that never evicts a live row and in which `add` and `incr` are atomic.

    Django's own database cache culls live rows when there are more than MAX_ENTRIES, so anyone could evict a
    counter by filling the table; and it counts by reading and writing, so that parallel callers are undercounted.
    The table is that of `manage.py createcachetable`. An integer is stored as its decimal digits, anything else as
    a pickle in base64, which never begins with a digit.
    """

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self.table = connection.ops.quote_name(table)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value of a key that has not expired, or `default`."""
        rows = self._run(
            "SELECT value FROM {table} WHERE cache_key = %s AND expires > %s", [self._key(key, version), _now()]
        )
        return _unpack(rows[0]) if rows else default

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Whether the key has a value that has not expired."""
        return self.get(key, version=version) is not None

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Stores a value and overwrites any other."""
        self._upsert(key, value, timeout, version)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Stores a value if there is none; of parallel callers exactly one gets True."""
        return self._upsert(key, value, timeout, version, " WHERE {table}.expires <= %s", [_now()])

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Changes when a live key expires."""
        sql = "UPDATE {table} SET expires = %s WHERE cache_key = %s AND expires > %s RETURNING 1"
        return self._run(sql, [self._expiry(timeout), self._key(key, version), _now()]) is not None

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Adds to a stored integer in one statement; ValueError when the key is unknown or has expired."""
        sql = (
            "UPDATE {table} SET value = CAST(CAST(value AS integer) + %s AS text)"
            " WHERE cache_key = %s AND expires > %s RETURNING value"
        )
        rows = self._run(sql, [delta, self._key(key, version), _now()])
        if rows is None:
            raise ValueError(f"Key {key!r} not found")
        return int(rows[0])

    def delete(self, key: str, version: int | None = None) -> bool:
        """Removes a key."""
        return self._run("DELETE FROM {table} WHERE cache_key = %s RETURNING 1", [self._key(key, version)]) is not None

    def clear(self) -> None:
        """Removes every key."""
        self._run("DELETE FROM {table}", [])

    def sweep(self) -> None:
        """Removes the expired rows."""
        self._run("DELETE FROM {table} WHERE expires <= %s", [_now()])

    def _upsert(
        self, key: str, value: Any, timeout: Any, version: int | None, only: str = "", more: Iterable[Any] = ()
    ) -> bool:
        sql = (
            "INSERT INTO {table} (cache_key, value, expires) VALUES (%s, %s, %s)"
            " ON CONFLICT (cache_key) DO UPDATE SET value = excluded.value, expires = excluded.expires"
        )
        values = [self._key(key, version), _pack(value), self._expiry(timeout), *more]
        written = self._run(sql + only + " RETURNING 1", values) is not None
        if random.randrange(SWEEP_ONE_IN) == 0:  # noqa: S311 (no secret)
            self.sweep()
        return written

    def _run(self, sql: str, values: list[Any]) -> Any:
        """Runs one statement and returns its first row, or None."""
        with connection.cursor() as cursor:
            cursor.execute(sql.replace("{table}", self.table), values)
            return cursor.fetchone() if cursor.description else None

    def _key(self, key: str, version: int | None) -> str:
        return self.make_and_validate_key(key, version=version)

    def _expiry(self, timeout: Any) -> Any:
        seconds = self.get_backend_timeout(timeout)
        when = FOREVER if seconds is None else datetime.fromtimestamp(seconds, tz=UTC)
        return connection.ops.adapt_datetimefield_value(when.replace(tzinfo=UTC))


def _now() -> Any:
    return connection.ops.adapt_datetimefield_value(datetime.now(UTC))


def _pack(value: Any) -> str:
    return str(value) if type(value) is int else base64.b64encode(pickle.dumps(value)).decode("ascii")


def _unpack(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else pickle.loads(base64.b64decode(text))  # noqa: S301
