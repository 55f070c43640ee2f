"""Adapters read the shapes that real tools write: licences, editions, attacks, and no monster without figures."""

import copy
import json

import pytest

from campaigns.modules import adapters, stats_conversion
from campaigns.modules.adapters import NotUnderstood, licences
from campaigns.modules.format import validation
from rules import play
from tests.campaigns.modules import old_school, real_shapes


def read(kind, value):
    draft = adapters.convert(kind, value if isinstance(value, str) else json.dumps(value))
    report = validation.document(copy.deepcopy(draft.document))
    assert report.errors == []
    return draft


def only(draft):
    (item,) = draft.document["monsters"]
    return item, item["source_stats"]["data"]


def licence(draft):
    return draft.document["module"]["licence"]


# Licences


def test_the_licence_of_a_creature_is_that_of_its_document():
    draft = read("open5e-v2", real_shapes.OPEN5E_V2)
    assert licence(draft)["spdx"] == "LicenseRef-OGL-1.0a"
    assert licence(draft)["attribution"] == "Book of the Mire, Tin Press (OGL-1.0a)"
    assert "Wizards" not in json.dumps(draft.document)
    assert not [line for line in draft.review if "licence" in line.message]


def test_creatures_of_a_document_that_nobody_describes_have_no_known_licence():
    draft = read("open5e-v2", real_shapes.OPEN5E_V2[1:])
    assert licence(draft)["spdx"] == "LicenseRef-unknown"
    assert [line.message for line in draft.review if "names no licence" in line.message]
    report = validation.document(copy.deepcopy(draft.document))
    assert "licence.unknown" in {warning.code for warning in report.warnings}


def test_creatures_of_several_documents_keep_a_licence_each():
    rows = copy.deepcopy(real_shapes.OPEN5E_V2)
    other = copy.deepcopy(rows[1])
    other["pk"], other["fields"]["document"] = "srd-2024_bog-hound", "srd-2024"
    draft = read("open5e-v2", [*rows, other])
    mire, srd = draft.document["monsters"]
    assert licence(draft)["spdx"] == "LicenseRef-see-objects"
    assert (mire["licence"]["spdx"], srd["licence"]) == ("LicenseRef-OGL-1.0a", licences.SRD_5_2)
    assert (mire["source_stats"]["system"], srd["source_stats"]["system"]) == ("5e-2014", "5e-2024")


@pytest.mark.parametrize(
    ("url", "expected", "edition"),
    [
        ("/api/2014/monsters/rat", licences.SRD_5_1, "2014"),
        ("/api/monsters/rat", licences.SRD_5_1, "2014"),
        ("/api/2024/monsters/rat", licences.SRD_5_2, "2024"),
        ("https://example.org/rat", {"spdx": "LicenseRef-unknown"}, ""),
    ],
)
def test_a_row_of_5e_database_says_by_its_address_which_reference_document_it_is_from(url, expected, edition):
    row = {"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": 10, "challenge_rating": 0, "url": url}
    draft = read("5e-bits", [row])
    assert licence(draft) == expected
    assert draft.recognised.edition == edition


@pytest.mark.parametrize(
    ("source", "spdx", "credited"),
    [
        ({"license": "CC-BY-4.0", "book": "SRD 5.1", "rules": "2014"}, "CC-BY-4.0", "SRD 5.1"),
        ({"license": "CC-BY-4.0", "book": "SRD 5.2", "rules": "2024"}, "CC-BY-4.0", "SRD 5.2"),
        ({"license": "CC-BY-4.0", "book": "Tin Tales"}, "CC-BY-4.0", "Tin Tales"),
        ({"license": "CC-BY-NC-4.0", "book": "Tin Tales"}, "CC-BY-NC-4.0", "Tin Tales"),
        ({"license": "CC-BY-4.0", "book": ""}, "CC-BY-4.0", None),
        ({"license": ""}, "LicenseRef-unknown", None),
    ],
)
def test_an_actor_is_credited_to_its_own_book(source, spdx, credited):
    found = licence(read("foundry", real_shapes.actor(**source)))
    assert found["spdx"] == spdx
    assert (credited in found["attribution"]) if credited else ("attribution" not in found)
    assert ("Wizards" in found.get("attribution", "")) == ("SRD" in (credited or ""))


# Open5e


