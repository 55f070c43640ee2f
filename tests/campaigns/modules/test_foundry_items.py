"""Items of Foundry's actors: DCs, damage, armour and reach, computed as the game's own sheet computes them."""

import json

import pytest

from campaigns.modules import adapters
from campaigns.modules.adapters import foundry_words
from campaigns.modules.adapters.draft import Draft
from tests.campaigns.modules import real_shapes


def figures_of(*items, **attributes):
    """The figures of a rat of tin (strength 2, dexterity 15, proficiency 2) with these items."""
    actor = real_shapes.actor()
    actor["items"] = list(items)
    actor["system"]["attributes"] |= attributes
    (monster,) = adapters.convert("foundry", json.dumps(actor)).document["monsters"]
    return monster["source_stats"]["data"]


def feature(dc):
    """A feature of limited use with a saving throw against this DC."""
    act = {"type": "save", "activation": {"type": "action"}, "save": {"ability": ["con"], "dc": dc}}
    system = {"uses": {"max": "1"}, "activities": {"a": act}, "description": {"value": "<p>It rings.</p>"}}
    return {"name": "Ring", "type": "feat", "system": system}


def weapon(damage, *, parts=(), include=True, attack=None, activity_range=None, **system):
    """A weapon with this base damage, and parts that its attack adds."""
    act = {
        "type": "attack",
        "activation": {"type": "action"},
        "attack": attack or {"ability": "dex"},
        "damage": {"includeBase": include, "parts": list(parts)},
    }
    act |= {"range": activity_range} if activity_range else {}
    return {"name": "Nip", "type": "weapon", "system": {"damage": {"base": damage}, "activities": {"a": act}} | system}


def nip(*args, **named):
    return figures_of(weapon(*args, **named))["attacks"][0]


@pytest.mark.parametrize(
    ("dc", "expected"),
    [
        ({"calculation": "dex", "formula": ""}, 8 + 2 + 2),
        ({"calculation": "dex", "formula": "8"}, 8 + 2 + 2),
        ({"calculation": "", "formula": "15"}, 15),
        ({"calculation": "", "formula": "8 + @prof"}, 8 + 2),
        ({"calculation": "", "formula": "8 + @prof + @mod"}, 8 + 2 - 4),
        (14, 14),
    ],
)
def test_a_dc_is_calculated_from_its_ability_and_otherwise_as_stored(dc, expected):
    assert figures_of(feature(dc))["powers"] == [{"name": "Ring", "dc": expected}]


@pytest.mark.parametrize("formula", ["", None, "@scale.ring.dc", "1000", "8 * 2", "9" * 5000])
def test_a_feature_without_a_dc_that_is_understood_is_no_power(formula):
    assert "powers" not in figures_of(feature({"calculation": "", "formula": formula}))


DICE = {"number": 2, "denomination": 4, "bonus": ""}
FIRE = {"number": 1, "denomination": 6, "bonus": ""}


def test_the_ability_is_added_to_dice_and_not_to_damage_without_dice():
    assert nip(DICE)["average"] == 5 + 2
    assert nip({"custom": {"enabled": True, "formula": "2d4"}})["average"] == 5 + 2
    assert nip({"custom": {"enabled": True, "formula": "1"}})["average"] == 1


def test_a_base_that_an_attack_does_not_include_is_not_added():
    assert nip(DICE, parts=[FIRE])["average"] == 5 + 2 + 3.5
    assert nip(DICE, parts=[FIRE], include=False)["average"] == 3.5


@pytest.mark.parametrize(("proficient", "to_hit"), [(0, 2), (False, 2), (1, 4), (True, 4), (None, 4), ("0", 4)])
def test_a_weapon_without_proficiency_hits_with_the_ability_alone(proficient, to_hit):
    assert nip(DICE, proficient=proficient)["to_hit"] == to_hit
    assert nip(DICE)["to_hit"] == 2 + 2


@pytest.mark.parametrize(
    ("kind", "dexterity", "expected"),
    [("heavy", 8, 18), ("heavy", 15, 18), ("medium", 8, 17), ("medium", 18, 20), ("light", 18, 22), ("light", 8, 17)],
)
def test_heavy_armour_takes_no_dexterity_not_even_a_negative_one(kind, dexterity, expected):
    actor = real_shapes.actor()
    actor["system"]["abilities"]["dex"]["value"] = dexterity
    actor["system"]["attributes"]["ac"] = {"calc": "default"}
    mail = {"name": "Mail", "type": "equipment", "system": {"type": {"value": kind}, "armor": {"value": 18}}}
    actor["items"].append(mail)
    (monster,) = adapters.convert("foundry", json.dumps(actor)).document["monsters"]
    assert monster["source_stats"]["data"]["ac"] == expected


