"""Encounters of every release replay on today's code; `python -m tests.golden.recording RELEASE` records another."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaigns.encounters.play import replay
from rules import play
from tests.golden.recording import RELEASES

LOGS = sorted(RELEASES.glob("*/*.json"))
FIRST = "18d6166"


def read(path: Path) -> dict[str, Any]:
    """A recorded encounter."""
    log: dict[str, Any] = json.loads(path.read_text())
    return log


def rows_of(log: dict[str, Any]) -> dict[int, replay.StoredCommand]:
    """Its rows as replay takes them from the database."""
    return {row["number"]: replay.StoredCommand(**row) for row in log["rows"]}


def replayed(log: dict[str, Any]) -> dict[str, Any]:
    """The final state as today's code plays it."""
    return replay.replay_to(log["system"], log["start"], rows_of(log), log["number"])


@pytest.fixture(params=LOGS, ids=[f"{path.parent.name}/{path.stem}" for path in LOGS])
def log(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each recorded encounter."""
    return read(request.param)


def test_the_commands_give_the_recorded_state(log: dict[str, Any]) -> None:
    assert play.same(log["system"], replayed(log), log["state"])


def test_a_state_of_another_moment_is_noticed(log: dict[str, Any]) -> None:
    assert not play.same(log["system"], log["start"], log["state"])
    other = replay.replay_to(log["system"], log["start"], rows_of(log), log["number"] - 2)
    assert not play.same(log["system"], other, log["state"])


def test_the_recorded_account_verifies(log: dict[str, Any]) -> None:
    rows = rows_of(log)
    counted = {0} | {row.number for row in replay.commands_leading_to(rows, log["number"])}
    public = [event for event in log["events"] if event["visible_to"] == "all" and event["number"] in counted]
    assert play.verify(public)["faults"] == []


def test_the_recorded_encounter_is_shown_and_played_on(log: dict[str, Any]) -> None:
    system, rows = log["system"], rows_of(log)
    for viewer in [*play.view(system, log["state"], "gm")["participants"], "gm", "observer"]:
        assert play.view(system, log["state"], viewer)["phase"] == "over"
    assert play.aftermath(system, log["state"])["participants"]
    branch = replay.commands_leading_to(rows, log["number"])
    before = replay.replay_to(system, log["start"], rows, branch[-2].number)
    command = play.sample(system, before, "gm", seed=1)
    assert command is not None
    after = play.act(system, before, command)["state"]
    assert after.get("began", after["version"]) == log["start"]["version"]  # only older encounters name it


def test_every_release_recorded_the_games_of_the_first_and_each_is_still_played() -> None:
    """A game that is added later is missing in older releases."""
    recorded = {folder.name: {read(path)["system"] for path in folder.glob("*.json")} for folder in RELEASES.iterdir()}
    assert len(recorded[FIRST]) == 4
    for release, systems in recorded.items():
        assert recorded[FIRST] <= systems <= set(play.SYSTEMS), release


def test_without_upgrades_the_first_release_would_differ() -> None:
    logs = [read(path) for path in LOGS if path.parent.name == FIRST]
    differ = [log for log in logs if replayed(log).get("gone") != log["state"].get("gone")]
    assert differ, "the recordings hold the case that broke: someone left, and older code did not record it"
    assert all(play.same(log["system"], replayed(log), log["state"]) for log in differ)
