"""What games have no figure for (defences, senses, languages, a description) is text for the GM."""

import copy
import json

import pytest

from campaigns.modules import adapters
from campaigns.modules.adapters import creatures
from campaigns.modules.format import validation
from tests.campaigns.modules import real_shapes

DEFENCES = (
    "**Vulnerabilities:** thunder\n\n**Resistances:** cold, fire\n\n**Immunities:** poison\n\n"
    "**Condition immunities:** Poisoned, Prone"
)
SENSES = "**Senses:** darkvision 60 ft.\n\n**Languages:** Common"
EXPECTED = {"Defences": DEFENCES, "Senses and languages": SENSES, "Description": "A hound of mud."}

BITS = {
    "index": "hound",
    "name": "Bog Hound",
    "hit_points": 22,
    "armor_class": 13,
    "challenge_rating": 1,
    "damage_vulnerabilities": ["thunder"],
    "damage_resistances": ["cold", "fire"],
    "damage_immunities": ["poison"],
    "condition_immunities": [{"index": "poisoned", "name": "Poisoned"}, {"index": "prone", "name": "Prone"}],
    "senses": {"darkvision": "60 ft.", "passive_perception": 9},
    "languages": "Common",
    "desc": "A hound of mud.",
}
OLD_FIELDS = {
    "damage_vulnerabilities": "thunder",
    "damage_resistances": "cold, fire",
    "damage_immunities": "poison",
    "condition_immunities": "Poisoned, Prone",
    "senses": "darkvision 60 ft., passive Perception 12",
    "languages": "Common",
    "desc": "A hound of mud.",
}
NEW_FIELDS = {
    "damage_vulnerabilities_display": "",
    "damage_vulnerabilities": ["thunder"],
    "damage_resistances_display": "cold, fire",
    "damage_resistances": ["cold", "fire"],
    "damage_immunities_display": "poison",
    "condition_immunities": [{"name": "Poisoned"}, {"name": "Prone"}],
}
INITIATIVE = {
    "Name": "Bog Hound",
    "HP": {"Value": 22},
    "AC": {"Value": 13},
    "Challenge": "1",
    "DamageVulnerabilities": ["thunder"],
    "DamageResistances": ["cold", "fire"],
    "DamageImmunities": ["poison"],
    "ConditionImmunities": ["Poisoned", "Prone"],
    "Senses": ["darkvision 60 ft.", "passive Perception 9"],
    "Languages": ["Common"],
}
PASTED = """Bog Hound
Medium beast, unaligned
Armor Class 13
Hit Points 22
Damage Vulnerabilities thunder
Damage Resistances cold,
fire
Damage Immunities poison
Condition Immunities Poisoned, Prone
Senses darkvision 60 ft.,
passive Perception 9
Languages Common
Challenge 1 (200 XP)
"""


def _with(rows, number, more):
    rows = copy.deepcopy(rows)
    place = rows["results"] if isinstance(rows, dict) else rows
    target = place[number]
    target.get("fields", target).update(more)
    return rows


def _actor():
    actor = real_shapes.actor("Bog Hound")
    actor["system"]["traits"] = {
        "dv": {"value": ["thunder"], "custom": ""},
        "dr": {"value": ["cold", "fire"]},
        "di": {"value": [], "custom": "poison"},
        "ci": {"value": ["Poisoned", "Prone"]},
        "languages": {"value": [], "custom": "Common"},
    }
    actor["system"]["attributes"]["senses"] = {"darkvision": 60, "blindsight": 0, "units": "ft", "special": ""}
    actor["system"]["details"]["biography"] = {"value": "<p>A hound of <b>mud</b>.</p>"}
    return actor


SHAPES = {
    "5e-bits": [BITS],
    "5e-bits with several paragraphs": [BITS | {"desc": ["A hound", "of mud."]}],
    "open5e-v2 fixtures": _with(
        real_shapes.OPEN5E_V2,
        1,
        NEW_FIELDS | {"darkvision_range": 60.0, "languages_desc": "Common", "desc": "A hound of mud."},
    ),
    "open5e-v2 of version 1": _with(real_shapes.OPEN5E_V1, 1, OLD_FIELDS),
    "open5e-v2 answer": _with(
        real_shapes.OPEN5E_ANSWER,
        0,
        {
            "resistances_and_immunities": NEW_FIELDS,
            "darkvision_range": 60.0,
            "languages": {"as_string": "Common", "data": [{"name": "Common"}]},
            "desc": "A hound of mud.",
        },
    ),
    "improved-initiative": [INITIATIVE],
    "stat-block": PASTED,
    "foundry": _actor(),
}


def read(name, value):
    draft = adapters.convert(name.split(" ")[0], value if isinstance(value, str) else json.dumps(value))
    assert validation.document(copy.deepcopy(draft.document)).errors == []
    (item,) = draft.document["monsters"]
    return draft, item


@pytest.mark.parametrize("name", SHAPES)
def test_defences_senses_languages_and_the_description_are_text_for_the_gm(name):
    draft, item = read(name, SHAPES[name])
    blocks = {
        block["title"]: block for block in item["blocks"] if block["key"] in {"defences", "senses", "description"}
    }
    assert {block["kind"] for block in blocks.values()} == {"gm"}
    described = "A hound\n\nof mud." if "paragraphs" in name else "A hound of mud."
    described = "A hound of **mud**." if name == "foundry" else described
    without_description = name in {"improved-initiative", "stat-block"}  # the first has it among its texts
    expected = EXPECTED | {"Description": described}
    assert {title: block["md"] for title, block in blocks.items()} == {
        title: words for title, words in expected.items() if title != "Description" or not without_description
    }
    assert [line.message for line in draft.review if line.code == "not_understood" and "“" in line.message] == []


def test_a_creature_that_resists_nothing_has_no_such_block():
    nothing = {name: [] for name in BITS if isinstance(BITS[name], list)}
    row = BITS | nothing | {"senses": {"passive_perception": 9}, "languages": "—", "desc": None}
    _draft, item = read("5e-bits", [row])
    assert item.get("blocks", []) == []
    assert item["source_stats"]["data"]["pp"] == 9


def test_passive_perception_is_read_from_the_second_line_of_senses():
    _draft, item = read("stat-block", PASTED)
    assert item["source_stats"]["data"]["pp"] == 9


def test_the_bypasses_of_a_foundry_actor_say_which_attacks_are_not_resisted():
    actor = _actor()
    actor["system"]["traits"]["dr"] = {"value": ["slashing", "cold", "piercing"], "bypasses": ["mgc", "sil"]}
    _draft, item = read("foundry", actor)
    assert "**Resistances:** cold; slashing, piercing (not from magical, silvered weapons)" in item["blocks"][0]["md"]


@pytest.mark.parametrize("value", [None, 7, [7, None, {"name": 3}], {"a": 1}, "—", [], True])
def test_a_value_without_words_is_no_fact(value):
    creature = creatures.Creature("Eel")
    creature.describe(senses=value, languages=value)
    assert creature.facts == {"senses": "", "languages": ""}
