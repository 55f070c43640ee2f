"""A PostgreSQL server of a test's own, which may be stopped; never the one that the tests run on."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests import databases


def programs():
    """The folder of the newest server programs; the test is skipped without one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else pytest.skip("no PostgreSQL server is installed")


def as_owner():
    """How a command is run: a PostgreSQL server refuses to run as root."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    return ["runuser", "-u", "postgres", "--"]


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Cluster:
    """One server with its data under `folder`."""

    def __init__(self, folder):
        self.bin, self.data, self.port = programs(), folder / "data", free_port()
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='{folder}'\nfsync=off\n"
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.write(settings)

    def run(self, program, *arguments):
        """One of the server's programs."""
        command = [*as_owner(), str(self.bin / program), "-D", str(self.data), *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def control(self, *arguments):
        """pg_ctl, which waits until it is done."""
        self.run("pg_ctl", "-w", "-l", str(self.data / "log"), *arguments)

    def url(self, name):
        """The address of one of its databases."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"


@contextmanager
def cluster():
    """A running server, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="fatekeeper-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        made = Cluster(folder)
        made.control("start")
        try:
            yield made
        finally:
            made.control("stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def migrated(made, name="site"):
    """The address of a new database of the site in the cluster."""
    with psycopg.connect(made.url("postgres"), autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{name}"')
    databases.fill_database(made.url(name), made.bin)
    return made.url(name)
