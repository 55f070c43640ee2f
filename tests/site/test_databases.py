"""The template of the test databases is never older than the migrations."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import databases
from tests.architecture.source import ROOT
from tests.conftest import OWN_DATABASES, PLANTED_FILES, STARTS_SERVERS


@pytest.mark.django_db
def test_every_migration_is_applied_to_the_test_database():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    files = {file.stem for file in databases.migration_files()}
    assert files >= {name for _, name in executor.loader.disk_migrations}


def test_a_changed_or_new_migration_or_one_that_is_gone_needs_another_template(tmp_path):
    first, second = tmp_path / "0001_initial.py", tmp_path / "0002_more.py"
    first.write_text("operations = []")
    before = databases.key_of([first])
    assert databases.key_of([first]) == before
    second.write_text("operations = []")
    both = databases.key_of([first, second])
    first.write_text("operations = [1]")
    assert len({before, both, databases.key_of([first]), databases.key_of([first, second])}) == 4


def test_an_older_template_is_replaced(tmp_path, monkeypatch):
    made = []

    def migrate(url):
        made.append(url)
        (tmp_path / "new.sqlite3").write_bytes(b"")

    monkeypatch.setattr(databases, "FOLDER", tmp_path)
    monkeypatch.setattr(databases, "migrate", migrate)
    first = databases.sqlite_template()
    assert databases.sqlite_template() == first
    assert len(made) == 1
    monkeypatch.setattr(databases, "key_of", lambda files: "other")
    second = databases.sqlite_template()
    assert second != first
    assert second.exists()
    assert not first.exists()
    assert len(made) == 2


@pytest.mark.parametrize("path", [*PLANTED_FILES, *OWN_DATABASES, *STARTS_SERVERS])
def test_everything_that_the_second_run_leaves_out_or_keeps_exists(path):
    assert (ROOT / path).exists()
