"""From this database to the other kind: the same campaign, the same site, table by table."""

import io
import json
import os
import subprocess
import sys
import zipfile

import pytest

from campaigns.archive.container import ArchiveReader
from operations import site_backup
from tests.architecture.source import ROOT
from tests.campaigns.archive import cells, comparing, elsewhere
from tests.campaigns.archive.seeded import exported, seeded
from tests.campaigns.archive.test_round_trip import differing

pytestmark = pytest.mark.django_db
# Made again by the restore or by the commands themselves; a restore ends the notices and calls that wait, and links to
# proposed dates (test_site.py).
OTHERWISE = {
    "people.ApiToken",
    "people.Invitation",
    "people.PushDevice",
    "campaigns.BackupRecord",
    "campaigns.Call",
    "campaigns.DateLink",
    "campaigns.OfferNotice",
    "campaigns.SessionNotice",
}


@pytest.fixture
def other():
    """The address of a site without rows on a database of the other kind; gone afterwards."""
    with elsewhere.migrated_database_of_other_kind() as url:
        yield url


def test_a_campaign_and_a_site_move_to_the_other_database_with_nothing_lost(catalogue, other, tmp_path):
    world = cells.world()
    campaign = seeded("fifty-two-fates", world.people["gm"], [world.people["player"], world.people["other-player"]])
    archive, backup = exported(campaign), io.BytesIO()
    site_backup.write_backup(backup)
    files = [tmp_path / name for name in ("a.zip", "a2.zip", "b.zip", "b2.zip", "world.json")]
    files[0].write_bytes(archive.getvalue())
    files[2].write_bytes(backup.getvalue())
    files[4].write_text(json.dumps(world.ids))
    environment = {**os.environ, "DATABASE_URL": other, "FATEKEEPER_MODE": "test"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.campaigns.archive.across", *map(str, files)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    with files[1].open("rb") as again:
        assert differing(comparing.content(archive), comparing.content(again)) == {}
    assert tables(files[2]) == tables(files[3])
    assert zipfile.is_zipfile(files[3])


def tables(path):
    """The digest of every table of a backup."""
    with path.open("rb") as file:
        reader = ArchiveReader(file, form=site_backup.FORMAT, version=site_backup.VERSION, trusted=True)
        aside = {
            site_backup._table_file(model) for model in site_backup.site_tables() if model._meta.label in OTHERWISE
        }
        return {name: about["sha256"] for name, about in reader.files.items() if name not in aside}
