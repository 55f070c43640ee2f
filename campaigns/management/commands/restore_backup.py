"""`manage.py restore_backup FILE`: proves a backup in a database of its own, then replaces the site by it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive import site
from campaigns.archive.faults import ArchiveInvalid


class Command(BaseCommand):
    """Nothing live is touched before the backup was restored elsewhere and compared."""

    help = "Proves a backup and, with --yes, replaces everything on this site by it. Everybody signs in anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, and that it is meant."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="Replace the site; without it the file is only proven.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Proves, replaces; CommandError where anything is wrong."""
        try:
            with options["file"].open("rb") as file:
                rows, encounters = site.verify(file)
                self.stdout.write(f"{rows} rows and {encounters} encounters: the backup is sound.")
                if not options["yes"]:
                    self.stdout.write("Nothing was changed. Say --yes to replace everything on this site by it.")
                    return
                site.load(site.opened(file), live=True)
        except OSError as fault:
            raise CommandError(f"{options['file']} cannot be read: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"Refused, nothing was changed. {fault}") from fault
        self.stdout.write(
            "Restored. Everybody signs in anew; API tokens and invitation links are made anew."
            " Webhooks are paused until their GMs take them up again."
        )
