"""Test databases are copies of a template, which is migrated once and kept until a migration or a package changes.

Django still runs `migrate` in each copy, which then has nothing to apply and completes what follows a migration
(content types, permissions, indexes over words). Tests of migrations themselves start from empty databases or from
those of earlier releases.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import django
import psycopg
from django.apps import apps

from tests.architecture.source import ROOT

FOLDER = ROOT / "var" / "test-templates"


def migration_files():
    """Every file with migrations, those of packages included."""
    folders = [Path(app.path) / "migrations" for app in apps.get_app_configs()]
    return sorted((file for folder in folders for file in folder.glob("*.py")), key=lambda file: file.parts[-3:])


def key_of(files):
    """What the template depends on: the migrations and the versions of Python and Django."""
    digest = sha256(f"{sys.version}/{django.get_version()}".encode())
    for file in files:
        digest.update(f"{file.parts[-3:]}".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def use_template(connection):
    """Lets Django make the test database of this connection from the template."""
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = postgresql_template(os.environ["DATABASE_URL"])
        return
    template = sqlite_template()
    create = connection.creation._create_test_db

    def create_from_template(*arguments, **options):
        name = create(*arguments, **options)
        # A run that was killed leaves its log, which belongs to another file.
        for ending in ("-wal", "-shm", "-journal"):
            Path(f"{name}{ending}").unlink(missing_ok=True)
        shutil.copyfile(template, name)
        return name

    connection.creation._create_test_db = create_from_template


def sqlite_template():
    """The file of the template; those of other migrations are deleted."""
    template = FOLDER / f"{key_of(migration_files())}.sqlite3"
    with _alone():
        if not template.exists():
            for old in FOLDER.glob("*.sqlite3*"):
                old.unlink()
            new = FOLDER / "new.sqlite3"
            migrate(f"sqlite:///{new}")
            with closing(sqlite3.connect(new)) as database:
                database.execute("PRAGMA journal_mode=DELETE")  # nothing stays in a log beside the file
            new.rename(template)
    return template


def postgresql_template(url):
    """The name of the template on the server of this database; its comment is the key of what it was made from."""
    name, key = f"test_template_{sha256(str(ROOT).encode()).hexdigest()[:8]}", key_of(migration_files())
    server, template = (urlsplit(url)._replace(path=f"/{database}").geturl() for database in ("postgres", name))
    with _alone(), psycopg.connect(server, autocommit=True) as line:
        asked = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s"
        if line.execute(asked, [name]).fetchone() != (key,):
            line.execute(f'DROP DATABASE IF EXISTS "{name}"')
            line.execute(f'CREATE DATABASE "{name}"')
            migrate(template)
            line.execute(f"COMMENT ON DATABASE \"{name}\" IS '{key}'")
    return name


def fill_database(url, programs):
    """Gives an empty database of any PostgreSQL server the tables of the site; `programs`: where its pg_dump is."""
    dump = FOLDER / f"{key_of(migration_files())}.sql"
    source = url if dump.exists() else _template_of_a_server() or url
    with _alone():
        if not dump.exists():
            for old in FOLDER.glob("*.sql"):
                old.unlink()
            if source == url:
                migrate(url)
            new = FOLDER / "new.sql"
            subprocess.run([programs / "pg_dump", "--no-owner", "-f", new, source], check=True)
            new.rename(dump)
            if source == url:
                return
        load = [programs / "psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-o", os.devnull, "-f", dump, url]
        subprocess.run(load, check=True)


def _template_of_a_server():
    """The address of the migrated template on the usual server; None without a server."""
    find = [sys.executable, ROOT / "tools" / "find_postgres.py"]
    url = subprocess.run(find, capture_output=True, text=True).stdout.strip()
    return urlsplit(url)._replace(path=f"/{postgresql_template(url)}").geturl() if url else None


def migrate(url):
    """Applies every migration to the database, in a process of its own."""
    environment = {**os.environ, "DATABASE_URL": url, "FATEKEEPER_MODE": "test"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], check=True, cwd=ROOT, env=environment)


@contextmanager
def _alone():
    """One process at a time makes a template; the others wait and then find it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