@pytest.mark.parametrize(
    ("rows", "form", "edition"),
    [
        (real_shapes.OPEN5E_V2, "Open5e v2", "2014"),
        (real_shapes.OPEN5E_V1, "Open5e v1", "2014"),
        (real_shapes.OPEN5E_ANSWER, "Open5e API v2", "2024"),
    ],
)
def test_every_form_of_open5e_gives_the_creature_with_its_bite(rows, form, edition):
    draft = read("open5e-v2", rows)
    item, figures = only(draft)
    assert (item["name"], figures["hp"], figures["ac"], figures["cr"]) == ("Bog Hound", 22, 13, 1)
    assert figures["ab"] == {"strength": 14}
    assert figures["attacks"][0] | {"reach": 5} == {"name": "Bite", "to_hit": 4, "average": 7, "reach": 5}
    assert draft.recognised.format == form
    assert draft.recognised.edition in (edition, "")


def test_attack_rows_are_used_where_the_prose_contains_no_attack():
    _item, figures = only(read("open5e-v2", real_shapes.OPEN5E_V2))
    assert figures["attacks"][1] == {"name": "Spit", "to_hit": 3, "average": 7, "range": "20"}


# Foundry


def test_flat_damage_is_taken_as_it_is_printed():
    _item, figures = only(read("foundry", real_shapes.actor()))
    assert figures["attacks"] == [{"name": "Nip", "to_hit": 0, "average": 1, "reach": 5}]


@pytest.mark.parametrize(
    ("value", "game"),
    [
        (real_shapes.PATHFINDER, "Pathfinder 2e"),
        ({"name": "X", "type": "creature", "_stats": {"systemId": "dsa5"}, "system": {"status": 1}}, "The Dark Eye 5e"),
        ({"name": "X", "type": "npc", "_stats": {"systemId": "tin-game"}, "system": {"a": 1}}, "tin-game"),
    ],
)
def test_actors_of_other_games_are_refused_by_the_name_of_the_game(value, game):
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert("foundry", json.dumps(value))
    assert game in refused.value.message
    assert "Basic Fantasy RPG" in refused.value.message, "it says what is supported"


def test_a_monster_of_basic_fantasy_is_read_with_its_attacks():
    draft = read("foundry", real_shapes.BASIC_FANTASY)
    item, figures = only(draft)
    assert (item["name"], draft.recognised.system) == ("Ditch Adder", "Basic Fantasy RPG")
    assert (figures["ac"], figures["xp"], figures["speed"]) == (13, 75, {"walk": 30, "swim": 20})
    assert [(attack["name"], attack["average"]) for attack in figures["attacks"]] == [("Bite", 5)]
    assert figures["hp"] == 19


def test_a_pack_with_one_document_a_line_is_read_and_its_last_line_of_a_document_counts():
    first, second = real_shapes.actor("Old name"), real_shapes.actor("New name")
    draft = read("foundry", "\n".join(json.dumps(document) for document in (first, second)) + "\n")
    assert [item["name"] for item in draft.document["monsters"]] == ["New name"]


def test_an_adventure_document_brings_its_actors_scenes_journals_and_tables():
    draft = read("foundry", real_shapes.ADVENTURE)
    document = draft.document
    assert document["module"]["title"] == "The Tin Cellar"
    assert "Rats of tin" in document["module"]["summary"]
    assert [item["name"] for item in document["monsters"]] == ["Tin Rat"]
    (group,) = document["encounters"][0]["groups"]
    assert (group["who"], group["count"]) == (f"monster:{document['monsters'][0]['key']}", 2)
    assert document["scenes"][0]["encounters"] == [f"encounter:{document['encounters'][0]['key']}"]
    blocks = [(block.get("title"), block["kind"], block["md"]) for block in document["chapters"][0]["blocks"]]
    assert blocks == [
        ("First look", "gm", "### Stairs"),
        (None, "read_aloud", "It smells of oil."),
        (None, "gm", "A trap waits."),
        ("Later", "gm", "They come back."),
    ]
    assert [(table["title"], table["method"]) for table in document["tables"]] == [
        ("Noises", {"roll": "1d2"}),
        ("Gaps", {"pick": "uniform"}),
    ]
    said = " ".join(line.message for line in draft.review)
    assert "Pathfinder 2e" in said
    assert "Map" in said
    assert "“items”" in said


# No empty monsters


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("foundry", {"name": "Light", "type": "npc", "_stats": {"systemId": "dnd5e"}, "system": {"attributes": {}}}),
        ("5e-bits", [{"index": "rat", "name": "Rat"}]),
        ("improved-initiative", [{"Name": "Nobody", "HP": {}, "AC": {}}]),
        ("open5e-v2", [{"model": "api_v2.creature", "pk": "x_y", "fields": {"name": "Y"}}]),
        ("osrlib", {"monsters": [{"id": "painting", "name": "Painting"}]}),
    ],
)
def test_a_creature_without_figures_never_becomes_a_monster(kind, value):
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert(kind, json.dumps(value))
    assert "could be read" in refused.value.message


