"""Gives commands one after the other in a process of its own, whose syncs someone counts.

python -m tests.operations.crash.synced ENCOUNTER MANY [STATEMENT]: the statement makes the database careless.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.db import connection  # noqa: E402

from campaigns.encounters import play  # noqa: E402
from campaigns.encounters.models import Encounter  # noqa: E402
from people.models import User  # noqa: E402


def main(encounter: str, many: str, statement: str = "") -> None:
    """Gives the commands; each call that returns is an acknowledgement."""
    row, gm = Encounter.objects.get(pk=encounter), User.objects.get(username="gm")
    if statement:
        connection.cursor().execute(statement)
    for turn in range(int(many)):
        command = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": ("near", "far")[turn % 2]}
        play.submit(encounter=row, by=gm, command=command, key=f"synced {turn} {statement}")


if __name__ == "__main__":
    main(*sys.argv[1:])
