"""`manage.py replay`: plays stored commands again and compares with the stored state."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns import play
from campaigns.models import Encounter


class Command(BaseCommand):
    """Says of each encounter whether its commands give its state; fails when one does not."""

    help = "Replays encounters from their stored commands and compares the outcome with the stored state."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ids, or all."""
        parser.add_argument("ids", nargs="*", type=int, help="ids of encounters")
        parser.add_argument("--all", action="store_true", help="every encounter that has begun")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replays each and reports; CommandError (exit 1) when one differs or is missing."""
        begun = Encounter.objects.exclude(status=Encounter.Status.PREPARED).select_related("campaign").order_by("pk")
        if not options["all"]:
            if not options["ids"]:
                raise CommandError("Name encounters by their ids, or say --all.")
            begun = begun.filter(pk__in=options["ids"])
        rows = list(begun)
        missing = sorted(set(options["ids"]) - {row.pk for row in rows}) if not options["all"] else []
        different = [row for row in rows if not self._same(row)]
        for pk in missing:
            self.stdout.write(f"{pk}: no such encounter has begun")
        self.stdout.write(f"{len(rows)} replayed, {len(different)} different")
        if different or missing:
            raise CommandError("Not every encounter replays to its stored state.")

    def _same(self, row: Encounter) -> bool:
        try:
            same = play.replayed(row)
        except play.Refused as refused:
            self.stdout.write(f"{row.pk} {row.title}: DIFFERENT, a stored command is refused: {refused.message}")
            return False
        self.stdout.write(f"{row.pk} {row.title}: {row.number} commands, {'same' if same else 'DIFFERENT'}")
        return same
