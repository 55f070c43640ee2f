"""Backups of the site: every table as JSON lines, for both databases, tested by restoring them."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import IO, Any, Final

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connections, models
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.sql import InsertQuery
from django.utils.timezone import now
from django.utils.translation import gettext as _

from campaigns.archive.column_values import to_json
from campaigns.archive.container import ArchiveReader, ArchiveWriter
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.jsonl import write_line
from campaigns.archive.models import BackupRecord
from campaigns.archive.row_numbers import reset_numbers
from campaigns.archive.snapshots import scratch_database, snapshot_alias, tables_of
from campaigns.encounters.calls.due import end_waiting_calls
from campaigns.encounters.play import auditing
from campaigns.sessions.notices.outbox import end_waiting_notices
from campaigns.sessions.planning.models import DateLink
from campaigns.webhooks.actions import give_up_deliveries
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common import live_signal
from common.full_disks import is_full_disk
from operations import database_lock
from people.devices.models import CallPreferences, PushDevice
from people.models import Invitation

FORMAT: Final = "fatekeeper-site"
VERSION: Final = 1
STEP: Final = 500
# Never in a backup: sign-in sessions, transfers of archives, stored answers.
LEFT_OUT: Final = {
    "sessions.Session",
    "usersessions.UserSession",
    "campaigns.Transfer",
    "campaigns.TransferPart",
    "people.IdempotencyRecord",
}
# In a backup but not restored, because whatever was revoked since must stay revoked.
NOT_RESTORED: Final = {"people.ApiToken", "campaigns.WorldInvitation"}


@dataclass(frozen=True)
class Proof:
    """The result of restoring a backup into a temporary database; `different` names encounters that do not replay."""

    rows: int
    encounters: int
    different: list[str] = field(default_factory=list)


def site_tables(*, every: bool = False) -> list[Any]:
    """Every table of the site, including those of lists, by name; with `every` also those that no backup has."""
    return [model for model in tables_of(apps) if every or model._meta.label not in LEFT_OUT]


def applied_migrations(using: str = "default") -> list[list[str]]:
    """The migrations that have run, sorted: a backup can only be restored where the same ones have run."""
    return sorted([app, name] for app, name in MigrationRecorder(connections[using]).applied_migrations())


def ignore(_line: str) -> None:
    """Reports nothing."""


def write_backup(into: IO[bytes], *, report: Callable[[str], Any] = ignore) -> dict[str, int]:
    """Writes a backup of one moment; returns the number of rows of each table."""
    migrations = applied_migrations()
    with snapshot_alias() as using:
        return pack(into, using, migrations, report=report)


def pack(
    into: IO[bytes],
    using: str,
    migrations: list[list[str]],
    *,
    report: Callable[[str], Any] = ignore,
    models: list[Any] | None = None,
) -> dict[str, int]:
    """Writes a backup of a database that nobody changes, on which exactly `migrations` have run.

    Encounters that do not replay are in the backup, too, and the manifest names them: such a backup is better than
    none. `models` are those of older migrations, whose encounters cannot be replayed before they are upgraded."""
    archive, counts = ArchiveWriter(into), {}
    for model in site_tables() if models is None else models:
        counts[model._meta.label] = 0
        with archive.stream(_table_file(model)) as file:
            for line in table_lines(model, using):
                file.write(line)
                counts[model._meta.label] += 1
        report(f"{model._meta.label}: {counts[model._meta.label]}")
    encounters, different = replay_all(using) if models is None else (0, [])
    archive.finish(
        {
            "format": FORMAT,
            "version": VERSION,
            "created": to_json(datetime.now(UTC)),
            "rows": counts,
            "migrations": migrations,
            "encounters": {"replayed": encounters, "different": different},
        }
    )
    return counts


def replay_all(using: str) -> tuple[int, list[str]]:
    """The number of replayed encounters of a database that nobody changes, and a sentence for each with another
    result."""
    count, different = 0, []
    for audit in auditing.audit_all(using):
        count += 1
        if audit.faults:
            different.append(f"Encounter {audit.encounter} ({audit.title}): {'; '.join(audit.faults)}.")
    return count, different


def _table_file(model: Any) -> str:
    return f"tables/{model._meta.app_label}/{model._meta.model_name}.jsonl"


def table_lines(model: Any, using: str) -> Iterator[bytes]:
    """The rows of a table, by key."""
    fields = model._meta.concrete_fields
    for row in model._base_manager.using(using).order_by("pk").iterator(STEP):
        yield write_line({field.attname: _to_json(field, getattr(row, field.attname)) for field in fields})


def _to_json(field: Any, value: Any) -> Any:
    if isinstance(value, memoryview | bytes):
        return base64.b64encode(bytes(value)).decode()
    if value is None or isinstance(field, models.JSONField) or isinstance(value, bool | int | str | float):
        return value
    return to_json(value) if isinstance(value, date) else str(value)


def load_backup(
    reader: ArchiveReader,
    using: str = "default",
    *,
    live: bool = False,
    wait: float = database_lock.WAIT,
    into: list[Any] | None = None,
) -> None:
    """Replaces every row of a database by the backup's, in one transaction; for the `live` site, without old
    invitations, webhooks and devices.

    `SiteBusy` if someone writes for longer than `wait` seconds. Running processes are notified. `into` are the tables
    of a database with older models.
    """
    into = site_tables(every=True) if into is None else into
    try:
        with database_lock.exclusive(using, [model._meta.db_table for model in into], wait):
            _replace_rows(reader, using, into, LEFT_OUT | NOT_RESTORED if live else LEFT_OUT)
            if live:
                _end_old_access()
    finally:
        ContentType.objects.clear_cache()


def _replace_rows(reader: ArchiveReader, using: str, into: list[Any], skip: set[str]) -> None:
    """Deletes every row of the tables `into` and inserts the backup's; tables in `skip` stay empty."""
    place = ""
    try:
        for model in into:
            model._base_manager.using(using).all()._raw_delete(using)
        for model in into:
            place = _table_file(model)
            if model._meta.label not in skip:
                _fill_table(reader, model, using)
        reset_numbers(using, into)
    except (DatabaseError, ValidationError, ValueError, TypeError, KeyError) as fault:
        if isinstance(fault, ArchiveInvalid) or is_full_disk(fault):
            raise
        raise ArchiveInvalid("archive.row", place, _("A row does not match its table.")) from fault


