"""Backups of older code are upgraded and restored; those of newer code are refused."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from campaigns.archive.container import ArchiveReader, ArchiveWriter
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.jsonl import write_line
from campaigns.encounters.models import EncounterSecret
from campaigns.encounters.play import auditing
from operations import backup_upgrades, site_backup
from people.models import Campaign
from tests.campaigns.archive.conftest import _scratch_databases  # noqa: F401
from tests.campaigns.archive.seeded import seeded
from tests.campaigns.modules.dump import everything
from tests.operations import older_campaigns
from tests.operations.migrated_backups import migrated_backups  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("migrated_backups")]
SECRET = "campaigns.EncounterSecret"


@pytest.fixture(autouse=True)
def history(db, settings):
    """A migration that the older code did not have: the campaigns' history has one more than theirs has today."""
    settings.MIGRATION_MODULES = {"campaigns": older_campaigns.__name__}
    MigrationRecorder(connection).record_applied("campaigns", older_campaigns.NEWEST)


@pytest.fixture
def world(gm, ana, ben):
    """A site with a campaign in it."""
    call_command("load_catalogue", verbosity=0)
    return seeded("fifty-two-fates", gm, [ana, ben])


def backed_up():
    file = io.BytesIO()
    site_backup.write_backup(file)
    return file


def reader_of(file):
    return ArchiveReader(file, form=site_backup.FORMAT, version=site_backup.VERSION, trusted=True)


def older_migrations():
    """Today's migrations without the newest one of the campaigns."""
    return {tuple(migration) for migration in site_backup.applied_migrations()} - {
        ("campaigns", older_campaigns.NEWEST)
    }


def as_older_code_wrote_it(file):
    """The same rows in the tables of older migrations, with states of version 1."""
    reader, names, result = reader_of(file), older_migrations(), io.BytesIO()
    older = MigrationLoader(connection).project_state(sorted(names)).apps
    models = [
        candidate for candidate in site_backup.tables_of(older) if site_backup._table_file(candidate) in reader.files
    ]
    archive = ArchiveWriter(result)
    for model in models:
        columns = {field.attname for field in model._meta.concrete_fields}
        with archive.stream(site_backup._table_file(model)) as table:
            for _number, line in reader.lines(site_backup._table_file(model)):
                row = {name: value for name, value in line.items() if name in columns}
                if model._meta.label == SECRET:
                    row |= {name: {**row[name], "version": 1} for name in ("start", "state")}
                table.write(write_line(row))
    manifest = {name: value for name, value in reader.manifest.items() if name not in {"files", "encounters"}}
    rows = {model._meta.label: reader.manifest["rows"][model._meta.label] for model in models}
    archive.finish({**manifest, "rows": rows, "migrations": sorted(map(list, names))})
    return result


def test_a_backup_of_older_code_is_upgraded_and_restored(world, tmp_path, capsys):
    assert len(older_migrations()) < len(site_backup.applied_migrations())
    target = tmp_path / "older.zip"
    target.write_bytes(as_older_code_wrote_it(backed_up()).getvalue())
    before = everything()
    encounters = len(auditing.auditable())
    with target.open("rb") as file, pytest.raises(ArchiveInvalid, match="another version"):
        site_backup.verify_backup(file)
    assert everything() == before, "proving touches nothing"
    Campaign.objects.filter(pk=world.pk).update(name="Changed since")
    call_command("restore_backup", str(target), "--yes")
    printed = capsys.readouterr()
    assert "made by an older version" in printed.out
    assert f"{encounters} encounters: the backup is intact" in printed.out
    assert printed.err == ""
    assert Campaign.objects.get(pk=world.pk).name == world.name
    assert {secret.state["version"] for secret in EncounterSecret.sealed.all()} == {1}
    assert all(not auditing.audit_in_play(pk).faults for pk in auditing.auditable())
    again = backed_up()
    assert site_backup.verify_backup(again).different == []


def test_a_damaged_backup_of_older_code_is_refused(db):
    data = as_older_code_wrote_it(backed_up()).getvalue()
    for place in range(1000, len(data), len(data) // 5):
        spoiled = io.BytesIO(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(ArchiveInvalid), backup_upgrades.current(spoiled) as current:
            site_backup.verify_backup(current)


def test_a_backup_of_newer_code_is_refused(db, tmp_path):
    newer = [*site_backup.applied_migrations(), ["campaigns", "9999_later"]]
    target = tmp_path / "newer.zip"
    with target.open("w+b") as file:
        site_backup.pack(file, "default", newer)
    with pytest.raises(
        CommandError, match=r"newer version of the site\. This version does not know campaigns\.9999_later"
    ):
        call_command("restore_backup", str(target), "--yes")


@pytest.mark.parametrize("given", [None, "all", [["campaigns"]], [[1, 2]]])
def test_a_list_of_migrations_that_is_none_is_refused(db, given):
    file = io.BytesIO()
    site_backup.pack(file, "default", given)
    with pytest.raises(ArchiveInvalid, match="list of migrations"), backup_upgrades.current(file):
        pass
