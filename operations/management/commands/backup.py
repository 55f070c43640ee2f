"""`manage.py backup [FILE]`: a backup of the whole site, proven by restoring it into a database made for that."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive.faults import ArchiveInvalid
from common.full_disks import is_full_disk
from common.temporary_folders import temporary_folder
from operations import site_backup, startup
from operations.installation.full_disks import report_full_disk
from operations.installation.kept_backups import backup_folder, kept_backups
from operations.installation.synced_files import sync_file, sync_folder


class Command(BaseCommand):
    """The command `backup`; a file has its final name only after it was tested."""

    help = "Writes a backup of the whole site, as it is at one moment, and proves that it can be restored."

    def add_arguments(self, parser: CommandParser) -> None:
        """The target, and how many backups to keep in the data folder."""
        parser.add_argument(
            "file", type=Path, nargs="?", help="default: a new file in the folder backups of the data folder"
        )
        parser.add_argument(
            "--keep", type=int, help="the number of backups to keep in that folder; older ones are deleted"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes and tests the backup; after a CommandError there is no file of that name."""
        startup.require_migrated()
        folder = backup_folder()
        target: Path = options["file"] or folder / f"site-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.zip"
        if not options["file"]:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.path.exists(target):  # unlike Path.exists, it raises nothing in a folder that is closed
            raise CommandError(f"{target} already exists; choose another name.")
        with report_full_disk("No backup was made."):
            proof = self.write_and_prove(target, report=self.report if options["verbosity"] > 1 else site_backup.ignore)
        self.stdout.write(f"{target}: {proof.rows} rows and {proof.encounters} encounters, restored and compared.")
        if options["keep"]:
            _delete_older(target, options["keep"])
        for sentence in proof.different:
            self.stderr.write(sentence)
        if proof.different:
            self.stderr.write(
                f"The backup is complete, but {len(proof.different)} of {proof.encounters} encounters do not replay to"
                " their stored state. The manifest names them."
            )

    def write_and_prove(self, target: Path, report: Callable[[str], object]) -> site_backup.Proof:
        """Writes to a temporary file, restores it as a test, and then gives it the name of the target."""
        try:
            with _unfinished(target) as part, part.open("w+b") as file:
                site_backup.write_backup(file, report=report)
                sync_file(file)
                proof = site_backup.verify_backup(file, replays=False)
                site_backup.record_proof(file, proof.rows, proof.encounters, datetime.now(UTC))
                part.replace(target)
            sync_folder(target.parent)
        except OSError as fault:
            if is_full_disk(fault):
                raise
            raise CommandError(f"{target} cannot be written: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"The backup could not be proven: {fault}") from fault
        return proof

    def report(self, line: str) -> None:
        """A table that was written."""
        self.stdout.write(line)


def _delete_older(target: Path, keep: int) -> None:
    """Deletes backups of the data folder, the oldest first, until `keep` are left.

    The one just written stays, even if the clock is wrong, so that its name is the oldest."""
    kept = kept_backups()
    others = [file for file in kept if file != target]
    room = keep - (len(kept) - len(others))
    for old in others[: max(0, len(others) - room)]:
        old.unlink()


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """The name of a backup until it is proven, on the same disk; afterwards there is no file of this name.

    In the site's own folder the next backup deletes what a killed one left. Another folder is not searched."""
    own = target.parent == backup_folder()
    with temporary_folder(target.parent) if own else nullcontext(target.parent) as folder:
        part = folder / f"{target.name}.part"
        try:
            yield part
        finally:
            part.unlink(missing_ok=True)
