"""PostgreSQL: the server restarts, its processes are killed, and its disk is full, while people play."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.operations.crash.cluster import cluster, migrated
from tests.soak import faults
from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sites import Site
from tests.soak.sizes import SIZE, sized

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has a server")
ROUNDS = sized(1, 15)
TABLESPACE = "96m"


@pytest.mark.parametrize("fault", faults.DATABASE, ids=lambda fault: fault.__name__)
def test_database_server(own_site, record, fault):
    table = own_site.job("prepare", name="Server")
    with own_site.serving():
        with Load(own_site, table) as load:
            for _round in range(ROUNDS):
                load.wait_for(5)
                fault(own_site)
            load.wait_for(5)
        figures = conclude(fault.__name__.replace("_", " "), ROUNDS, load)
    record(figures)


@contextmanager
def small_disk():
    """A folder on a small disk of its own; skipped where nobody may mount one."""
    folder = Path(tempfile.mkdtemp(prefix="fatekeeper-disk-"))
    options = ["mount", "-t", "tmpfs", "-o", f"size={TABLESPACE},mode=777", "none", str(folder)]
    try:
        if os.geteuid() != 0 or subprocess.run(options, capture_output=True).returncode:
            pytest.skip("a small disk cannot be mounted here")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def full(folder):
    """No byte is left on the disk for a while."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 65536):
                pass
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


@pytest.mark.skipif(SIZE != "release", reason="a second database server takes long to set up")
def test_full_disk_of_the_database_server(record):
    with small_disk() as disk, cluster() as server, tempfile.TemporaryDirectory() as folder:
        space = disk / "tables"
        space.mkdir()
        if os.geteuid() == 0:
            shutil.chown(space, "postgres")
        url = migrated(server)
        with psycopg.connect(server.url("postgres"), autocommit=True) as line:
            line.execute(f"CREATE TABLESPACE small LOCATION '{space}'")
            line.execute("ALTER DATABASE site SET TABLESPACE small")
        site = Site(url, Path(folder), server)
        try:
            record(_play_on_a_full_disk(site, disk))
        finally:
            site.house.end()


def _play_on_a_full_disk(site, disk):
    table = site.job("prepare", name="Disk")
    with site.serving():
        with Load(site, table) as load:
            for _round in range(ROUNDS):
                load.wait_for(5)
                with full(disk):
                    time.sleep(3 * faults.PAUSE)
            load.wait_for(5)
        figures = conclude("full disk", ROUNDS, load)
    assert load.statuses[507], f"nobody noticed: {load.statuses}"
    return figures
