"""Health checks of the site for its operator, each with a sentence."""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from campaigns.archive.models import BackupRecord
from campaigns.encounters.calls.push import is_contact_valid
from campaigns.encounters.play import auditing
from campaigns.webhooks import actions
from common.newest_sqlite import SAFE_WAL
from common.version import PROGRAM, VERSION
from operations import startup
from people.devices.models import PushDevice
from people.idempotency import keys

BACKUP_LATE_AFTER = timedelta(days=8)
MANY_LEFTOVERS = 10_000
# How many of the newest encounters, and of the others, are replayed, for at most this many seconds.
SAMPLED, LONGEST_REPLAYS = 10, 20.0
NAMED_ENCOUNTERS = 3
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether it is in order, and a sentence."""

    ok: bool
    text: str


def check_health() -> Iterator[Finding]:
    """Runs all checks, the version and the database first; what needs tables is not checked without any."""
    yield _version()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as fault:
        yield Finding(False, f"The database does not answer: {fault}")
        return
    yield Finding(True, f"The database answers ({connection.vendor}).")
    yield from _postgresql() if connection.vendor == "postgresql" else _sqlite()
    if startup.is_new():
        yield Finding(False, f"The database is empty: run {PROGRAM} prepare, which makes all that a new site needs.")
        yield _key()
        return
    yield _migrations()
    for subject, look in POINTS.items():
        yield _run_check(subject, look)


def _version() -> Finding:
    source = f"source code at {settings.SOURCE_URL}" if settings.SOURCE_URL else "SOURCE_URL names no source code"
    return Finding(True, f"This is Fatekeeper {VERSION}; {source}.")


def _run_check(subject: str, look: Callable[[], Finding]) -> Finding:
    """The finding of a check, or that its tables are missing, because a check must not stop the others."""
    try:
        # A savepoint, so that a failure does not break a transaction of the caller.
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            return look()
    except DatabaseError as fault:
        reason = str(fault).splitlines()[0]
        return Finding(False, f"{subject} cannot be checked ({reason}). If migrations wait, run them first.")


def _query_value(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return str(cursor.fetchone()[0]).lower()


def _sqlite() -> Iterator[Finding]:
    import sqlite3

    journal, synchronous = _query_value("PRAGMA journal_mode"), _query_value("PRAGMA synchronous")
    safe = sqlite3.sqlite_version_info >= SAFE_WAL
    fits = (journal == "wal" and synchronous in "23" and safe) or (journal == "delete" and synchronous == "3")
    memory = journal == "memory"
    sentence = f"SQLite {sqlite3.sqlite_version} writes with journal {journal}, synchronous {synchronous}"
    better = (
        "confirmed commands survive a power failure" if fits else "a confirmed command may be lost in a power failure"
    )
    yield Finding(fits or memory, f"{sentence}: {better}.")
    yield _disk()
    sound = _query_value("PRAGMA quick_check")
    yield Finding(sound == "ok", "The database file is intact." if sound == "ok" else f"The file is damaged: {sound}")


def _disk() -> Finding:
    try:
        mounts = Path("/proc/mounts").read_text(errors="replace")
    except OSError:  # only Linux has this file
        mounts = ""
    kind = file_system_of(Path(connection.settings_dict["NAME"]).absolute(), mounts)
    if kind in NETWORK:
        return Finding(
            False, f"The database file is on a network disk ({kind}), where locks fail: move it, or use PostgreSQL."
        )
    return Finding(True, "The database file is on a local disk.")


def file_system_of(file: Path, mounts: str) -> str:
    """The type of the file system of a file, from the lines of /proc/mounts; empty if unknown."""
    mounted = [line.split() for line in mounts.splitlines() if len(line.split()) > 2]
    around = [(len(where), kind) for _what, where, kind, *_more in mounted if file.is_relative_to(where)]
    return max(around, default=(0, ""))[1]


def _postgresql() -> Iterator[Finding]:
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        value = _query_value(f"SHOW {name}")
        yield Finding(value != "off", f"PostgreSQL has {name} {value}" + (": turn it on." if value == "off" else "."))
    sums = _query_value("SHOW data_checksums")
    advice = "; consider turning it on." if sums == "off" else "."
    yield Finding(True, f"PostgreSQL has data_checksums {sums}{advice}")


def _migrations() -> Finding:
    unknown, waiting = startup.unknown_migrations(), startup.waiting_migrations()
    if unknown and startup.has_other_history(unknown):
        return Finding(False, f"The database is from before the migrations started again ({', '.join(unknown)}).")
    if unknown:
        return Finding(False, f"Newer code has migrated the database ({', '.join(unknown)}): start that version.")
    if waiting:
        return Finding(False, startup.missing_setup()[0])
    return Finding(True, "All migrations have run.")


def _preparation() -> str:
    """The command that completes the site: `prepare` does not touch a database of an older version."""
    return "upgrade" if startup.waiting_migrations() else "prepare"


def _cache() -> Finding:
    try:
        caches["default"].set("doctor", 1, 5)
        ok = caches["default"].get("doctor") == 1
    except DatabaseError:
        ok = False
    return Finding(ok, "The cache table works." if ok else f"There is no cache table: run {PROGRAM} {_preparation()}.")


def _search() -> Finding:
    if startup.missing_indexes():
        command = "upgrade" if startup.waiting_migrations() else "migrate"
        return Finding(False, f"A search index is missing: run {PROGRAM} {command}.")
    return Finding(True, "All search indexes are complete.")


def _static() -> Finding:
    if not settings.PRODUCTION:
        return Finding(True, "Static files are served from the source: this is not a production site.")
    ok = (Path(settings.STATIC_ROOT) / "staticfiles.json").exists()
    if not ok:
        return Finding(False, f"Static files are missing: run {PROGRAM} {_preparation()}.")
    return Finding(True, "Static files are collected.")


def _key() -> Finding:
    if not settings.PRODUCTION:
        return Finding(True, "The secret key is the key for development: this is not a production site.")
    ok = len(settings.SECRET_KEY) >= 50 and len(set(settings.SECRET_KEY)) >= 10
    return Finding(ok, "The secret key is long enough." if ok else "SECRET_KEY has fewer than 50 random characters.")


def _backup() -> Finding:
    last = BackupRecord._base_manager.order_by("-id").first()
    if last is None:
        return Finding(not settings.PRODUCTION, f"No backup has been proven on this site: run {PROGRAM} backup FILE.")
    ok = timezone.now() - last.created < BACKUP_LATE_AFTER
    sentence = f"The last proven backup is from {last.created:%Y-%m-%d %H:%M} UTC"
    return Finding(ok, f"{sentence}." if ok else f"{sentence}, more than eight days ago: run {PROGRAM} backup FILE.")


def _push() -> Finding:
    """Checks the operator's address for push services; a fault only if somebody has a device."""
    if is_contact_valid():
        return Finding(True, "Push services can be given the address in DEFAULT_FROM_EMAIL.")
    sentence = (
        "Push services refuse the address in DEFAULT_FROM_EMAIL: push messages need one such as fate@example.org."
    )
    return Finding(not PushDevice.objects.exists(), sentence)


