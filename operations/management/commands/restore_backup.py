"""`manage.py restore_backup FILE`: tests a backup in a temporary database, then replaces the site's rows by it."""

from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive.faults import ArchiveInvalid, SiteBusy
from operations import backup_upgrades, database_lock, site_backup, startup


class Command(BaseCommand):
    """Changes nothing of the site before the backup was restored into a temporary database and compared."""

    help = (
        "Proves a backup and, with --yes, replaces everything on this site by it. Everybody signs in anew. A backup of"
        " older code is upgraded on its way. People who play meanwhile wait until it is over."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and the confirmation."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="Replace the site; without it the file is only proven.")
        parser.add_argument(
            "--wait",
            type=float,
            default=database_lock.WAIT,
            metavar="SECONDS",
            help="how long to wait for requests that are writing (default: %(default)g)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Tests the backup, then replaces the rows; CommandError for any fault."""
        startup.require_migrated()
        try:
            with options["file"].open("rb") as file, backup_upgrades.current(file) as current:
                if current is not file:
                    self.stdout.write("The backup was made by older code; it was upgraded.")
                self._prove(current)
                if not options["yes"]:
                    self.stdout.write("Nothing was changed. Say --yes to replace everything on this site by it.")
                    return
                site_backup.load_backup(site_backup.open_backup(current), live=True, wait=options["wait"])
        except OSError as fault:
            raise CommandError(f"{options['file']} cannot be read: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"Refused, nothing was changed. {fault}") from fault
        except SiteBusy as busy:
            raise CommandError(f"Nothing was changed: {busy}. Try again, wait longer, or stop the site.") from busy
        for app in apps.get_app_configs():  # of models that are newer than the backup
            create_permissions(app, verbosity=0)
        self.stdout.write(
            "Restored. Everybody signs in anew; API tokens and invitation links are made anew."
            " Webhooks are paused until their GMs take them up again."
        )

    def _prove(self, file: IO[bytes]) -> None:
        proof = site_backup.verify_backup(file)
        self.stdout.write(f"{proof.rows} rows and {proof.encounters} encounters: the backup is sound.")
        for sentence in proof.different:
            self.stderr.write(sentence)
        if proof.different:
            self.stderr.write(f"{len(proof.different)} encounters do not replay to their stored state.")
