"""Adapters: real bestiaries and an adventure become drafts that validate, with a list of what was not understood."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.modules import adapters, stats_conversion
from campaigns.modules.adapters import Draft, Line, NotUnderstood, foundry, open5e_rows, strict_yaml
from campaigns.modules.adapters.draft import no_licence
from campaigns.modules.format import validation
from rules import play
from tests.campaigns.modules import foreign

GOBLIN = """Goblin
Small humanoid (goblinoid), neutral evil
Armor Class 15 (leather armor, shield)
Hit Points 7 (2d6)
Speed 30 ft.
STR DEX CON INT WIS CHA
8 (−1) 14 (+2) 10 (+0) 10 (+0) 8 (−1) 8 (−1)
Skills Stealth +6
Senses darkvision 60 ft., passive Perception 9
Languages Common, Goblin
Challenge 1/4 (50 XP)
Nimble Escape. The goblin can take the Disengage or Hide action as a bonus action on each of its turns.
Actions
Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.
Shortbow. Ranged Weapon Attack: +4 to hit, range 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.
"""
NEWER = """## Bog Lurker
*Large Monstrosity, Unaligned*

**AC** 14 **Initiative** +2 (12)
**HP** 52 (7d10 + 14)
**Speed** 30 ft., Swim 40 ft.

Str 18 +4 +4
Dex 12 +1 +1
Con 15 +2 +2
Int 3 −4 −4
Wis 12 +1 +1
Cha 6 −2 −2

**Senses** Darkvision 60 ft.; Passive Perception 11
**CR** 3 (XP 700; PB +2)