def _check_expired_rows() -> Finding:
    """Checks expired rows; only many are a fault, because some accumulate between two runs of delete_old_data."""
    answers, messages = (
        keys.expired_records()[:MANY_LEFTOVERS].count(),
        actions.old_deliveries()[:MANY_LEFTOVERS].count(),
    )
    if MANY_LEFTOVERS in (answers, messages):
        return Finding(
            False,
            f"{MANY_LEFTOVERS} or more stored responses and webhook messages have expired: "
            f"run {PROGRAM} delete_old_data.",
        )
    return Finding(True, f"{answers} stored responses and {messages} webhook messages have expired.")


def _check_numbers() -> Finding:
    """Checks that rows and numbers of all encounters agree; apparent faults are checked again under a lock."""
    faulty = [
        audit for pk in auditing.suspicious_encounter_ids() if (audit := auditing.audit_in_play(pk)) and audit.faults
    ]
    if faulty:
        named = "; ".join(
            f"encounter {audit.encounter}: {', '.join(audit.faults)}" for audit in faulty[:NAMED_ENCOUNTERS]
        )
        return Finding(False, f"{len(faulty)} encounters have rows that do not match their numbers. {named}.")
    return Finding(True, "The rows of all encounters match their numbers.")


def _check_replays() -> Finding:
    """Checks that the newest encounters and some others replay, within a short time."""
    sample, end = _sample(auditing.auditable()), time.monotonic() + LONGEST_REPLAYS
    audits: list[auditing.Audit] = []
    for pk in sample:
        if time.monotonic() < end and (audit := auditing.audit_in_play(pk)):
            audits.append(audit)
    different = [str(audit.encounter) for audit in audits if audit.faults]
    if different:
        named = ", ".join(different)
        return Finding(
            False, f"Encounters do not replay to their stored state: {named}. To see why, run {PROGRAM} replay NUMBER."
        )
    return Finding(True, f"{len(audits)} encounters were replayed, with the stored results.")


def _sample(present: list[int]) -> list[int]:
    newest, others = present[-SAMPLED:], present[:-SAMPLED]
    return [*newest[::-1], *secrets.SystemRandom().sample(others, min(SAMPLED, len(others)))]


POINTS: dict[str, Callable[[], Finding]] = {
    "The cache": _cache,
    "Search": _search,
    "Static files": _static,
    "The secret key": _key,
    "The last backup": _backup,
    "Push messages": _push,
    "Expired data": _check_expired_rows,
    "The numbers of encounters": _check_numbers,
    "Replays": _check_replays,
}
