"""What every game says of itself: its name, its game master, its chance, and its options with their defaults."""

from typing import Any

import pytest

from rules import play
from rules.engine.game import HasSessionEnd
from rules.games import registry

ABOUT = {
    "fifty-two-fates": {"name": "52 Fates", "gm": "Fate Dealer", "chance": "cards", "simulates": True},
    "fortune-and-power": {
        "name": "Fortune and Power",
        "gm": "The Adversary",
        "chance": "dice",
        "die": 6,
        "simulates": True,
    },
    "fortune-system": {"name": "Fortune System", "gm": "GM", "chance": "dice", "die": 100, "simulates": False},
    "game-of-bastards": {"name": "A Game of Bastards", "gm": "Dealer", "chance": "cards", "simulates": True},
}
DEFAULTS: list[tuple[str, str, str, Any]] = [
    ("fifty-two-fates", "fd_hand", "F52-11", "level"),
    ("fifty-two-fates", "fd_extra_cards", "F52-11", 0),
    ("fortune-and-power", "character_points", "FNP-02", 40),
    ("fortune-and-power", "starting_trait_cap", "FNP-02", None),
    ("fortune-and-power", "trait_cost", "FNP-03", "table"),
    ("fortune-and-power", "fortune", "FNP-06", True),
    ("fortune-and-power", "move_spaces", "FNP-33", None),
    ("fortune-and-power", "damage", "FNP-42", "full"),
    ("fortune-and-power", "wounds_per_week", "FNP-43", 1),
    ("fortune-and-power", "shocks_per_week", "FNP-43", 1),
    ("fortune-system", "slots", "FOS-01", 4),
    ("fortune-system", "equal_passes", "FOS-03", False),
    ("fortune-system", "xp_per_level", "FOS-23", 100),
    ("game-of-bastards", "decks", "GOB-01", 2),
    ("game-of-bastards", "wildcards_last", "GOB-06", "session"),
    ("game-of-bastards", "body_adds_to_damage", "GOB-46", True),
]
# The unit of experience that an encounter gives by itself; in the other games the game master awards it.
PER_ENCOUNTER = {"fifty-two-fates": {"unit": "encounters", "amount": 1}}
UNITS = {"fifty-two-fates": "encounters"}
every_game = pytest.mark.parametrize("system", sorted(ABOUT))


@every_game
def test_the_game_names_itself_and_its_game_master(system: str) -> None:
    described = play.SYSTEMS[system]
    assert {name: described[name] for name in ABOUT[system]} == ABOUT[system]


@every_game
def test_the_description_says_whether_a_session_takes_something_from_sheets(system: str) -> None:
    assert bool(play.SYSTEMS[system].get("session_end")) == isinstance(registry.GAMES[system], HasSessionEnd)
    if not play.SYSTEMS[system].get("session_end"):
        assert play.end_session(system, play.new_sheet(system)) is None


@every_game
def test_experience_is_counted_in_the_unit_of_the_game(system: str) -> None:
    experience = play.SYSTEMS[system]["experience"]
    assert experience["units"][0]["key"] == UNITS.get(system, "xp")
    assert experience["per_encounter"] == PER_ENCOUNTER.get(system)


@pytest.mark.parametrize(("system", "option", "rule", "default"), DEFAULTS)
def test_every_option_of_the_ledger_has_its_rule_and_its_default(
    system: str, option: str, rule: str, default: Any
) -> None:
    described = play.SYSTEMS[system]["options"][option]
    assert described["rule"] == rule
    assert described["default"] == default
    assert type(described["default"]) is type(default)


@every_game
def test_there_are_no_other_options_and_each_has_a_label_and_a_range(system: str) -> None:
    options = play.SYSTEMS[system]["options"]
    assert list(options) == [option for game, option, _, _ in DEFAULTS if game == system]
    for option in options.values():
        assert option["label"]
        assert "choices" in option or {"min", "max"} <= set(option)
        assert option["default"] is not None or option["nullable"]
