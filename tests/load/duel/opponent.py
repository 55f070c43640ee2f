"""boardgame.io's bundled server, installed by npm when the duel runs; nothing of it is kept in the repository."""

import asyncio
import json
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.load.duel import processes
from tests.load.duel.work import Result

PATIENCE = 30
PROGRAMS = Path(__file__).with_name("boardgame")


class Missing(Exception):
    """There is no boardgame.io to compare with; the reason is its text."""


def install(folder: Path) -> Path:
    """A folder with boardgame.io and our programs; raises Missing in words."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise Missing("node and npm are not installed, so there is no comparison with boardgame.io")
    for file in PROGRAMS.iterdir():
        shutil.copy(file, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"npm could not install boardgame.io: {done.stderr[-300:]}")
    return folder


@contextmanager
def serving(folder: Path):
    """The server with empty file storage."""
    port = processes.free_port()
    with tempfile.TemporaryDirectory(prefix="duel-") as storage:
        command = ["node", "server.cjs", str(port), storage]
        with processes.serving(command, port, cwd=folder, stdout=subprocess.DEVNULL) as server:
            yield server


async def plays(
    folder: Path, server: processes.Server, *, tables: int, screens: int, rate: float, seconds: float
) -> Result:
    """What so many tables do; `rate` in plays a second at each, 0 for as many as possible.

    Raises TimeoutError when the clients do not come to an end within half a minute more than the
    measurement: from some 60 connections on, this server leaves new ones without an answer.
    """
    arguments = map(str, (server.port, tables, screens, rate, seconds))
    load = await asyncio.create_subprocess_exec(
        "node", "load.cjs", *arguments, cwd=folder, stdout=asyncio.subprocess.PIPE, limit=1 << 26
    )
    try:
        async with asyncio.timeout(seconds + PATIENCE):
            assert (await load.stdout.readline()).strip() == b"begin"
            cpu, machine = server.cpu, processes.machine_time()
            found = json.loads(await load.stdout.readline())
            return Result(cpu=server.cpu - cpu, busy=processes.busy_since(machine), **found)
    finally:
        if load.returncode is None:
            load.kill()
        await load.wait()
