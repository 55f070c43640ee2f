"""Merges the objects of a module; a table of which two halves do not fit together is merged as a whole."""

from typing import Any

from campaigns.modules.format import object_check
from campaigns.modules.format.faults import WARNINGS
from campaigns.modules.imports import merging

Item = dict[str, Any]
TABLE_PARTS = ("method", "rows")


def merge_object(
    collection: str, base: Item, local: Item, new: Item, decide: merging.Decide = lambda pointer: merging.LOCAL
) -> merging.MergeResult:
    """The merged object, as `merging.merge` does it.

    If the merged method and rows of a table do not fit together, both are one place, `/rows`, and a conflict there.
    `decide` may be asked about single rows first, although `/rows` decides in the end."""
    merged = merging.merge(base, local, new, decide)
    if collection != "tables" or not merged.changes or _fits(merged.value):
        return merged
    merged = merging.merge(_join(base), _join(local), _join(new), decide)
    merged.value = _split(merged.value)
    return merged


def _fits(table: Item) -> bool:
    """Whether the table has no faults, aside from warnings."""
    return all(fault.code in WARNINGS for fault in object_check.faults("tables", table))


def _join(table: Item) -> Item:
    """The table with its method and rows as one value."""
    parts = {name: table[name] for name in TABLE_PARTS if name in table}
    return {name: value for name, value in table.items() if name not in TABLE_PARTS} | {"rows": [parts]}


def _split(table: Item) -> Item:
    rest: Item = {name: value for name, value in table.items() if name != "rows"}
    return rest | table["rows"][0]
