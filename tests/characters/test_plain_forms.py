"""The forms of a game that has none of its own, and how equipment is written in a text field."""

import pytest

from characters.game_forms import forms_for
from characters.game_forms.text_lines import format_equipment, parse_equipment


def test_a_game_without_forms_takes_its_figures_as_strict_json():
    form = forms_for("a-fifth-game").sheet({"figures": '{"luck": 3}'})
    assert form.is_valid()
    assert form.cleaned_sheet() == {"luck": 3}


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"a": 1, "a": 2}', '{"a": NaN}', '{"a": "\\ud800"}', "[" * 99 + "]" * 99]
)
def test_json_that_means_nothing_is_refused_in_words(text):
    form = forms_for("a-fifth-game").monster({"figures": text})
    assert not form.is_valid()
    assert form.errors["figures"][0]


def test_equipment_is_one_thing_a_line():
    text = "3 × torch\nrope (50 feet)\n\n  2x ration  \n(odd)\n12 men's rope"
    found = parse_equipment(text)
    assert found == [
        {"name": "torch", "quantity": 3},
        {"name": "rope", "quantity": 1, "note": "50 feet"},
        {"name": "ration", "quantity": 2},
        {"name": "(odd)", "quantity": 1},
        {"name": "12 men's rope", "quantity": 1},
    ]
    assert parse_equipment(format_equipment(found)) == found
