"""`manage.py doctor`: says what is in order on this site and what is not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from operations import health


class Command(BaseCommand):
    """A sentence a point; exit code 1 when one is not in order."""

    help = "Checks database, durability, migrations, cache, search, static files, secret key and backups."

    def handle(self, *args: Any, **_options: Any) -> None:
        """Says it all, then fails when anything is not in order."""
        found = list(health.check_health())
        for one in found:
            self.stdout.write(f"{'ok  ' if one.ok else 'NO  '}{one.text}")
        wrong = sum(not one.ok for one in found)
        if wrong:
            raise CommandError(f"{wrong} of {len(found)} checks failed.")
        self.stdout.write("All checks passed.")
