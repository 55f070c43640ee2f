"""`manage.py doctor`: says what is in order on this site and what is not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from operations import health


class Command(BaseCommand):
    """Prints a sentence for each check; exit code 1 if one found a fault."""

    help = "Checks database, durability, migrations, cache, search, static files, secret key and backups."

    def handle(self, *args: Any, **_options: Any) -> None:
        """Prints all findings, then fails if there is a fault."""
        findings = list(health.check_health())
        for finding in findings:
            self.stdout.write(f"{'ok  ' if finding.ok else 'NO  '}{finding.text}")
        wrong = sum(not finding.ok for finding in findings)
        if wrong:
            raise CommandError(f"{wrong} of {len(findings)} checks failed.")
        self.stdout.write("All checks passed.")
