"""What an operator should know of the site: each point with a plain sentence."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from campaigns import search
from campaigns.actions import keys, webhooks
from campaigns.models import BackupRecord

LATE = timedelta(days=8)
MANY = 10_000
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}


@dataclass(frozen=True)
class Finding:
    """One point: in order or not, and the sentence."""

    ok: bool
    text: str


def findings() -> Iterator[Finding]:
    """Every point, the database first; when it does not answer, that is the only one."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as fault:
        yield Finding(False, f"The database does not answer: {fault}")
        return
    yield Finding(True, f"The database answers ({connection.vendor}).")
    yield from _postgresql() if connection.vendor == "postgresql" else _sqlite()
    yield _migrations()
    yield _cache()
    yield _search()
    yield _static()
    yield _key()
    yield _backup()
    yield _leftovers()


def _one(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return str(cursor.fetchone()[0]).lower()


def _sqlite() -> Iterator[Finding]:
    import sqlite3

    journal, synchronous = _one("PRAGMA journal_mode"), _one("PRAGMA synchronous")
    safe = sqlite3.sqlite_version_info >= (3, 51, 3)
    fits = (journal == "wal" and synchronous in "23" and safe) or (journal == "delete" and synchronous == "3")
    memory = journal == "memory"
    sentence = f"SQLite {sqlite3.sqlite_version} writes with journal {journal}, synchronous {synchronous}"
    better = "what is acknowledged survives a power cut" if fits else "an acknowledged command may be lost"
    yield Finding(fits or memory, f"{sentence}: {better}.")
    yield _disk()
    sound = _one("PRAGMA quick_check")
    yield Finding(sound == "ok", "The database file is sound." if sound == "ok" else f"The file is damaged: {sound}")


def _disk() -> Finding:
    try:
        mounts = Path("/proc/mounts").read_text(errors="replace")
    except OSError:  # another system than Linux: nobody says
        mounts = ""
    kind = kind_of_disk(Path(connection.settings_dict["NAME"]).absolute(), mounts)
    if kind in NETWORK:
        return Finding(False, f"The database file lies on a network disk ({kind}), where locks fail: move it, or take"
                              " PostgreSQL.")  # fmt: skip
    return Finding(True, "The database file lies on a disk of this machine.")


def kind_of_disk(file: Path, mounts: str) -> str:
    """The kind of file system that a file lies on, by the lines of /proc/mounts; empty when they do not say."""
    found = [line.split() for line in mounts.splitlines() if len(line.split()) > 2]
    around = [(len(where), kind) for _what, where, kind, *_more in found if file.is_relative_to(where)]
    return max(around, default=(0, ""))[1]


def _postgresql() -> Iterator[Finding]:
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        value = _one(f"SHOW {name}")
        yield Finding(value != "off", f"PostgreSQL has {name} {value}" + (": turn it on." if value == "off" else "."))
    sums = _one("SHOW data_checksums")
    advice = "; consider turning it on." if sums == "off" else "."
    yield Finding(True, f"PostgreSQL has data_checksums {sums}{advice}")


def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        return Finding(False, f"{len(waiting)} migrations have not run: back up, then run manage.py migrate.")
    return Finding(True, "Every migration has run.")


def _cache() -> Finding:
    try:
        caches["default"].set("doctor", 1, 5)
        ok = caches["default"].get("doctor") == 1
    except DatabaseError:
        ok = False
    return Finding(ok, "The cache table works." if ok else "There is no cache table: run manage.py createcachetable.")


def _search() -> Finding:
    if not all(index.whole(connection) for index in search.INDEXES):
        return Finding(False, "A search index is missing: run manage.py migrate.")
    return Finding(True, "Every search index is whole.")


def _static() -> Finding:
    if not settings.PRODUCTION:
        return Finding(True, "Static files are served from the source: this is no production site.")
    ok = (Path(settings.STATIC_ROOT) / "staticfiles.json").exists()
    if not ok:
        return Finding(False, "Static files are missing: run manage.py collectstatic.")
    return Finding(True, "Static files are collected.")


def _key() -> Finding:
    if not settings.PRODUCTION:
        return Finding(True, "The secret key is the one for development: this is no production site.")
    ok = len(settings.SECRET_KEY) >= 50 and len(set(settings.SECRET_KEY)) >= 10
    return Finding(ok, "The secret key is long enough." if ok else "SECRET_KEY has fewer than 50 random characters.")


def _backup() -> Finding:
    last = BackupRecord._base_manager.order_by("-id").first()
    if last is None:
        return Finding(not settings.PRODUCTION, "No backup was ever proven here: run manage.py backup FILE.")
    ok = timezone.now() - last.created < LATE
    sentence = f"The last proven backup is of {last.created:%Y-%m-%d %H:%M} UTC"
    return Finding(ok, f"{sentence}." if ok else f"{sentence}, more than eight days ago: run manage.py backup FILE.")


def _leftovers() -> Finding:
    """Only once it is much: a command that was run last month left some behind by now."""
    answers, messages = keys.old()[:MANY].count(), webhooks.old()[:MANY].count()
    if MANY in (answers, messages):
        return Finding(False, f"{MANY} or more answers and messages are past their time: run manage.py clear_guests.")
    return Finding(True, f"{answers} answers to requests and {messages} messages of webhooks are past their time.")
