"""`manage.py deliver_webhooks`: sends waiting deliveries to webhooks, once or in a loop."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from campaigns.webhooks import delivery
from operations import startup


class Command(BaseCommand):
    """Sends the deliveries that the attempt right after their event did not send."""

    help = "Delivers waiting webhook messages: once, or with --loop every few seconds."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to run in a loop."""
        parser.add_argument("--loop", action="store_true")
        parser.add_argument("--every", type=float, default=10.0, help="seconds between two checks")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delivers what is due."""
        startup.require_no_newer_migrations()
        if not options["loop"]:
            self.stdout.write(f"{delivery.deliver_in_lanes()} tried")
            return
        while True:
            if begun := delivery.LANES_OF_PROCESS.dispatch():
                self.stdout.write(f"{begun} addresses")
            close_old_connections()
            time.sleep(options["every"])
