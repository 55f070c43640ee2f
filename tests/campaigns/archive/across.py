"""Run with another DATABASE_URL: migrates it, restores an archive and a backup there, and writes both again.

python -m tests.campaigns.archive.across ARCHIVE ARCHIVE_AGAIN BACKUP BACKUP_AGAIN
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from campaigns import sight  # noqa: E402
from campaigns.archive import reading, restoring, writing  # noqa: E402
from campaigns.models import Encounter, User  # noqa: E402


def main(archive: str, archive_again: str, backup: str, backup_again: str) -> None:
    """Restores and writes again; fails where an encounter does not replay."""
    call_command("migrate", verbosity=0)
    call_command("load_catalogue", verbosity=0)
    with open(archive, "rb") as file:
        names = set(reading.look(file).people.values())
        for name in sorted(names):
            User.objects.create(username=name)
        campaign = restoring.restore(file, by=User.objects.get(username="gm"), confirmed=names)
    with open(archive_again, "w+b") as file:
        writing.write(campaign, file)
    assert replayed() >= 2
    call_command("restore_backup", backup, "--yes", verbosity=0)
    assert replayed() >= 2
    call_command("backup", backup_again, verbosity=0)


def replayed() -> int:
    """How many encounters were played again, each to its stored state."""
    begun = list(Encounter.objects.exclude(status="prepared").select_related("campaign"))
    assert all(map(sight.replayed, begun))
    return len(begun)


if __name__ == "__main__":
    main(*sys.argv[1:])
