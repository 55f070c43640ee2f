"""The database of every released version is upgraded to this code; its running encounters replay and are played on."""

import gzip
import re
import sqlite3
from contextlib import closing

import pytest

from common.version import VERSION
from rules.play import SYSTEMS
from tests.operations.releases.recording import FOLDER, manage

RELEASES = sorted(FOLDER.glob("*.db.gz"))
PLAY_ON = """
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from people.models import Member
for row in Encounter.objects.filter(status="running").order_by("pk"):
    gm = Member.objects.select_related("campaign", "user").get(campaign=row.campaign_id, role="gm")
    view = play.view(row, gm, "gm")
    waiting = view.get("waiting", view["turn"])[0]
    member = row.participants.get(key=waiting).controller or gm
    number = row.number
    play.submit(encounter=row, by=member.user, command=play.read_encounter(row, member).policy(waiting))
    row.refresh_from_db()
    print("played", row.campaign.system, row.number - number)
"""


@pytest.fixture(params=RELEASES, ids=lambda path: path.name.removesuffix(".db.gz"), scope="module")
def upgraded(request, tmp_path_factory):
    """A data folder with the database of a release, upgraded once, and what the command said; with tokens in it."""
    folder = tmp_path_factory.mktemp("upgraded")
    (folder / "fatekeeper.sqlite3").write_bytes(gzip.decompress(request.param.read_bytes()))
    add_tokens(folder)
    return folder, manage(folder, "upgrade")


@pytest.fixture(params=RELEASES, ids=lambda path: path.name.removesuffix(".db.gz"))
def data(request, tmp_path):
    """A data folder with the database of a release, as that release left it."""
    (tmp_path / "fatekeeper.sqlite3").write_bytes(gzip.decompress(request.param.read_bytes()))
    return tmp_path


def add_tokens(folder):
    """Tokens as that release made them: for modules and for everything, to read and to write."""
    with closing(sqlite3.connect(folder / "fatekeeper.sqlite3")) as database, database:
        has_areas = "area" in {row[1] for row in database.execute("PRAGMA table_info(people_apitoken)")}
        columns = f"digest, token_key, created, name, can_write, {'area' if has_areas else 'scopes'}, user_id"
        row = "?, 'fate_0', '2026-01-01 00:00:00', 'old', ?, ?, (SELECT min(id) FROM people_user)"
        scopes = {"": "[]", "modules": '["modules:write"]', "modules to read": '["modules:read"]'}
        for name, write, use in (("a", 1, ""), ("b", 0, ""), ("c", 1, "modules"), ("d", 0, "modules to read")):
            value = use.removesuffix(" to read") if has_areas else scopes[use]
            database.execute(f"INSERT INTO people_apitoken ({columns}) VALUES ({row})", [name, write, value])


def test_there_is_a_recording_of_the_first_version():
    assert "1.0.0.db.gz" in {path.name for path in RELEASES}


def test_a_release_is_upgraded_replays_and_is_played_on(upgraded):
    data, said = upgraded
    assert said.returncode == 0, said.stderr
    assert f"now has version {VERSION}" in said.stdout or "up to date" in said.stdout
    replayed = manage(data, "replay", "--all")
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert re.search(r"^([4-9]|\d\d+) replayed, 0 different$", replayed.stdout, re.M), replayed.stdout
    played = manage(data, "shell", "--no-imports", stdin=PLAY_ON)
    assert set(re.findall(r"^played (\S+) 1$", played.stdout, re.M)) == set(SYSTEMS), played.stderr
    assert manage(data, "replay", "--all").returncode == 0


def test_tokens_of_a_release_stay_for_what_they_were_for(upgraded):
    """A token for modules gets their scope, every other one stays for everything."""
    data, said = upgraded
    assert said.returncode == 0, said.stderr
    with closing(sqlite3.connect(data / "fatekeeper.sqlite3")) as database, database:
        rows = database.execute("SELECT digest, can_write, scopes FROM people_apitoken WHERE name = 'old'").fetchall()
    assert sorted(rows) == [("a", 1, "[]"), ("b", 0, "[]"), ("c", 1, '["modules:write"]'), ("d", 0, '["modules:read"]')]


def test_an_encounter_that_was_changed_is_noticed(data):
    with closing(sqlite3.connect(data / "fatekeeper.sqlite3")) as database, database:
        changed = database.execute("UPDATE campaigns_command SET body = ? WHERE number = 1", ['{"type": "pass"}'])
        assert changed.rowcount >= 1
    replayed = manage(data, "replay", "--all")
    assert "0 different" not in replayed.stdout
