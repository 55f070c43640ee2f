"""`fatekeeper nightly`: tidies up and backs up; `serve` runs it every night, or a timer does."""

import logging
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.installation.kept_backups import kept_backups

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """`delete_old_data`, then `backup` with a limit of old ones."""

    help = "Deletes expired data, writes a backup into the data folder, and deletes old backups."

    def add_arguments(self, parser: CommandParser) -> None:
        """When the first run of this night began, if it failed."""
        parser.add_argument(
            "--again",
            type=float,
            metavar="SECONDS",
            help="an earlier run failed, which began at these seconds since 1970: make a backup only if none was made "
            "since then",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs both; each prints its own result. The backup is made also if the first one fails."""
        failed = not self._clear()
        # Otherwise the backups of a night in which the first one keeps failing would replace those of all others.
        if settings.BACKUPS_KEPT and not _has_backup_since(options["again"]):
            self._back_up(is_repeated=options["again"] is not None)
        if failed:
            raise CommandError("Not all old data could be deleted; the reason is above. The next run tries again.")

    def _clear(self) -> bool:
        try:
            call_command("delete_old_data", stdout=self.stdout, stderr=self.stderr)
        except CommandError as fault:
            self.stderr.write(str(fault))
        except Exception:  # whatever it is, the backup is more important
            log.exception("Old data could not be deleted.")
        else:
            return True
        return False

    def _back_up(self, *, is_repeated: bool) -> None:
        """Makes the backup. The first failure of a night is an error, of which the operator gets a mail."""
        level = logging.WARNING if is_repeated else logging.ERROR
        try:
            call_command("backup", keep=settings.BACKUPS_KEPT, stdout=self.stdout, stderr=self.stderr)
        except CommandError:
            log.log(level, "The nightly backup failed. The next line of the log has the reason.")
            raise
        except Exception:
            log.log(level, "The nightly backup failed.", exc_info=True)
            raise CommandError("The backup could not be made; the reason is above.") from None


def _has_backup_since(begun: float | None) -> bool:
    return begun is not None and any(file.stat().st_mtime >= begun for file in kept_backups())
