"""The shipped catalogue and bestiary: loaded once in each process, and put back as rows by later tests."""

from collections.abc import Callable

from characters.monsters import shipped as bestiary
from rules.catalogue import shipped as catalogue
from tests.demo_rows import count, read_rows, reset_sequences, table_names, write_rows

_rows: dict[str, dict[str, list]] = {}


def load_catalogue() -> None:
    """The shipped catalogue."""
    _load("catalogue", catalogue.load)


def load_bestiary() -> None:
    """The shipped monsters."""
    _load("bestiary", bestiary.load_bestiary)


def _load(what: str, loader: Callable[[], object]) -> None:
    """Calls the loader, or writes the rows that it made before into the same empty tables."""
    if any(map(count, _rows.get(what, {}))):
        loader()
    elif what in _rows:
        for table, rows in _rows[what].items():
            write_rows(table, rows)
        reset_sequences(_rows[what])
    else:
        before = {table: count(table) for table in table_names()}
        loader()
        filled = [table for table, number in before.items() if count(table) != number]
        if not any(before[table] for table in filled):
            _rows[what] = {table: read_rows(table) for table in filled}
