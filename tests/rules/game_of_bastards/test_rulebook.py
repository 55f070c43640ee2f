"""The rules page: every rule, by its id, in our own words; and the ids that the code carries exist."""

import pathlib
import re

import pytest

from rules.games.game_of_bastards import rulebook
from rules.games.game_of_bastards.rulebook import RULEBOOK

SHARED = pathlib.Path(__file__).parents[3].parent / "shared"
LEDGER = SHARED / "rules" / "game-of-bastards.md"
SEED = SHARED / "seeds" / "game-of-bastards.txt"
FOLDER = pathlib.Path(rulebook.__file__).parent
IDS = {rule["id"] for rule in RULEBOOK}
AREAS = {
    "Cards": range(1, 8),
    "Characters": range(10, 17),
    "Fate draw": range(20, 26),
    "Simple opposition": range(30, 31),
    "Sustained opposition": range(40, 55),
    "Advantages in defence": range(60, 72),
    "Advantages in attack": range(72, 83),
    "Advantages for other ends": range(83, 91),
    "Followers, extras and scenes": range(95, 100),
}


def test_every_rule_has_an_id_an_area_and_a_text() -> None:
    expected = [(f"GOB-{number:02}", area) for area, numbers in AREAS.items() for number in numbers]
    assert [(rule["id"], rule["area"]) for rule in RULEBOOK] == expected
    for rule in RULEBOOK:
        assert set(rule) == {"id", "area", "text"}
        assert rule["text"].endswith(".")
        assert not re.search(r"\[[SRW]\]|\*\*|`|\s\s", rule["text"])


def test_every_id_that_the_code_or_a_text_names_is_a_rule() -> None:
    named = {found for path in FOLDER.rglob("*.py") for found in re.findall(r"GOB-\d\d", path.read_text())}
    assert named == IDS


@pytest.mark.skipif(not LEDGER.exists(), reason="the ledgers lie beside the project only where it is made")
def test_every_rule_of_the_ledger_is_told() -> None:
    assert set(re.findall(r"^- \*\*(GOB-\d+) \[", LEDGER.read_text(), re.M)) == IDS


@pytest.mark.skipif(not SEED.exists(), reason="the source texts lie beside the project only where it is made")
def test_no_sentence_of_the_source_is_copied() -> None:
    source = re.sub(r"[*_\s]+", " ", SEED.read_text()).lower()
    for rule in RULEBOOK:
        words = re.sub(r"\s+", " ", rule["text"]).lower().split(" ")
        for place in range(len(words) - 8):
            assert " ".join(words[place : place + 9]) not in source, rule["id"]
