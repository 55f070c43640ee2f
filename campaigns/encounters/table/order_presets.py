"""Catalogue rows as one-tap orders: a row whose figures fill a form is offered beside it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.encounters.table.offer_forms import Action
from rules.models import CatalogueRow


@dataclass(frozen=True)
class Preset:
    """A row's name and what its button posts; the target is the form's own."""

    name: str
    text: str
    do: str


def order_presets(order: Action, rows: Iterable[CatalogueRow]) -> list[Preset]:
    """The rows that say everything the order asks for, and nothing that it does not know."""
    asked = {each.field for each in order.inputs if not each.optional}
    if order.targets is None or order.cards or not asked:
        return []
    known = {each.field for each in order.inputs} | set(order.fixed)
    return [
        _build_preset(order, row) for row in rows if asked <= set(row.figures) <= known and _row_matches(order, row)
    ]


def _row_matches(order: Action, row: CatalogueRow) -> bool:
    """What the order fixes the row says too, and its numbers are numbers."""
    numbers = [each.field for each in order.inputs if each.kind == "number" and each.field in row.figures]
    whole = all(isinstance(row.figures[name], int) for name in numbers)
    return whole and all(row.figures.get(name) == value for name, value in order.fixed.items())


def _build_preset(order: Action, row: CatalogueRow) -> Preset:
    posted = json.loads(order.do) | {"take": ["one:target"], "fixed": row.figures}
    return Preset(row.name, row.text, json.dumps(posted))
