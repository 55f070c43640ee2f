"""The work of this site's part of the duel: durable commands, screens that follow, pages, idle streams."""

import asyncio
import itertools
import json
import statistics
import time
import uuid
from dataclasses import dataclass, field

from tests.load.duel.http import Connection, Stream
from tests.load.duel.processes import Server, busy_since, machine_time

GZIP = {"Accept-Encoding": "gzip"}


@dataclass
class Result:
    """What was measured: plays or requests, seconds, CPU seconds of the server, and delays in seconds.

    `busy` is the share (0 to 1) of all cores that worked: for the server, its database and the clients."""

    count: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    busy: float = 0.0
    delays: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.count / self.seconds

    @property
    def cpu_each(self) -> float:
        """Milliseconds of CPU for each."""
        return 1000 * self.cpu / max(1, self.count)


def percentile(values: list[float], share: float) -> float:
    """The value below which this share (0 to 1) of the values lies, in milliseconds; 0 without values."""
    if not values:
        return 0.0
    return 1000 * (
        statistics.median(values) if share == 0.5 else sorted(values)[min(len(values) - 1, int(len(values) * share))]
    )


class Table:
    """A GM's connection to one table, which changes how far apart two participants stand."""

    def __init__(self, server: Server, table: dict):
        self.path, self.turn = f"/api/v1/encounters/{table['encounter']}/commands/", 0
        self.tokens = itertools.cycle(f"Token {token}" for token in table["tokens"])
        self.line = Connection(server.port, {"Content-Type": "application/json"})

    async def play(self) -> int:
        """One durable command with a key; the number it got."""
        self.turn += 1
        order = {"a": "mara", "b": "bandit-1", "range": ["near", "far"][self.turn % 2]}
        body = json.dumps({"command": {"type": "set-range", "actor": "gm", **order}}).encode()
        key, token = uuid.uuid4().hex, next(self.tokens)
        status, answer = await self.line.ask("POST", self.path, body, Idempotency_Key=key, Authorization=token)
        assert status == 200, (status, answer[:300])
        return json.loads(answer)["number"]


async def durable_commands(server: Server, tables: list[dict], seconds: float) -> Result:
    """Each table gives one command after the other."""
    result, players = Result(), [Table(server, table) for table in tables]
    for player in players:
        await player.play()
    cpu, machine, begun = server.cpu, machine_time(), time.monotonic()

    async def go_on(player: Table) -> None:
        while time.monotonic() - begun < seconds:
            asked = time.monotonic()
            await player.play()
            result.taps.append(time.monotonic() - asked)

    await asyncio.gather(*map(go_on, players))
    result.seconds, result.cpu, result.count = time.monotonic() - begun, server.cpu - cpu, len(result.taps)
    result.busy = busy_since(machine)
    return result


class Screen:
    """One browser at a table: hears the stream, and fetches its own view when something changed."""

    def __init__(self, server: Server, table: dict, cookie: str):
        headers = {"Cookie": cookie, "HX-Request": "true", **GZIP}
        self.encounter, self.shown = table["encounter"], -1
        self.line, self.stream = Connection(server.port, headers), Stream(server.port, {"Cookie": cookie})
        self.waits: dict[int, asyncio.Future[float]] = {}
        self.changed = asyncio.Event()

    async def follow(self) -> None:
        """Follows until it is cancelled. Two tasks, as in the browser: in a burst only the latest state is fetched."""
        await self.stream.open(self.encounter)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._listen())
            both.create_task(self._fetch())

    async def _listen(self) -> None:
        while True:
            await self.stream.next_number()
            self.changed.set()

    async def _fetch(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.stream.number <= self.shown:
                continue
            heard = self.stream.number
            status, _body = await self.line.ask("GET", f"/encounters/{self.encounter}/table/")
            assert status == 200, status
            self.shown = heard
            for number in [number for number in self.waits if number <= heard]:
                self.waits.pop(number).set_result(time.monotonic())

    def seen(self, number: int) -> "asyncio.Future[float]":
        """Resolves with the time at which the screen shows this play or a later one."""
        future = asyncio.get_running_loop().create_future()
        if self.shown >= number:
            future.set_result(time.monotonic())
        else:
            self.waits[number] = future
        return future


async def followed_plays(server: Server, tables: list[dict], per_second: float, seconds: float) -> Result:
    """So many plays a second at each table, with nine screens each; `delays` to the last of the nine."""
    players = [Table(server, table) for table in tables]
    screens = [[Screen(server, table, cookie) for cookie in table["screens"]] for table in tables]
    following = [asyncio.create_task(screen.follow()) for row in screens for screen in row]
    for player, row in zip(players, screens, strict=True):
        await asyncio.wait_for(asyncio.gather(*map(Screen.seen, row, [await player.play()] * len(row))), 60)
    result, cpu, begun = Result(), server.cpu, time.monotonic()

    async def follow_one(number: int, row: list[Screen], tapped: float) -> None:
        result.delays.append(max(await asyncio.gather(*(screen.seen(number) for screen in row))) - tapped)

    async def play_on(place: int, player: Table, row: list[Screen]) -> None:
        due, watching = begun + place / len(players) / per_second, []
        while due - begun < seconds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            number = await player.play()
            result.taps.append(time.monotonic() - due)
            watching.append(asyncio.create_task(follow_one(number, row, due)))
            due += 1 / per_second
        await asyncio.wait_for(asyncio.gather(*watching), 60)

    try:
        await asyncio.gather(*(play_on(*each) for each in zip(range(len(tables)), players, screens, strict=True)))
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        for row in screens:
            for screen in row:
                screen.line.close()
                screen.stream.close()
    result.seconds, result.cpu, result.count = time.monotonic() - begun, server.cpu - cpu, len(result.taps)
    return result


async def page(server: Server, cookie: str, path: str, times: int, **headers: str) -> tuple[float, int]:
    """(milliseconds of CPU, bytes on the wire) of a page, asked for again and again."""
    line = Connection(server.port, {"Cookie": cookie, **GZIP})
    for _warm in range(10):
        status, body = await line.ask("GET", path, **headers)
        assert status == 200, (path, status)
    cpu = server.cpu
    for _turn in range(times):
        await line.ask("GET", path, **headers)
    line.close()
    return 1000 * (server.cpu - cpu) / times, len(body)


async def idle_streams(server: Server, tables: list[dict], count: int) -> float:
    """Bytes of the server's memory for each of so many streams that hear nothing."""
    cookies = [(table["encounter"], cookie) for table in tables for cookie in table["screens"]]
    streams = [Stream(server.port, {"Cookie": cookie}) for _encounter, cookie in cookies[: count + 1]]
    for place, (stream, (encounter, _cookie)) in enumerate(zip(streams, cookies, strict=False)):
        await stream.open(encounter)
        if not place:
            # The first one loads what all share: threads, connections and queries, about 2 MiB.
            await asyncio.sleep(1.5)
            before = server.memory
    used = server.memory - before
    for stream in streams:
        stream.close()
    return used / max(1, len(streams) - 1)
