"""Listens for changed encounters and logs, in all processes, and wakes their open streams.

PostgreSQL carries the signal by NOTIFY, sent inside the writing transaction (common/live_signal.py). The version of an
SQLite file changes with every commit of another connection, so a private connection polls it: at once after a request
of this process that may have written, and every tenth of a second for what others write. Signals never have content:
each notified reader fetches their own view.
"""

import asyncio
import contextlib
import json
import logging
import random
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from django.db import close_old_connections, connection, connections

from common.live_signal import CHANNEL, ENCOUNTER, LOG, MEMBERS_OF, RESTORED, SIGNS
from config.live import stream_auth
from config.live.stream_auth import LatestNumber, StreamViewer, Subject

# The longest and the shortest pause between two looks at an SQLite file, in seconds.
POLL, SHORTEST_POLL = 0.1, 0.02
CHECK = 1.0
# Pauses between attempts to listen again, in seconds: each twice as long as the one before, with jitter.
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
# After how many quiet seconds a connection is tested, and how long it may take to answer.
QUIET, ANSWER = 20.0, 5.0
Result = TypeVar("Result")
log = logging.getLogger(__name__)


class Listener:
    """The mailbox of one open stream, which only holds the latest number, so that a slow reader accumulates nothing."""

    __slots__ = ("changed", "closed", "has_new_signs", "latest", "signs", "viewer", "woken")

    def __init__(self, viewer: StreamViewer) -> None:
        self.viewer = viewer
        self.latest: LatestNumber | None = None
        self.closed = False
        # The stream must say that the subject changed.
        self.changed = False
        # The stream must say that there are new signs.
        self.has_new_signs = False
        # How many signs the viewer could see at the last check; None before the first.
        self.signs: int | None = None
        self.woken = asyncio.Event()

    def notify(self, latest: LatestNumber) -> None:
        """Stores the subject's current number, and wakes the stream if it is new."""
        if self.latest is not None and latest.is_unsettled and latest.number == self.latest.number:
            self.latest = latest
        elif latest != self.latest:
            self.notify_always(latest)

    def notify_always(self, latest: LatestNumber) -> None:
        """Stores the subject's current number and always wakes the stream, because it may have missed something."""
        self.latest = latest
        self.changed = True
        self.woken.set()

    def keep_higher(self, new: LatestNumber) -> LatestNumber:
        """The current number; while a log is written, it may be lower than the one that was sent. Then that stays."""
        if self.latest is None or not new.is_unsettled:
            return new
        return new._replace(number=max(new.number, self.latest.number))

    def notify_signs(self) -> None:
        """Wakes the stream for a sign that someone shows at the table."""
        self.has_new_signs = True
        self.woken.set()

    @property
    def waits_for_more(self) -> bool:
        """Whether the stream must look again soon, because newer entries wait and no signal will announce them."""
        return self.latest is not None and self.latest.is_unsettled

    def close(self) -> None:
        """Ends the stream."""
        self.closed = True
        self.woken.set()


