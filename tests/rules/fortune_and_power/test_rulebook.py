"""The rules page: every rule, by its id, in our own words; and the ids that events carry exist."""

import pathlib
import re

import pytest

from rules import play

SYSTEM = "fortune-and-power"
SHARED = pathlib.Path(__file__).parents[3].parent / "shared"
LEDGER = SHARED / "rules" / f"{SYSTEM}.md"
SEED = SHARED / "seeds" / f"{SYSTEM}.txt"
CODE = pathlib.Path(play.__file__).parent


def test_every_rule_has_an_id_an_area_and_a_text() -> None:
    rules = play.RULES[SYSTEM]
    assert len({rule["id"] for rule in rules}) == len(rules) >= 29
    for rule in rules:
        assert set(rule) == {"id", "area", "text"}
        assert re.fullmatch(r"FNP-\d\d", rule["id"])
        assert rule["text"].endswith(".")
        assert not re.search(r"\[[SRW]\]|\*\*|`", rule["text"])


def test_every_id_that_the_engine_names_is_a_rule() -> None:
    named = {found for path in CODE.rglob("*.py") for found in re.findall(r"FNP-\d\d", path.read_text())}
    named |= set(re.findall(r"FNP-\d\d", (CODE / "catalogue" / f"{SYSTEM}.toml").read_text()))
    assert named == {rule["id"] for rule in play.RULES[SYSTEM]}


@pytest.mark.skipif(not LEDGER.exists(), reason="the ledgers lie beside the project only where it is made")
def test_every_rule_of_the_ledger_is_told() -> None:
    ids = set(re.findall(r"^- \*\*(FNP-\d+) \[", LEDGER.read_text(), re.M))
    assert ids == {rule["id"] for rule in play.RULES[SYSTEM]}


@pytest.mark.skipif(not SEED.exists(), reason="the source texts lie beside the project only where it is made")
def test_no_sentence_of_the_source_is_copied() -> None:
    source = re.sub(r"[*_\s]+", " ", SEED.read_text()).lower()
    for rule in play.RULES[SYSTEM]:
        for sentence in re.split(r"(?<=[.;:]) ", rule["text"]):
            words = sentence.lower().strip(" .;:")
            assert len(words.split()) < 9 or words not in source, sentence


def test_options_name_rules_of_the_book_and_their_defaults() -> None:
    about = play.SYSTEMS[SYSTEM]
    known = {rule["id"] for rule in play.RULES[SYSTEM]}
    defaults = {name: option["default"] for name, option in about["options"].items()}
    assert defaults == {
        "character_points": 40,
        "starting_trait_cap": None,
        "trait_cost": "table",
        "fortune": True,
        "move_spaces": None,
        "damage": "full",
        "wounds_per_week": 1,
        "shocks_per_week": 1,
    }
    for option in about["options"].values():
        assert option["rule"] in known
        assert option["label"]
        assert "choices" in option or {"min", "max"} <= set(option)
        assert option["default"] is not None or option["nullable"]
    assert (about["name"], about["gm"], about["chance"], about["die"]) == (
        "Fortune and Power",
        "The Adversary",
        "dice",
        6,
    )
    assert about["simulates"]
    assert about["experience"]["per_encounter"] is None
    assert about["experience"]["units"][0]["key"] == "xp"