def _end_old_access() -> None:
    """Ends a restored site's old invitations, links to proposed dates, webhooks, devices and waiting messages.

    Live streams check access again."""
    # Waiting messages are ended, because they may have been sent since the backup.
    end_waiting_calls(now())
    end_waiting_notices(now())
    # What was revoked since the backup would work again.
    Invitation._base_manager.filter(revoked=None).update(revoked=now())
    DateLink._base_manager.filter(revoked=None).update(revoked=now())
    # A webhook that was removed since would send to a stranger again, so GMs resume them themselves.
    Webhook._base_manager.filter(active=True).update(active=False)
    # Devices and people's own webhooks are deleted, because a copy of a site must not call the site's people.
    PushDevice._base_manager.all().delete()
    CallPreferences._base_manager.exclude(webhook_url="").update(webhook_url="", webhook_secret="")
    give_up_deliveries(WebhookDelivery.objects.all(), _("The site was restored from a backup."))
    live_signal.notify_restore()


def _fill_table(reader: ArchiveReader, model: Any, using: str) -> None:
    fields = model._meta.concrete_fields
    names = {field.attname for field in fields}
    size = max(1, min(STEP, connections[using].ops.bulk_batch_size(fields, [None] * STEP)))
    batch: list[Any] = []
    for number, line in reader.lines(_table_file(model)):
        if not isinstance(line, dict) or set(line) != names:
            raise ArchiveInvalid(
                "archive.row", f"{_table_file(model)} line {number}", _("The columns of the row are different.")
            )
        batch.append(model(**{field.attname: _from_json(field, line[field.attname]) for field in fields}))
        if len(batch) >= size:
            _insert_rows(model, fields, batch, using)
            batch = []
    if batch:
        _insert_rows(model, fields, batch, using)


def _from_json(field: Any, raw: Any) -> Any:
    if raw is None or isinstance(field, models.JSONField):
        return raw
    if isinstance(field, models.BinaryField):
        return base64.b64decode(raw, validate=True)
    return (field.target_field if isinstance(field, models.ForeignKey) else field).to_python(raw)


def _insert_rows(model: Any, fields: Any, rows: list[Any], using: str) -> None:
    """Inserts rows unchanged: no automatic columns, no signals."""
    query = InsertQuery(model)
    query.insert_values(fields, rows, raw=True)
    query.get_compiler(using=using).execute_sql()


def open_backup(file: IO[bytes]) -> ArchiveReader:
    """Opens a complete backup that fits this version of the site; ArchiveInvalid for others."""
    reader = ArchiveReader(file, form=FORMAT, version=VERSION, trusted=True)
    if reader.manifest.get("migrations") != applied_migrations():
        message = _("The backup comes from another version of the site, whose migrations differ from this database.")
        raise ArchiveInvalid("archive.version", "manifest.json#/migrations", message)
    require_tables(reader, site_tables())
    reader.check()
    return reader


def require_tables(reader: ArchiveReader, expected: list[Any]) -> None:
    """Refuses a backup that lacks a table."""
    for model in expected:
        if _table_file(model) not in reader.files:
            raise ArchiveInvalid("archive.damaged", _table_file(model), _("The table is missing."))


def compare(reader: ArchiveReader, using: str, expected: list[Any]) -> int:
    """Compares a restored database with its backup and returns the number of rows; ArchiveInvalid for differences."""
    rows = 0
    for model in expected:
        digest, count = hashlib.sha256(), 0
        for line in table_lines(model, using):
            digest.update(line)
            count += 1
        named = (reader.manifest["rows"][model._meta.label], reader.files[_table_file(model)]["sha256"])
        if (count, digest.hexdigest()) != named:
            raise ArchiveInvalid(
                "archive.damaged", _table_file(model), _("The restored table differs from the backup.")
            )
        rows += count
    return rows


def verify_backup(file: IO[bytes], *, replays: bool = True) -> Proof:
    """Restores a backup into a temporary database and compares every table; changes nothing of the site.

    Replays every encounter there; without `replays` takes the result from the manifest.
    ArchiveInvalid where a table differs.
    """
    reader = open_backup(file)
    with scratch_database() as (using, _path):
        load_backup(reader, using)
        rows = compare(reader, using, site_tables())
        if replays:
            return Proof(rows, *replay_all(using))
    written_down = reader.manifest["encounters"]
    return Proof(rows, written_down["replayed"], written_down["different"])


def record_proof(file: IO[bytes], rows: int, encounters: int, created: datetime) -> None:
    """Records that a backup of that time was restored as a test; `doctor` names the last one."""
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    BackupRecord._base_manager.create(created=created, sha256=digest, rows=rows, encounters=encounters)
