"""What the code asks of its database at the start, and a doctor that survives a database that is not migrated."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from campaigns.overview.search import index
from operations import health, startup

ROOT = Path(__file__).resolve().parents[2]
LATER = ("campaigns", "9999_later")


def lose_an_index():
    """What SQLite forgets when a table is rebuilt, and PostgreSQL when someone drops it."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER campaigns_logtext_put")
        else:
            cursor.execute(f"DROP INDEX {next(iter(index.LOG.gin_indexes))}")


@pytest.mark.django_db
def test_a_migrated_database_is_served(caplog):
    assert startup.unknown_migrations() == []
    assert startup.missing_setup() == []
    startup.require_migrated()


COMMANDS = ("deliver_webhooks", "call_players", "delete_old_data", "clear_guests", "demo", "seed_long_campaign")


@pytest.mark.django_db
@pytest.mark.parametrize("command", [[name] for name in COMMANDS])
def test_commands_that_serve_refuse_a_newer_database(command):
    MigrationRecorder(connection).record_applied(*LATER)
    with pytest.raises(startup.NewerDatabase, match=r"older than its database: .* campaigns\.9999_later"):
        call_command(*command)


@pytest.mark.django_db
def test_no_backup_is_written_or_restored_by_other_code(tmp_path):
    MigrationRecorder(connection).record_applied(*LATER)
    for command in ("backup", "restore_backup"):
        with pytest.raises(startup.NewerDatabase):
            call_command(command, str(tmp_path / "site.zip"))
    MigrationRecorder(connection).record_unapplied(*LATER)
    MigrationRecorder(connection).record_unapplied("campaigns", last_migration())
    for command in ("backup", "restore_backup"):
        with pytest.raises(CommandError, match=r"Run manage\.py upgrade first"):
            call_command(command, str(tmp_path / "site.zip"))
    assert not any(tmp_path.iterdir())


