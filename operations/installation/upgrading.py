"""Upgrades the database to this version: backup, rehearsal, migrations, verification; or changes nothing at all.

The rehearsal restores the backup into a temporary database, migrates that and replays every encounter there, so that
most faults are found before the site's own database changes. On PostgreSQL all migrations run in one
transaction. On SQLite a copy of the file is restored if one of them fails.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from campaigns.archive.container import ArchiveReader
from campaigns.archive.snapshots import snapshot_alias, tables_of
from common.full_disks import is_full_disk
from common.temporary_folders import temporary_file, temporary_folder
from common.version import VERSION
from operations import backup_upgrades, site_backup, startup
from operations.installation import preparing
from operations.installation.full_disks import report_full_disk
from operations.installation.kept_backups import backup_folder
from operations.installation.synced_files import sync_file, sync_folder

Report = Callable[[str], Any]
# Space beside twice the size of the database: the write-ahead log holds about 4 MiB before it is written back.
RESERVE: Final = 8 * 1024 * 1024


class UpgradeUndone(CommandError):
    """The upgrade failed, and the database is as it was before."""


class NotRestored(Exception):
    """The upgrade failed, and so did restoring the file from its copy."""


def upgrade(*, report: Report, accept_different: bool = False) -> Path | None:
    """Upgrades the database and returns the backup from before; None if there was nothing to do.

    CommandError if the rehearsal or a migration fails: then the database is unchanged. `accept_different` continues
    although encounters do not replay to their stored state.
    """
    startup.require_no_newer_migrations()
    waiting = startup.waiting_migrations()
    if not waiting:
        # The version may have other shipped data, or an earlier upgrade may have been interrupted before this.
        preparing.load_shipped_data()
        report("The database is up to date.")
        return None
    report(
        f"{len(waiting)} migrations have to run. First, a backup is made, restored into a temporary database "
        f"and upgraded there."
    )
    with report_full_disk("Nothing was changed."):
        backup = _back_up_and_rehearse(report, accept_different)
    report(f"The old database is in {backup}.")
    try:
        _migrate(backup)
    except UpgradeUndone:
        # A container is started again after a failure: without this each start would leave another backup.
        backup.unlink(missing_ok=True)
        report(f"The database is as it was before, so {backup.name} was deleted.")
        raise
    preparing.load_shipped_data()
    report(f"The database now has version {VERSION}.")
    return backup


def _back_up_and_rehearse(report: Report, accept_different: bool) -> Path:
    """The backup of the old database if the upgrade succeeds with it; `UpgradeUndone` says why it does not.

    The backup is in a temporary folder until then: a container that is killed in a long rehearsal and starts again
    would leave another one each time."""
    folder = backup_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with temporary_folder(folder) as unfinished:
        part = _back_up_old(unfinished)
        different = _rehearse(part)
        for sentence in different:
            report(sentence)
        if different and not accept_different:
            raise UpgradeUndone(
                f"{len(different)} encounters would not replay to their stored state. Nothing was changed. Use "
                f"--accept-different to upgrade anyway."
            )
        backup = part.replace(folder / part.name)
    sync_folder(folder)
    return backup


def _migrate(backup: Path) -> None:
    """Migrates and checks the database; `UpgradeUndone` says why that failed."""
    with _all_or_nothing(backup):
        call_command("migrate", verbosity=0)
        if lacking := startup.missing_setup():
            raise CommandError(" ".join(lacking))
        connection.check_constraints()
        _record(backup)


def _back_up_old(folder: Path) -> Path:
    """Writes a backup of the database with the tables of the older code into the folder; returns the file."""
    target = folder / f"before-{VERSION}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.zip"
    loader = MigrationLoader(connection)
    applied = [key for key in loader.applied_migrations or {} if key in loader.graph.nodes]
    present = set(connection.introspection.table_names())
    every = [model for model in tables_of(loader.project_state(applied).apps) if model._meta.db_table in present]
    models = [model for model in every if model._meta.label not in site_backup.LEFT_OUT]
    with target.open("w+b") as file, snapshot_alias() as using:
        site_backup.pack(file, using, sorted(map(list, applied)), models=models)
        sync_file(file)
    return target


def _rehearse(backup: Path) -> list[str]:
    """Upgrades a copy of the rows; returns a sentence for each encounter that then does not replay.

    `UpgradeUndone` for a fault."""
    try:
        with backup.open("rb") as file, temporary_file() as upgraded:
            reader = _reader(file)
            backup_upgrades.upgrade(reader, {(app, name) for app, name in reader.manifest["migrations"]}, upgraded)
            upgraded.seek(0)
            return list(_reader(upgraded).manifest["encounters"]["different"])
    except Exception as fault:
        why = "the disk is full" if is_full_disk(fault) else str(fault)
        raise UpgradeUndone(f"The test of the upgrade failed; nothing was changed: {why}") from fault


def _record(backup: Path) -> None:
    """Records that the backup from before was restored as a test: the rehearsal did that."""
    with backup.open("rb") as file:
        manifest = _reader(file).manifest
        created = datetime.fromisoformat(manifest["created"])
        site_backup.record_proof(file, sum(manifest["rows"].values()), manifest["encounters"]["replayed"], created)


def _reader(file: IO[bytes]) -> ArchiveReader:
    return ArchiveReader(file, form=site_backup.FORMAT, version=site_backup.VERSION, trusted=True)


@contextmanager
def _all_or_nothing(backup: Path) -> Iterator[None]:
    """Undoes everything that was done inside if it fails; `UpgradeUndone` says why.

    Another CommandError if that failed too: then the backup has the rows."""
    try:
        with _one_transaction() if connection.vendor == "postgresql" else _copy_of_file():
            yield
    except NotRestored as fault:
        raise CommandError(
            f"The upgrade failed, and the database could not be restored from its copy: {fault} Empty the database and "
            f"restore {backup} with the old version."
        ) from fault
    except Exception as fault:
        why = "The disk is full." if is_full_disk(fault) else str(fault)
        raise UpgradeUndone(f"The upgrade failed, and the database is as it was before. {why}") from fault


@contextmanager
def _one_transaction() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            # Constraints are checked at once, because a deferred check would forbid the next migration to alter tables.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield


@contextmanager
def _copy_of_file() -> Iterator[None]:
    """SQLite: foreign keys cannot be switched off in a transaction, so a copy of the file is kept meanwhile."""
    connection.ensure_connection()
    with temporary_folder() as folder:
        copy = sqlite3.connect(folder / "before.sqlite3")
        try:
            connection.connection.backup(copy)
            reserve = _reserve_space(folder)
            try:
                yield
            except BaseException:
                reserve.unlink(missing_ok=True)
                _restore_file(copy)
                raise
        finally:
            copy.close()


def _reserve_space(folder: Path) -> Path:
    """A file that keeps the space for restoring the copy: the migrations may fail because they fill the disk.

    Restoring writes every page to the write-ahead log and then to the database. Raises OSError without the space."""
    reserve, size = folder / "reserve", (folder / "before.sqlite3").stat().st_size
    with reserve.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, 2 * size + RESERVE)
    return reserve


def _restore_file(copy: sqlite3.Connection) -> None:
    """Writes the copy back into the site's database. Raises `NotRestored`."""
    try:
        connection.close()
        connection.ensure_connection()
        copy.backup(connection.connection)
    except Exception as fault:
        raise NotRestored(f"{fault}.") from fault
