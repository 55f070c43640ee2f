"""The threads in which Django answers requests: few, each with its own database connection, shared fairly.

A request holds a thread only while Django works on it: its body has arrived before, and its response is sent
afterwards (config/server/asgi_handler.py). Which request comes next is decided in one place, `_Pool._next`: commands of
running tables come before refreshes and pages, and one thread is kept for them. So a tap waits for a request that
runs already, never for the queue of refreshes that earlier taps have caused.
"""

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

Result = TypeVar("Result")

THREADS: Final = 4
# How many of them may do work that takes seconds; the others stay free for play.
HEAVY: Final = 2
# How many of them are reserved for commands, if there are more than two.
KEPT_FOR_COMMANDS: Final = 1
# After this many commands in a row one other request is served, so that none waits for ever.
COMMANDS_IN_A_ROW: Final = 8
# Requests that may wait for a thread in one process, and how many seconds each waits.
MOST_WAITING: Final = 1000
LONGEST_WAIT: Final = 30.0


class NoThreadFree(Exception):
    """Too many requests wait for a thread, or one has waited too long."""


class RequestThreads:
    """A few permanent threads, each of which runs one request at a time."""

    def __init__(self, threads: int = THREADS) -> None:
        self.threads = threads
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pool] = WeakKeyDictionary()

    async def run(self, work: Callable[[], Result], *, heavy: bool = False, urgent: bool = False) -> Result:
        """Runs `work` in a thread and returns its result. Raises `NoThreadFree` if none becomes free in time.

        Heavy work waits until little other heavy work runs, before it asks for a thread. Urgent work comes first."""
        loop = asyncio.get_running_loop()
        if loop not in self._loops:
            self._loops[loop] = _Pool(loop, self.threads)
        pool = self._loops[loop]
        if heavy:
            await pool.take_heavy()
        try:
            thread = await pool.take(urgent=urgent)
        except BaseException:
            if heavy:
                pool.heavy.release()
            raise
        answer: asyncio.Future[Result] = loop.create_future()
        thread.submit(pool.work, partial(contextvars.copy_context().run, work), answer, thread, heavy)
        return await answer


class _Pool:
    """The threads of one event loop, and the requests that wait for one."""

    def __init__(self, loop: asyncio.AbstractEventLoop, threads: int) -> None:
        self._loop = loop
        # The thread used last is used first, so that a quiet site keeps few database connections.
        self._free = [ThreadPoolExecutor(1, thread_name_prefix="page") for _ in range(threads)]
        self._kept = KEPT_FOR_COMMANDS if threads > 2 else 0
        self._urgent: deque[asyncio.Future[ThreadPoolExecutor]] = deque()
        self._others: deque[asyncio.Future[ThreadPoolExecutor]] = deque()
        self._urgent_in_a_row = 0
        self.heavy = asyncio.Semaphore(HEAVY)

    async def take_heavy(self) -> None:
        """A permit for heavy work."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self.heavy.acquire()
        except TimeoutError:
            raise NoThreadFree from None

    async def take(self, *, urgent: bool = False) -> ThreadPoolExecutor:
        """A thread that nobody else uses."""
        if len(self._free) > (0 if urgent else self._kept):
            return self._free.pop()
        waiting = self._urgent if urgent else self._others
        if len(waiting) >= MOST_WAITING:
            raise NoThreadFree
        turn: asyncio.Future[ThreadPoolExecutor] = self._loop.create_future()
        waiting.append(turn)
        timer = self._loop.call_later(LONGEST_WAIT, _expire, turn)
        try:
            return await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.give_back(turn.result())
            with suppress(ValueError):  # a request that got its turn is no longer in the queue
                waiting.remove(turn)
            raise
        finally:
            timer.cancel()

    def give_back(self, thread: ThreadPoolExecutor) -> None:
        """Hands a free thread to the next request that waits."""
        self._free.append(thread)
        turn = self._next()
        if turn is not None:
            turn.set_result(self._free.pop())

    def work(
        self, work: Callable[[], Result], answer: "asyncio.Future[Result]", thread: ThreadPoolExecutor, heavy: bool
    ) -> None:
        """Does the work in its thread, then wakes the event loop once; a closed loop needs neither any more."""
        result, failure = None, None
        try:
            result = work()
        except BaseException as fault:
            failure = fault
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._finish, answer, result, failure, thread, heavy)

    def _finish(
        self,
        answer: "asyncio.Future[Any]",
        result: Any,
        failure: BaseException | None,
        thread: ThreadPoolExecutor,
        heavy: bool,
    ) -> None:
        """The thread is free when the work is done, even if nobody waits for the answer any more."""
        if heavy:
            self.heavy.release()
        self.give_back(thread)
        if answer.done():
            return
        if failure is None:
            answer.set_result(result)
        else:
            answer.set_exception(failure)

    def _next(self) -> "asyncio.Future[ThreadPoolExecutor] | None":
        """The next request for a free thread: a command, or else the one that has waited longest."""
        others_may = len(self._free) > self._kept
        if others_may and self._urgent_in_a_row >= COMMANDS_IN_A_ROW:
            queues = (self._others, self._urgent)
        else:
            queues = (self._urgent, self._others)
        for queue in queues:
            turn = _first_alive(queue) if queue is self._urgent or others_may else None
            if turn is not None:
                self._urgent_in_a_row = self._urgent_in_a_row + 1 if queue is self._urgent else 0
                return turn
        return None


def _first_alive(queue: "deque[asyncio.Future[ThreadPoolExecutor]]") -> "asyncio.Future[ThreadPoolExecutor] | None":
    """Takes the first request of a queue whose sender still waits, and drops the others before it."""
    while queue:
        turn = queue.popleft()
        if not turn.done():
            return turn
    return None


def _expire(turn: "asyncio.Future[ThreadPoolExecutor]") -> None:
    if not turn.done():
        turn.set_exception(NoThreadFree())
