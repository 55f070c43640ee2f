"""`backup --keep` deletes the oldest backups of the data folder, and never the one that it just wrote."""

import pytest
from django.core.management import call_command

from operations.installation.kept_backups import kept_backups
from tests.campaigns.archive.conftest import _scratch_databases  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
OLDEST, OLDER, AHEAD = "site-2020-01-01-040000.zip", "site-2021-01-01-040000.zip", "site-2099-01-01-040000.zip"


@pytest.fixture
def earlier(settings, tmp_path):
    """Two earlier backups, and one from a time when the clock was ahead."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    for name in (OLDEST, OLDER, AHEAD):
        (tmp_path / "backups" / name).touch()


@pytest.mark.parametrize(
    ("keep", "left"),
    [(None, [OLDEST, OLDER, AHEAD]), (3, [OLDER, AHEAD]), (2, [AHEAD]), (1, []), (9, [OLDEST, OLDER, AHEAD])],
)
def test_the_backup_just_written_stays_with_the_newest_of_the_others(earlier, keep, left):
    call_command("backup", keep=keep)
    names = [file.name for file in kept_backups()]
    assert [name for name in names if name in (OLDEST, OLDER, AHEAD)] == left
    assert len(names) == len(left) + 1


def test_a_backup_elsewhere_leaves_as_many_in_the_data_folder(earlier, tmp_path):
    call_command("backup", str(tmp_path / "elsewhere.zip"), keep=2)
    assert [file.name for file in kept_backups()] == [OLDER, AHEAD]
