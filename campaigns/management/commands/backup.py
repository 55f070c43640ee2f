"""`manage.py backup FILE`: a backup of the whole site, proven by restoring it into a database made for that."""

import os
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive import site
from campaigns.archive.faults import ArchiveInvalid


def durable(file: IO[bytes]) -> None:
    """Waits until the disk has the file: a backup that is recorded must outlive a power cut."""
    file.flush()
    os.fsync(file.fileno())


def with_name(folder: Path) -> None:
    """Waits until the disk has the names in a folder, where the system lets folders be synced."""
    if os.name == "posix":
        known = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(known)
        finally:
            os.close(known)


class Command(BaseCommand):
    """Writes beside the target first, and gives the file its name only when it was proven."""

    help = "Writes a backup of the whole site, from one moment, and proves that it restores."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes and proves; CommandError leaves no file of that name behind."""
        target: Path = options["file"]
        if target.exists():
            raise CommandError(f"{target} is there already; choose another name.")
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("w+b") as file:
                site.write(file, tell=self.told if options["verbosity"] > 1 else str)
                durable(file)
                record = site.proven(file)
            part.replace(target)
            with_name(target.parent)
        except OSError as fault:
            raise CommandError(f"{target} cannot be written: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"The backup could not be proven: {fault}") from fault
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{target}: {record.rows} rows and {record.encounters} encounters, restored and compared.")

    def told(self, line: str) -> None:
        """A table that was written."""
        self.stdout.write(line)
