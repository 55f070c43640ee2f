"""The form of a sheet gives back what it shows: names may contain what divides a line."""

import pytest
from django.core.exceptions import ValidationError

from characters.game_forms import forms_for, text_lines
from characters.game_forms.game_of_bastards import text_lines as bastards_lines

EQUIPMENT = [
    {"name": "2 x 4 beam", "quantity": 1},
    {"name": "torch", "quantity": 3},
    {"name": "key (brass)", "quantity": 1},
]
SHEETS = {
    "fifty-two-fates": {"equipment": EQUIPMENT},
    "fortune-and-power": {
        "equipment": EQUIPMENT,
        "weapons": [{"name": "Gun of 1812", "bonus": 2}, {"name": "Stare: mental", "bonus": 0, "mental": True}],
        "traits": {"Guard of sector: 7": 3, "Burglar": 8},
        "gifts": [{"name": "Immunity", "note": "venom (snakes, spiders)"}, {"name": "Empathy", "note": None}],
    },
    "fortune-system": {
        "equipment": EQUIPMENT,
        "slots": [
            {"value": 30, "condition": "blown", "group": None},
            {"value": None, "condition": "blown", "group": None},
            {"value": 61, "condition": "sound", "group": "Physical"},
        ],
        "talents": [{"key": "aptitude", "focus": "Signals x 2", "ranks": 1}],
    },
    "game-of-bastards": {
        "equipment": EQUIPMENT,
        "weapons": [{"name": "Pistol, flintlock", "damage": 3, "skill": "Combat (Bow, long)", "ranged": True}],
        "skills": {"Lore: 7 seas": 2, "Stealth": 3},
        "specialties": [{"name": "Ropes", "skills": ["Knots, bends", "Sailing"]}],
        "advantages": [{"key": "dodge"}, {"key": "counter", "weapon": "Sabre (old)"}],
        "disadvantages": [{"name": "Wanted: dead or alive"}, {"name": "Vow", "text": "of silence: always"}],
    },
}
ADDED = {
    "weapons": {"fortune-and-power": "Knife +1", "game-of-bastards": "Knife, 1, Combat (Knife)"},
    "equipment": dict.fromkeys(SHEETS, "2 × rope (50 feet)"),
}


def given_back(system, **more):
    """What the form makes of the texts that it shows, as a browser sends them."""
    sheet, make = SHEETS[system], forms_for(system).sheet
    shown = make(sheet=sheet)
    typed = {name: shown[name].value() for name in shown.fields}
    for name, line in more.items():
        typed[name] = f"{typed[name]}\n{line}"
    form = make({name: str(text or "").replace("\n", "\r\n") for name, text in typed.items()}, sheet=sheet)
    assert form.is_valid(), form.errors
    return form.cleaned_sheet()


@pytest.mark.parametrize("system", SHEETS)
def test_a_form_that_nobody_changed_gives_back_its_sheet(system):
    read = given_back(system)
    assert {name: read[name] for name in SHEETS[system]} == SHEETS[system]


@pytest.mark.parametrize(
    ("before", "typed", "state"),
    [
        ({"weapon": "", "weapon_state": "none"}, {"weapon": "Axe", "weapon_state": "none"}, "held"),
        ({"weapon": "", "weapon_state": "none"}, {"weapon": "Axe", "weapon_state": "away"}, "away"),
        ({"weapon": "", "weapon_state": "none"}, {"weapon": "", "weapon_state": "none"}, "none"),
        ({"weapon": "", "weapon_state": "held"}, {"weapon": "", "weapon_state": "held"}, "held"),
        ({"weapon": "Axe", "weapon_state": "held"}, {"weapon": "Axe", "weapon_state": "none"}, "none"),
        ({"weapon": "Axe", "weapon_state": "held"}, {"weapon": "", "weapon_state": "held"}, "none"),
    ],
)
def test_the_first_weapon_of_a_character_is_in_hand(before, typed, state):
    """The form showed “none” as the state while there was no weapon."""
    form = forms_for("fifty-two-fates").sheet(typed, sheet=before)
    assert form.is_valid(), form.errors
    assert form.cleaned_sheet()["weapon_state"] == state


@pytest.mark.parametrize("system", SHEETS)
def test_another_line_leaves_those_before_it_as_they_are(system):
    for name, lines in ADDED.items():
        if system in lines:
            *before, added = given_back(system, **{name: lines[system]})[name]
            assert before == SHEETS[system][name]
            assert added["name"] in lines[system]


def test_the_same_line_twice_is_another_item():
    lamp = {"name": "lamp", "quantity": 1, "note": None}
    text = "lamp\nlamp"
    found = text_lines.read_items(text, [lamp], text_lines.parse_equipment, text_lines.format_equipment)
    assert found == [lamp, {"name": "lamp", "quantity": 1}]


@pytest.mark.parametrize(
    ("parse", "line"),
    [
        (text_lines.parse_equipment, "3 × {}"),
        (text_lines.parse_equipment, "rope ({})"),
        (text_lines.parse_notes, "{} (since the flood)"),
        (text_lines.parse_weapons, "{} +4"),
        (text_lines.parse_levels, "{} 8"),
    ],
)
def test_a_name_or_note_that_is_too_long_is_refused_with_its_line(parse, line):
    assert parse(line.format("x" * 200))
    with pytest.raises(ValidationError) as refused:
        parse(line.format("x" * 201))
    assert refused.value.messages == [f"“{line.format('x' * 201)[:60]}…” is too long for one line."]


@pytest.mark.parametrize("system", SHEETS)
def test_an_item_of_equipment_that_is_too_long_is_refused_in_words(system):
    assert given_back(system, equipment="x" * 200)["equipment"][-1]["name"] == "x" * 200
    # `given_back` fails with the errors of a field.
    with pytest.raises((ValidationError, AssertionError), match=f"“{'x' * 60}…” is too long for one line"):
        given_back(system, equipment="x" * 201)


def test_a_name_that_is_listed_twice_is_refused():
    with pytest.raises(ValidationError, match="Burglar is listed twice"):
        text_lines.read_numbers(
            "Burglar 8\nBurglar 2", {"Burglar": 8}, text_lines.parse_levels, text_lines.format_levels
        )


@pytest.mark.parametrize("line", ["Pistol, flintlock, 3, Combat (Bow, long), ranged", "Sabre, 2, Combat (Sword)"])
def test_the_first_number_of_a_weapon_is_its_damage(line):
    assert bastards_lines.format_weapons(bastards_lines.parse_weapons(line)) == line


@pytest.mark.parametrize(
    "line", ["Sabre", "Sabre, 2", "2, Combat (Sword)", "Sabre,, 2, Combat (Sword)", "Sabre, Combat"]
)
def test_a_weapon_without_a_name_damage_or_skill_is_refused(line):
    with pytest.raises(ValidationError, match="write it as"):
        bastards_lines.parse_weapons(line)
