"""Rows of bestiaries beyond their prose: multiattacks of 5e-database, spell DCs, attack rows of Open5e."""

import copy
import json

import pytest

from campaigns.modules import adapters
from tests.campaigns.modules import real_shapes

HIT = "Melee Attack Roll: +4, reach 5 ft. Hit: {} Piercing damage."


def figures_of(kind, value):
    """The figures of the only monster of a draft."""
    return figures_of_text(kind, json.dumps(value))


def figures_of_text(kind, words):
    (item,) = adapters.convert(kind, words).document["monsters"]
    return item["source_stats"]["data"]


def five_e_bits(*actions):
    """An eel of 5e-database with these actions."""
    url = "/api/2024/monsters/bell-eel"
    eel = {"index": "bell-eel", "name": "Bell Eel", "hit_points": 9, "challenge_rating": 1, "url": url}
    return [eel | {"actions": list(actions)}]


def option(name, count=1):
    return {"option_type": "action", "action_name": name, "count": count, "type": "melee"}


# 5e-database


def test_attacks_that_a_multiattack_always_makes_are_in_each_of_its_options():
    options = [option("Bite"), {"option_type": "multiple", "items": [option("Lash", 2)]}, option("Song")]
    multi = {
        "name": "Multiattack",
        "multiattack_type": "actions",
        "actions": [option("Bite", 2)],
        "action_options": {"choose": 1, "from": {"options": options}},
    }
    bite, lash = {"name": "Bite", "desc": HIT.format(5)}, {"name": "Lash", "desc": HIT.format(3)}
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 5 + 2 * 3
    del multi["action_options"]
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 5
    multi |= {"multiattack_type": "action_options", "action_options": {"from": {"options": options}}}
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 3, "each option is all that is made"


def test_a_multiattack_whose_text_does_other_damage_than_its_fields_is_a_contradiction():
    bite, lash = {"name": "Bite", "desc": HIT.format(5)}, {"name": "Lash", "desc": HIT.format(3)}
    multi = {"name": "Multiattack", "multiattack_type": "actions", "actions": [option("Bite", 2), option("Lash", 2)]}

    def read(words):
        draft = adapters.convert("5e-bits", json.dumps(five_e_bits(multi | {"desc": words}, bite, lash)))
        assert draft.document["monsters"][0]["source_stats"]["data"]["round"] == 16, "the fields count"
        return [(line.pointer, line.message) for line in draft.review if line.code == "contradiction"]

    words = "The eel makes two bite attacks. If it is awake, it can also make a lash attack."
    ((pointer, message),) = read(words)
    assert pointer == "/0/actions/0"
    assert "by the fields a round does 16 damage, by the text 13" in message
    assert read("The eel makes two bites and two lash attacks.") == []
    assert read("The eel makes four melee attacks.") == [], "no attack is named"
    assert read("") == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([{"type": "natural", "value": 15}, {"type": "armor", "value": 17, "armor": [{"name": "Shield"}]}], 17),
        ([{"type": "dex", "value": 12}, {"type": "spell", "value": 15}], 12),
        ([{"type": "natural", "value": 14}, {"type": "condition", "value": 11}], 14),
        ([{"type": "armor"}, "x"], None),
        ([{"value": 11}], 11),
        ([], None),
        (16, 16),
    ],
)
def test_the_armour_class_counts_a_shield_and_no_spell_or_condition(rows, expected):
    (eel,) = five_e_bits({"name": "Bite", "desc": HIT.format(5)})
    assert figures_of("5e-bits", [eel | {"armor_class": rows}]).get("ac") == expected


# The DC of spells


SPELLS = "The eel casts one of these spells, using Wisdom as the spellcasting ability (spell save DC 13): light."


def test_the_spell_dc_is_read_where_spellcasting_is_an_action():
    row = {"model": "api_v2.creatureaction", "pk": "mire_bog-hound_cast"}
    fields = {"parent": "mire_bog-hound", "name": "Spellcasting", "action_type": "ACTION", "desc": SPELLS}
    assert figures_of("open5e-v2", [*real_shapes.OPEN5E_V2, row | {"fields": fields}])["spell_dc"] == 13
    crab = real_shapes.INITIATIVE[0] | {"Actions": [{"Name": "Spellcasting", "Content": SPELLS}]}
    assert figures_of("improved-initiative", crab)["spell_dc"] == 13
    action = {"name": "Spellcasting", "desc": "It casts a spell.", "spellcasting": {"dc": 13}}
    assert figures_of("5e-bits", five_e_bits(action))["spell_dc"] == 13
    block = real_shapes.HOMEBREWERY.replace("**Bite.** ::", f"**Spellcasting.** :: {SPELLS}\n**Bite.** ::")
    assert figures_of_text("stat-block", block)["spell_dc"] == 13


def test_a_power_against_spells_of_others_is_no_spell_dc():
    words = "The crab falls asleep if it fails against the caster's spell save DC."
    crab = real_shapes.INITIATIVE[0] | {"Actions": [{"Name": "Antimagic Sleep", "Content": words}]}
    assert "spell_dc" not in figures_of("improved-initiative", crab)


# Open5e


def first_version(*actions):
    """The bog hound of version 1 with these actions."""
    document, hound = copy.deepcopy(real_shapes.OPEN5E_V1)
    hound["fields"]["actions_json"] = json.dumps(list(actions))
    return [document, hound]