### Actions
***Multiattack.*** The lurker makes one Bite attack and two Claw attacks.
***Bite.*** *Melee Attack Roll:* +6, reach 5 ft. *Hit:* 9 (1d10 + 4) Piercing damage.
***Claw.*** *Melee Attack Roll:* +6, reach 5 ft. *Hit:* 8 (1d8 + 4) Slashing damage.
***Mud Spout (Recharge 5–6).*** Each creature in a line must make a DC 13 Dexterity saving throw.
It glows in the dark
"""


def by_key(draft):
    return {monster["key"]: monster for monster in draft.document["monsters"]}


def figures(item):
    return item["source_stats"]["data"]


@pytest.fixture(scope="module")
def bits():
    return adapters.convert("5e-bits", foreign.text(foreign.FIVE_E_BITS))


@pytest.fixture(scope="module")
def open5e():
    return adapters.convert("open5e-v2", foreign.open5e())


@pytest.fixture(scope="module")
def actors():
    if not foreign.FOUNDRY.exists():
        pytest.skip("The Foundry files are not beside this project.")
    files = sorted(foreign.FOUNDRY.glob("*/[!_]*.yml"))
    return foundry.adapt({file.name: strict_yaml.loads(file.read_text(encoding="utf-8")) for file in files})


@pytest.fixture(scope="module")
def blade():
    return adapters.convert("lgmrd", foreign.text(foreign.NIGHT_BLADE))


@pytest.mark.parametrize("name", ["bits", "open5e", "actors", "blade"])
def test_a_draft_is_a_module_without_a_fault(name, request):
    draft = request.getfixturevalue(name)
    report = validation.document(draft.document)
    assert report.errors == []
    assert json.dumps(draft.as_json())


def test_all_monsters_of_5e_database_are_read_and_their_contradictions_are_named(bits):
    assert len(by_key(bits)) == 334
    named = [(line.pointer, line.message) for line in bits.review if line.code == "contradiction"]
    assert len(named) == 3
    assert named[0] == (
        "/131/actions/0/desc",
        "'Bite': the text says 3 for dice that average 4.5; the dice are used",
    )
    # The fields of a veteran make two shortsword attacks, its text one.
    assert named[2][0] == "/291/actions/0"


def test_creatures_of_both_bestiaries_do_the_same_damage_a_round(bits, open5e):
    rounds = {item["name"]: item["source_stats"]["data"].get("round") for item in by_key(bits).values()}
    others = {item["name"]: item["source_stats"]["data"].get("round") for item in by_key(open5e).values()}
    assert {name for name in rounds.keys() & others.keys() if rounds[name] != others[name]} == {"Veteran"}
    assert rounds["Horned Devil"] == 44
    assert rounds["Wyvern"] == 24


def test_all_creatures_of_open5e_are_read_and_their_wrong_rows_are_named(open5e, bits):
    assert len(by_key(open5e)) == 325
    fields = Counter(line.pointer.rpartition("/")[2] for line in open5e.review if line.code == "contradiction")
    assert fields["damage_bonus"] == 475
    assert fields["damage_die_type"] == 20
    assert fields["damage_type"] >= 513
    # What the prose says is what the other bestiary says, which had it right in its fields.
    ours, theirs = by_key(open5e), by_key(bits)
    common = set(ours) & set(theirs)
    assert len(common) >= 300
    for field, most in (("hp", 0), ("ab", 0), ("ac", 4), ("cr", 1), ("round", 12)):
        differ = [key for key in common if figures(ours[key]).get(field) != figures(theirs[key]).get(field)]
        assert len(differ) <= most, (field, differ)


def test_foundry_actors_get_the_armour_and_the_bonuses_that_are_not_stored(actors, bits):
    theirs = by_key(bits)
    assert len(actors.document["monsters"]) == 26
    for item in actors.document["monsters"]:
        ours, known = figures(item), figures(theirs[item["key"].rpartition("-")[0]])
        for field in ("ac", "hp", "cr", "ab", "pp", "spell_dc", "legendary_resistance", "speed", "powers"):
            assert ours.get(field) == known.get(field), (item["key"], field)
        assert item["x"]["foundry:id"][:4].lower() == item["key"].rpartition("-")[2]
    wolf = next(monster for monster in actors.document["monsters"] if monster["key"].startswith("wolf"))
    assert figures(wolf)["attacks"][0]["rider"] == {"kind": "prone", "dc": 11}
    assert not any(
        "[[" in block["md"] for monster in actors.document["monsters"] for block in monster.get("blocks", [])
    )


def test_an_older_actor_with_data_is_read_too():
    actor = {
        "_id": "abcd1234efgh5678",
        "name": "Old Rat",
        "type": "npc",
        "data": {
            "abilities": {
                "str": {"value": 8},
                "dex": {"value": 15},
                "con": {"value": 10},
                "int": {"value": 2},
                "wis": {"value": 10},
                "cha": {"value": 4},
            },
            "attributes": {"ac": {"value": 12}, "hp": {"value": 5, "max": 5}, "speed": {"value": "30 ft."}},
            "details": {"cr": 0.125, "type": "beast"},
            "traits": {"size": "sm"},
        },
        "items": [
            {
                "name": "Bite",
                "type": "weapon",
                "data": {
                    "description": {"value": "<p>A <b>bad</b> bite<script>alert(1)</script>.</p>"},
                    "ability": "dex",
                    "attackBonus": 0,
                    "actionType": "mwak",
                    "damage": {"parts": [["1d4 + @mod", "piercing"]]},
                },
            }
        ],
    }
    draft = adapters.convert("foundry", json.dumps(actor))
    (rat,) = draft.document["monsters"]
    assert (figures(rat)["ac"], figures(rat)["hp"], figures(rat)["speed"]) == (12, 5, {"walk": 30})
    assert figures(rat)["attacks"] == [{"name": "Bite", "to_hit": 4, "average": 4.5, "reach": 5}]
    assert rat["blocks"][0]["md"] == "A **bad** bite."
    assert validation.document(draft.document).ok


def test_a_pasted_stat_block_becomes_the_same_monster(bits):
    draft = adapters.convert("stat-block", GOBLIN)
    (goblin,) = draft.document["monsters"]
    known = by_key(bits)["goblin"]
    for game in stats_conversion.GAMES:
        assert stats_conversion.stats(game, goblin) == stats_conversion.stats(game, known)
    assert {line.message for line in draft.review} == {no_licence()}


def test_a_block_of_the_newer_form_in_markdown_is_read_and_what_is_not_is_told():
    draft = adapters.convert("stat-block", NEWER + "\n" + GOBLIN)
    lurker, goblin = draft.document["monsters"]
    assert (lurker["name"], lurker["size"], goblin["name"]) == ("Bog Lurker", "Large", "Goblin")
    told = figures(lurker)
    assert (told["ac"], told["hp"], told["cr"], told["prof"], told["pp"]) == (14, 52, 3, 2, 11)
    assert told["speed"] == {"walk": 30, "swim": 40}
    assert told["round"] == 9.5 + 2 * 8.5
    assert told["powers"] == [{"name": "Mud Spout", "dc": 13}]
    assert told["ab"]["strength"] == 18
    assert validation.document(draft.document).ok


def test_a_line_that_nobody_understands_is_a_line_of_the_review():
    draft = adapters.convert("stat-block", GOBLIN.replace("Skills Stealth +6", "Skillz Stealth"))
    assert [line.pointer for line in draft.review if "Skillz" in line.message] == ["line 8"]


def test_the_night_blade_is_found_whole_in_its_markdown(blade):
    document = blade.document
    foes = {
        encounter["title"].partition(":")[0]: [(group["who"], group["count"]) for group in encounter["groups"]]
        for encounter in document["encounters"]
    }
    assert foes == {
        "Start": [("monster:bandit", 6)],
        "The Tangles": [("monster:shambling-mound", 1)],
        "Shattered Door": [("monster:guard", 2)],
        "Broken Hall": [("monster:bandit", 4)],
        "Shadowed Reaches": [("monster:stirge", 10)],
        "Sunken Cellars": [("monster:bandit", 4), ("monster:thug", 2)],
        "Mud Pit": [("monster:bandit", 2), ("monster:swarm-of-rats", 1)],
        "Lost Throne": [("monster:bandit-captain", 1), ("monster:bandit", 4)],
    }
    assert len(document["locations"]) == 7
    assert [npc["name"] for npc in document["npcs"]] == [
        "Sheriff Ruth Willowmane",
        "Gardren the Night Lord",
        "Ralavaz the Night Blade",
    ]
    assert len(document["tables"][0]["rows"]) == 11
    assert {check["difficulty"]["from"]["dc"] for check in document["checks"]} == {12, 13}
    assert document["treasures"][0]["title"] == "Nightculler, +1 shortsword"
    assert document["locations"][0]["aspects"] == ["Poisonous tangleweed", "sinkholes", "statues of ancient lords"]
    assert document["locations"][0]["blocks"][0]["kind"] == "read_aloud"
    assert not document["locations"][0]["blocks"][0]["md"].startswith("*")


def test_facts_hidden_in_the_adventures_prose_are_on_the_review_list(blade):
    told = [line.message for line in blade.review]
    assert sum("pet stirge" in text for text in told) == 2
    assert sum("no figures for" in text for text in told) == 7
    report = validation.document(blade.document)
    assert [
        (warning.code, warning.message) for warning in report.warnings if warning.code == "source.contradiction"
    ] == [("source.contradiction", "the text says Bandits (6), but the encounters contain 20")]


def test_a_bestiary_at_hand_gives_the_figures(bits):
    rows = {monster["name"].lower(): monster for monster in bits.document["monsters"]}

    def known(name):
        found = rows.get(name)
        return None if found is None else {"source_stats": found["source_stats"]}

    draft = adapters.convert("lgmrd", foreign.text(foreign.NIGHT_BLADE), known)
    assert all("source_stats" in monster for monster in draft.document["monsters"])
    assert not [line for line in draft.review if "no figures" in line.message]


@pytest.mark.parametrize("name", ["bits", "open5e", "actors"])
def test_every_engine_takes_the_converted_results_of_adapters(name, request):
    for item in request.getfixturevalue(name).document["monsters"]:
        for game in stats_conversion.GAMES:
            block = stats_conversion.stats(game, item)
            if block is not None and game in play.SYSTEMS:
                play.monster(game, stats_conversion.for_engine(game, block))


def test_the_same_file_gives_the_same_draft(bits, open5e):
    assert adapters.convert("5e-bits", foreign.text(foreign.FIVE_E_BITS)).as_json() == bits.as_json()
    assert adapters.convert("open5e-v2", foreign.open5e()).as_json() == open5e.as_json()


# What is no such file


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("5e-bits", "[]"),
        ("5e-bits", "{}"),
        ("5e-bits", "not json"),
        ("5e-bits", '[{"name": "x"}]'),
        ("5e-bits", "[" * 100 + "]" * 100),
        ("open5e-v2", "[]"),
        ("open5e-v2", '[{"model": 1}]'),
        ("foundry", "a: &x [1]\nb: *x"),
        ("foundry", "a: 1\na: 2"),
        ("foundry", "!!python/object:os.system x"),
        ("foundry", "- 1\n- [2"),
        ("foundry", '{"name": "x"}'),
        ("foundry", "x: " + "[" * 60 + "]" * 60),
        ("stat-block", ""),
        ("stat-block", "Hello"),
        ("lgmrd", "no heading at all"),
        ("5e-bits", b"\xff\xfe"),
    ],
)
def test_a_file_that_an_adapter_does_not_read_is_refused_in_words(name, data):
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert(name, data)
    assert refused.value.message


def test_a_file_of_aliases_upon_aliases_is_refused_at_once():
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    with pytest.raises(NotUnderstood):
        adapters.convert("foundry", bomb)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = (
    "armor_class hit_points speed actions special_abilities proficiencies senses challenge_rating name strength "
    "legendary_actions size index"
)
SPOILED = st.sampled_from(FIELDS.split())


@settings(max_examples=150, deadline=None)
@given(SPOILED, JSON)
def test_a_spoiled_field_never_breaks_the_reading(field, value):
    monster = {
        "index": "rat",
        "name": "Rat",
        "size": "Small",
        "hit_points": 3,
        "armor_class": [{"value": 10}],
        "challenge_rating": 0,
        "speed": {"walk": "20 ft."},
        "actions": [
            {
                "name": "Bite",
                "desc": ("Melee Weapon Attack: +0 to hit, reach 5 ft., one target. Hit: 1 piercing damage."),
            }
        ],
        field: value,
    }
    try:
        draft = adapters.convert("5e-bits", [monster])
    except NotUnderstood:  # a control character in a text, which no file may have
        return
    assert validation.document(draft.document).errors == []


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["system", "items", "name", "type", "_id"]), JSON)
def test_a_spoiled_actor_never_breaks_the_reading(field, value):
    actor = {"name": "Rat", "type": "npc", "system": {"attributes": {"hp": {"max": 3}}}, "items": [], field: value}
    try:
        draft = adapters.convert("foundry", [actor])
    except NotUnderstood:
        return
    if draft.document.get("monsters"):
        assert validation.document(draft.document).errors == []


ODD = [
    "# Head",
    "## Locations",
    "> Read.",
    "**x**",
    "Two **wolves** (A and B)",
    "|",
    "DC 99 Strength check",
    "\u202e",
    "",
]
LINES = st.lists(st.sampled_from([*GOBLIN.splitlines(), *NEWER.splitlines(), *ODD]), max_size=14)


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_lines_in_any_order_never_break_the_reading(lines):
    for name in ("stat-block", "lgmrd"):
        try:
            draft = adapters.convert(name, "\n".join(lines))
        except NotUnderstood:
            continue
        assert validation.document(draft.document).errors == []


def test_lines_that_say_the_same_of_many_monsters_are_one():
    draft = Draft.begin(title="Many")
    draft.without_attacks = [Line(f"/{number}", "assumed", "no attack", "monster:rat") for number in range(13)]
    draft.note_attacks()
    (line,) = [line for line in draft.review if line.code == "assumed"]
    assert "13 monsters" in line.message
    few = Draft.begin(title="Few")
    few.without_attacks = [Line("/1", "assumed", "no attack", "monster:rat")] * 12
    few.note_attacks()
    assert len([line for line in few.review if line.code == "assumed"]) == 12


def test_a_field_without_a_value_contradicts_nothing():
    draft, words = Draft.begin(title="Open5e"), "Melee Weapon Attack: +4 to hit. Hit: 7 (2d4 + 2) piercing damage."
    row = {"to_hit_mod": 4, "damage_die_count": 2, "damage_die_type": "D4", "damage_bonus": 2, "damage_type": None}
    open5e_rows.compare(draft, "Bite", {"to_hit": 4}, words, row, "/0")
    assert not [line for line in draft.review if line.code == "contradiction"]
    for lacking in ({"damage_die_type": None}, {"damage_die_type": ""}, {"damage_die_count": None}):
        open5e_rows.compare(draft, "Bite", {"to_hit": 4}, words, row | lacking, "/0")
    assert not [line for line in draft.review if line.code == "contradiction"]
    open5e_rows.compare(draft, "Bite", {"to_hit": 4}, words, row | {"damage_type": "cold"}, "/0")
    assert len([line for line in draft.review if line.code == "contradiction"]) == 1
    open5e_rows.compare(draft, "Bite", {"to_hit": 4}, words, row | {"damage_die_type": "D6"}, "/0")
    assert draft.review[-1].message == "'Bite': damage_die_type says '2d6', the text '2d4'; the text is used"


def test_many_parts_with_another_licence_are_one_warning():
    draft = Draft.begin(title="Two", licence={"spdx": "CC0-1.0"})
    for name in ("Rat", "Cat"):
        draft.add("monsters", {"key": name.lower(), "name": name, "licence": {"spdx": "MIT"}})
    (warning,) = [one for one in validation.document(draft.document).warnings if one.code == "licence.mixed"]
    assert "2 parts" in warning.message