class Hub:
    """The listeners of one event loop; it runs while there are listeners."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread: ThreadPoolExecutor | None = None
        self._signs = -1  # number of signs of all tables at the last check
        self._written = asyncio.Event()

    def poll_now(self) -> None:
        """Ends the pause before the next look at an SQLite file, because this process may have written to it."""
        self._written.set()

    async def ask(self, question: Callable[..., Result], *args: Any) -> Result:
        """Runs a database function in the hub's only thread."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        return await asyncio.get_running_loop().run_in_executor(self._thread, _run_query, question, *args)

    async def enter(self, listener: Listener) -> None:
        """Adds a listener and tells it the current number of its subject; from now on it misses nothing."""
        self.listeners.add(listener)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._guard())]
        await self.refresh({listener.viewer.subject})
        if connection.vendor == "sqlite":
            await self.look_for_signs()

    async def leave(self, listener: Listener) -> None:
        """Removes a listener; after the last one the hub closes its connection."""
        self.listeners.discard(listener)
        if self.listeners:
            return
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._thread is not None and not self.listeners:
            thread, self._thread = self._thread, None
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)

    async def refresh(self, subjects: set[Subject] | None = None, *, again: bool = False) -> None:
        """Reads the current numbers of subjects (by default all with listeners) and tells the listeners.

        With `again` it wakes all of them, even if nothing seems new."""
        listeners = [each for each in self.listeners if subjects is None or each.viewer.subject in subjects]
        if not listeners:
            return
        found = await self.ask(stream_auth.latest_numbers, {each.viewer.subject for each in listeners})
        numbers = {each: each.keep_higher(found[at]) for each in listeners if (at := each.viewer.subject) in found}
        news = [each for each, number in numbers.items() if again or number != each.latest]
        if news:
            await self.check(news)
        for each in news:
            if not each.closed:
                (each.notify_always if again else each.notify)(numbers[each])

    async def look_for_signs(self) -> None:
        """Tells the listeners for whom there are new signs since the last check; the first check tells nobody.

        This runs at every change of the file, so it first compares the number of all signs."""
        at_tables = [each for each in self.listeners if each.viewer.subject.kind == "encounter"]
        if not at_tables:
            return
        total = await self.ask(stream_auth.count_all_signs)
        if total == self._signs and all(each.signs is not None for each in at_tables):
            return
        self._signs = total
        counts = await self.ask(stream_auth.sign_counts, {each.viewer.place for each in at_tables})
        news = []
        for each in at_tables:
            count = counts.get(each.viewer.place, each.signs or 0)
            if each.signs is not None and count != each.signs:
                news.append(each)
            each.signs = count
        await self._notify_of_signs(news)

    async def _notify_of_signs(self, listeners: list[Listener]) -> None:
        await self.check(listeners)
        for each in listeners:
            if not each.closed:
                each.notify_signs()

    async def check(self, listeners: list[Listener]) -> None:
        """Closes the streams of those who may not listen any more."""
        if listeners:
            authorized = await self.ask(stream_auth.still_authorized, [each.viewer for each in listeners])
            for each in listeners:
                if each.viewer not in authorized:
                    each.close()

    async def _guard(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            with contextlib.suppress(Exception):  # no answer of the database: the listening task reconnects
                await self.check(list(self.listeners))
                unsettled = {each.viewer.subject for each in self.listeners if each.waits_for_more}
                if unsettled:
                    await self.refresh(unsettled)

    async def _listen(self) -> None:
        """Listens until it is cancelled. After a failure it starts again, and every open stream reads its number
        again."""
        listen = self._listen_to_postgresql if connection.vendor == "postgresql" else self._watch_sqlite
        pause, failed = FIRST_PAUSE, False

        async def on_connected() -> None:
            nonlocal pause, failed
            await self.refresh(again=failed)
            if failed:
                log.info("live streams receive signals from the database again")
            pause, failed = FIRST_PAUSE, False

        while True:
            try:
                await listen(on_connected)
            except Exception as fault:
                if not failed:
                    log.warning("live streams receive no signals from the database: %s", fault)
                failed = True
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))  # noqa: S311 (jitter)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _watch_sqlite(self, on_connected: Callable[[], Awaitable[None]]) -> None:
        thread = ThreadPoolExecutor(1, thread_name_prefix="watch")
        loop = asyncio.get_running_loop()
        path = str(connection.settings_dict["NAME"])
        file: sqlite3.Connection | None = None
        try:
            file = await loop.run_in_executor(thread, lambda: sqlite3.connect(path, timeout=1))
            seen = await loop.run_in_executor(thread, _file_version, file)
            await on_connected()
            while True:
                await self._wait_for_writes()
                version = await loop.run_in_executor(thread, _file_version, file)
                if version is not None and version != seen:
                    await self.refresh()
                    await self.look_for_signs()
                    seen = version
        finally:
            if file is not None:
                thread.submit(file.close)
            thread.shutdown(wait=False)

    async def _wait_for_writes(self) -> None:
        """Waits for a write of this process, at most POLL seconds; many writes in a row are one look."""
        await asyncio.sleep(SHORTEST_POLL)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL - SHORTEST_POLL):
                await self._written.wait()
        self._written.clear()

    async def _listen_to_postgresql(self, on_connected: Callable[[], Awaitable[None]]) -> None:
        async with await psycopg.AsyncConnection.connect(**_postgresql_address(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            await on_connected()  # for signals that were missed meanwhile
            while True:
                async for note in listening.notifies(timeout=QUIET):
                    await self._handle_payload(note.payload)
                # Only a test query notices a server that vanished.
                await asyncio.wait_for(listening.execute("SELECT 1"), ANSWER)

    async def _handle_payload(self, payload: str) -> None:
        signal = json.loads(payload)
        if ENCOUNTER in signal:
            await self.refresh({Subject("encounter", signal[ENCOUNTER])})
        elif LOG in signal:
            await self.refresh({Subject("log", signal[LOG], is_gm) for is_gm in (False, True)})
        elif SIGNS in signal:
            table, members = Subject("encounter", signal[SIGNS]), signal.get("members")
            there = [each for each in self.listeners if each.viewer.subject == table]
            await self._notify_of_signs([each for each in there if members is None or each.viewer.member in members])
        elif RESTORED in signal:  # a backup replaced everything: earlier sessions and tokens are gone
            await self.check(list(self.listeners))
        else:
            await self.check([each for each in self.listeners if each.viewer.campaign == signal.get(MEMBERS_OF)])


def _file_version(file: sqlite3.Connection) -> int | None:
    """The version of the file; None while a writer locks it."""
    try:
        return int(file.execute("PRAGMA data_version").fetchone()[0])
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return None
        raise


def _postgresql_address() -> dict[str, Any]:
    """The address of PostgreSQL for psycopg: a direct connection, because LISTEN does not work through a pooler."""
    parameters = connection.get_connection_params()
    kept = {"dbname", "user", "password", "host", "port", "service", "passfile"}
    kept |= {"sslmode", "sslrootcert", "sslcert", "sslkey"}
    arguments = {name: value for name, value in parameters.items() if name in kept and value not in (None, "")}
    return {"connect_timeout": 5, "keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 3, **arguments}


def _run_query(question: Callable[..., Result], *args: Any) -> Result:
    try:
        return question(*args)
    finally:
        close_old_connections()


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
