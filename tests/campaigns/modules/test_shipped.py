"""Every adventure that the project ships is valid without a warning, credited, and holds an evening."""

import json

import pytest

from campaigns.modules.format import schema, validation
from rules.play import SYSTEMS

FILES = sorted((schema.FOLDER / "shipped").glob("*.satchel.json"))
# What a GM needs for an evening.
PARTS = (
    "chapters",
    "locations",
    "scenes",
    "encounters",
    "monsters",
    "npcs",
    "treasures",
    "handouts",
    "tables",
    "checks",
)


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_adventure_holds_a_session(path):
    module = read(path)
    report = validation.document(module)
    assert (report.errors, report.warnings) == ([], [])
    assert [part for part in PARTS if not module.get(part)] == []
    assert module["module"]["licence"]["spdx"] == "CC-BY-4.0"
    system = module["module"]["rulesets"][0]["ruleset"]
    assert all(set(monster["stats"]) == {system} for monster in module["monsters"])
    assert all(system in check["difficulty"] for check in module["checks"])
    assert any(block["kind"] == "read_aloud" for scene in module["scenes"] for block in scene["blocks"])


def test_each_game_has_a_shipped_adventure():
    assert {read(path)["module"]["rulesets"][0]["ruleset"] for path in FILES} == set(SYSTEMS)
