"""A history of the campaigns' tables as if hidden participants and encounter seeds had come in the newest migration.

Each new migration of the campaigns needs a module here, and its name in the dependencies of the last module.
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
    return next(one for one in found if isinstance(one, migrations.CreateModel) and one.name == name)
