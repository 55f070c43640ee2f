"""`manage.py restore_backup FILE`: tests a backup in a temporary database, then replaces the site's rows by it."""

from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive.faults import ArchiveInvalid, SiteBusy
from common.full_disks import is_full_disk
from operations import backup_upgrades, database_lock, site_backup, startup
from operations.installation.full_disks import report_full_disk


class Command(BaseCommand):
    """Changes nothing of the site before the backup was restored into a temporary database and compared."""

    help = (
        "Checks a backup and, with --yes, replaces everything on this site with it. Everyone must sign in "
        "again. A backup of an older version is upgraded. Requests during the restore wait until it is "
        "finished."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and the confirmation."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--yes", action="store_true", help="Replace the site; without this option the file is only checked."
        )
        parser.add_argument(
            "--wait",
            type=float,
            default=database_lock.WAIT,
            metavar="SECONDS",
            help="seconds to wait until running writes have finished (default: %(default)g)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Tests the backup, then replaces the rows; CommandError for any fault."""
        startup.require_migrated()
        with report_full_disk("Nothing was changed."):
            self._restore(options)
        if not options["yes"]:
            return
        for app in apps.get_app_configs():  # of models that are newer than the backup
            create_permissions(app, verbosity=0)
        call_command("load_catalogue", verbosity=0)  # an older backup has an older one
        self.stdout.write(
            "Restored. Everyone must sign in again. API tokens, invitation links, codes for shared worlds and links to "
            "proposed dates must be made again. Webhooks are paused until a GM resumes them."
        )

    def _restore(self, options: dict[str, Any]) -> None:
        try:
            with options["file"].open("rb") as file, backup_upgrades.current(file) as current:
                if current is not file:
                    self.stdout.write("The backup was made by an older version; it was upgraded.")
                proof = self._prove(current)
                if not options["yes"]:
                    self.stdout.write(
                        "Nothing was changed. Use --yes to replace everything on this site with the backup."
                    )
                    return
                backup = site_backup.open_backup(current)
                site_backup.load_backup(backup, live=True, wait=options["wait"])
                created = datetime.fromisoformat(backup.manifest["created"])
                with report_full_disk("The site was restored, but the test of the backup could not be recorded."):
                    site_backup.record_proof(file, proof.rows, proof.encounters, created)
        except OSError as fault:
            if is_full_disk(fault):
                raise
            raise CommandError(f"{options['file']} cannot be read: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"The backup was refused; nothing was changed. {fault}") from fault
        except SiteBusy as busy:
            raise CommandError(f"Nothing was changed: {busy}. Try again, wait longer, or stop the site.") from busy

    def _prove(self, file: IO[bytes]) -> site_backup.Proof:
        proof = site_backup.verify_backup(file)
        self.stdout.write(f"{proof.rows} rows and {proof.encounters} encounters: the backup is intact.")
        for sentence in proof.different:
            self.stderr.write(sentence)
        if proof.different:
            self.stderr.write(f"{len(proof.different)} encounters do not replay to their stored state.")
        return proof
