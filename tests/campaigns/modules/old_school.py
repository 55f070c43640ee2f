"""Small files in the forms of other games, written for the tests; nothing in them is anybody else's."""

DUNGEON = {
    "version": "1.2.4",
    "title": "Cellar of the Tin Goose",
    "story": "Somebody walled up a goose. It is **still** honking.",
    "rects": [
        {"x": -2, "y": -2, "w": 5, "h": 3},
        {"x": 3, "y": -1, "w": 1, "h": 1},
        {"x": 4, "y": -2, "w": 3, "h": 4},
        {"x": 0, "y": 1, "w": 1, "h": 1},
        {"x": -1, "y": 2, "w": 3, "h": 3, "ending": True},
        {"x": 9, "y": 9, "w": 1, "h": 2, "rotunda": True},
    ],
    "doors": [
        {"x": 3, "y": -1, "dir": {"x": 1, "y": 0}, "type": 1},
        {"x": 0, "y": 1, "dir": {"x": 0, "y": 1}, "type": 6},
        {"x": -2, "y": -3, "dir": {"x": 0, "y": -1}, "type": 3},
        {"x": 40, "y": 40, "dir": {"x": 1, "y": 0}, "type": 1},
    ],
    "notes": [
        {"text": "A goose of tin, wound up.", "ref": "1", "pos": {"x": 5.5, "y": 0}},
        {"text": "A note that lies nowhere.", "ref": "9", "pos": {"x": 70, "y": 70}},
    ],
    "columns": [{"x": -1, "y": -1}, {"x": 1, "y": -1}],
    "water": [{"x": 0, "y": 3}],
}

ADVENTURE = {
    "name": "The Salt Stair",
    "description": "A stair of salt goes down.",
    "hooks": ["Somebody is licking it."],
    "town": {"name": "Brine", "description": "Three houses.", "services": ["inn"], "travel_turns": {"stair": 2}},
    "monsters": [
        {
            "id": "salt_hound",
            "name": "Salt hound",
            "page": "salt",
            "ac": 6,
            "ac_ascending": 13,
            "hit_dice": {"count": 2, "die": 8, "modifier": 1},
            "thac0": 17,
            "attack_bonus": 2,
            "xp": 35,
            "attacks": [{"attacks": [{"count": 1, "name": "bite", "damage": "1d6"}]}],
            "movement": [{"rate_feet": 120, "encounter_rate_feet": 40}],
            "abilities": [{"tag": "thirst", "name": "Thirst", "prose": "It dries what it bites."}],
        }
    ],
    "dungeons": [
        {
            "id": "stair",
            "name": "The Stair",
            "levels": [
                {
                    "number": 1,
                    "width": 5,
                    "height": 2,
                    "entrance": [0, 0],
                    "edges": {
                        "1,0:west": {"kind": "open"},
                        "2,0:west": {"kind": "open"},
                        "3,0:west": {"kind": "door", "door": {"kind": "secret", "locked": True}},
                        "4,0:west": {"kind": "door", "door": {"kind": "normal", "stuck": True}},
                        "0,1:north": {"kind": "wall"},
                    },
                    "areas": [
                        {
                            "id": "porch",
                            "name": "Porch",
                            "description": "Wet.",
                            "cells": [[0, 0]],
                            "trap": {
                                "kind": "room",
                                "trigger": "enter",
                                "effect": {"damage_dice": "1d6", "fall_feet": 10},
                            },
                        },
                        {
                            "id": "vault",
                            "name": "Vault",
                            "cells": [[3, 0], [3, 1]],
                            "encounter": {
                                "monsters": [
                                    {"template_id": "salt_hound", "count_dice": "1d4"},
                                    {"template_id": "giant_rat", "count_fixed": 3},
                                ],
                                "aware": True,
                            },
                            "features": [
                                {
                                    "id": "iron_chest",
                                    "kind": "treasure_cache",
                                    "item_ids": ["rope"],
                                    "coins": {"gp": 12, "sp": 0},
                                    "valuables": [{"kind": "gem", "value_gp": 50}],
                                }
                            ],
                            "treasure": {"letters": ["C"]},
                        },
                        {"id": "nook", "cells": [[4, 0]]},
                    ],
                    "transitions": [
                        {
                            "kind": "stairs_down",
                            "position": [4, 0],
                            "to_dungeon_id": "stair",
                            "to_level_number": 2,
                            "to_position": [0, 0],
                            "to_facing": "south",
                        },
                        {
                            "kind": "chute",
                            "position": [1, 0],
                            "to_dungeon_id": "stair",
                            "to_level_number": 9,
                            "to_position": [0, 0],
                            "to_facing": "south",
                        },
                    ],
                },
                {
                    "number": 2,
                    "width": 1,
                    "height": 1,
                    "areas": [{"id": "deep", "name": "The deep", "cells": [[0, 0]]}],
                },
            ],
        }
    ],
    "triggers": [{"id": "x"}],
}

CAIRN = """---
layout: default
parent: Monsters
---

# Lamp Eel

6 HP, 1 Armor, 13 STR, 8 WIL, bite (d8) or light (d6, _blast_)

- Swims in lamp oil.
- **Critical Damage**: it goes out.

# Clay Nurse

3 HP, slap (d4)

- Means well.
"""

BASIC = """Reed Wight

Armor Class: 15 (s)
Hit Dice: 3+1*
No. of Attacks: 2 claws, 1 bite
Damage: 1d4 claw, 1d6+1 bite
Movement: 30' Swim 40'
No. Appearing: 1d6
Save As: Fighter: 3
Morale: 12
Treasure Type: B
XP: 1,145

They stand among the reeds.

Mud Cow

Armor Class: 12 | 14
Hit Dice: ½ | 2
No. of Attacks: 1 butt
Damage: 1d4 butt | 1d6 butt
Movement: 40'
XP: 10 | 75
"""
BASIC_ROWS = [
    {
        "name": "Reed Wight",
        "stat_block": {
            "armor_class": "15 (s)",
            "hit_dice": "3+1*",
            "no_of_attacks": "2 claws",
            "damage": "1d4 claw",
            "movement": "30' (10')",
            "xp": "145",
        },
        "description": "Reeds.",
    },
    {"name": "See wight", "stat_block": {"hit_dice": "refer to the other"}},
]
