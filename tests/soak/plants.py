"""What a worker under test follows: another clock and a disk that takes nothing, as the control file says."""

import json
import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils import timezone

CONTROL = "SOAK_CONTROL"
UNLIMITED = 1073741823


class Control:
    """The control file, read again when it changes."""

    def __init__(self, path: str) -> None:
        self.path, self.version, self.values = path, 0, {}

    def get(self, name: str, otherwise: Any) -> Any:
        """What the file says now."""
        version = os.stat(self.path).st_mtime_ns
        if version != self.version:
            with open(self.path) as file:
                self.values, self.version = json.load(file), version
        return self.values.get(name, otherwise)


def follow_control_file() -> None:
    """Puts clock and disk of this process under control."""
    assert settings.MODE == "test", "only a site under test"
    control = Control(os.environ[CONTROL])
    shift_clock(lambda: float(control.get("clock", 0)))
    limit_disk(lambda: str(control.get("disk", "")))


def shift_clock(offset: Callable[[], float]) -> None:
    """Django's time and Python's wall clock differ from the true time by `offset` seconds."""

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) + timedelta(seconds=offset())

    true_time = time.time
    timezone.datetime = Shifted  # type: ignore[attr-defined]
    time.time = lambda: true_time() + offset()


def limit_disk(state: Callable[[], str]) -> None:
    """An SQLite file that cannot grow (full), or that cannot be written (read-only)."""

    def listen(connection: Any, **_more: Any) -> None:
        if connection.vendor == "sqlite" and connection.alias == "default":
            connection.execute_wrappers.append(Limit(state, connection))

    connection_created.connect(listen, weak=False)


class Limit:
    """Sets the limit on one connection before its next statement when it has changed."""

    def __init__(self, state: Callable[[], str], connection: Any) -> None:
        self.state, self.connection, self.set = state, connection, ""

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        wanted = self.state()
        if wanted != self.set:
            raw = self.connection.connection
            pages = raw.execute("PRAGMA page_count").fetchone()[0] if wanted == "full" else UNLIMITED
            raw.execute(f"PRAGMA max_page_count = {pages}")
            raw.execute(f"PRAGMA query_only = {int(wanted == 'read-only')}")
            self.set = wanted
        return execute(sql, params, many, context)
