"""An archive of every released version can be read: what this version added has a value for older archives."""

import gzip
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from campaigns.archive.entities import ENTITIES
from campaigns.archive.writing import column_name
from tests.operations.releases.recording import FOLDER

RELEASES = sorted(FOLDER.glob("*.db.gz"))


def columns_by_table(release, folder):
    """The columns of every table of the recorded database of a release."""
    path = folder / "released.sqlite3"
    path.write_bytes(gzip.decompress(release.read_bytes()))
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: {row[1] for row in database.execute(f"PRAGMA table_info('{table}')")} for table in tables}


def unreadable(entities, released):
    """What archives with the tables `released` lack, or have too much, without a rule in entities.py."""
    for entity in entities:
        meta, defaults = entity.model._meta, entity.column_defaults or {}
        known = released.get(meta.db_table)
        if known is None:
            if not entity.may_be_missing:
                yield f"{entity.name}: the table is new, so it may be missing"
            continue
        for name in known - {field.column for field in meta.concrete_fields}:
            yield f"{entity.name}.{name}: older archives have this column"
        added = {column_name(field) for field in entity.fields if field.column not in known}
        added |= {field.name for field in entity.many if field.m2m_db_table() not in released}
        for name in added - defaults.keys():
            yield f"{entity.name}.{name}: the column is new, so it needs a value in column_defaults"


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name.removesuffix(".db.gz"))
def test_a_table_or_column_that_a_released_version_lacks_has_a_value_for_its_archives(release, tmp_path):
    assert list(unreadable(ENTITIES, columns_by_table(release, tmp_path))) == []


def test_a_forgotten_value_and_a_forgotten_table_are_noticed(tmp_path):
    released = columns_by_table(FOLDER / "1.0.0.db.gz", tmp_path)
    forgetful = [replace(entity, column_defaults=None, may_be_missing=False) for entity in ENTITIES]
    faults = list(unreadable(forgetful, released))
    assert "campaign.pass_after: the column is new, so it needs a value in column_defaults" in faults
    assert "characters.players: the column is new, so it needs a value in column_defaults" in faults
    assert "maps: the table is new, so it may be missing" in faults
