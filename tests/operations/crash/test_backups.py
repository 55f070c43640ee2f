"""Backups taken while people play: each has every command acknowledged before it began, replays, and restores."""

import itertools
import os

import pytest

from tests.operations.crash.driving import house
from tests.operations.crash.test_kills import PAIRS, Table

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty
ROUNDS = int(os.environ.get("BACKUP_ROUNDS", "2"))


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """One house for all of these tests, with a table prepared in it."""
    with django_db_blocker.unblock(), house() as made:
        made.table, made.turn = made.do("prepare"), itertools.count()
        yield made


def missing(acknowledged, stored):
    """The acknowledged commands that a backup has not."""
    return {key: number for key, number in acknowledged.items() if stored.get(key) != number}


def test_backups_under_load_have_what_was_acknowledged_before_them(site, tmp_path):
    pid = site.serve()
    with Table(site, site.table["running"][0], PAIRS) as table:
        seen = []
        for round_ in range(ROUNDS):
            before, path = table.accepted, str(tmp_path / f"{round_}.zip")
            site.do("backup", path=path)
            seen.append((before, path, len(table.accepted) - len(before)))
    site.stop(pid)
    assert any(meanwhile for _before, _path, meanwhile in seen), "nobody played meanwhile, so nothing is proved"
    for before, path, _meanwhile in seen:
        stored = dict(site.do("verify", path=path))
        assert not missing(before, stored)
        assert len(stored) <= len(table.accepted)
    site.do("restore", path=seen[-1][1])
    found = site.do("check")
    assert "fault" not in found, found
    kept = {key: number for _encounter, number, key, _type in found["commands"]}
    assert kept == dict(site.do("verify", path=seen[-1][1]))
    assert missing(kept, {**kept, next(iter(kept)): 0}), "a command that is not there is noticed"
