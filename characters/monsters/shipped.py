"""Loading the bestiary that the site ships, without overwriting what an operator changed."""

import tomllib
from pathlib import Path
from typing import Any

from django.db import transaction

from characters.models import Monster
from rules import play
from rules.catalogue.shipped import Tally, merge

FOLDER = Path(__file__).resolve().parent
FIELDS = ("name", "kind", "size", "stats", "text", "licence", "attribution", "active")
LICENCE = "CC-BY-4.0"
ATTRIBUTION = "The Fatekeeper project"


def shipped_documents() -> dict[str, list[dict[str, Any]]]:
    """The shipped monsters of each game by its slug, as in the files."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["monster"] for path in sorted(FOLDER.glob("*.toml"))
    }


@transaction.atomic
def load_bestiary() -> Tally:
    """Load characters/monsters/*.toml, each row checked by its engine; loading again changes nothing."""
    tally = Tally()
    for system, rows in shipped_documents().items():
        if system not in play.SYSTEMS:
            continue  # its engine is not there yet, so nobody could check the figures
        known = Monster.objects.filter(campaign__isnull=True, system=system).exclude(key="")
        standing = {row.key: row for row in known}
        for fields in rows:
            document = {"size": "", "licence": LICENCE, "attribution": ATTRIBUTION, "active": True} | {
                name: fields[name] for name in FIELDS if name in fields
            }
            document["stats"] = play.monster(system, fields["stats"])
            row = standing.get(fields["key"]) or Monster(system=system, key=fields["key"])
            merge(row, document, FIELDS, tally)
    return tally