# 5e-database


def test_an_attack_that_several_attacks_mark_as_an_ability_is_counted():
    hit = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: {} ({}) piercing damage."
    actions = [
        {
            "name": "Multiattack",
            "multiattack_type": "actions",
            "desc": "One bite and one claw.",
            "actions": [
                {"action_name": "Bite", "count": 1, "type": "ability"},
                {"action_name": "Claw", "count": 1, "type": "melee"},
            ],
        },
        {"name": "Bite", "desc": hit.format(7, "2d6")},
        {"name": "Claw", "desc": hit.format(4, "1d6 + 1")},
    ]
    row = {"index": "x", "name": "X", "hit_points": 9, "armor_class": 10, "challenge_rating": 1, "actions": actions}
    _item, figures = only(read("5e-bits", [row]))
    assert figures["round"] == 7 + 4.5


# Homebrewery


def test_a_block_of_homebrewery_keeps_its_figures_and_what_follows_it_is_not_its_feature():
    draft = read("stat-block", real_shapes.HOMEBREWERY)
    item, figures = only(draft)
    assert item["name"] == "Ferry Ghoul's Dog"
    assert (figures["ac"], figures["hp"], figures["cr"], figures["pp"]) == (12, 22, 1, 10)
    assert figures["ab"]["intelligence"] == 3
    assert figures["speed"] == {"walk": 30, "swim": 20}
    assert figures["attacks"] == [{"name": "Bite", "to_hit": 4, "average": 6.5, "reach": 5}]
    assert figures["traits"] == ["Rank"]
    assert "coin" not in json.dumps(item)
    assert draft.recognised.format == "Homebrewery v3"
    assert not [line for line in draft.review if "not understood" in line.message]


# Improved Initiative


@pytest.mark.parametrize(
    "value",
    [
        real_shapes.INITIATIVE,
        real_shapes.INITIATIVE[0],
        {"Creatures.abc": json.dumps(real_shapes.INITIATIVE[0]), "Settings": "{}"},
    ],
)
def test_a_creature_of_improved_initiative_is_read_from_a_list_alone_and_from_a_library(value):
    draft = read("improved-initiative", value)
    item, figures = only(draft)
    assert (item["name"], item["size"], item["kind"]) == ("Bell Crab", "Large", "beast")
    assert (figures["hp"], figures["ac"], figures["cr"], figures["pp"]) == (45, 15, 3, 9)
    assert figures["speed"] == {"walk": 20, "swim": 30}
    assert figures["round"] == 17
    assert figures["powers"] == [{"name": "Toll", "dc": 13}]
    assert licence(draft)["spdx"] == "LicenseRef-unknown"
    assert "Harbour Notes" in " ".join(line.message for line in draft.review)


# osrlib


def enveloped(payload, kind="adventure"):
    return {"kind": kind, "schema_version": 2, "engine_version": "1.2.0", "payload": payload}


def test_an_adventure_in_its_envelope_is_the_same_as_without():
    bare, wrapped = read("osrlib", old_school.ADVENTURE), read("osrlib", enveloped(old_school.ADVENTURE))
    assert wrapped.document == bare.document
    assert wrapped.recognised.format == "osrlib adventure, schema 2"
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert("osrlib", json.dumps(enveloped({}, "session")))
    assert "'session'" in refused.value.message


def test_scenery_is_in_the_rooms_text_and_only_caches_are_treasure():
    value = copy.deepcopy(old_school.ADVENTURE)
    room = value["dungeons"][0]["levels"][0]["areas"][0]
    room["id"] = "h2"
    empty = {"item_ids": [], "coins": {"gp": 0}, "valuables": [], "trap": None}
    room["features"] = [
        {"id": "h2-f1", "kind": "custom", "description": "fireplace in south wall", **empty},
        {"id": "h2-treasure", "kind": "treasure_cache", "description": "", **empty | {"coins": {"gp": 350}}},
    ]
    draft = read("osrlib", value)
    titles = [treasure["title"] for treasure in draft.document["treasures"]]
    assert titles == ["H2. Porch", "iron chest"]
    place = next(location for location in draft.document["locations"] if location["title"] == "Porch")
    assert place["number"] == "H2"
    assert place["blocks"][1]["md"] == "* fireplace in south wall"


