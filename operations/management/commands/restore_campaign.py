"""`manage.py restore_campaign FILE --gm NAME`: restores the archive of a campaign that is too large for the page."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.restoring import restore_campaign
from common.full_disks import is_full_disk
from operations import startup
from operations.installation.full_disks import report_full_disk
from people.models import Campaign, User


class Command(BaseCommand):
    """Restores a whole campaign or nothing, as the page does, but an archive of any size."""

    help = (
        "Restores the archive of a campaign, of any size, with the named person as its GM. The other places wait "
        "for their people; the GM sends links for them. Only restore an archive whose origin you trust."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, the GM, and what to do with encounters that do not open here."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--gm", required=True, metavar="NAME", help="user name of the person who becomes GM")
        parser.add_argument(
            "--leave-out-encounters",
            action="store_true",
            help="leave out encounters whose cards cannot be opened here; without it, they make the restore fail",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restores the campaign; CommandError for any fault."""
        startup.require_migrated()
        person = User.objects.filter(username=options["gm"], is_active=True, kind=User.Kind.PERSON).first()
        if person is None:
            raise CommandError(f"Nobody here has the user name {options['gm']}.")
        with report_full_disk("Nothing was changed."):
            campaign = self._restore(options, person)
        self.stdout.write(f"Restored: {campaign.name}, campaign {campaign.pk}. {person.username} is its GM.")

    def _restore(self, options: dict[str, Any], person: User) -> Campaign:
        try:
            with options["file"].open("rb") as file:
                return restore_campaign(
                    file,
                    by=person,
                    confirmed={person.username},
                    leave_shut=options["leave_out_encounters"],
                    trusted=True,
                )
        except OSError as fault:
            if is_full_disk(fault):
                raise
            raise CommandError(f"{options['file']} cannot be read: {fault.strerror}.") from fault
        except ArchiveInvalid as fault:
            raise CommandError(f"The archive was refused; nothing was changed. {fault}") from fault
