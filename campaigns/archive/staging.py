"""The database into which a restore writes, so that no table waits for it.

On PostgreSQL this is the site's database, in one transaction, which does not block play. SQLite has only one writer, so
the restore writes into a copy of the file, with ids that the site has reserved, and copies the rows in one short
transaction at the end: players only wait for these inserts, not for reading and checking.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model

from campaigns.archive.entities import CURRENT_ENTITIES, ENCRYPTED_MODELS, ENTITIES
from campaigns.archive.reading import ArchiveContents
from campaigns.archive.snapshots import sqlite_copy
from campaigns.encounters.models import Encounter
from people.models import User

AREA: Final = "staged"
# Every table that a restore writes to.
TABLES: Final[list[Any]] = list(
    dict.fromkeys(
        [
            User,
            *[entity.model for entity in ENTITIES],
            *[field.remote_field.through for entity in CURRENT_ENTITIES for field in entity.many],
            *ENCRYPTED_MODELS,
        ]
    )
)


@dataclass
class StagingArea:
    """The database `using` to write to; `last` has each table's last id before the reserved ones."""

    using: str
    path: Path | None = None
    last: dict[type[Model], int] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether this is the site's database."""
        return self.path is None

    @contextmanager
    def move(self) -> Iterator[None]:
        """A transaction that copies everything from the copy to the site."""
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
def staging_area(contents: ArchiveContents) -> Iterator[StagingArea]:
    """The staging area for a checked archive; a copy is deleted afterwards."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:  # a copy would not contain the caller's transaction
        yield StagingArea(DEFAULT_DB_ALIAS)
        return
    with sqlite_copy() as (alias, path):
        last = _reserve_ids(contents)
        with connections[alias].cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # the copy needs no safety against power loss
            for model, number in last.items():
                _set_sequence(cursor, model, number)
        yield StagingArea(alias, path, last)


def _reserve_ids(contents: ArchiveContents) -> dict[type[Model], int]:
    """Reserves as many ids as the archive may need; returns the last id of each table before them."""
    last: dict[type[Model], int] = {}
    with transaction.atomic(), connection.cursor() as cursor:
        for model in TABLES:
            if model._meta.auto_field is None:
                continue
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            row = cursor.fetchone()
            last[model] = row[0] if row else 0
            _set_sequence(cursor, model, last[model] + contents.sizes[model])
    # An encounter's secret has the id of its encounter.
    return last | {model: last[Encounter] for model in TABLES if model._meta.auto_field is None}


def _set_sequence(cursor: Any, model: type[Model], number: int) -> None:
    if model._meta.auto_field is not None:
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, number])
