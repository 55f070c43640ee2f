"""Commands of running tables come before refreshes and pages, whatever waits."""

import asyncio
import threading
import time

from asgiref.sync import async_to_sync

from config.server import request_threads
from config.server.request_threads import COMMANDS_IN_A_ROW, RequestThreads
from config.server.routes import is_urgent

TAP, REFRESH = 0.004, 0.02


async def hold(threads, go, count, *, urgent=False):
    """Tasks that hold threads until `go` is set."""
    tasks = [asyncio.create_task(threads.run(go.wait, urgent=urgent)) for _ in range(count)]
    await asyncio.sleep(0.02)
    return tasks


def order_of_work(kinds):
    """In which order one thread does work that waits: "tap" is urgent, all else is not."""

    async def scenario():
        threads, go, order = RequestThreads(1), threading.Event(), []
        tasks = await hold(threads, go, 1)
        for number, kind in enumerate(kinds):
            work = asyncio.create_task(threads.run(lambda n=number: order.append(n), urgent=kind == "tap"))
            tasks.append(work)
            await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*tasks)
        return [kinds[number] for number in order], order

    return async_to_sync(scenario)()


def test_commands_pass_the_refreshes_that_wait_and_keep_their_own_order():
    kinds, order = order_of_work(["page", "refresh", "tap", "refresh", "tap"])
    assert kinds == ["tap", "tap", "page", "refresh", "refresh"]
    assert order == [2, 4, 0, 1, 3]


def test_refreshes_do_not_starve():
    kinds, _order = order_of_work(["refresh", *["tap"] * (COMMANDS_IN_A_ROW + 3)])
    assert kinds.index("refresh") == COMMANDS_IN_A_ROW


def test_one_thread_is_kept_for_commands():
    async def scenario():
        threads, go, ran = RequestThreads(4), threading.Event(), []
        refreshes = await hold(threads, go, 6)
        await asyncio.wait_for(threads.run(lambda: ran.append("tap"), urgent=True), 2)
        await asyncio.wait_for(threads.run(lambda: ran.append("tap"), urgent=True), 2)
        go.set()
        await asyncio.gather(*refreshes)
        return ran

    assert async_to_sync(scenario)() == ["tap", "tap"]


def test_at_twice_the_load_every_tap_is_answered_within_250_ms():
    """Refreshes arrive twice as fast as the threads can do them; a tap never waits for their queue."""

    async def scenario():
        threads, waits, refreshes = RequestThreads(), [], []
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            refreshes += [asyncio.create_task(threads.run(lambda: time.sleep(REFRESH))) for _ in range(6)]
            begun = time.monotonic()
            await threads.run(lambda: time.sleep(TAP), urgent=True)
            waits.append(time.monotonic() - begun)
            await asyncio.sleep(max(0.0, REFRESH - waits[-1]))
        waiting = sum(not task.done() for task in refreshes)
        for task in refreshes:
            task.cancel()
        await asyncio.gather(*refreshes, return_exceptions=True)
        return waits, waiting

    waits, waiting = async_to_sync(scenario)()
    assert waiting > len(waits), "the load was no overload"
    assert sorted(waits)[int(len(waits) * 0.99)] < 0.25


def test_commands_are_known_by_their_address():
    def scope(path, method="POST"):
        return {"type": "http", "path": path, "root_path": "", "method": method}

    for path in ("/api/v1/encounters/1/commands/", "/api/v1/encounters/1/undo", "/encounters/1/commands/"):
        assert is_urgent(scope(path)), path
    for path in ("/encounters/1/cards/", "/encounters/1/undo/", "/api/v1/encounters/1/cards/"):
        assert is_urgent(scope(path)), path
    for path in ("/encounters/1/table/", "/encounters/1/odds/", "/encounters/1/copy/", "/api/v1/modules/", "/nowhere/"):
        assert not is_urgent(scope(path)), path
    assert not is_urgent(scope("/encounters/1/commands/", "GET"))
    assert request_threads.KEPT_FOR_COMMANDS < request_threads.THREADS
