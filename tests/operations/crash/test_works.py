"""Longer work is killed in the middle: it is whole or not there, and it can be done again at once."""

import pytest

from campaigns.archive.container import MEBIBYTE
from common.temporary_folders import NEW
from tests.common.test_temporary_folders import make_older
from tests.operations.crash.driving import house

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """One house for all of these tests."""
    with django_db_blocker.unblock(), house() as made:
        made.table = made.do("prepare")
        yield made


@pytest.mark.parametrize("point", ["someone sits down", "the cards are dealt"])
def test_an_encounter_begins_whole_or_stays_prepared(site, point):
    before = site.do("dump")
    site.killed("start", point, encounter=site.table["waiting"])
    assert site.do("dump") == before


def test_an_import_is_whole_or_not_at_all(site):
    campaign = site.table["campaign"]
    for point in ("an import writes", "before the commit of a import"):
        site.killed("take_in", point, campaign=campaign)
        assert site.do("imported", campaign=campaign) == [0, 0]
    site.killed("take_in", "after the commit of a import", campaign=campaign)
    count, runs = site.do("imported", campaign=campaign)
    assert count > 10
    assert runs == 1
    again = site.do("take_in", campaign=campaign)
    assert again["objects"] == count, "the same module again adds nothing"


def test_a_backup_that_was_killed_has_no_name_and_counts_for_nothing(site, tmp_path):
    target = tmp_path / "site.zip"
    site.killed("backup", "a backup is recorded", path=str(target))
    assert not target.exists(), "what was not proven to its end has no name"
    site.do("backup", path=str(target))
    assert [path.name for path in tmp_path.iterdir()] == ["site.zip"], "the remains of the first went with the second"
    assert site.do("verify", path=str(target)) is not None


def test_nightly_backups_that_were_killed_do_not_fill_the_disk(site, tmp_path):
    folder = tmp_path / "backups"
    for _night in range(2):
        site.killed("nightly_backup", "a backup is recorded", data=str(tmp_path))
        (left,) = folder.iterdir()  # the next one has deleted the first
        make_older(left, NEW + 5)
    assert list(left.glob("*.zip.part")), "the complete backup was there, but unproven"
    site.do("nightly_backup", data=str(tmp_path))
    (kept,) = folder.iterdir()
    assert kept.match("site-*.zip")


def test_a_restore_of_the_site_is_whole_or_not_at_all(site, tmp_path):
    target = str(tmp_path / "site.zip")
    site.do("backup", path=target)
    kept = site.do("dump")
    site.do("note", campaign=site.table["campaign"])
    before = site.do("dump")
    for point in ("the whole site is emptied", "the whole site is filled", "before the commit of a restore"):
        site.killed("restore", point, path=target)
        assert site.do("dump") == before, point
    site.killed("restore", "after the commit of a restore", path=target)
    after = site.do("dump")
    assert after != before
    assert "written since" not in after
    assert "written since" not in kept
    assert "fault" not in site.do("check")


def test_an_export_that_was_killed_is_begun_again_without_waiting(site):
    campaign = site.table["campaign"]
    for _time in range(4):
        site.killed("export", "a file is kept", campaign=campaign)
        site.do("age")
    assert site.do("export", campaign=campaign) == "done"


def test_a_campaign_is_restored_whole_or_not_at_all(site, tmp_path):
    path = str(tmp_path / "campaign.zip")
    site.do("carried", path=path, campaign=site.table["campaign"])
    assert (tmp_path / "campaign.zip").stat().st_size < MEBIBYTE
    standing = site.do("campaigns")
    for point in ("a campaign is restored", "before the commit of a restore"):
        site.killed("bring", point, path=path)
        site.do("age")
        assert site.do("campaigns") == standing, point
    assert site.do("bring", path=path) == "done"
    assert site.do("campaigns") == standing + 1


def test_a_webhook_is_told_though_its_teller_was_killed(site, tmp_path):
    told = tmp_path / "told"
    row = site.do("hook", campaign=site.table["campaign"])
    site.killed("deliver", "a telling is claimed", path=str(told))
    assert not told.exists()
    assert site.do("deliver", path=str(told)) == [0, ["waiting"]], "not before the claim has run out"
    later = {"path": str(told), "later": 130}
    site.killed("deliver", "a telling is posted", **later)
    assert told.read_text().split() == [str(row)]
    assert site.do("deliver", path=str(told), later=260) == [1, ["told"]]
    # Whether the other end read it before the kill nobody can know: it gets the same number again, and can tell.
    assert told.read_text().split() == [str(row)] * 2
    assert site.do("deliver", path=str(told), later=9999) == [0, ["told"]]
