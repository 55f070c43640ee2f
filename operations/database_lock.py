"""Exclusive use of the site's database while a backup replaces everything in it."""

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import OperationalError, connections, transaction

from campaigns.archive.faults import SiteBusy

WAIT: Final = 30.0
PAUSE: Final = 0.2
# Milliseconds to wait for a lock. Mostly less than PostgreSQL waits before it ends a deadlock (a second), so that no
# writer is cancelled; sometimes longer, so that an automatic vacuum is cancelled.
LOCK_TIMEOUTS: Final = (400, 400, 400, 2500)
# Locked first: commands lock an encounter first too, and wait there without holding other locks.
FIRST: Final = "campaigns_encounter"
# PostgreSQL: lock not available, deadlock.
BUSY: Final = {"55P03", "40P01"}


@contextmanager
def exclusive(using: str, tables: list[str], wait: float = WAIT) -> Iterator[None]:
    """A transaction in which nobody else writes; `SiteBusy` if other writers do not end within `wait` seconds.

    Later writers wait until it ends; readers see the state before it.
    """
    if connections[using].vendor == "postgresql":
        with transaction.atomic(using=using):
            _lock_tables(using, sorted(tables, key=lambda name: (name != FIRST, name)), wait)
            yield
    else:
        with _write_lock(using, wait):
            yield


def _lock_tables(using: str, tables: list[str], wait: float) -> None:
    quote = connections[using].ops.quote_name
    sql = f"LOCK TABLE {', '.join(map(quote, tables))} IN EXCLUSIVE MODE"
    end = time.monotonic() + wait
    for patience in itertools.cycle(LOCK_TIMEOUTS):
        try:
            with transaction.atomic(using=using), connections[using].cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {patience}")
                cursor.execute(sql)
                cursor.execute("SET LOCAL lock_timeout = 0")
            return
        except OperationalError as fault:
            if getattr(fault.__cause__, "sqlstate", None) not in BUSY:
                raise
            if time.monotonic() >= end:
                raise SiteBusy(wait) from fault
        time.sleep(PAUSE)


@contextmanager
def _write_lock(using: str, wait: float) -> Iterator[None]:
    """SQLite: the site's own transactions begin with the write lock (`transaction_mode` IMMEDIATE)."""
    begun = False
    with _busy_timeout(using, wait):
        try:
            with transaction.atomic(using=using):
                begun = True
                yield
        except OperationalError as fault:
            if begun:
                raise
            raise SiteBusy(wait) from fault


@contextmanager
def _busy_timeout(using: str, wait: float) -> Iterator[None]:
    """Sets how long SQLite waits for the lock, and this thread for its turn."""
    database: Any = connections[using]
    database.ensure_connection()
    database.turn_timeout = wait
    before = database.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    database.connection.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
    try:
        yield
    finally:
        database.connection.execute(f"PRAGMA busy_timeout = {before}")
        database.turn_timeout = None
