"""Catalogue rows as one-tap orders: a row whose figures fill a form gets a button beside the form."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.encounters.table.offer_forms import Action
from rules.catalogue.queries import FilledRow


@dataclass(frozen=True)
class Preset:
    """A row's name and what its button posts; the target comes from the form."""

    name: str
    text: str
    do: str


def order_presets(order: Action, rows: Iterable[FilledRow]) -> list[Preset]:
    """The rows that have every field the order asks for, and no other."""
    required_fields = {each.field for each in order.inputs if not each.optional}
    if order.targets is None or order.cards or not required_fields:
        return []
    known = {each.field for each in order.inputs} | set(order.fixed)
    return [
        _build_preset(order, row)
        for row in rows
        if required_fields <= set(row.figures) <= known and _row_matches(order, row)
    ]


def _row_matches(order: Action, row: FilledRow) -> bool:
    """Whether the row agrees with the fixed fields of the order, and has numbers where it needs numbers."""
    numbers = [each.field for each in order.inputs if each.kind == "number" and each.field in row.figures]
    has_numbers = all(isinstance(row.figures[name], int) for name in numbers)
    return has_numbers and all(row.figures.get(name) == value for name, value in order.fixed.items())


def _build_preset(order: Action, row: FilledRow) -> Preset:
    posted = json.loads(order.do) | {"take": ["one:target"], "fixed": row.figures}
    return Preset(row.name, row.text, json.dumps(posted))
