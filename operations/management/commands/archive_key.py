"""`manage.py archive_key`: prints the key under which this installation encrypts hidden cards in archives."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.archive import encryption


class Command(BaseCommand):
    """Prints the key for the operator of another installation to which a campaign moves; it is secret otherwise."""

    help = "Prints the archive key. Add it to ARCHIVE_KEYS of a site to which campaigns move. Keep it secret."

    def handle(self, *args: Any, **_options: Any) -> None:
        """Prints 64 characters."""
        self.stdout.write(encryption.installation_key().hex())
