"""Every game has the same files under the same names, and uses no other game's."""

import re

import pytest

from campaigns.encounters.table.seat_view import PARTS
from characters.game_forms import forms_for
from operations.demo import campaign as demo_campaign
from operations.demo import other_games
from rules import play
from tests.architecture.source import ROOT

SYSTEMS = sorted(play.SYSTEMS)
RULES_OF_A_GAME = (
    "game",
    "sheet",
    "state",
    "moves",
    "tables",
    "view",
    "wording",
    "rulebook",
    "commands",
    "checks",
    "offers",
    "opening",
    "policy",
    "odds",
    "aftermath",
    "bestiary",
)
# What the pages of characters and monsters ask of a game's folder; the plain folder has each.
SUBJECTS = ("sheet", "monsters")
PAGES = {
    subject: {path.name for path in (ROOT / f"templates/games/plain/{subject}").glob("*.html")} for subject in SUBJECTS
}
OPTION = {"default", "label", "rule"}
UNIT = {"key", "one", "many", "most"}


def folder(system: str) -> str:
    """The name of a game's folder of code."""
    return system.replace("-", "_")


def test_every_folder_of_games_is_a_system_and_every_system_has_one():
    folders = {path.parent.name for path in (ROOT / "rules/games").glob("*/__init__.py")}
    assert folders == {folder(system) for system in SYSTEMS}, "name the folder after the slug, and give it a GAME"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_has_the_usual_files(system):
    missing = [name for name in RULES_OF_A_GAME if not (ROOT / f"rules/games/{folder(system)}/{name}.py").exists()]
    assert not missing, f"{system} lacks {missing}: someone who knows one game should find their way in the others"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_ships_a_catalogue_and_opponents_or_says_that_it_has_none(system):
    assert (ROOT / f"rules/catalogue/{system}.toml").exists(), f"{system}: ship its skills and guide rows"
    if (ROOT / f"characters/monsters/{system}.toml").exists():
        return
    assert not play.SYSTEMS[system].get("opponents")
    with pytest.raises(play.Refused) as caught:
        play.monster_participant(system, {}, id="one", name="One")
    assert caught.value.rule, f"{system}: no bestiary; refuse a monster as a participant, naming the rule"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_has_a_campaign_in_the_demo(system):
    told = {game["system"] for game in other_games.GAMES} | {story_system()}
    assert system in told, f"{system}: add a campaign to operations/demo/demo_games.json"


def story_system() -> str:
    """The system of the demo's first campaign, which an adventure brings along."""
    for path in demo_campaign.SHIPPED.glob("*.satchel.json"):
        found = re.search(r'"ruleset": *"([a-z0-9-]+)"', path.read_text())
        if found and demo_campaign.STORY["adventure"] in path.name:
            return found[1]
    raise AssertionError("the demo's adventure is not among those shipped")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_games_pages_of_the_table_are_parts_that_the_table_asks_for(system):
    assert (ROOT / f"templates/games/{system}/checks/check.html").exists(), f"{system}: draw the form of its checks"
    for subject, asked in (("table", PARTS), ("checks", ("check",))):
        here = ROOT / f"templates/games/{system}/{subject}"
        inside = "".join(path.read_text() for path in (ROOT / f"templates/games/{system}").rglob("*.html"))
        strange = [
            path.name
            for path in here.glob("*.html")
            if path.stem not in asked and f"games/{system}/{subject}/{path.name}" not in inside
        ]
        assert not strange, f"templates/games/{system}/{subject}: nobody asks for {strange}; the parts are {asked}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_games_pages_of_a_character_are_those_that_the_plain_folder_has(system):
    for subject in SUBJECTS:
        here = ROOT / f"templates/games/{system}/{subject}"
        strange = {path.name for path in here.glob("*.html") if not path.name.startswith("_")} - PAGES[subject]
        assert not strange, f"{here}: nobody asks for {strange}; the pages are {sorted(PAGES[subject])}"
    assert (ROOT / f"templates/games/{system}/sheet/sheet.html").exists(), f"{system}: lay its sheet out"


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_template_reaches_into_another_games_folder(system):
    faults = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        if ROOT / f"templates/games/{system}" not in path.parents and f"games/{system}/" in path.read_text()
    ]
    assert not faults, f"{faults} include from {system}: put what two games share into a part beside the folders"


# The account library asks for each page in these folders by its name.
NAMED_BY_LIBRARY = {"allauth", "account"}


def test_the_folder_of_an_apps_templates_has_at_most_ten_entries():
    crowded = [
        folder.name
        for folder in (ROOT / "templates").iterdir()
        if folder.is_dir() and folder.name not in NAMED_BY_LIBRARY and len(list(folder.iterdir())) > 10
    ]
    assert not crowded, f"templates of {crowded}: put pages into the folder of their subject"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_has_forms_of_its_own(system):
    assert forms_for(system).sheet.__module__.startswith(f"characters.game_forms.{folder(system)}")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_says_of_itself_what_the_site_reads(system):
    about = play.SYSTEMS[system]
    assert about["slug"] == system
    assert about["name"]
    assert about["gm"]
    assert about["chance"] in ("cards", "dice")
    assert ("die" in about) == (about["chance"] == "dice"), "a game of dice says how many sides they have"
    assert isinstance(about["simulates"], bool)
    assert about["commands"]
    assert about["checks"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_games_options_and_experience_can_be_asked_for(system):
    about, known = play.SYSTEMS[system], {rule["id"] for rule in play.RULES[system]}
    for name, option in about["options"].items():
        assert set(option) >= OPTION, f"{system}.{name} lacks {OPTION - set(option)}"
        assert option["rule"] in known
        assert "choices" in option or {"min", "max"} <= set(option), f"{system}.{name}: choices, or min and max"
    units = about["experience"]["units"]
    assert units
    assert all(set(unit) == UNIT for unit in units)
    given = about["experience"]["per_encounter"]
    assert given is None or given["unit"] in [unit["key"] for unit in units]