def distance(kind="melee", of_activity=None, **system):
    found = nip(DICE, attack={"ability": "dex", "type": {"value": kind}}, activity_range=of_activity, **system)
    return found.get("reach"), found.get("range")


def test_a_melee_attack_has_a_reach_though_it_is_stored_as_a_range():
    assert distance(range={"value": "15", "units": "ft"}) == (15, None)
    assert distance(range={"reach": 10}) == (10, None)
    assert distance(range={}) == (5, None)
    assert distance("", actionType="mwak", range={"value": 15}) == (15, None)


def test_a_ranged_or_thrown_attack_has_a_range():
    assert distance("ranged", range={"value": 60}) == (None, "60")
    assert distance(range={"value": 30, "long": 120}) == (None, "30/120")
    assert distance(range={"value": 20}, properties=["thr"]) == (None, "20")
    assert distance("", range={"value": 80, "long": 320}) == (None, "80/320")


def test_an_item_without_a_distance_has_that_of_its_activity_or_of_its_properties():
    assert distance(of_activity={"value": "10", "units": "ft"}) == (10, None)
    assert distance("ranged", of_activity={"value": "30"}) == (None, "30")
    assert distance("ranged", range={"value": 60}, of_activity={"value": "30"}) == (None, "60")
    assert distance(range={"reach": 15}, of_activity={"value": "5"}) == (15, None)
    assert distance(properties=["rch"]) == (10, None)
    assert distance(properties=["rch"], of_activity={"value": "15"}) == (15, None)


def words_of(html, dc=None):
    """A description as Markdown, and the notes about what was left out."""
    draft = Draft({})
    return foundry_words.markdown(draft, f"<p>{html}</p>", "", dc), draft


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("It glows for [[/r 1d10]] days.", "It glows for 1d10 days."),
        ("It glows for [[/roll 2d4 * 10 # time]] days.", "It glows for 2d4 × 10 days."),
        ("A heap of [[/r 1d4 * 10]]{1d4 × 10} buttons.", "A heap of 1d4 × 10 buttons."),
        ("They take [[/damage 1d6 psychic average]] damage.", "They take 1d6 psychic damage."),
        ("They take [[/damage formula=2d8 type=fire]] damage.", "They take 2d8 fire damage."),
        ('They take [[/damage formula="1d6 + 2" type=fire]] damage.', "They take 1d6 + 2 fire damage."),
        ("It lasts [[2d6]] rounds and [[d20 + 3]] hours.", "It lasts 2d6 rounds and d20 + 3 hours."),
        ("Make a [[/save con 15]] saving throw.", "Make a DC 15 Constitution saving throw."),
        ("Make a [[/save ability=dex dc=12 format=long]] saving throw.", "Make a DC 12 Dexterity saving throw."),
        ("Make a [[/check wis perception 13]] check.", "Make a DC 13 Wisdom perception check."),
    ],
)
def test_a_roll_with_its_own_figures_keeps_them(html, expected):
    words, draft = words_of(html)
    assert (words, draft.review) == (expected, [])
    assert words_of(html, 18)[0] == expected


def test_a_roll_without_figures_is_the_blocks_or_is_noted_as_lost():
    assert words_of("Make a [[/save]] saving throw.", 14)[0] == "Make a DC 14 saving throw."
    words, draft = words_of("[[/attack extended]]. [[/damage average]]. It bites.")
    assert "It bites." in words
    assert not draft.review
    assert words_of("Make a [[/save]] saving throw.")[1].review


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<strong>Cold. </strong>It is cold.", "**Cold.** It is cold."),
        ("It is<em> very </em>cold.", "It is *very* cold."),
        ("<b><i>Cold. </i></b>It is.", "***Cold.*** It is."),
        ("It <b> </b>is <i></i>cold.</b>", "It  is cold."),
        ("<b>Cold<br></b>and wet.", "**Cold**\nand wet."),
        ("<b>Cold <i>and</b> wet.", "**Cold and** wet."),
    ],
)
def test_spaces_stand_outside_of_emphasis(html, expected):
    """Markdown shows the asterisks otherwise."""
    assert words_of(html)[0] == expected
