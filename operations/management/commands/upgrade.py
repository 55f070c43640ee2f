"""`fatekeeper upgrade`: backs up, rehearses, migrates and verifies, or leaves everything unchanged."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from operations.installation import preparing, upgrading


class Command(BaseCommand):
    """Stop the site before and start it afterwards."""

    help = "Upgrades the database to this version, after a backup and a rehearsal; or changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether encounters that do not replay are accepted."""
        parser.add_argument(
            "--accept-different",
            action="store_true",
            help="upgrade even if encounters do not replay to their stored state",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Upgrades the database; after a CommandError it is unchanged."""
        upgrading.upgrade(report=self.stdout.write, accept_different=options["accept_different"])
        preparing.collect_static_files(self.stdout.write)
