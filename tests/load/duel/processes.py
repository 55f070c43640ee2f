"""A server in processes of its own, and the CPU time and memory that they take (Linux only)."""

import os
import signal
import socket
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
STARTS_WITHIN = 60.0
ENDS_WITHIN = 10.0


class Server:
    """A started server: its `port`, and what its processes have used so far."""

    def __init__(self, process: subprocess.Popen, port: int):
        self.process, self.port = process, port

    @property
    def pids(self) -> list[int]:
        """The process and everything that it started."""
        found = [self.process.pid]
        for pid in found:
            for task in Path(f"/proc/{pid}/task").iterdir():
                with suppress(FileNotFoundError):  # threads come and go
                    found += [int(child) for child in (task / "children").read_text().split()]
        return found

    @property
    def cpu(self) -> float:
        """Seconds of CPU so far, user and system."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids]
        return sum(int(row[11]) + int(row[12]) for row in fields) / TICKS

    @property
    def memory(self) -> int:
        """Bytes that the processes hold for themselves or share, each counted by its part (PSS)."""
        lines = [Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in self.pids]
        return sum(1024 * int(line.split()[1]) for process in lines for line in process if line.startswith("Pss:"))


def machine_time() -> tuple[float, float]:
    """(seconds in which the cores of this machine worked, seconds of all cores) since it started."""
    columns = [int(text) for text in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = columns[3] + columns[4]  # "idle" and "iowait"
    return (sum(columns) - idle) / TICKS, sum(columns) / TICKS


def busy_since(before: tuple[float, float]) -> float:
    """The share (0 to 1) of all cores that worked since `before`, a result of `machine_time`."""
    worked, total = (now - then for now, then in zip(machine_time(), before, strict=True))
    return worked / total


@contextmanager
def serving(command: list, port: int, **options):
    """Runs a server while the context lasts, from the moment at which its port answers."""
    process = subprocess.Popen(command, **options)
    try:
        wait_for_port(process, port)
        yield Server(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for_port(process: subprocess.Popen, port: int) -> None:
    """Returns when the port answers; raises RuntimeError when the process ends or takes longer than a minute."""
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {process.args}")


def free_port() -> int:
    """A port that nobody listens to at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
