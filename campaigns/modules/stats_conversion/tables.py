"""Conversion tables: shipped in files, and changed for the site in the admin or for one campaign on its page."""

import functools
import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from campaigns.modules.format.canonical_json import digest
from campaigns.modules.models import ConversionRow
from campaigns.modules.stats_conversion.figures import equivalent_level, exact, row_for_value
from people.models import Campaign

FOLDER: Final = Path(__file__).parent / "shipped"
SHARED: Final = "shared"
BOUND: Final = 10_000


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its figures, its name and reason, and who changed it: "", "site" or "campaign".

    `labels` says what each figure is called, `columns` what each column of its rows is."""

    key: str
    name: str
    why: str
    figures: dict[str, Any]
    changed: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of a game that are in force; `digest` changes with any figure."""

    rows: Mapping[str, Table]
    digest: str

    def __getitem__(self, key: str) -> dict[str, Any]:
        return self.rows[key].figures

    def equivalent_level(self, challenge: Fraction) -> int:
        """The level of a character of 5e as strong as a creature of this challenge rating."""
        table = self["equivalent-level"]
        return equivalent_level(table["rows"], table["ratings_a_level"], challenge)

    def severity(self, average: Fraction, level: int) -> int:
        """The severity of a trap with this average damage at a character level of 5e: 0 setback, 1 dangerous, 2
        deadly."""
        row = row_for_value(self["trap-severity"]["rows"], level)
        return int(average > exact(row[1])) + int(average > exact(row[2]))


@functools.cache
def shipped_tables(game: str) -> Tables:
    """The shipped tables of a game; a game without its own has only those that all games share."""
    rows = {}
    for name in (SHARED, game):
        file = FOLDER / f"{name}.toml"
        if file.exists():
            for key, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
                labels, columns = table.get("labels", {}), tuple(table.get("columns", ()))
                rows[key] = Table(key, table["name"], table["why"], table["figures"], labels=labels, columns=columns)
    return _tables(rows)


def tables_in_force(campaign: Campaign) -> Tables:
    """The tables of a campaign: shipped ones, with the site's changes and the campaign's own on top."""
    changes = ConversionRow.objects.filter(system=campaign.system, campaign__isnull=True)
    own_rows = ConversionRow.objects.filter(system=campaign.system, campaign=campaign)
    rows_by_table = dict(shipped_tables(campaign.system).rows)
    for source, changed in (("site", changes), ("campaign", own_rows)):
        for row in changed:
            known = rows_by_table.get(row.key)
            # Ignores a row without the table's shape, because staff may have made a mistake.
            if known is not None and not misfit_sentence(known.figures, row.figures):
                rows_by_table[row.key] = replace(known, figures=row.figures, changed=source)
    return _tables(rows_by_table)


def _tables(rows: dict[str, Table]) -> Tables:
    return Tables(rows, digest({key: rows[key].figures for key in sorted(rows)}))


def misfit_sentence(known: Any, typed: Any, labels: Mapping[str, str] | None = None) -> str:
    """A sentence about why figures do not fit a table's shape; empty if they fit.

    Names a figure by its label if `labels` has one."""
    if not isinstance(typed, dict) or typed.keys() != known.keys():
        return f"give exactly {', '.join(known)}"
    for name, value in known.items():
        if isinstance(value, list):
            fault = _rows_misfit(value, typed[name])
        else:
            fault = "" if is_figure(typed[name]) else f"a number from {-BOUND} to {BOUND}"
            # Divisors, which must not be 0.
            if not fault and value > 0 and name in POSITIVE and typed[name] <= 0:
                fault = "a number above 0"
        if fault:
            return f"{(labels or {}).get(name, name)}: {fault}"
    return ""


POSITIVE: Final = {
    "for_each",
    "by",
    "feet",
    "hit_points",
    "damage",
    "levels_a_card",
    "levels_a_point",
    "armour_a_rank",
    "ratings_a_luck",
    "ratings_a_level",
    "a_point",
    "limit",
}


def _rows_misfit(known: list[list[Any]], rows: Any) -> str:
    width = len(known[0])
    fits = (
        isinstance(rows, list)
        and rows
        and all(isinstance(row, list) and len(row) == width and all(map(is_figure, row)) for row in rows)
    )
    if not fits or len(rows) > 100:
        return f"1 to 100 rows of {width} numbers"
    if any(row[0] >= after[0] for row, after in itertools.pairwise(rows)):
        return "rows rise by their first figure"
    return ""


def is_figure(value: Any) -> bool:
    """Whether a value may be a figure of a table."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -BOUND <= value <= BOUND
