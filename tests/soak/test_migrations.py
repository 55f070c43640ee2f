"""A migration is killed in the middle: run again, it comes to its end, and the site works."""

import tempfile
from pathlib import Path

import pytest
from django.db import connection

from tests.campaigns.archive.elsewhere import postgresql, sqlite
from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sites import JOBS, Site
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

KILLS = sized((40,), (1, 5, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 250, 300))


def empty_database():
    """The address of a database without a table, like the one that the tests run on."""
    return postgresql() if connection.vendor == "postgresql" else sqlite()


def test_a_killed_migration(db, record):
    with empty_database() as url, tempfile.TemporaryDirectory() as folder:
        site = Site(url, Path(folder))
        try:
            killed = 0
            for number in KILLS:
                killed += site.house.ask(job=JOBS + "migrate", **{"with": {"kill_at": number}})["killed"]
            site.job("migrate")
            assert from_migrations(site.job("schema")) == expected_schema()
            table = site.job("prepare", name="Migrated")
            with site.serving():
                with Load(site, table) as load:
                    load.wait_for(10)
                figures = conclude("kill during a migration", killed, load)
        finally:
            site.house.end()
    assert killed, "nothing was killed"
    record(figures)


def expected_schema():
    """The tables and columns of the database that the tests run on."""
    from tests.soak.jobs import schema

    return from_migrations(schema())


def from_migrations(tables):
    """The tables that migrations make whatever their order: not that of the tokens that our own model replaces, because
    Django chooses the order again in each process; and not the cache's, which a test of upgrades makes."""
    return {name: columns for name, columns in tables.items() if name not in {"knox_authtoken", "fatekeeper_cache"}}