def test_a_breath_of_the_first_version_is_a_power_though_its_row_has_an_attack_bonus_of_0():
    words = "Each creature in a 15-foot cone must make a DC 12 Dexterity saving throw."
    breath = {"name": "Bog Breath (Recharge 5-6)", "desc": words, "attack_bonus": 0, "damage_dice": "4d6"}
    spit = {"name": "Spit", "desc": "It spits.", "attack_bonus": 4, "damage_dice": "2d6"}
    figures = figures_of("open5e-v2", first_version(breath, spit))
    assert figures["powers"] == [{"name": "Bog Breath", "dc": 12}]
    assert figures["attacks"] == [{"name": "Spit", "to_hit": 4, "average": 7}]


def second_version(*actions):
    """The bog hound of version 2 with more actions, each as (name, kind, text, fields of its attack row or None)."""
    rows = list(real_shapes.OPEN5E_V2)
    for number, (name, kind, words, attack) in enumerate(actions):
        fields = {"parent": "mire_bog-hound", "name": name, "action_type": kind, "desc": words}
        rows.append({"model": "api_v2.creatureaction", "pk": f"mire_{number}", "fields": fields})
        if attack:
            attack = {"parent": f"mire_{number}"} | attack
            rows.append({"model": "api_v2.creatureactionattack", "pk": f"mire_{number}_a", "fields": attack})
    return rows


SAVE = "must succeed on a DC 13 Constitution saving throw or choke."


@pytest.mark.parametrize(
    ("kind", "words", "powers"),
    [
        ("ACTION", f"It breathes out. Each creature in that area {SAVE}", [{"name": "Bog Breath", "dc": 13}]),
        ("ACTION", f"Each creature within 15 feet of the hound {SAVE}", [{"name": "Bog Breath", "dc": 13}]),
        ("ACTION", f"It picks three targets. Each target {SAVE}", [{"name": "Bog Breath", "dc": 13}]),
        ("ACTION", f"One creature that it sees {SAVE}", None),
        ("ACTION", f"Each creature of the hound's choice that is within 120 feet of it {SAVE}", None),
        ("ACTION", "Each creature in that area is wet.", None),
        ("REACTION", f"Each creature in that area {SAVE}", None),
    ],
)
def test_an_action_against_everyone_in_an_area_is_a_power_though_its_row_lacks_the_limit(kind, words, powers):
    draft = adapters.convert("open5e-v2", json.dumps(second_version(("Bog Breath", kind, words, None))))
    assert draft.document["monsters"][0]["source_stats"]["data"].get("powers") == powers
    named = [line.code for line in draft.review if "the limit of 'Bog Breath' is not in the file" in line.message]
    assert named == (["assumed"] if powers else [])


@pytest.mark.parametrize(
    ("bonuses", "listed"),
    [({"stealth": 0, "arcana": 0}, None), ({"stealth": 4, "arcana": 0}, {"stealth": 4, "arcana": 0})],
)
def test_a_row_with_0_for_every_skill_lists_no_skill(bonuses, listed):
    rows = copy.deepcopy(real_shapes.OPEN5E_V2)
    rows[1]["fields"] |= {f"skill_bonus_{name}": bonus for name, bonus in bonuses.items()}
    answer = copy.deepcopy(real_shapes.OPEN5E_ANSWER)
    answer["results"][0]["skill_bonuses"] = bonuses
    for shape in (rows, answer):
        assert figures_of("open5e-v2", shape).get("skills") == listed


KICK = {"to_hit_mod": 4, "reach": 10, "damage_die_count": 2, "damage_die_type": "D6", "damage_bonus": 2}


def test_an_attack_whose_row_hangs_on_a_legendary_action_is_read_if_no_action_has_its_name():
    kick = ("Kick (Costs 2)", "LEGENDARY_ACTION", "The hound makes a kick attack.", KICK)
    bite = ("Bite", "LEGENDARY_ACTION", "The hound makes a bite attack.", KICK)
    move = ("Move", "LEGENDARY_ACTION", "The hound moves.", None)
    multi = ("Multiattack", "ACTION", "The hound makes two kick attacks.", None)
    figures = figures_of("open5e-v2", second_version(kick, bite, move, multi))
    assert [attack["name"] for attack in figures["attacks"]] == ["Bite", "Spit", "Kick"]
    assert figures["attacks"][2] == {"name": "Kick", "to_hit": 4, "average": 9, "reach": 10}
    assert figures["attacks"][0]["average"] == 7, "the action's own text counts"
    assert figures["round"] == 2 * 9


def test_an_attack_of_a_legendary_action_is_read_from_answers_of_the_api_too():
    answer = copy.deepcopy(real_shapes.OPEN5E_ANSWER)
    kick = {"name": "Kick", "desc": "It kicks.", "action_type": "LEGENDARY_ACTION", "attacks": [KICK]}
    answer["results"][0]["actions"].append(kick)
    assert [attack["name"] for attack in figures_of("open5e-v2", answer)["attacks"]] == ["Bite", "Kick"]


def test_an_action_that_costs_several_actions_is_a_legendary_one_whatever_its_row_says():
    howl = "Each creature must make a DC 13 Wisdom saving throw."
    figures = figures_of("open5e-v2", second_version(("Howl (Costs 2 Actions)", "ACTION", howl, None)))
    assert "powers" not in figures
    assert figures["legendary"] is True
    figures = figures_of("open5e-v2", second_version(("Howl (Recharge 5-6)", "ACTION", howl, None)))
    assert figures["powers"] == [{"name": "Howl", "dc": 13}]
    assert "legendary" not in figures
