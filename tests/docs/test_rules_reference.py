"""The committed rules reference equals the one that the code gives."""

import pytest

from rules import play
from tools import write_rules_reference as tool

AGAIN = "run `python tools/write_rules_reference.py` and commit what it writes"


@pytest.mark.parametrize("name", sorted(tool.references()))
def test_a_committed_file_equals_the_generated_one(name):
    committed = tool.FOLDER / name
    assert committed.is_file(), AGAIN
    assert committed.read_text(encoding="utf-8") == tool.references()[name], AGAIN


def test_there_is_no_file_of_a_game_that_is_gone():
    assert {path.name for path in tool.FOLDER.glob("*.md")} == set(tool.references())


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_a_reference_has_every_rule_option_command_and_ruling(slug):
    text = tool.reference(slug)
    for rule in play.RULES[slug]:
        assert f"- **{rule['id']}**" in text
        assert rule["text"] in text
    for name in [*play.SYSTEMS[slug]["options"], *play.SYSTEMS[slug]["commands"], *play.SYSTEMS[slug]["checks"]]:
        assert f"`{name}`" in text
    rulings = tool.rulings_of(slug)
    assert rulings
    assert rulings < {rule["id"] for rule in play.RULES[slug]}
    assert text.count("** *ruling* ") == len(rulings)


def test_a_changed_rule_changes_its_file(monkeypatch):
    before = tool.reference("fortune-system")
    monkeypatch.setitem(play.RULES, "fortune-system", [{"id": "FOS-01", "area": "Slots", "text": "Another text."}])
    assert tool.reference("fortune-system") != before
