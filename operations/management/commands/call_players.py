"""`manage.py call_players`: tells people of waiting tables, sessions and offered characters, once or in a loop."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from campaigns.encounters.calls import job
from campaigns.sessions.guests.actions import end_overdue_visits
from campaigns.sessions.notices import job as notice_job
from operations import startup


class Command(BaseCommand):
    """Sends push messages, reminders and mails that are due, and ends overdue visits."""

    help = (
        "Sends push messages and mails: to people for whom a table waits, about sessions (proposed dates, reminders, "
        "recaps), and to GMs about offers of characters. Also ends the visits of guests whose time is over. Once, or "
        "with --loop every few seconds."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to run in a loop."""
        parser.add_argument("--loop", action="store_true")
        parser.add_argument("--every", type=float, default=10.0, help="seconds between two checks")

    def handle(self, *args: Any, **options: Any) -> None:
        """Calls everyone whose call is due."""
        startup.require_no_newer_migrations()
        while True:
            end_overdue_visits()
            if (sent := job.call_players() + notice_job.send_notices()) or not options["loop"]:
                self.stdout.write(f"{sent} called")
            if not options["loop"]:
                return
            close_old_connections()
            time.sleep(options["every"])
