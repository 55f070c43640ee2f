"""`manage.py verify_log`: checks the public log of an encounter against its published commitments."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.encounters import play
from campaigns.encounters.models import Encounter


class Command(BaseCommand):
    """Prints whether every opened card matches the commitment of its shuffle."""

    help = "Verifies the shuffles and dice of encounters with their public logs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ids of encounters."""
        parser.add_argument("ids", nargs="+", type=int, help="ids of encounters")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verifies each and reports its faults; CommandError (exit 1) when there are any."""
        faults = 0
        for pk in options["ids"]:
            row = Encounter.objects.filter(pk=pk).exclude(status=Encounter.Status.PREPARED).first()
            if row is None:
                raise CommandError(f"{pk}: there is no such encounter, or it has not begun.")
            report = play.verify(row)
            faults += len(report["faults"])
            figures = f"{report['shuffles']} shuffles, {report['opened']} cards opened, {report['rolled']} dice rolled"
            self.stdout.write(f"{pk} {row.title}: {figures}")
            for note in report["notes"]:
                self.stdout.write(f"  Not proved: {note}")
            for sentence in report["faults"]:
                self.stdout.write(f"  {sentence}")
        if faults:
            raise CommandError(f"{faults} faults: the log does not agree with its commitments.")
        self.stdout.write("Every card and die agrees with what was published before it.")
