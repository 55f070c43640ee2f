"""`fatekeeper nightly`: tidies up and backs up; `serve` runs it every night, or a timer does."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """`clear_guests`, then `backup` with a limit of old ones."""

    help = "Deletes expired data, writes a backup into the data folder, and deletes old backups."

    def handle(self, *args: Any, **_options: Any) -> None:
        """Runs both; each prints its own result."""
        call_command("clear_guests", stdout=self.stdout, stderr=self.stderr)
        if settings.BACKUPS_KEPT:
            call_command("backup", keep=settings.BACKUPS_KEPT, stdout=self.stdout, stderr=self.stderr)
