"""The threads of requests: each in its turn, given back when the work ends, refused when too many wait."""

import asyncio
import threading

import pytest
from asgiref.sync import async_to_sync

from config.server import request_threads
from config.server.request_threads import NoThreadFree, RequestThreads


def run(scenario):
    """Runs a coroutine function with two threads."""
    return async_to_sync(scenario)(RequestThreads(2))


async def busy(threads, go, count=2):
    """Tasks that hold the threads until `go` is set."""
    tasks = [asyncio.create_task(threads.run(go.wait)) for _ in range(count)]
    await asyncio.sleep(0.02)
    return tasks


def test_requests_get_threads_in_their_order():
    async def scenario(threads):
        go, order = threading.Event(), []
        tasks = await busy(threads, go)
        for number in range(5):
            tasks.append(asyncio.create_task(threads.run(lambda number=number: order.append(number))))
            await asyncio.sleep(0)
        assert order == []
        go.set()
        await asyncio.gather(*tasks)
        return order

    assert sorted(run(scenario)) == [0, 1, 2, 3, 4]


def test_a_request_that_is_dropped_while_it_waits_is_never_run():
    async def scenario(threads):
        go, ran = threading.Event(), []
        tasks = await busy(threads, go)
        dropped = asyncio.create_task(threads.run(lambda: ran.append("dropped")))
        await asyncio.sleep(0)
        dropped.cancel()
        go.set()
        await asyncio.gather(*tasks)
        await threads.run(lambda: ran.append("after"))
        return ran

    assert run(scenario) == ["after"]


def test_a_thread_is_given_back_only_when_its_work_has_ended():
    async def scenario(threads):
        go, ran = threading.Event(), []
        tasks = await busy(threads, go)
        for task in tasks:
            task.cancel()
        later = asyncio.create_task(threads.run(lambda: ran.append("later")))
        await asyncio.sleep(0.05)
        assert ran == []
        go.set()
        await later
        return ran

    assert run(scenario) == ["later"]


def test_too_many_waiting_requests_are_refused(monkeypatch):
    monkeypatch.setattr(request_threads, "MOST_WAITING", 1)
    monkeypatch.setattr(request_threads, "LONGEST_WAIT", 0.1)

    async def scenario(threads):
        go = threading.Event()
        tasks = await busy(threads, go)
        waiting = asyncio.create_task(threads.run(lambda: None))
        await asyncio.sleep(0)
        with pytest.raises(NoThreadFree):
            await threads.run(lambda: None)
        with pytest.raises(NoThreadFree):  # the one that waits has waited long enough
            await waiting
        go.set()
        await asyncio.gather(*tasks)
        await threads.run(lambda: None)

    run(scenario)


def test_an_error_of_the_work_is_the_callers_and_frees_the_thread():
    async def scenario(threads):
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                await threads.run(lambda: 1 / 0)

    run(scenario)


def test_heavy_work_leaves_threads_for_play():
    async def scenario(_threads):
        threads, go, ran = RequestThreads(4), threading.Event(), []
        heavy = [asyncio.create_task(threads.run(go.wait, heavy=True)) for _ in range(6)]
        await asyncio.sleep(0.02)
        await threads.run(lambda: ran.append("play"))
        await threads.run(lambda: ran.append("play"))
        go.set()
        await asyncio.gather(*heavy)
        return ran

    assert run(scenario) == ["play", "play"]


def test_heavy_work_that_waits_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(request_threads, "LONGEST_WAIT", 0.05)

    async def scenario(_threads):
        threads, go = RequestThreads(4), threading.Event()
        heavy = [asyncio.create_task(threads.run(go.wait, heavy=True)) for _ in range(2)]
        await asyncio.sleep(0.02)
        with pytest.raises(NoThreadFree):
            await threads.run(lambda: None, heavy=True)
        go.set()
        await asyncio.gather(*heavy)
        await threads.run(lambda: None, heavy=True)

    run(scenario)