@pytest.mark.django_db
def test_a_backup_into_a_closed_folder_is_refused_in_a_sentence(tmp_path, monkeypatch):
    def refuse(path, *_arguments, **_options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(CommandError, match=r"site\.zip cannot be written: Permission denied"):
        call_command("backup", tmp_path / "site.zip")


def last_migration():
    """The newest migration of the campaigns."""
    return max(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "campaigns")


@pytest.mark.django_db
def test_a_migration_of_an_app_that_is_gone_is_no_newer_database():
    MigrationRecorder(connection).record_applied("an_app_of_old", "0001_initial")
    startup.require_no_newer_migrations()


@pytest.mark.django_db
def test_a_forgotten_migrate_is_reported():
    lose_an_index()
    (sentence,) = startup.missing_setup()
    assert "manage.py migrate" in sentence
    assert index.LOG.name in sentence
    assert "A search index is missing: run manage.py migrate." in {finding.text for finding in health.check_health()}
    MigrationRecorder(connection).record_unapplied("campaigns", last_migration())
    assert startup.missing_setup() == ["1 migrations have not run: run manage.py upgrade."]
    found = {finding.text for finding in health.check_health() if not finding.ok}
    assert "1 migrations have not run: run manage.py upgrade." in found
    assert any("search index is missing" in text for text in found)


@pytest.mark.django_db
def test_missing_static_files_are_made_by_the_command_that_fits_the_database(settings, tmp_path):
    settings.PRODUCTION, settings.STATIC_ROOT = True, tmp_path
    assert "Static files are missing: run manage.py prepare." in {finding.text for finding in health.check_health()}
    MigrationRecorder(connection).record_unapplied("campaigns", last_migration())
    assert "Static files are missing: run manage.py upgrade." in {finding.text for finding in health.check_health()}


@pytest.mark.django_db
def test_a_check_whose_tables_are_missing_does_not_stop_the_others(monkeypatch):
    def fail():
        raise DatabaseError("no such table: t\nand more")

    monkeypatch.setitem(health.POINTS, "Search", fail)
    found = {finding.text: finding.ok for finding in health.check_health()}
    assert found["Search cannot be checked (no such table: t). If migrations wait, run them first."] is False
    assert any("encounters match their numbers" in text for text in found)


@pytest.mark.django_db
def test_the_doctor_names_a_newer_database():
    MigrationRecorder(connection).record_applied(*LATER)
    assert any("Newer code" in finding.text and not finding.ok for finding in health.check_health())


@pytest.fixture
def empty_database(tmp_path):
    """The address of a database of this kind without any table."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    given = {name: connection.settings_dict[name.upper()] for name in ("user", "password", "host", "port")}
    name = f"empty_{secrets.token_hex(4)}"
    with psycopg.connect(dbname="postgres", autocommit=True, **{k: v for k, v in given.items() if v}) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            login = given["user"] + (f":{given['password']}" if given["password"] else "")
            yield f"postgres://{login}@{given['host']}:{given['port'] or 5432}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(address, *arguments):
    """A Python process of the site on another database."""
    environment = {**os.environ, "DATABASE_URL": address, "FATEKEEPER_MODE": "development"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )


RECORD = f"""
import django; django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
recorder = MigrationRecorder(connection); recorder.ensure_schema(); recorder.record_applied{LATER!r}
"""


@pytest.mark.django_db
def test_an_empty_database_is_reported_and_a_newer_one_refused(empty_database, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    told = run(empty_database, "manage.py", "doctor")
    assert told.returncode == 1
    (command,) = set(re.findall(r"run manage\.py (\w+)", told.stdout))
    assert command == "prepare", "it does everything"
    assert "The database is empty" in told.stdout
    assert "cannot be checked" not in told.stdout
    assert "Traceback" not in told.stdout + told.stderr
    started = run(empty_database, "-c", "import config.asgi")
    assert started.returncode == 0
    assert "migrations have not run: run manage.py prepare. Pages may fail until then." in started.stderr
    refusal = run(empty_database, "manage.py", "backup", "site.zip").stderr
    assert "The database is empty. Run manage.py prepare first" in refusal
    assert run(empty_database, "-c", RECORD).returncode == 0
    for refused in (["-c", "import config.asgi"], ["manage.py", "runserver", "--noreload", "127.0.0.1:0"]):
        answer = run(empty_database, *refused)
        assert answer.returncode == 1
        assert answer.stderr.startswith("This code is older than its database")
        assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("command", "address", "advice"),
    [
        ("prepare", "sqlite:////proc/closed.sqlite3", "account of the site may write /proc/closed.sqlite3"),
        ("backup", "sqlite:////proc/closed.sqlite3", "account of the site may write /proc/closed.sqlite3"),
        ("prepare", "postgres://nobody:secret-word@127.0.0.1:1/fatekeeper", "host and database in DATABASE_URL"),
    ],
)
def test_a_command_without_a_database_says_what_to_check(command, address, advice):
    clean = {**os.environ, "FATEKEEPER_MODE": "development", "DATABASE_URL": address}
    done = subprocess.run([sys.executable, "manage.py", command], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert done.returncode == 1
    assert "The database does not answer: " in done.stderr
    assert advice in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret-word" not in done.stderr


@pytest.mark.parametrize(("free", "full"), [(0, True), (5_000_000_000, False)])
def test_a_full_disk_is_the_reason_that_a_command_names(tmp_path, monkeypatch, free, full):
    def fail():
        raise DatabaseError("disk I/O error")

    file = tmp_path / "fatekeeper.sqlite3"
    closed = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": str(file)}, ensure_connection=fail)
    monkeypatch.setattr(startup, "connection", closed)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(total=9_000_000_000, free=free))
    with pytest.raises(startup.NoAnswer) as refusal:
        startup.require_answer()
    advice = f"The disk of {tmp_path} is full: free some space there."
    rights = f"Check that the account of the site may write {file} and its folder."
    assert str(refusal.value) == f"The database does not answer: disk I/O error. {advice if full else rights}"


@pytest.mark.django_db
def test_the_check_leaves_no_connection_that_forks_could_share():
    shared = connection.connection
    with startup.private_connection() as database:
        startup.require_no_newer_migrations()
        assert connection.connection is database.connection is not shared
        assert getattr(database, "pool", None) is None
    assert database.connection is None
    assert connection.connection is shared


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_logged_and_no_refusal(monkeypatch, caplog):
    def away():
        raise startup.DatabaseError("nobody is at home")

    monkeypatch.setattr(startup, "unknown_migrations", away)
    startup.check()
    assert "does not answer at the start: nobody is at home" in caplog.text


BEFORE = f"""
import django; django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
recorder = MigrationRecorder(connection); recorder.ensure_schema()
for key in {[("admin", "0001_initial"), ("campaigns", "0001_first"), ("rules", "0002_gm_only_and_revision")]!r}:
    recorder.record_applied(*key)
connection.cursor().execute("CREATE TABLE campaigns_user (id integer)")
"""


@pytest.mark.django_db
def test_a_database_from_before_the_migrations_started_again_is_refused_with_advice(empty_database, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    assert run(empty_database, "-c", BEFORE).returncode == 0
    for refused in (["manage.py", "migrate"], ["manage.py", "demo"], ["-c", "import config.asgi"]):
        answer = run(empty_database, *refused)
        assert answer.returncode == 1
        assert "before the migrations started again, and cannot be upgraded" in answer.stderr
        assert f"{empty_database.removeprefix('sqlite:///').rpartition('/')[2]} and " in answer.stderr
        assert "set DATABASE_URL to an empty database" in answer.stderr
        assert "Traceback" not in answer.stderr
    checked = run(empty_database, "manage.py", "doctor")
    assert "The database is from before the migrations started again (campaigns.0001_first" in checked.stdout
