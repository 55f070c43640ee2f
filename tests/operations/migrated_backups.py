"""Backups of today's tables are upgraded in a copy of the migrated template, instead of migrating from zero.

To upgrade a backup, a temporary database gets the migrations that the backup names; that takes half a minute. The tests
here upgrade backups that name the template's migrations, so its tables are those that the migrations would make; for
older campaigns (older_campaigns/), their newest migration is taken back first.
tests/operations/releases upgrades a release with nothing shared.
"""

import sqlite3
from contextlib import closing

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from operations import backup_upgrades
from tests import databases
from tests.operations import older_campaigns

APPLIED = "SELECT app, name FROM django_migrations"


def make_older(using, last):
    """Takes back the newest migration of the older campaigns, whose tables the template has; `last` stands before."""
    MigrationRecorder(connections[using]).record_applied("campaigns", older_campaigns.NEWEST)
    MigrationExecutor(connections[using]).migrate([("campaigns", last)])


@pytest.fixture
def migrated_backups(monkeypatch):
    """Uses the template where a backup names exactly its migrations; every later migration runs as on a site."""
    migrate = backup_upgrades._migrate

    def copy_or_migrate(using, names):
        with closing(sqlite3.connect(databases.sqlite_template())) as template:
            if names is None or names != set(template.execute(APPLIED)):
                return migrate(using, names)
            connections[using].ensure_connection()
            template.backup(connections[using].connection)
        if ("campaigns", older_campaigns.NEWEST) in MigrationLoader(None).graph.nodes:
            make_older(using, max(name for app, name in names if app == "campaigns"))
        return MigrationLoader(connections[using]).project_state(sorted(names)).apps

    monkeypatch.setattr(backup_upgrades, "_migrate", copy_or_migrate)
