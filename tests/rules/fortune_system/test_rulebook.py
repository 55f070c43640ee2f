"""The rules page: every rule, by its id, in our own words; and the ids that events carry exist."""

import pathlib
import re

import pytest

from rules import play

SYSTEM = "fortune-system"
SHARED = pathlib.Path(__file__).parents[3].parent / "shared"
LEDGER = SHARED / "rules" / "fortune-system.md"
SEED = SHARED / "seeds" / "fortune-system.txt"
CODE = pathlib.Path(play.__file__).parent
CATALOGUE = CODE / "catalogue" / "fortune-system.toml"


def test_every_rule_has_an_id_an_area_and_a_text() -> None:
    rules = play.RULES[SYSTEM]
    assert len({rule["id"] for rule in rules}) == len(rules) == 35
    for rule in rules:
        assert set(rule) == {"id", "area", "text"}
        assert re.fullmatch(r"FOS-\d\d", rule["id"])
        assert rule["text"].endswith(".")
        assert not re.search(r"\[[SRW]\]|\*\*|`", rule["text"])


def test_every_id_that_the_engine_or_the_catalogue_names_is_a_rule() -> None:
    paths = [*(CODE / "games" / "fortune_system").rglob("*.py"), CATALOGUE]
    named = {found for path in paths for found in re.findall(r"FOS-\d\d", path.read_text())}
    assert named == {rule["id"] for rule in play.RULES[SYSTEM]}


@pytest.mark.skipif(not LEDGER.exists(), reason="the ledgers lie beside the project only where it is made")
def test_every_rule_of_the_ledger_is_told() -> None:
    ids = set(re.findall(r"^- \*\*(FOS-\d+) \[", LEDGER.read_text(), re.M))
    assert ids == {rule["id"] for rule in play.RULES[SYSTEM]}


@pytest.mark.skipif(not SEED.exists(), reason="the source texts lie beside the project only where it is made")
def test_no_sentence_of_the_source_is_copied() -> None:
    source = re.sub(r"[*_\s]+", " ", SEED.read_text()).lower()
    texts = [rule["text"] for rule in play.RULES[SYSTEM]] + re.findall(r'^text = "(.*)"$', CATALOGUE.read_text(), re.M)
    for text in texts:
        for sentence in re.split(r"(?<=[.;:]) ", text):
            words = sentence.lower().strip(" .;:")
            assert len(words.split()) < 7 or words not in source, sentence
