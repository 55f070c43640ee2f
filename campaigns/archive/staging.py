"""Where a restore writes, so that no table waits for it.

PostgreSQL: the database itself, in one transaction, which keeps nobody from playing. SQLite has one writer, so there
everything is made in a copy of the file, under numbers that the site has set aside, and moved over in one short
transaction at the end: players wait for rows that are only inserted, not for all that is read, checked and counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model

from campaigns.archive.entities import ENTITIES, LIVE, SEALED
from campaigns.archive.moments import copied
from campaigns.archive.reading import Found
from campaigns.models import Encounter, User

AREA: Final = "staged"
# Every table that a restore writes to.
TABLES: Final[list[Any]] = list(dict.fromkeys([
    User, *[entity.model for entity in ENTITIES], *[field.remote_field.through for one in LIVE for field in one.many],
    *SEALED,
]))  # fmt: skip


@dataclass
class Stage:
    """The database `using` that is written to; `last` has each table's last number before those set aside."""

    using: str
    path: Path | None = None
    last: dict[type[Model], int] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether it is the site's own."""
        return self.path is None

    @contextmanager
    def moved(self) -> Iterator[None]:
        """One transaction in which the site gets everything that was written to the copy."""
        connections[self.using].close()
        with connection.cursor() as cursor:
            cursor.execute(f"ATTACH DATABASE %s AS {AREA}", [str(self.path)])
            try:
                with transaction.atomic():
                    for model, last in self.last.items():
                        table, key = model._meta.db_table, model._meta.pk.column
                        rows = f'SELECT * FROM {AREA}."{table}" WHERE "{key}" > %s'  # noqa: S608 (names of our own)
                        cursor.execute(f'INSERT INTO "{table}" {rows}', [last])
                    yield
            finally:
                cursor.execute(f"DETACH DATABASE {AREA}")


@contextmanager
def stage(found: Found) -> Iterator[Stage]:
    """Where the archive that was read through is written; a copy is gone afterwards."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:  # nothing outside sees the caller's transaction
        yield Stage(DEFAULT_DB_ALIAS)
        return
    with copied() as (alias, path):
        last = _set_aside(found)
        with connections[alias].cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # what power loss does to the copy matters to nobody
            for model, number in last.items():
                _number(cursor, model, number)
        yield Stage(alias, path, last)


def _set_aside(found: Found) -> dict[type[Model], int]:
    """The last number of each table; as many as the archive may need are given to nobody else."""
    last: dict[type[Model], int] = {}
    with transaction.atomic(), connection.cursor() as cursor:
        for model in TABLES:
            if model._meta.auto_field is None:
                continue
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            row = cursor.fetchone()
            last[model] = row[0] if row else 0
            _number(cursor, model, last[model] + found.sizes[model])
    # An encounter's secret has the number of its encounter.
    return last | {model: last[Encounter] for model in TABLES if model._meta.auto_field is None}


def _number(cursor: Any, model: type[Model], number: int) -> None:
    if model._meta.auto_field is not None:
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, number])
