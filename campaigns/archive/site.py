"""A backup of the whole site: every table as JSON lines, for either database; proven by really restoring it."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import IO, Any, Final

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.sql import InsertQuery
from django.utils.timezone import now
from django.utils.translation import gettext as _

from campaigns.archive import sealing
from campaigns.archive.container import Reader, Writer
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.lines import written
from campaigns.archive.moments import scratch, still
from campaigns.archive.values import told
from campaigns.models import BackupRecord, Invitation, Webhook

FORMAT: Final = "fatekeeper-site"
VERSION: Final = 1
STEP: Final = 500
# Never in a backup: who is signed in, archives on their way, answers kept for a day.
ASIDE: Final = {"sessions.Session", "usersessions.UserSession", "campaigns.Transfer", "campaigns.TransferPart",
                "campaigns.IdempotencyRecord"}  # fmt: skip
# In a backup, and not brought back by it: what was revoked since must stay revoked.
NOT_BACK: Final = {"campaigns.ApiToken"}


def tables(*, every: bool = False) -> list[Any]:
    """Every table of the site, those of lists included, by name; with `every` also what no backup holds."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped
    ]
    return sorted((one for one in found if every or one._meta.label not in ASIDE), key=lambda one: one._meta.label)


def migrations(using: str = "default") -> list[list[str]]:
    """The migrations that have run, sorted: a backup goes only where the same have."""
    return sorted([app, name] for app, name in MigrationRecorder(connections[using]).applied_migrations())


def write(into: IO[bytes], *, tell: Callable[[str], Any] = str) -> dict[str, int]:
    """Writes a backup of one moment; how many rows each table has."""
    archive, counts = Writer(into), {}
    stand = migrations()
    with still() as using:
        for model in tables():
            counts[model._meta.label] = 0
            with archive.stream(_file(model)) as file:
                for line in lines(model, using):
                    file.write(line)
                    counts[model._meta.label] += 1
            tell(f"{model._meta.label}: {counts[model._meta.label]}")
    archive.finish({
        "format": FORMAT, "version": VERSION, "created": told(datetime.now(UTC)), "rows": counts,
        "migrations": stand,
    })  # fmt: skip
    return counts


def _file(model: Any) -> str:
    return f"tables/{model._meta.app_label}/{model._meta.model_name}.jsonl"


def lines(model: Any, using: str) -> Iterator[bytes]:
    """The rows of a table, by key."""
    fields = model._meta.concrete_fields
    for row in model._base_manager.using(using).order_by("pk").iterator(STEP):
        yield written({one.attname: _told(one, getattr(row, one.attname)) for one in fields})


def _told(field: Any, value: Any) -> Any:
    if isinstance(value, memoryview | bytes):
        return base64.b64encode(bytes(value)).decode()
    if value is None or isinstance(field, models.JSONField) or isinstance(value, bool | int | str | float):
        return value
    return told(value) if isinstance(value, date) else str(value)


def load(reader: Reader, using: str = "default", *, live: bool = False) -> None:
    """Replaces every row of a database by the backup's, in one transaction; `live` brings no old way in or out back."""
    now_label = ""
    try:
        with transaction.atomic(using=using):
            for model in tables(every=True):
                model._base_manager.using(using).all()._raw_delete(using)
            for model in tables():
                now_label = _file(model)
                if not (live and model._meta.label in NOT_BACK):
                    _fill(reader, model, using)
            reset = connections[using].ops.sequence_reset_sql(no_style(), tables(every=True))
            with connections[using].cursor() as cursor:
                for sql in reset:
                    cursor.execute(sql)
            if live:
                Invitation._base_manager.filter(revoked=None).update(revoked=now())
                # One that was taken away since would tell a stranger again: their GMs take them up.
                Webhook._base_manager.filter(active=True).update(active=False)
    except (DatabaseError, ValidationError, ValueError, TypeError, KeyError) as fault:
        if isinstance(fault, ArchiveInvalid):
            raise
        raise ArchiveInvalid("archive.row", now_label, _("A row does not fit its table.")) from fault
    finally:
        ContentType.objects.clear_cache()


def _fill(reader: Reader, model: Any, using: str) -> None:
    fields = model._meta.concrete_fields
    names = {one.attname for one in fields}
    size = max(1, min(STEP, connections[using].ops.bulk_batch_size(fields, [None] * STEP)))
    batch: list[Any] = []
    for number, line in reader.lines(_file(model)):
        if not isinstance(line, dict) or set(line) != names:
            raise ArchiveInvalid("archive.row", f"{_file(model)} line {number}", _("The row has other columns."))
        batch.append(model(**{one.attname: _taken(one, line[one.attname]) for one in fields}))
        if len(batch) >= size:
            _insert(model, fields, batch, using)
            batch = []
    if batch:
        _insert(model, fields, batch, using)


def _taken(field: Any, raw: Any) -> Any:
    if raw is None or isinstance(field, models.JSONField):
        return raw
    if isinstance(field, models.BinaryField):
        return base64.b64decode(raw, validate=True)
    return (field.target_field if isinstance(field, models.ForeignKey) else field).to_python(raw)


def _insert(model: Any, fields: Any, rows: list[Any], using: str) -> None:
    """As they are: no column fills itself, no signal is sent."""
    query = InsertQuery(model)
    query.insert_values(fields, rows, raw=True)
    query.get_compiler(using=using).execute_sql()


def opened(file: IO[bytes]) -> Reader:
    """A backup that is whole and fits this version of the site. ArchiveInvalid otherwise."""
    reader = Reader(file, form=FORMAT, version=VERSION, trusted=True)
    if reader.manifest.get("migrations") != migrations():
        message = _("The backup comes from another version of the site. Restore it with that version, then upgrade.")
        raise ArchiveInvalid("archive.version", "manifest.json#/migrations", message)
    for model in tables():
        if _file(model) not in reader.files:
            raise ArchiveInvalid("archive.damaged", _file(model), _("The table is missing."))
    reader.check()
    return reader


def verify(file: IO[bytes]) -> tuple[int, int]:
    """Restores a backup into a database made for it and compares every table and replay: (rows, encounters).

    ArchiveInvalid where anything differs; no live row is touched."""
    reader, rows = opened(file), 0
    with scratch() as (using, _path):
        load(reader, using)
        for model in tables():
            digest, count = hashlib.sha256(), 0
            for line in lines(model, using):
                digest.update(line)
                count += 1
            expected = (reader.manifest["rows"][model._meta.label], reader.files[_file(model)]["sha256"])
            if (count, digest.hexdigest()) != expected:
                raise ArchiveInvalid("archive.damaged", _file(model), _("The restored table differs from the backup."))
            rows += count
        return rows, sealing.replays(using)


def proven(file: IO[bytes]) -> BackupRecord:
    """Verifies a backup and remembers when."""
    rows, encounters = verify(file)
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    return BackupRecord._base_manager.create(sha256=digest, rows=rows, encounters=encounters)
