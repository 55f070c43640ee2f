"""Django's `migrate`, which refuses a database that this code cannot upgrade."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from operations import startup


class Command(migrate.Command):
    """`manage.py migrate`: a database of another history is refused with a sentence before anything changes."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Checks the migrations that have run, then runs the others."""
        if options["database"] == DEFAULT_DB_ALIAS:
            startup.require_no_newer_migrations()
        super().handle(*args, **options)
