"""Restores an archive and a backup in the migrated database without rows of DATABASE_URL, and writes both again.

python -m tests.campaigns.archive.across ARCHIVE ARCHIVE_AGAIN BACKUP BACKUP_AGAIN WORLD
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from campaigns.archive import reading, writing  # noqa: E402
from campaigns.encounters.models import Encounter  # noqa: E402
from campaigns.encounters.play import visibility  # noqa: E402
from people.models import Campaign, User  # noqa: E402
from tests.campaigns.archive import cells  # noqa: E402
from tests.campaigns.archive.consent import restored_with_consent  # noqa: E402
from tests.site import roles  # noqa: E402


def main(archive: str, archive_again: str, backup: str, backup_again: str, world: str) -> None:
    """Restores and writes again; fails where an encounter does not replay, or someone may do something else."""
    call_command("load_catalogue", verbosity=0)
    with open(archive, "rb") as file:
        names = set(reading.read_archive(file).people.values())
        for name in sorted(names):
            User.objects.create(username=name)
        campaign = restored_with_consent(file, by=User.objects.get(username="gm"), confirmed=names)
    with open(archive_again, "w+b") as file:
        writing.write_archive(campaign, file)
    assert replayed() >= 2
    call_command("restore_backup", backup, "--yes", verbosity=0)
    assert replayed() >= 3
    call_command("backup", backup_again, verbosity=0)
    assert permissions(world) == {}


def permissions(path: str) -> dict[str, str]:
    """The cells of the permission table that are otherwise here, where no token came along."""
    with open(path) as file:
        ids = json.load(file)
    people = {role: User.objects.get(username=role) for role in roles.ROLES if role not in {"anonymous", "read-token"}}
    world = roles.World(Campaign.objects.get(pk=ids["campaigns"]), people, ids)
    aside = {"read-token"}
    return cells.wrong(world, cells.sample(ids, aside), aside)


def replayed() -> int:
    """How many encounters were played again, each to its stored state."""
    begun = list(Encounter.objects.exclude(status="prepared").select_related("campaign"))
    assert all(map(visibility.replays_equal, begun))
    return len(begun)


if __name__ == "__main__":
    main(*sys.argv[1:])
