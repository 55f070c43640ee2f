"""Checks a connection of PostgreSQL's pool once a second instead of before each use.

A restart of the server closes connections, so the pool asks the server whether one still works before it gives it to a
request. That is one more round trip for each request. A connection that worked a moment ago is taken for granted; if
the server restarted within that second, config/server/retries.py repeats the request.
"""

import time
from typing import Any, Final

from psycopg_pool import ConnectionPool

PAUSE: Final = 1.0  # seconds

_check_now = ConnectionPool.check_connection


def check_after_pause(connection: Any) -> None:
    """Raises an error of psycopg if the connection does not work; silent about one that worked within the pause."""
    now = time.monotonic()
    if now - getattr(connection, "worked_at", -PAUSE) >= PAUSE:
        _check_now(connection)
        connection.worked_at = now


def install() -> None:
    """Lets Django's pools check their connections in this way."""
    pools: Any = ConnectionPool
    pools.check_connection = staticmethod(check_after_pause)
