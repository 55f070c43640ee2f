"""Small files in the shapes that real tools write, written for the tests; nothing in them is anybody else's."""

import copy

OPEN5E_V2 = [
    {
        "model": "api_v2.document",
        "pk": "mire",
        "fields": {
            "name": "Book of the Mire",
            "publisher": "tin-press",
            "licenses": ["ogl-10a"],
            "gamesystem": "5e-2014",
        },
    },
    {
        "model": "api_v2.creature",
        "pk": "mire_bog-hound",
        "fields": {
            "name": "Bog Hound",
            "document": "mire",
            "size": "medium",
            "type": "beast",
            "challenge_rating": "1.000",
            "armor_class": 13,
            "hit_points": 22,
            "ability_score_strength": 14,
            "walk": 40,
        },
    },
    {
        "model": "api_v2.creatureaction",
        "pk": "mire_bog-hound_bite",
        "fields": {
            "parent": "mire_bog-hound",
            "name": "Bite",
            "action_type": "ACTION",
            "desc": "_Melee Weapon Attack:_ +4 to hit, reach 5 ft., one target. _Hit:_ 7 (2d4 + 2) piercing damage.",
        },
    },
    {
        "model": "api_v2.creatureaction",
        "pk": "mire_bog-hound_spit",
        "fields": {"parent": "mire_bog-hound", "name": "Spit", "action_type": "ACTION", "desc": "It spits mud at you."},
    },
    {
        "model": "api_v2.creatureactionattack",
        "pk": "mire_bog-hound_spit_attack",
        "fields": {
            "parent": "mire_bog-hound_spit",
            "to_hit_mod": 3,
            "range": 20,
            "damage_die_count": 1,
            "damage_die_type": "D6",
            "damage_bonus": 1,
            "extra_damage_die_count": 1,
            "extra_damage_die_type": "D4",
        },
    },
]
OPEN5E_V1 = [
    {
        "model": "api.document",
        "pk": 7,
        "fields": {
            "slug": "mire",
            "title": "Book of the Mire",
            "license": "Open Gaming License",
            "organization": "Tin",
        },
    },
    {
        "model": "api.monster",
        "pk": "bog-hound",
        "fields": {
            "name": "Bog Hound",
            "document": 7,
            "size": "Medium",
            "type": "Beast",
            "cr": 1.0,
            "challenge_rating": "1",
            "armor_class": 13,
            "hit_points": 22,
            "strength": 14,
            "speed_json": '{"walk": 40}',
            "senses": "passive Perception 12",
            "actions_json": (
                '[{"name": "Multiattack", "desc": "Two Bites."}, {"name": "Bite", '
                '"desc": "Melee Weapon Attack: +4 to hit, 5 ft., one target, 7 (2d4+2) piercing damage."}]'
            ),
        },
    },
]
OPEN5E_ANSWER = {
    "count": 1,
    "results": [
        {
            "key": "mire_bog-hound",
            "name": "Bog Hound",
            "document": {"key": "mire", "name": "Book of the Mire", "gamesystem": {"key": "5e-2024"}},
            "type": {"name": "Beast", "key": "beast"},
            "size": {"name": "Medium", "key": "medium"},
            "challenge_rating": 1.0,
            "armor_class": 13,
            "hit_points": 22,
            "ability_scores": {"strength": 14},
            "speed": {"walk": 40, "unit": "feet"},
            "actions": [
                {
                    "name": "Bite",
                    "desc": "Melee Attack Roll: +4, reach 5 ft. Hit: 7 (2d4 + 2) Piercing damage.",
                    "action_type": "ACTION",
                    "attacks": [],
                }
            ],
            "traits": [{"name": "Wet", "desc": "It drips."}],
        }
    ],
}


def actor(name="Tin Rat", *, identity="aaaa1111bbbb2222", **source):
    """An actor of Foundry's dnd5e with one weapon whose damage is printed flat."""
    return copy.deepcopy(
        {
            "_id": identity,
            "name": name,
            "type": "npc",
            "_stats": {"systemId": "dnd5e"},
            "system": {
                "abilities": {"str": {"value": 2}, "dex": {"value": 15}},
                "attributes": {"ac": {"calc": "flat", "flat": 12}, "hp": {"max": 3}, "movement": {"walk": 30}},
                "details": {"cr": 0.125, "type": {"value": "beast"}},
                "source": source,
            },
            "items": [
                {
                    "name": "Nip",
                    "type": "weapon",
                    "system": {
                        "damage": {"base": {"custom": {"enabled": True, "formula": "1"}}},
                        "activities": {
                            "a": {
                                "type": "attack",
                                "activation": {"type": "action"},
                                "attack": {"ability": "none", "flat": True, "bonus": ""},
                                "damage": {"parts": []},
                            }
                        },
                    },
                }
            ],
        }
    )


