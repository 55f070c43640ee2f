"""Migrations of `campaigns` for backups of a version that lacked the tables of hidden participants and seeds.

The tests of older backups migrate a database to the migration before the last, and make a backup of it. So the last one
here, `NEWEST`, adds these tables, which the real migrations have from the start. Each new migration of `campaigns`
needs a module here, and its name in the dependencies of the last one.
"""

from importlib import import_module
from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation

NEWEST = "9999_hidden_participants_and_seeds"
HIDDEN = ("EncounterGroup", "Participant")
SEED = "EncounterSeed"


def real_migration(name: str) -> Any:
    """The migration of that name that the campaigns have today."""
    return import_module(f"campaigns.migrations.{name}").Migration


def created_model(name: str) -> migrations.CreateModel:
    """The operation that makes a model."""
    found: list[Operation] = []
    for migration in ("0001_initial", "0002_initial"):
        found += real_migration(migration).operations
    return next(
        operation for operation in found if isinstance(operation, migrations.CreateModel) and operation.name == name
    )
