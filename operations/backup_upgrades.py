"""Upgrades backups of older versions: restores them into their own tables, migrates, and writes a new backup."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.apps.registry import Apps
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from campaigns.archive.container import ArchiveReader
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.snapshots import disable_durability, scratch_database
from common.temporary_folders import temporary_file
from operations import site_backup

PLACE = "manifest.json#/migrations"
Names = set[tuple[str, str]]


@contextmanager
def current(file: IO[bytes]) -> Iterator[IO[bytes]]:
    """The backup itself if this version of the site wrote it, or else an upgraded copy.

    ArchiveInvalid for a backup of newer code, and for one that is damaged.
    """
    reader = ArchiveReader(file, form=site_backup.FORMAT, version=site_backup.VERSION, trusted=True)
    names = _migrations(reader)
    if names == {(app, name) for app, name in site_backup.applied_migrations()}:
        yield file
        return
    with temporary_file() as upgraded:
        upgrade(reader, names, upgraded)
        upgraded.seek(0)
        yield upgraded


def upgrade(reader: ArchiveReader, names: Names, into: IO[bytes]) -> None:
    """Writes the backup again in the current format: its rows go through the migrations added since."""
    reader.check()
    with scratch_database(empty=False) as (using, _path):
        disable_durability(using)
        held = _tables(reader, site_backup.tables_of(_migrate(using, names)))
        site_backup.load_backup(reader, using, into=held)
        site_backup.compare(reader, using, held)
        _migrate(using, None)
        site_backup.pack(into, using, site_backup.applied_migrations(using))


def _tables(reader: ArchiveReader, models: list[Any]) -> list[Any]:
    """The tables in the backup; ArchiveInvalid if one is missing or unknown."""
    labels = {model._meta.label for model in models}
    named = set(reader.manifest["rows"])
    if unknown := sorted(named - labels):
        raise ArchiveInvalid(
            "archive.damaged", unknown[0], _("The version of the site that made the backup did not have this table.")
        )
    expected = named | (labels & {model._meta.label for model in site_backup.site_tables()})
    held = [model for model in models if model._meta.label in expected]
    site_backup.require_tables(reader, held)
    return held


def _migrations(reader: ArchiveReader) -> Names:
    listed = reader.manifest.get("migrations")
    if not isinstance(listed, list) or not all(map(_is_pair, listed)):
        raise ArchiveInvalid("archive.damaged", PLACE, _("The list of migrations is missing."))
    return {(app, name) for app, name in listed}


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)


def _migrate(using: str, names: Names | None) -> Apps:
    """Runs the given migrations, or all that have not run; returns the models of that state."""
    executor = MigrationExecutor(connections[using])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if names is not None:
        _require_known(names, {(migration.app_label, migration.name) for migration, _backwards in plan})
        plan = [step for step in plan if (step[0].app_label, step[0].name) in names]
    state = executor.migrate(None, plan=plan)
    return state.apps


def _require_known(names: Names, known: Names) -> None:
    unknown = sorted(names - known)
    if unknown:
        named = ", ".join(f"{app}.{name}" for app, name in unknown[:3])
        message = _("The backup comes from a newer version of the site. This version does not know %(names)s.")
        raise ArchiveInvalid("archive.version", PLACE, message % {"names": named})