PATHFINDER = {
    "_id": "pppp",
    "name": "Cave Bully",
    "type": "npc",
    "system": {
        "abilities": {"str": {"mod": 4}},
        "attributes": {"ac": {"value": 23}, "hp": {"max": 98, "value": 98}},
        "details": {"level": {"value": 6}},
        "saves": {"fortitude": {"value": 14}, "reflex": {"value": 11}, "will": {"value": 12}},
        "traits": {"rarity": "common", "value": ["humanoid"]},
    },
    "items": [],
}
BASIC_FANTASY = {
    "_id": "cccc3333dddd4444",
    "name": "Ditch Adder",
    "type": "monster",
    "data": {
        "armorClass": {"value": 14},
        "attackBonus": {"value": 2},
        "biography": "<p>No. of Attacks: 1 bite</p>",
        "hitPoints": {"value": None, "max": None},
        "hitDice": {"size": "d8", "number": 2, "mod": 1},
        "move": {"value": "30 Swim 20 (10)"},
        "xp": {"value": 75},
    },
    "items": [
        {"name": "Bite", "type": "weapon", "data": {"damage": {"value": "1d6"}}},
        {"name": "Poison", "type": "feature", "data": {"description": "<p>Save or fall ill.</p>"}},
    ],
}
ADVENTURE = {
    "_id": "eeee",
    "name": "The Tin Cellar",
    "caption": "A short job",
    "description": "<p>Rats of tin have come up the drain.</p>",
    "actors": [actor(identity="aaaa1111bbbb2222"), PATHFINDER],
    "journal": [
        {
            "name": "The Cellar",
            "pages": [
                {"name": "Later", "type": "text", "sort": 2, "text": {"content": "<p>They come back.</p>"}},
                {
                    "name": "First look",
                    "type": "text",
                    "sort": 1,
                    "text": {
                        "content": "<h2>Stairs</h2><blockquote><p>It smells of oil.</p></blockquote>A trap waits."
                    },
                },
                {"name": "Map", "type": "image", "src": "x.webp"},
            ],
        }
    ],
    "scenes": [
        {
            "name": "Drain",
            "walls": [],
            "tokens": [
                {"actorId": "aaaa1111bbbb2222"},
                {"actorId": "aaaa1111bbbb2222"},
                {"actorId": "pppp", "hidden": True},
            ],
        }
    ],
    "tables": [
        {
            "name": "Noises",
            "formula": "1d2",
            "results": [{"text": "Tick", "range": [1, 1]}, {"text": "Tock", "range": [2, 2]}],
        },
        {"name": "Gaps", "formula": "1d6", "results": [{"text": "Drip", "range": [1, 2]}]},
    ],
    "items": [{"name": "Oil", "type": "loot"}],
}
HOMEBREWERY = """## The Ferry
Some lines about a ferry.

{{monster,frame
## FERRY GHOUL'S DOG
*Medium undead, neutral evil*
___
**Armor Class** :: 12
**Hit Points**  :: 22 (4d8 + 4)
**Speed**       :: 30 ft., swim 20 ft.
___
|  STR  |  DEX  |  CON  |  INT  |  WIS  |  CHA  |
|:-----:|:-----:|:-----:|:-----:|:-----:|:-----:|
|13 (+1)|14 (+2)|12 (+1)|3 (-4)|10 (+0)|4 (-3)|
___
**Senses** :: darkvision 60 ft., passive Perception 10
**Challenge** :: 1 (200 XP)
___
**Rank.** :: It smells.
### Actions
**Bite.** :: *Melee Weapon Attack:* +4 to hit, reach 5 ft., one target. *Hit:* 1d8+2 piercing damage.
}}

### Lore
It waits for a coin. It is not a trait of anybody.
"""
INITIATIVE = [
    {
        "Name": "Bell Crab",
        "Source": "Harbour Notes",
        "Type": "Large beast, unaligned",
        "HP": {"Value": 45, "Notes": "(6d10+12)"},
        "AC": {"Value": 15, "Notes": "(shell)"},
        "Speed": ["20 ft.", "swim 30 ft."],
        "Abilities": {"Str": 16, "Dex": 10, "Con": 14, "Int": 1, "Wis": 9, "Cha": 2},
        "Skills": [{"Name": "Stealth", "Modifier": 4}],
        "Senses": ["blindsight 30 ft.", "passive Perception 9"],
        "Challenge": "3",
        "Traits": [{"Name": "Loud", "Content": "It rings when it moves."}],
        "Actions": [
            {"Name": "Multiattack", "Content": "The crab makes two claw attacks."},
            {
                "Name": "Claw",
                "Content": "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 8 (1d10 + 3) slash damage.",
            },
            {
                "Name": "Toll",
                "Content": "Each creature within 20 feet must make a DC 13 Constitution saving throw.",
                "Usage": "Recharge 5-6",
            },
        ],
        "LegendaryActions": [],
    }
]
OSRLIB_BESTIARY = {
    "_meta": {"license": "Open Game Content under OGL 1.0a; see LICENSE-OGL.md"},
    "monsters": [
        {
            "id": "drake_salt",
            "name": "Drake, Salt",
            "ac_ascending": 15,
            "attack_bonus": 6,
            "hit_dice": {"count": 6, "die": 8, "modifier": 3, "fixed_hp": None},
            "attacks": [
                {
                    "attacks": [
                        {"count": 2, "name": "talon", "damage": "1d6"},
                        {"count": 1, "name": "bite", "damage": "1d10"},
                    ]
                }
            ],
            "movement": [{"encounter_rate_feet": 40}],
        },
        {
            "id": "ferryman",
            "name": "Ferryman",
            "ac_ascending": 12,
            "hit_dice": {"count": 1, "die": 8, "modifier": 0},
            "attacks": [
                {"attacks": [{"count": 1, "name": "spear", "damage": None, "by_weapon": False, "effects": []}]}
            ],
        },
        {"id": "painting", "name": "Painting", "attacks": []},
    ],
}
