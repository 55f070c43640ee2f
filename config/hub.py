"""Hears which encounters changed, in this process or any other, and wakes the streams that listen.

PostgreSQL carries the signal by NOTIFY, sent inside the writing transaction (campaigns/live.py). An SQLite file
has a version that moves with every commit of another connection, so a private connection asks for it. What
travels is never content: whoever is woken fetches their own view.
"""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from django.db import close_old_connections, connection, connections

from campaigns.live import CHANNEL
from config import guests
from config.guests import Guest

POLL = 0.1
CHECK = 1.0
RECONNECT = 0.5
Result = TypeVar("Result")


class Listener:
    """One open stream's mailbox. It holds only the latest number, so a slow reader cannot pile anything up."""

    __slots__ = ("closed", "guest", "latest", "woken")

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.latest: tuple[int, str] | None = None
        self.closed = False
        self.woken = asyncio.Event()

    def tell(self, latest: tuple[int, str]) -> None:
        """Leaves where the encounter stands now; wakes when that is news."""
        if latest != self.latest:
            self.latest = latest
            self.woken.set()

    def close(self) -> None:
        """Ends the stream."""
        self.closed = True
        self.woken.set()


class Hub:
    """The listeners of one event loop. It works as long as somebody listens."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread: ThreadPoolExecutor | None = None

    async def ask(self, question: Callable[..., Result], *args: Any) -> Result:
        """Asks the database in the hub's one thread."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        return await asyncio.get_running_loop().run_in_executor(self._thread, _asked, question, *args)

    async def enter(self, listener: Listener) -> None:
        """Adds a listener and tells it where its encounter stands; from now on it misses nothing."""
        self.listeners.add(listener)
        if not self._tasks:
            hear = self._hear_postgresql if connection.vendor == "postgresql" else self._hear_sqlite
            self._tasks = [asyncio.create_task(hear()), asyncio.create_task(self._guard())]
        await self.refresh({listener.guest.encounter})

    async def leave(self, listener: Listener) -> None:
        """Removes a listener; with the last one the hub rests and holds no connection."""
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

    async def refresh(self, encounters: set[int] | None = None) -> None:
        """Looks again where encounters stand (all that are listened to by default) and tells whoever may know."""
        heard = [each for each in self.listeners if encounters is None or each.guest.encounter in encounters]
        if not heard:
            return
        found = await self.ask(guests.numbers, {each.guest.encounter for each in heard})
        news = [each for each in heard if found.get(each.guest.encounter, each.latest) != each.latest]
        if news:
            await self.check(news)
        for each in news:
            if not each.closed:
                each.tell(found[each.guest.encounter])

    async def check(self, listeners: list[Listener]) -> None:
        """Closes the streams of those who may not listen any more."""
        if listeners:
            welcome = await self.ask(guests.still_welcome, [each.guest for each in listeners])
            for each in listeners:
                if each.guest not in welcome:
                    each.close()

    async def _guard(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            with contextlib.suppress(Exception):  # the database is away: hearing will say so and come back
                await self.check(list(self.listeners))

    async def _hear_sqlite(self) -> None:
        thread = ThreadPoolExecutor(1, thread_name_prefix="hear")
        loop = asyncio.get_running_loop()
        path = str(connection.settings_dict["NAME"])
        file = await loop.run_in_executor(thread, lambda: sqlite3.connect(path, timeout=1))
        seen = None
        try:
            while True:
                with contextlib.suppress(sqlite3.OperationalError):  # a writer holds the file: ask again
                    version = await loop.run_in_executor(thread, _version, file)
                    if version != seen:
                        seen = version
                        await self.refresh()
                await asyncio.sleep(POLL)
        finally:
            thread.submit(file.close)
            thread.shutdown(wait=False)

    async def _hear_postgresql(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.OperationalError, OSError):
                await asyncio.sleep(RECONNECT)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            await self.refresh()  # what was said while nobody listened
            async for note in listening.notifies():
                said = json.loads(note.payload)
                if "encounter" in said:
                    await self.refresh({said["encounter"]})
                else:
                    await self.check([each for each in self.listeners if each.guest.campaign == said.get("campaign")])


def _version(file: sqlite3.Connection) -> int:
    return int(file.execute("PRAGMA data_version").fetchone()[0])


def _address() -> dict[str, Any]:
    """Where PostgreSQL is, as psycopg wants it: a direct connection, for LISTEN does not pass a pooler."""
    parameters = connection.get_connection_params()
    kept = {"dbname", "user", "password", "host", "port"}
    return {name: value for name, value in parameters.items() if name in kept and value not in (None, "")}


def _asked(question: Callable[..., Result], *args: Any) -> Result:
    try:
        return question(*args)
    finally:
        close_old_connections()


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
