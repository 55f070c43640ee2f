"""The rules page of every game: every rule, by its id, in our own words; and the code names rules that exist."""

import pathlib
import re

import pytest

from rules import play
from rules.catalogue import shipped
from rules.games import registry
from tests.rules import doors, random_play
from tests.rules.traces.summaries import SUMMARIES

GAMES = pathlib.Path(registry.__file__).parent
CATALOGUE = pathlib.Path(shipped.__file__).parent
SHARED = pathlib.Path(__file__).parents[2].parent / "shared"
PREFIXES = {"fifty-two-fates": "F52", "fortune-and-power": "FNP", "fortune-system": "FOS", "game-of-bastards": "GOB"}
LEDGERS = {"fifty-two-fates": "52-fates"}
AREAS = {
    "fifty-two-fates": {
        "Deck and checks": range(1, 8),
        "Combat: hands and initiative": range(9, 18),
        "Combat: attacks": range(20, 30),
        "Hit points, death, fatigue": range(30, 36),
        "Conditions": range(50, 58),
        "End of a round": range(60, 63),
        "Warriors": range(70, 76),
        "Wizards": range(80, 90),
        "Levels": range(90, 93),
        "Monsters": range(95, 97),
    },
    "fortune-and-power": {
        "Characters": range(1, 9),
        "Trait checks": range(10, 21),
        "Conflict": range(30, 35),
        "Injury": range(40, 45),
    },
    "fortune-system": {
        "Slots": range(1, 13),
        "Characters and levels": range(20, 29),
        "Talents": range(30, 44),
    },
    "game-of-bastards": {
        "Cards": range(1, 8),
        "Characters": range(10, 17),
        "Fate draw": range(20, 26),
        "Simple opposition": range(30, 31),
        "Sustained opposition": range(40, 55),
        "Advantages in defence": range(60, 72),
        "Advantages in attack": range(72, 83),
        "Advantages for other ends": range(83, 91),
        "Followers, extras and scenes": range(95, 100),
    },
}
# How many words in a row no text shares with its source. The three meanings of a marginal result have no other names.
LONGEST = {"fortune-and-power": 11}
every_game = pytest.mark.parametrize("system", sorted(AREAS))


def ids(system: str) -> set[str]:
    return {rule["id"] for rule in play.RULES[system]}


def ids_in(text: str, system: str) -> set[str]:
    return set(re.findall(rf"{PREFIXES[system]}-\d\d", text))


def shared(kind: str, system: str, suffix: str) -> pathlib.Path:
    """A file that lies beside the project only where the project is made; the test is skipped elsewhere."""
    path = SHARED / kind / f"{LEDGERS.get(system, system)}.{suffix}"
    if not path.exists():
        pytest.skip(f"{path.name} lies beside the project only where it is made")
    return path


def test_the_suites_of_every_game_leave_no_game_out() -> None:
    tested = [AREAS, SUMMARIES, *([game.SYSTEM for game in games] for games in (random_play.GAMES, doors.GAMES))]
    assert all(sorted(systems) == sorted(play.SYSTEMS) for systems in tested)


@every_game
def test_every_rule_has_an_id_an_area_and_a_text(system: str) -> None:
    prefix = PREFIXES[system]
    expected = [(f"{prefix}-{number:02}", area) for area, numbers in AREAS[system].items() for number in numbers]
    assert [(rule["id"], rule["area"]) for rule in play.RULES[system]] == expected
    for rule in play.RULES[system]:
        assert set(rule) == {"id", "area", "text"}
        assert rule["text"].endswith(".")
        assert not re.search(r"\[[SRW]\]|\*\*|`|\s\s|\bFD\b", rule["text"])


@every_game
def test_the_code_of_the_game_and_its_catalogue_name_every_rule_and_no_other(system: str) -> None:
    paths = [*(GAMES / system.replace("-", "_")).rglob("*.py"), CATALOGUE / f"{system}.toml"]
    assert ids_in("\n".join(path.read_text() for path in paths), system) == ids(system)


@every_game
def test_no_other_code_names_a_rule_that_does_not_exist(system: str) -> None:
    for path in pathlib.Path(play.__file__).parent.rglob("*.py"):
        assert ids_in(path.read_text(), system) <= ids(system), path


@every_game
def test_every_rule_of_the_ledger_is_told(system: str) -> None:
    ledger = shared("rules", system, "md").read_text()
    assert set(re.findall(rf"^- \*\*({PREFIXES[system]}-\d+) \[", ledger, re.M)) == ids(system)


@every_game
def test_no_sentence_of_the_source_is_copied(system: str) -> None:
    """Neither a sentence of seven words or more nor nine words in a row."""
    longest = LONGEST.get(system, 9)
    source = re.sub(r"[*_\s]+", " ", shared("seeds", system, "txt").read_text()).lower()
    catalogue = re.findall(r'^text = "(.*)"$', (CATALOGUE / f"{system}.toml").read_text(), re.M)
    for text in [*(rule["text"] for rule in play.RULES[system]), *catalogue]:
        for sentence in re.split(r"(?<=[.;:]) ", text):
            words = sentence.lower().strip(" .;:")
            assert len(words.split()) < 7 or words not in source, sentence
        words = re.sub(r"\s+", " ", text).lower().split(" ")
        for place in range(len(words) - longest + 1):
            assert " ".join(words[place : place + longest]) not in source, text
