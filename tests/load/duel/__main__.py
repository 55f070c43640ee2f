"""Runs the duel and prints its tables.

Arguments: `--seconds 5` of each measurement, `--rounds 2` of the alternation, `--only commands pages` for a part.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.architecture.source import ROOT
from tests.load.duel import opponent, work
from tests.load.duel.site import Site
from tests.load.duel.work import Result, percentile

MOST_TABLES = 32
# (tables, plays a second at each) with nine screens at each table.
FOLLOWED = [(1, 1), (1, 10), (1, 20), (8, 1), (32, 1)]
COMMANDS = [1, 8, 32]
PAGE_REQUESTS = 200
IDLE_STREAMS = 200
STILL = "-"


def say(*columns: object) -> None:
    """One row of a Markdown table."""
    print("| " + " | ".join(str(column) for column in columns) + " |", flush=True)


def heading(*columns: str) -> None:
    """The head of a Markdown table."""
    print()
    say(*columns)
    say(*["---"] * len(columns))


def best(rounds: list[Result]) -> Result:
    """The round with the highest rate: what the machine can do when others leave it alone."""
    return max(rounds, key=lambda round_: round_.rate)


def commands_row(name: str, tables: int, found: Result, compared: Result | None) -> None:
    ratio = f"{found.rate / compared.rate:.2f}" if compared else STILL
    taps = f"{percentile(found.taps, 0.5):.1f} / {percentile(found.taps, 0.99):.1f}"
    busy = f"{found.busy:.0%}" if found.busy else STILL
    say(name, tables, f"{found.rate:.0f}", f"{found.cpu_each:.2f}", busy, taps, ratio)


def followed_row(name: str, tables: int, rate: float, found: Result | None) -> None:
    if found is None:
        say(name, tables, rate, "no answer", STILL, STILL, STILL)
        return
    spread = [
        f"{percentile(delays, 0.5):.0f} / {percentile(delays, 0.99):.0f}" for delays in (found.taps, found.delays)
    ]
    say(name, tables, rate, f"{found.rate:.1f}", f"{found.cpu_each:.1f}", *spread)


class Duel:
    """The sites and the opponent of one run."""

    def __init__(self, seconds: float, rounds: int, other: Path | None):
        self.seconds, self.rounds, self.other = seconds, rounds, other

    def plays_of_other(self, tables: int, screens: int, rate: float) -> Result | None:
        """What boardgame.io does; None without it, or when it does not come to an end."""
        if self.other is None:
            return None
        with opponent.serving(self.other) as server:
            try:
                return asyncio.run(
                    opponent.plays(self.other, server, tables=tables, screens=screens, rate=rate, seconds=self.seconds)
                )
            except TimeoutError:
                return None

    def commands(self, sites: dict[str, Site]) -> None:
        """Durable commands, one after the other at each table, the servers in turn."""
        heading(
            "durable commands", "tables", "a second", "CPU ms each", "cores busy", "p50 / p99 ms", "to boardgame.io"
        )  # fmt: skip
        for tables in COMMANDS:
            others, own = [], {name: [] for name in sites}
            for _round in range(self.rounds):
                others.append(self.plays_of_other(tables, 0, 0))
                for name, site in sites.items():
                    with site.serving() as server:
                        own[name].append(asyncio.run(work.durable_commands(server, site.tables[:tables], self.seconds)))
            known = [candidate for candidate in others if candidate]
            other = best(known) if known else None
            if other:
                commands_row("boardgame.io, files", tables, other, other)
            for name, rounds in own.items():
                commands_row(name, tables, best(rounds), other)

    def two_workers(self, sites: dict[str, Site]) -> None:
        """What a second worker adds."""
        heading("workers", "database", "a second", "ratio", "CPU ms each", "cores busy")
        for name, site in sites.items():
            rates = []
            for workers in (1, 2):
                with site.serving(workers) as server:
                    found = asyncio.run(work.durable_commands(server, site.tables, self.seconds))
                rates.append(found.rate)
                ratio = f"{found.rate / rates[0]:.2f}"
                say(workers, name, f"{found.rate:.0f}", ratio, f"{found.cpu_each:.2f}", f"{found.busy:.0%}")

    def followed(self, sites: dict[str, Site]) -> None:
        """Plays with nine screens at each table; ours fetch HTML, boardgame.io's get JSON."""
        heading(
            "nine screens", "tables", "plays a second at each", "plays a second", "CPU ms a play",
            "tap p50 / p99 ms", "last screen p50 / p99 ms",
        )  # fmt: skip
        for tables, rate in FOLLOWED:
            if self.other is not None:
                followed_row("boardgame.io, files", tables, rate, self.plays_of_other(tables, 9, rate))
            for name, site in sites.items():
                with site.serving() as server:
                    try:
                        found = asyncio.run(work.followed_plays(server, site.tables[:tables], rate, self.seconds))
                    except TimeoutError:
                        found = None
                followed_row(name, tables, rate, found)

    def pages(self, sites: dict[str, Site]) -> None:
        """CPU and size of the main pages, compared with a stock Django page on the same database."""
        heading("page", "database", "CPU ms", "to a stock page", "bytes on the wire")
        for name, site in sites.items():
            one = site.tables[0]
            with site.serving_stock_page() as server:
                stock, size = asyncio.run(work.page(server, one["screens"][1], "/stock/", PAGE_REQUESTS))
            say("stock Django page", name, f"{stock:.1f}", "1.0", size)
            with site.serving() as server:
                for title, screen, path, headers in pages_of(one):
                    cost, size = asyncio.run(work.page(server, one["screens"][screen], path, PAGE_REQUESTS, **headers))
                    say(title, name, f"{cost:.1f}", f"{cost / stock:.1f}", size)

    def streams(self, sites: dict[str, Site]) -> None:
        """The memory of streams that hear nothing."""
        heading("idle streams", "database", "KiB each")
        for name, site in sites.items():
            with site.serving() as server:
                used = asyncio.run(work.idle_streams(server, site.tables, IDLE_STREAMS))
            say(IDLE_STREAMS, name, f"{used / 1024:.1f}")


