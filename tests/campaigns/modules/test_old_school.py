"""Files of older games: Watabou's dungeons, osrlib's adventures, monsters of Cairn and of Basic Fantasy."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.modules import adapters, stats_conversion
from campaigns.modules.format import validation
from rules import play
from tests.campaigns.modules import old_school
from tests.campaigns.modules.samples import put

FILES = {
    "watabou-opd": json.dumps(old_school.DUNGEON),
    "osrlib": json.dumps(old_school.ADVENTURE),
    "cairn-md": old_school.CAIRN,
    "basicfantasy": old_school.BASIC,
}


def drafted(kind, data=None):
    return adapters.convert(kind, FILES[kind] if data is None else data)


def by_key(draft, collection):
    return {entry["key"]: entry for entry in draft.document[collection]}


@pytest.mark.parametrize("kind", FILES)
def test_each_gives_a_module_without_a_fault_and_always_the_same(kind):
    draft = drafted(kind)
    report = validation.document(copy.deepcopy(draft.document))
    assert report.ok, report.errors
    assert draft.review
    assert drafted(kind).as_json() == draft.as_json()


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
@pytest.mark.parametrize("kind", ["cairn-md", "basicfantasy"])
def test_their_monsters_become_what_every_engine_takes(kind, system):
    for item in drafted(kind).document["monsters"]:
        block = stats_conversion.stats(system, item)
        assert block is not None
        play.monster(system, stats_conversion.for_engine(system, block))


def test_a_dungeon_has_its_rooms_doors_notes_and_plan():
    draft = drafted("watabou-opd")
    rooms = by_key(draft, "locations")
    assert list(rooms) == ["room-4-m2", "room-m2-m2", "room-m1-2", "room-9-9"], "floors below doors are no rooms"
    assert [room["title"] for room in rooms.values()] == ["Room 1", "Room A", "Room B", "Room C"]
    assert [(way["to"], way["kind"]) for way in rooms["room-m2-m2"]["exits"]] == [
        ("location:room-4-m2", "door"),
        ("location:room-m1-2", "secret"),
    ]
    assert rooms["room-4-m2"]["number"] == "1"
    assert rooms["room-4-m2"]["blocks"][0]["md"] == "A goose of tin, wound up."
    assert rooms["room-m2-m2"]["aspects"] == ["pillars"]
    assert rooms["room-m1-2"]["aspects"] == ["water"]
    assert (rooms["room-m1-2"]["tags"], rooms["room-9-9"]["tags"]) == (["ending"], ["rotunda"])
    plan = draft.document["maps"][0]
    assert plan["cells"][0] == {"location": "location:room-m2-m2", "rects": [[0, 0, 5, 3]]}
    assert plan["pins"] == [{"key": "room-4-m2", "to": "location:room-4-m2", "label": "1", "x": 7.5, "y": 2.0}]
    told = {line.pointer: line.code for line in draft.review}
    assert told["/notes/1"] == told["/doors/3"] == "not_understood"


def test_an_adventure_has_its_areas_foes_traps_treasure_and_ways():
    draft = drafted("osrlib")
    places = by_key(draft, "locations")
    assert list(places) == ["town", "stair", "stair-1-porch", "stair-1-vault", "stair-1-nook", "stair-2-deep"]
    assert places["stair-1-vault"]["parent"] == "location:stair"
    ways = {
        key: [(way["to"].partition(":")[2], way["kind"]) for way in place.get("exits", [])]
        for key, place in places.items()
    }
    assert ways["stair-1-porch"] == [("stair-1-vault", "secret")], "through the corridor"
    assert set(ways["stair-1-vault"]) == {("stair-1-porch", "secret"), ("stair-1-nook", "door")}
    assert set(ways["stair-1-nook"]) == {("stair-1-vault", "door"), ("stair-2-deep", "stairs")}
    fight = draft.document["encounters"][0]
    assert [(group["who"], group["count"]) for group in fight["groups"]] == [
        ("monster:salt-hound", "1d4"),
        ("monster:giant-rat", 3),
    ]
    assert places["stair-1-vault"]["encounters"] == [f"encounter:{fight['key']}"]
    hound = by_key(draft, "monsters")["salt-hound"]["source_stats"]["data"]
    assert (hound["hp"], hound["ac"], hound["cr"]) == (19, 13, 0.5)
    assert "source_stats" not in by_key(draft, "monsters")["giant-rat"]
    assert draft.document["hazards"][0]["effect"]["x"] == {"5e:damage": 3.5}
    chest = draft.document["treasures"][0]
    assert (chest["coins"], [item["name"] for item in chest["items"]]) == ({"gp": 12}, ["rope", "gem"])
    assert draft.document["maps"][0]["cells"][1]["rects"] == [[3, 0, 1, 1], [3, 1, 1, 1]]
    told = {(line.pointer, line.code) for line in draft.review}
    assert {
        ("/triggers", "left_out"),
        ("/dungeons/0/levels/0/areas/1/treasure", "left_out"),
        ("/dungeons/0/levels/0/transitions/1", "not_understood"),
        ("/dungeons/0/levels/0/areas/1/encounter/monsters/1", "not_understood"),
    } <= told


def test_a_bestiary_at_hand_gives_an_adventures_foes_their_figures():
    figures = {"source_stats": {"system": "5e", "data": {"cr": 0.125, "hp": 7, "ac": 12}}}
    draft = adapters.convert("osrlib", FILES["osrlib"], lambda name: figures if name == "giant rat" else None)
    assert by_key(draft, "monsters")["giant-rat"]["source_stats"]["data"]["hp"] == 7


def test_monsters_of_cairn_are_read_with_their_attacks_and_credited():
    draft = drafted("cairn-md")
    eel, nurse = (item["source_stats"]["data"] for item in draft.document["monsters"])
    assert [item["name"] for item in draft.document["monsters"]] == ["Lamp Eel", "Clay Nurse"]
    assert (eel["hp"], eel["ac"], eel["ab"]) == (24, 13, {"strength": 13, "wisdom": 8})
    assert [(attack["name"], attack["average"]) for attack in eel["attacks"]] == [("Bite", 8), ("Light", 6.5)]
    assert (nurse["hp"], nurse["ac"], nurse["cr"]) == (8, 11, 0.125)
    assert draft.document["module"]["licence"]["spdx"] == "CC-BY-SA-4.0"
    assert [block["md"] for block in draft.document["monsters"][1]["blocks"]] == ["3 HP, slap (d4)", "Means well."]


def test_blocks_of_basic_fantasy_are_read_as_text_and_as_json():
    draft = drafted("basicfantasy")
    wight, cow = draft.document["monsters"]
    assert (wight["name"], cow["name"]) == ("Reed Wight", "Mud Cow")
    data = wight["source_stats"]["data"]
    assert (data["hp"], data["ac"], data["xp"], data["speed"]) == (26, 14, 1145, {"walk": 30, "swim": 40})
    assert [attack["name"] for attack in data["attacks"]] == ["Claw", "Bite"]
    assert "Hit dice" in wight["blocks"][0]["md"]
    assert cow["source_stats"]["data"]["hp"] == 7
    rows = adapters.convert("basicfantasy", json.dumps(old_school.BASIC_ROWS))
    assert [monster["name"] for monster in rows.document["monsters"]] == ["Reed Wight"]
    assert ("/1/stat_block/hit_dice", "not_understood") in {(line.pointer, line.code) for line in rows.review}


@pytest.mark.parametrize("damage", ["1d8+1 or by weapon +1", "1d8+1 or by weapon", "1d8+1 or by weapon or special"])
def test_a_weapon_that_a_monster_may_carry_instead_is_no_name_of_its_attack(damage):
    row = {"name": "Reed Brute", "armorclass": "15", "hitdice": "3+1", "noattacks": "1 weapon", "damage": damage}
    (monster,) = adapters.convert("basicfantasy", json.dumps([row])).document["monsters"]
    assert [attack["name"] for attack in monster["source_stats"]["data"]["attacks"]] == ["Weapon"]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("watabou-opd", b"[]"),
        ("watabou-opd", b'{"rects": 1}'),
        ("osrlib", b'{"name": "x"}'),
        ("osrlib", b"[1]"),
        ("cairn-md", b"# Eel\n\nno figures"),
        ("basicfantasy", b"[]"),
        ("basicfantasy", b"Hello"),
        ("watabou-opd", b"{"),
        ("osrlib", b"\xff"),
    ],
)
def test_a_file_that_they_do_not_read_is_refused_in_words(kind, data):
    with pytest.raises(adapters.NotUnderstood) as refused:
        adapters.convert(kind, data)
    assert refused.value.message


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 20_000),
    st.text(max_size=8),
    st.floats(allow_nan=False),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def places(value, pointer=""):
    """Every pointer in a JSON value."""
    yield pointer
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield from places(inner, f"{pointer}/{str(name).replace('/', '~1')}")


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_spoiled_file_never_breaks_the_reading(data):
    kind, whole = data.draw(st.sampled_from([("watabou-opd", old_school.DUNGEON), ("osrlib", old_school.ADVENTURE)]))
    spoiled = copy.deepcopy(whole)
    for _time in range(data.draw(st.integers(1, 3))):
        spot = data.draw(st.sampled_from([place for place in places(spoiled) if place]))
        put(spoiled, spot, data.draw(JUNK))
    try:
        draft = adapters.convert(kind, json.dumps(spoiled))
    except adapters.NotUnderstood:
        return
    report = validation.document(draft.document)
    assert report.ok, report.errors[:3]