def test_the_bestiary_of_osrlib_is_a_module_of_monsters_with_their_routines():
    draft = read("osrlib", real_shapes.OSRLIB_BESTIARY)
    drake, ferryman = draft.document["monsters"]
    assert (drake["key"], drake["source_stats"]["data"]["round"]) == ("drake-salt", 5 * 2 + 9)
    assert [attack["name"] for attack in ferryman["source_stats"]["data"]["attacks"]] == ["Spear"]
    assert licence(draft)["spdx"] == "LicenseRef-OGL-1.0a"
    assert [line.message for line in draft.review if "Painting" in line.message]


def test_two_attacks_of_one_name_are_told_apart():
    value = copy.deepcopy(real_shapes.OSRLIB_BESTIARY)
    weapon = {"count": 1, "name": "weapon", "damage": "1d6"}
    rows = [weapon, weapon | {"damage": "1d10"}, weapon]
    value["monsters"][1]["attacks"] = [{"attacks": [row]} for row in rows]
    ferryman = read("osrlib", value).document["monsters"][1]
    attacks = ferryman["source_stats"]["data"]["attacks"]
    assert [(attack["name"], attack["average"]) for attack in attacks] == [("Weapon", 5), ("Weapon 2", 9)]
    for system in play.SYSTEMS:
        play.monster(system, stats_conversion.for_engine(system, stats_conversion.stats(system, ferryman)))


# Watabou


def test_corridors_are_no_rooms_and_rooms_have_the_numbers_that_are_printed():
    dungeon = {
        "title": "Pipe",
        "rects": [
            {"x": 0, "y": 0, "w": 3, "h": 3},
            {"x": 3, "y": 1, "w": 1, "h": 1},
            {"x": 4, "y": 1, "w": 1, "h": 1},
            {"x": 5, "y": 1, "w": 1, "h": 1},
            {"x": 6, "y": 1, "w": 2, "h": 1},
            {"x": 8, "y": 1, "w": 1, "h": 1},
            {"x": 9, "y": 0, "w": 3, "h": 3},
        ],
        "doors": [
            {"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 1},
            {"x": 5, "y": 1, "dir": {"x": 1, "y": 0}, "type": 0},
            {"x": 8, "y": 1, "dir": {"x": 1, "y": 0}, "type": 6},
            {"x": -1, "y": 1, "dir": {"x": -1, "y": 0}, "type": 3},
            {"x": 1, "y": -1, "dir": {"x": 0, "y": -1}, "type": 3},
        ],
        "notes": [{"text": "A tap.", "ref": "1", "pos": {"x": 10.5, "y": 1.5}}],
    }
    draft = read("watabou-opd", dungeon)
    first, room, corridor = draft.document["locations"]
    assert (first["title"], first["number"], first["key"]) == ("Room 1", "1", "room-9-0")
    assert (room["title"], len(room["blocks"])) == ("Room A", 2)
    assert (corridor["title"], corridor["tags"]) == ("Corridor A", ["corridor"])
    assert {(way["to"], way["kind"]) for way in corridor["exits"]} == {
        ("location:room-0-0", "door"),
        ("location:room-9-0", "secret"),
    }
    drawn = {cell["location"]: cell["rects"] for cell in draft.document["maps"][0]["cells"]}
    assert drawn["location:corridor-4-1"] == [[4, 1, 1, 1], [6, 1, 2, 1], [5, 1, 1, 1]]


# Cairn


def test_dice_of_cairn_are_compared_and_damage_grows_with_toughness():
    words = "# Bridge Giant\n\n14 HP, 1 Armor, 14 STR, fists (d8+d8)\n\n# Clerk\n\n4 HP, ruler (d6)\n"
    giant, clerk = (item["source_stats"]["data"] for item in read("cairn-md", words).document["monsters"])
    assert (giant["hp"], giant["attacks"][0]["average"]) == (80, 29)
    assert clerk["attacks"][0]["average"] == 3.5


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("open5e-v2", real_shapes.OPEN5E_V2),
        ("foundry", real_shapes.BASIC_FANTASY),
        ("improved-initiative", real_shapes.INITIATIVE),
        ("osrlib", real_shapes.OSRLIB_BESTIARY),
        ("stat-block", real_shapes.HOMEBREWERY),
    ],
)
def test_every_engine_takes_the_objects_that_are_read(kind, value, system):
    for item in read(kind, value).document["monsters"]:
        block = stats_conversion.stats(system, item)
        assert block is not None
        play.monster(system, stats_conversion.for_engine(system, block))
