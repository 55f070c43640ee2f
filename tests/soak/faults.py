"""What goes wrong while people play. Each fault is over when its function returns."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg

PAUSE = 0.5
JUMPS = (3600, -3600, 86400, -86400, 0)


def kill_worker(site, how=signal.SIGKILL):
    """A worker dies while the others go on; another takes its place."""
    site.end_worker(site.workers[0], how)
    site.start_worker()


def terminate_worker(site):
    """A worker is told to end."""
    kill_worker(site, signal.SIGTERM)


def kill_every_worker(site):
    """Nobody answers for a moment."""
    for pid in list(site.workers):
        site.end_worker(pid, signal.SIGKILL)
        site.start_worker()


def stop_worker(site):
    """A worker stands still and goes on, as on a laptop that sleeps."""
    pid = site.workers[0]
    os.kill(pid, signal.SIGSTOP)
    time.sleep(3 * PAUSE)
    os.kill(pid, signal.SIGCONT)


def jump_clock(site):
    """The clock goes forward and backward by an hour and by a day."""
    for seconds in JUMPS:
        site.set_control(clock=seconds)
        time.sleep(PAUSE)


def fill_disk(site):
    """The disk is full for a while."""
    _limit_disk(site, "full")


def write_protect_disk(site):
    """The disk is read-only for a while."""
    _limit_disk(site, "read-only")


def _limit_disk(site, how):
    if site.cluster is None:
        site.set_control(disk=how)
        time.sleep(2 * PAUSE)
        site.set_control()
    elif how == "read-only":
        _set_read_only(site.cluster, True)
        time.sleep(2 * PAUSE)
        _set_read_only(site.cluster, False)


def _set_read_only(cluster, on):
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as line:
        line.execute("SET default_transaction_read_only = off")
        line.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if on else 'off'}")
        line.execute("SELECT pg_reload_conf()")


def restart_database(site, how="immediate"):
    """The database server stops, as told or in the middle of everything, and starts again."""
    site.cluster.control("stop", "-m", how)
    time.sleep(PAUSE)
    site.cluster.control("start")


def kill_database(site):
    """The database server's first process is killed; the rest must end before it can start again."""
    pid = int((Path(site.cluster.data) / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(PAUSE)
        with suppress(subprocess.CalledProcessError):
            site.cluster.control("start")
            return
    raise AssertionError("the database server does not start again")


def kill_database_connection(site):
    """One process of the database server is killed: the server ends every connection and recovers."""
    with psycopg.connect(site.cluster.url("postgres"), autocommit=True) as line:
        row = line.execute("SELECT pid FROM pg_stat_activity WHERE datname = 'site' LIMIT 1").fetchone()
    if row:
        os.kill(row[0], signal.SIGKILL)
    time.sleep(PAUSE)


WORKERS = (kill_worker, terminate_worker, kill_every_worker, stop_worker)
DISKS = (fill_disk, write_protect_disk)
DATABASE = (restart_database, kill_database, kill_database_connection)


def possible(site):
    """The faults that this site can have."""
    return (*WORKERS, jump_clock, write_protect_disk, *(DATABASE if site.cluster else (fill_disk,)))
