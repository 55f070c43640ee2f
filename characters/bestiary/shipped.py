"""Loads the bestiary that the site ships, without ever overwriting what an operator changed."""

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


def documents() -> dict[str, list[dict[str, Any]]]:
    """The shipped monsters of each game, by its slug, as written."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["monster"] for path in sorted(FOLDER.glob("*.toml"))
    }


@transaction.atomic
def load() -> Tally:
    """Loads characters/bestiary/*.toml, each row checked by its engine; doing it again changes nothing."""
    tally = Tally()
    for system, rows in documents().items():
        if system not in play.SYSTEMS:
            continue  # its engine is not there yet, so nobody could check the figures
        known = Monster.objects.filter(campaign__isnull=True, system=system).exclude(key="")
        standing = {row.key: row for row in known}
        for given in rows:
            document = {"size": "", "licence": LICENCE, "attribution": ATTRIBUTION, "active": True} | {
                name: given[name] for name in FIELDS if name in given
            }
            document["stats"] = play.monster(system, given["stats"])
            row = standing.get(given["key"]) or Monster(system=system, key=given["key"])
            merge(row, document, FIELDS, tally)
    return tally
