"""`manage.py clear_guests`: takes away demo tables older than a day, and their guests."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.actions import guests


class Command(BaseCommand):
    """Sweeps all of them; a new guest sweeps a few along."""

    help = "Deletes guests of the demo table and their campaigns once they are a day old."

    def handle(self, *args: Any, **options: Any) -> None:
        """Says how many went."""
        self.stdout.write(f"{guests.sweep()} deleted")
