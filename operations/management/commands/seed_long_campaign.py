"""Creates a campaign of many years, to measure the site with much data."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser

from operations import startup
from operations.demo import long_campaign
from rules import play


class Command(BaseCommand):
    """`manage.py seed_long_campaign --entries 1000000`: creates the same lines each time; repeated, it adds more."""

    help = "Creates a campaign with years of sessions and log entries. In production mode it needs --yes."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many sessions and entries; how many sessions the engine plays; which game."""
        parser.add_argument("--sessions", type=int, default=500)
        parser.add_argument("--played", type=int, default=60, help="Sessions with encounters, awards and reveals.")
        parser.add_argument("--entries", type=int, default=1_000_000)
        parser.add_argument("--system", choices=sorted(play.SYSTEMS), default=min(play.SYSTEMS))
        parser.add_argument("--yes", action="store_true", help="Also in production mode.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Creates the campaign and prints the progress."""
        startup.require_no_newer_migrations()
        if settings.PRODUCTION and not options["yes"]:
            raise CommandError("This would fill the site with generated entries. Use --yes to confirm.")
        call_command("load_catalogue", stdout=self.stdout)
        campaign = long_campaign.create_long_campaign(
            sessions=options["sessions"],
            entries=options["entries"],
            played=options["played"],
            system=options["system"],
            report=self.report,
        )
        self.stdout.write(f"\ncampaign {campaign.pk}: {campaign.name}")

    def report(self, line: str) -> None:
        """Prints the progress on one line."""
        self.stdout.write(f"\r{line}", ending="")
        self.stdout.flush()
