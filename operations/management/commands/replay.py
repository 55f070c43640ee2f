"""`manage.py replay`: plays stored commands again and compares with the stored state."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.encounters.play import auditing


class Command(BaseCommand):
    """Prints for each encounter whether its commands give its state; fails if one does not."""

    help = (
        "Replays encounters from their stored commands, compares the result with the stored state, and "
        "reports gaps in the numbers and rows without a number."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Ids, or all."""
        parser.add_argument("ids", nargs="*", type=int, help="ids of encounters")
        parser.add_argument("--all", action="store_true", help="every encounter that has begun")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audits each and reports; CommandError (exit 1) when one differs or is missing."""
        if not options["all"] and not options["ids"]:
            raise CommandError("Give the ids of encounters, or --all.")
        present = auditing.auditable()
        chosen = present if options["all"] else sorted(set(options["ids"]) & set(present))
        missing = [] if options["all"] else sorted(set(options["ids"]) - set(present))
        audits = [found for pk in chosen if (found := auditing.audit_in_play(pk)) is not None]
        for found in audits:
            outcome = f"DIFFERENT: {'; '.join(found.faults)}" if found.faults else "same"
            self.stdout.write(f"{found.encounter} {found.title}: {found.number} commands, {outcome}")
        different = sum(bool(audit.faults) for audit in audits)
        for pk in missing:
            self.stdout.write(f"{pk}: there is no such encounter, or it has not begun")
        self.stdout.write(f"{len(audits)} replayed, {different} different")
        if different or missing:
            raise CommandError("Some encounters do not replay to their stored state.")
