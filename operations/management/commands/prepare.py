"""`fatekeeper prepare`: prepares the database and static files, as `serve` does first."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.version import PROGRAM
from operations import startup
from operations.installation import first_run, preparing, upgrading


class Command(BaseCommand):
    """Creates a new database; refuses or upgrades an older one."""

    help = "Creates the database of a new site, collects static files, and prints the link for the first run."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether an older database is upgraded."""
        parser.add_argument("--upgrade", action="store_true", help="Upgrade an older database.")
        parser.add_argument(
            "--accept-different",
            action="store_true",
            help="Upgrade even if encounters do not replay.",
        )
        parser.add_argument("--port", type=int, default=8000, help="The port for the printed link.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepares the site; CommandError says what the operator must do."""
        startup.require_answer()
        new = startup.is_new()
        if new:
            preparing.create_database(self.stdout.write)
        startup.require_no_newer_migrations()
        if startup.waiting_migrations():
            if not options["upgrade"]:
                raise CommandError(
                    f"The database has an older version. Run `{PROGRAM} upgrade`, which makes a backup first, or "
                    f"`fatekeeper serve --upgrade`."
                )
            upgrading.upgrade(report=self.stdout.write, accept_different=options["accept_different"])
        elif not new:
            # The version may have other shipped data, or an earlier start may have been interrupted before this.
            preparing.load_shipped_data()
        preparing.collect_static_files(self.stdout.write)
        if first_run.is_open():
            self.stdout.write(f"This site has no administrator yet. Open {first_run.link(options['port'])}")
