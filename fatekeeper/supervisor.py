"""Runs the web server, the delivery of webhooks, the calls of players, and a job every night side by side.

A process that ends is started again, after a pause that grows. When the web server fails again and again at once, the
supervisor ends too, so that whatever started it sees that. SIGTERM ends all of them, the web server gently; so does
SIGHUP, which comes when the terminal is closed.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from fatekeeper import settings_file

CHECK_SECONDS: Final = 0.2
# A process that runs for this many seconds has started successfully.
STABLE_SECONDS: Final = 30.0
LONGEST_DELAY: Final = 60.0
MOST_DOUBLINGS: Final = 6  # 64 seconds
# After this many failures in a row, the web server is not started again.
MOST_FAILURES: Final = 5
# How many seconds the processes have to end after SIGTERM.
STOP_SECONDS: Final = 10.0
NIGHT_HOUR: Final = 4
# How long after a start a nightly job runs that was missed: the site serves its first pages before.
CATCH_UP: Final = timedelta(minutes=10)
# How long after a nightly job that failed it runs again.
RETRY: Final = timedelta(hours=1)
# The next night is at most a day away. A job that is due later than this was planned by a clock that was ahead.
LATEST_NIGHT: Final = timedelta(hours=26)


@dataclass
class Child:
    """A process that should always run."""

    name: str
    argv: list[str]
    vital: bool = False
    process: "subprocess.Popen[bytes] | None" = None
    begun: float = 0.0
    failures: int = 0
    again: float = 0.0

    def start_if_needed(self, now: float) -> None:
        """Starts the process if it does not run and its pause is over."""
        if self.process is not None:
            if self.process.poll() is None:
                if self.failures and now - self.begun > STABLE_SECONDS:
                    self.failures = 0
                return
            _say(f"{self.name} ended with {self.process.returncode}.")
            _signal_group(self.process, signal.SIGTERM)
            self.process, self.failures = None, self.failures + 1
            self.again = now + pause_after(self.failures)
        if now >= self.again:
            # In a process group of its own, so that what it started can be ended after it.
            self.process, self.begun = subprocess.Popen(self.argv, process_group=0), now  # noqa: S603 (our own programs)


@dataclass
class Supervisor:
    """The child processes and the nightly job."""

    children: list[Child]
    nightly: list[str] | None = None
    clock: Callable[[], datetime] = datetime.now
    stopping: bool = False
    jobs: "list[subprocess.Popen[bytes]]" = field(default_factory=list)
    due: datetime | None = None
    # When the first job of this night began, and whether the job that is due repeats it because it failed.
    begun: datetime | None = None
    again: bool = False
    # A file whose time is that of the last successful nightly job.
    mark: Path | None = None

    def run(self) -> int:
        """Runs until SIGTERM, SIGINT or SIGHUP, or until a vital child fails for good; the exit status."""
        hang_up = getattr(signal, "SIGHUP", None)  # Windows has none, and nohup ignores it.
        for number in (signal.SIGTERM, signal.SIGINT, hang_up):
            if number is not None and (number != hang_up or signal.getsignal(number) != signal.SIG_IGN):
                signal.signal(number, self._stop)
        self.due = first_night(self.clock(), self.mark)
        try:
            while not self.stopping:
                now = time.monotonic()
                for child in self.children:
                    child.start_if_needed(now)
                    if child.vital and child.failures >= MOST_FAILURES:
                        _say(f"{child.name} does not start; see the lines above for the reason.")
                        return 1
                self._run_nightly_job_if_due()
                time.sleep(CHECK_SECONDS)
            return 0
        finally:
            self._end_all()

    def _stop(self, *_signal: Any) -> None:
        self.stopping = True

    def _run_nightly_job_if_due(self) -> None:
        now = self.clock()
        if self.due and self.due - now > LATEST_NIGHT:
            self.due, self.again = next_night(now), False
        # Each job is asked once: one that ends between two questions would leave no mark.
        results = [job.poll() for job in self.jobs]
        if self.mark and 0 in results:
            with suppress(OSError):  # on a full disk the job runs again after the next start
                self.mark.touch()
        self.jobs = [job for job, result in zip(self.jobs, results, strict=True) if result is None]
        if failures := [result for result in results if result]:
            _say(f"The nightly job ended with {failures[0]}; it runs again in an hour.")
            tonight = next_night(now)
            self.due = min(tonight, now + RETRY)
            self.again = self.due < tonight  # The job of the next night makes a backup in any case.
        if self.nightly and self.due and now >= self.due and not self.jobs:
            self.begun = self.begun if self.again and self.begun else now
            again = ["--again", str(int(self.begun.timestamp()))] if self.again else []
            self.jobs.append(subprocess.Popen([*self.nightly, *again]))  # noqa: S603 (our own program)
            self.due, self.again = next_night(now), False

    def _end_all(self) -> None:
        running = [child.process for child in self.children if child.process is not None] + self.jobs
        running = [process for process in running if process.poll() is None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                _signal_group(process, signal.SIGKILL)


def _signal_group(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Sends a signal to what an ended process left: workers of a killed web server would keep its port."""
    with suppress(ProcessLookupError, PermissionError, AttributeError):  # nothing is left; Windows has no groups
        os.killpg(process.pid, number)


def pause_after(failures: int) -> float:
    """The seconds until the next start after this many failures in a row."""
    # A float cannot hold a power of a thousand failures.
    return min(2.0 ** min(failures - 1, MOST_DOUBLINGS), LONGEST_DELAY)


def next_night(now: datetime) -> datetime:
    """When the next nightly job is due, in the machine's time zone."""
    tonight = now.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    return tonight if tonight > now else tonight + timedelta(days=1)


def first_night(now: datetime, mark: Path | None) -> datetime:
    """When the nightly job is due after a start: soon, if it has not succeeded since it was last due."""
    tonight = next_night(now)
    last_night = (tonight - timedelta(days=1)).timestamp()
    try:
        # A success in the future is one of a clock that was ahead, and says nothing about last night.
        missed = mark is not None and not last_night <= mark.stat().st_mtime <= now.timestamp()
    except OSError:
        missed = True
    return min(tonight, now + CATCH_UP) if missed else tonight


def site_supervisor(options: Any, data: Path) -> Supervisor:
    """The supervisor of a site, by the options of `fatekeeper serve`."""
    if os.environ.get("METRICS_TOKEN"):
        _prepare_metrics(data)
    command = settings_file.own_command()
    web = [*command, "web", "--host", options.host, "--port", str(options.port), "--workers", str(options.workers)]
    children = [Child("The web server", web, vital=True)]
    if options.no_jobs:
        return Supervisor(children)
    children.append(Child("The delivery of webhooks", [*command, "deliver_webhooks", "--loop"]))
    children.append(Child("The calls to players", [*command, "call_players", "--loop"]))
    return Supervisor(children, [*command, "nightly"], mark=data / "nightly-done")


def _prepare_metrics(data: Path) -> None:
    """Prepares the folder in which the processes share their metrics, without those of earlier processes."""
    folder = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(data / "metrics")))
    folder.mkdir(parents=True, exist_ok=True)
    # The folder stays: it may be a mount, or in a folder of another account.
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)


def _say(sentence: str) -> None:
    with suppress(OSError):  # the terminal may be closed
        print(sentence, file=sys.stderr, flush=True)
