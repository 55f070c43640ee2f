"""`manage.py clear_guests`: takes away what nobody asks for any more."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.actions import guests, keys, webhooks


class Command(BaseCommand):
    """Sweeps all of it; a new guest sweeps a few guests along."""

    help = (
        "Deletes guests of the demo table and their campaigns once they are a day old, answers kept for repeated "
        "requests after thirty days, and what webhooks' addresses were told after ninety."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Says how many went."""
        self.stdout.write(f"{guests.sweep()} deleted")
        self.stdout.write(f"{keys.sweep()} answers to repeated requests forgotten")
        self.stdout.write(f"{webhooks.sweep()} messages of webhooks forgotten")
