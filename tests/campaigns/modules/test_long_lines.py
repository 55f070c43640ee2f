"""Texts that are made to keep a reader busy: every adapter is done with one in a moment, or says what is wrong."""

import contextlib
import json
import time

import pytest
from django.core.exceptions import ValidationError

from campaigns.modules import adapters
from campaigns.modules.adapters import NotUnderstood
from campaigns.overview.search.excerpts import text_excerpt
from characters.game_forms import text_lines as game_form_text_lines
from characters.game_forms.game_of_bastards import text_lines as game_of_bastard_text_lines

UNITS = [
    "<!--",
    "```a\n",
    "{{descriptive\n",
    "[[",
    "%%",
    "> [!quote]\n",
    " ",
    "\t",
    "# ",
    "#",
    ">",
    "*",
    "**",
    "_",
    "[",
    "![",
    "](",
    "[[",
    "(",
    ")",
    "( ",
    "<a ",
    "<",
    "A",
    "a",
    "A ",
    "1",
    "1 ",
    "-",
    "- ",
    ":",
    ": ",
    ",",
    ".",
    ". ",
    "@UUID[",
    "{",
    "d6 ",
    "1d6",
    "+1",
    "plus ",
    "Hit: ",
    "an ",
]
BEFORE = [
    "",
    "# ",
    "Wolf\nMedium ",
    "Wolf\nMedium beast\nSkills ",
    "4 HP, ",
    "Str ",
    "**Wolf** ",
    "Hit: 7 (1d6 ",
    "![",
    "1",
]
LONG = 12_000
TEXTS = ("stat-block", "lgmrd", "cairn-md", "basicfantasy", "obsidian")
MOST = 0.8  # seconds of work


def took(work, *args):
    begun = time.process_time()
    with contextlib.suppress(NotUnderstood, ValidationError):
        work(*args)
    return time.process_time() - begun


def hostile():
    return [f"{first}{unit * (LONG // len(unit))}!\n" for first in BEFORE for unit in UNITS]


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_keeps_an_adapter_busy(name):
    slow = {text[:20]: spent for text in hostile() if (spent := took(adapters.convert, name, text)) > MOST}
    assert slow == {}


def test_no_description_keeps_an_adapter_busy():
    for unit in UNITS:
        words = unit * (LONG // len(unit)) + "!"
        action = {"name": words[:80], "desc": words}
        creature = {"index": "wolf", "name": "Wolf", "desc": words, "actions": [action], "special_abilities": [action]}
        actor = {
            "_id": "a",
            "name": "Wolf",
            "type": "npc",
            "system": {"details": {"biography": {"value": words}}},
            "items": [{"name": "Bite", "type": "feat", "system": {"description": {"value": words}}}],
        }
        assert took(adapters.convert, "5e-bits", json.dumps([creature])) < MOST, unit
        assert took(adapters.convert, "foundry", json.dumps(actor)) < MOST, unit


@pytest.mark.parametrize(
    "read",
    [
        game_form_text_lines.parse_levels,
        game_form_text_lines.parse_weapons,
        game_form_text_lines.parse_notes,
        game_form_text_lines.parse_equipment,
        game_of_bastard_text_lines.parse_skills,
        game_of_bastard_text_lines.parse_advantages,
    ],
)
def test_no_line_of_a_sheet_keeps_its_form_busy(read):
    for text in hostile():
        assert took(read, text) < MOST, text[:20]


def test_no_page_keeps_the_search_busy():
    for unit in ("\n", " ", ">", "#", ":::", "\n:::", "\t", "*"):
        words = unit * (65_000 // len(unit))
        assert took(text_excerpt, f"harrow {words}!", "harrow") < MOST, unit