def pages_of(table: dict) -> Iterator[tuple[str, int, str, dict[str, str]]]:
    """(title, screen, path, headers) of the main pages; screen 0 is the GM's."""
    part = {"HX_Request": "true"}
    yield "home", 1, "/", {}
    yield "campaign", 1, f"/campaigns/{table['campaign']}/", {}
    yield "log", 1, f"/campaigns/{table['campaign']}/log/", {}
    yield "sheet", 1, f"/characters/{table['character']}/", {}
    yield "table, player", 1, f"/encounters/{table['encounter']}/", {}
    yield "table, GM", 0, f"/encounters/{table['encounter']}/", {}
    yield "live part, player", 1, f"/encounters/{table['encounter']}/table/", part
    yield "live part, GM", 0, f"/encounters/{table['encounter']}/table/", part


@contextmanager
def postgresql() -> Iterator[str | None]:
    """The address of a new PostgreSQL database, gone afterwards; None where no server is reached."""
    found = subprocess.run([sys.executable, ROOT / "tools/find_postgres.py"], capture_output=True, text=True)
    server, name = found.stdout.strip(), f"fatekeeper_duel_{uuid.uuid4().hex[:12]}"
    if not server:
        print("PostgreSQL: not measured, because no server was reached.")
        yield None
        return
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{name}"')
    try:
        yield server.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as line:
            line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def find_other(folder: Path) -> Path | None:
    """Where boardgame.io is; None with the reason printed."""
    try:
        return opponent.install(folder)
    except opponent.Missing as reason:
        print(f"boardgame.io: not measured: {reason}.")
        return None


def main() -> None:
    parser = argparse.ArgumentParser("tests.load.duel")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=["commands", "two_workers", "followed", "pages", "streams"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="duel-") as folder, postgresql() as postgres:
        places = {name: Path(folder) / name for name in ("other", "sqlite", "postgresql")}
        for place in places.values():
            place.mkdir()
        duel = Duel(options.seconds, options.rounds, find_other(places["other"]))
        sites = {"SQLite": Site(places["sqlite"], f"sqlite:///{places['sqlite']}/site.sqlite3", MOST_TABLES)}
        if postgres:
            sites["PostgreSQL"] = Site(places["postgresql"], postgres, MOST_TABLES)
        measure: Callable[[dict[str, Site]], None]
        for name in options.only:
            measure = getattr(duel, name)
            measure(sites)


if __name__ == "__main__":
    main()
