"""A running site with several workers, whose processes, clock, disk and database server the faults change."""

import json
import os
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.campaigns.archive.elsewhere import migrated_database
from tests.operations.crash.cluster import Cluster, cluster, migrated
from tests.operations.crash.driving import House
from tests.soak.plants import CONTROL

WORKERS = 2
JOBS = "tests.soak.jobs:"
PLANTS = ["tests.soak.plants:follow_control_file"]


class Site:
    """The workers of a site; `set_control` changes the clock and the disk as they see them."""

    def __init__(self, url: str, folder: Path, cluster: Cluster | None = None):
        self.control, self.cluster = folder / "control.json", cluster
        self.set_control()
        os.environ[CONTROL] = str(self.control)
        self.house, self.workers = House(url), []
        self.folder = folder

    @property
    def port(self) -> int:
        """Where the site listens."""
        return self.house.port

    def job(self, job, **given):
        """The result of a job of tests/soak/jobs.py in a process of its own."""
        return self.house.do(JOBS + job, **given)

    def set_control(self, **control):
        """What the workers find from now on: `clock` (seconds from the true time) and `disk` (full or read-only)."""
        new = self.control.with_suffix(".new")
        new.write_text(json.dumps(control))
        new.replace(self.control)

    @contextmanager
    def serving(self, workers=WORKERS):
        """Runs the workers for a while."""
        for _worker in range(workers):
            self.start_worker()
        try:
            yield self
        finally:
            self.set_control()
            for pid in list(self.workers):
                os.kill(pid, signal.SIGCONT)
                self.end_worker(pid, signal.SIGTERM)

    def start_worker(self):
        """Starts one more worker."""
        self.workers.append(self.house.serve(plants=PLANTS))

    def end_worker(self, pid, how):
        """Sends a signal that ends a worker, and waits for its end."""
        self.workers.remove(pid)
        os.kill(pid, how)
        self.house.ask(wait=pid)


@contextmanager
def copied_site():
    """A site on a copy of the test database."""
    with migrated_database() as url, tempfile.TemporaryDirectory(prefix="fatekeeper-soak-") as folder:
        made = Site(url, Path(folder))
        try:
            yield made
        finally:
            made.house.end()


@contextmanager
def cluster_site():
    """A site on a PostgreSQL server of its own."""
    with cluster() as server, tempfile.TemporaryDirectory(prefix="fatekeeper-soak-") as folder:
        made = Site(migrated(server), Path(folder), server)
        try:
            yield made
        finally:
            made.house.end()
