"""Loads the catalogue and the bestiary that the site ships; rows changed in the admin keep their changes."""

from typing import Any

from django.core.management.base import BaseCommand

from characters.monsters import shipped as bestiary
from rules.catalogue import shipped as catalogue


class Command(BaseCommand):
    """`manage.py load_catalogue`: can be repeated."""

    help = "Loads the shipped catalogue and bestiary; rows that were changed in the admin stay as they are."

    def handle(self, *args: Any, **_options: Any) -> None:
        for name, tally in (("catalogue", catalogue.load()), ("bestiary", bestiary.load_bestiary())):
            self.stdout.write(
                f"{name}: {tally.created} created, {tally.updated} updated, {tally.kept} kept because they were "
                f"changed here"
            )
