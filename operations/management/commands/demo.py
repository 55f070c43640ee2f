"""Creates the demo: logins, campaigns with characters, and running encounters."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from operations import startup
from operations.demo import campaign as demo_campaign
from operations.demo import other_games


class Command(BaseCommand):
    """`manage.py demo`: can be repeated; creates only what is missing."""

    help = "Creates the demo campaign and its logins. In production mode it needs --yes."

    def add_arguments(self, parser: CommandParser) -> None:
        """--yes: also in production mode."""
        parser.add_argument("--yes", action="store_true", help="Also in production mode.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Loads the catalogue, then creates the demo."""
        startup.require_no_newer_migrations()
        if settings.PRODUCTION and not options["yes"]:
            raise CommandError(
                "This would create logins with a known password on a site in production mode. Use "
                "FATEKEEPER_MODE=development, or --yes."
            )
        call_command("load_catalogue", stdout=self.stdout)
        with transaction.atomic():  # one write to the disk instead of thousands
            demo_campaign.create_demo(self.stdout.write, with_past=True)
            other_games.create_other_demos(self.stdout.write, with_past=True)
