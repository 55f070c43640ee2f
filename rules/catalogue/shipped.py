"""Loads the shipped rows, without overwriting changes of an operator."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import models, transaction

from rules.models import CatalogueRow

FOLDER = Path(__file__).resolve().parent
FIELDS = ("name", "text", "figures", "rule", "position", "active")


@dataclass
class Tally:
    """How many rows were created, updated, and left because an operator changed them."""

    created: int = 0
    updated: int = 0
    kept: int = 0


def documents(folder: Path) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """Each shipped file's game and its rows, as in the file."""
    for path in sorted(folder.glob("*.toml")):
        yield path.stem, tomllib.loads(path.read_text(encoding="utf-8"))["row"]


def merge(row: models.Model, document: dict[str, Any], fields: Iterable[str], tally: Tally) -> None:
    """Update a row to `document`; a field that differs from what was last shipped was edited and stays."""
    base: dict[str, Any] | None = getattr(row, "shipped")  # noqa: B009 (each shipped model has the field)
    if row.pk is None:
        tally.created += 1
    elif base == document:
        tally.kept += any(getattr(row, name) != document[name] for name in fields)
        return
    else:
        tally.updated += 1
    for name in fields:
        if row.pk is None or (base is not None and getattr(row, name) == base.get(name)):
            setattr(row, name, document[name])
    row.shipped = document  # type: ignore[attr-defined]
    row.save()


@transaction.atomic
def load() -> Tally:
    """Load rules/catalogue/*.toml; loading again changes nothing."""
    tally = Tally()
    for system, rows in documents(FOLDER):
        known = CatalogueRow.objects.filter(campaign__isnull=True, system=system)
        standing = {(row.kind, row.key): row for row in known}
        for position, given in enumerate(rows):
            defaults = {"text": "", "figures": {}, "rule": "", "position": position, "active": True}
            kind, key = given["kind"], given["key"]
            document = defaults | {name: given[name] for name in FIELDS if name in given}
            row = standing.get((kind, key)) or CatalogueRow(system=system, kind=kind, key=key)
            merge(row, document, FIELDS, tally)
    return tally
