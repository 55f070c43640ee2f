"""What durability on SQLite costs: commits by eight threads of one process, as a web process makes them.

Run: `python -m tests.load.bench_commits [FOLDER]`, with a folder on the disk that is to be measured. Each thread adds
rows of 2 kB, each in a transaction of its own, as a command does; with turns, the threads of a process wait for each
other before they ask SQLite. The decision that rests on these figures is docs/decisions/durable-sqlite.md.
"""

import sqlite3
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

MODES = {
    "rollback journal deleted, EXTRA": ("DELETE", "EXTRA"),
    "rollback journal kept, EXTRA": ("PERSIST", "EXTRA"),
    "write-ahead log, FULL": ("WAL", "FULL"),
}
COMMITS = 60  # by each thread
WAIT = 20.0  # seconds until a thread gives up


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection as the site opens it, in one of MODES."""
    journal, synchronous = MODES[mode]
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={journal}")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    return connection


def write(path: Path, mode: str, turn: AbstractContextManager) -> list[float]:
    """The seconds of each commit of one thread, waiting for the others included; WAIT for one that gave up."""
    connection, taken = connect(path, mode), []
    for _commit in range(COMMITS):
        began = time.perf_counter()
        try:
            with turn:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO commands (body) VALUES (?)", ["x" * 2000])
                connection.execute("COMMIT")
            taken.append(time.perf_counter() - began)
        except sqlite3.OperationalError:
            taken.append(WAIT)
    connection.close()
    return taken


def measure(folder: Path, mode: str, threads: int, turns: bool) -> str:
    """One line of the table."""
    path = folder / f"{mode.split()[0]}-{MODES[mode][0]}-{threads}-{turns}.sqlite3"
    connection = connect(path, mode)
    connection.execute("CREATE TABLE commands (id INTEGER PRIMARY KEY, body TEXT)")
    turn = threading.Lock() if turns else nullcontext()
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        each = list(pool.map(lambda _number: write(path, mode, turn), range(threads)))
    seconds = time.perf_counter() - began
    taken = sorted(took for own in each for took in own)
    lost = sum(took >= WAIT for took in taken)
    assert connection.execute("SELECT count(*) FROM commands").fetchone()[0] == threads * COMMITS - lost
    p50, p99 = (taken[int(len(taken) * share)] * 1000 for share in (0.5, 0.99))
    words = f"{mode:32} {threads} threads{', turns' if turns else '':7}"
    return f"{words} {len(taken) / seconds:6.0f}/s  p50 {p50:7.1f} ms  p99 {p99:8.1f} ms  gave up: {lost}"


if __name__ == "__main__":
    print(f"SQLite {sqlite3.sqlite_version}, {COMMITS} commits by each thread")
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as own:
        for mode in MODES:
            for threads, turns in ((1, False), (4, False), (4, True), (8, False), (8, True)):
                print(measure(Path(own), mode, threads, turns), flush=True)
