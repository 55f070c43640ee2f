"""`fatekeeper nightly`: tidies up and backs up; `serve` runs it every night, or a timer does."""

import logging
import time
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

log = logging.getLogger(__name__)
# A backup that is younger was made in the same night.
SAME_NIGHT: Final = timedelta(hours=12)


class Command(BaseCommand):
    """`clear_guests`, then `backup` with a limit of old ones."""

    help = "Deletes expired data, writes a backup into the data folder, and deletes old backups."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether an earlier run of this night failed."""
        parser.add_argument(
            "--again",
            action="store_true",
            help="an earlier run of this night failed: make a backup only if that run made none",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs both; each prints its own result. The backup is made also if the first one fails."""
        failed = not self._clear()
        # Otherwise the backups of a night in which the first one keeps failing would replace those of all others.
        if settings.BACKUPS_KEPT and not (options["again"] and _has_new_backup()):
            call_command("backup", keep=settings.BACKUPS_KEPT, stdout=self.stdout, stderr=self.stderr)
        if failed:
            raise CommandError("Not all old data could be deleted; the reason is above. The next run tries again.")

    def _clear(self) -> bool:
        try:
            call_command("clear_guests", stdout=self.stdout, stderr=self.stderr)
        except CommandError as fault:
            self.stderr.write(str(fault))
        except Exception:  # whatever it is, the backup is more important
            log.exception("Old data could not be deleted.")
        else:
            return True
        return False


def _has_new_backup() -> bool:
    backups = (settings.DATA_DIR / "backups").glob("site-*.zip")
    newest = max((file.stat().st_mtime for file in backups), default=0.0)
    return newest > time.time() - SAME_NIGHT.total_seconds()
