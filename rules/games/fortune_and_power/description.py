"""What Fortune and Power says of itself: name, options, units of experience, commands, checks."""

from typing import Any

from rules.engine.json_types import Description
from rules.games.fortune_and_power import checks, moves, tables

OPTIONS: dict[str, dict[str, Any]] = {
    "character_points": {
        "default": tables.CHARACTER_POINTS,
        "min": 0,
        "max": 9999,
        "label": "Character points of a new character",
        "rule": "FNP-02",
        "creation": True,
    },
    "starting_trait_cap": {
        "default": None,
        "min": 0,
        "max": tables.MOST_LEVEL,
        "nullable": True,
        "label": "Highest level that a starting trait may have",
        "rule": "FNP-02",
        "creation": True,
    },
    "trait_cost": {
        "default": "table",
        "choices": ["table", "flat"],
        "words": {"table": "by the table", "flat": "1 point a level"},
        "label": "What traits cost",
        "rule": "FNP-03",
        "creation": True,
    },
    "fortune": {
        "default": True,
        "choices": [True, False],
        "label": "Whether there is fortune to buy and to spend",
        "rule": "FNP-06",
    },
    "move_spaces": {
        "default": None,
        "min": 0,
        "max": 999,
        "nullable": True,
        "label": "Most spaces of one move",
        "rule": "FNP-33",
    },
    "damage": {
        "default": "full",
        "choices": ["full", "dox", "manual"],
        "words": {
            "full": "dox with Strength, weapon and protection",
            "dox": "the dox alone",
            "manual": "as the Adversary says",
        },
        "label": "Damage of a hit",
        "rule": "FNP-42",
    },
    "wounds_per_week": {
        "default": 1,
        "min": 0,
        "max": 999,
        "label": "Wounds that heal in a week of rest",
        "rule": "FNP-43",
    },
    "shocks_per_week": {
        "default": 1,
        "min": 0,
        "max": 999,
        "label": "Shocks that heal in a week of rest",
        "rule": "FNP-43",
    },
}


def describe() -> Description:
    """See `rules.engine.game.Game.description`."""
    return {
        "slug": tables.SLUG,
        "name": "Fortune and Power",
        "gm": "The Adversary",
        "credit": {
            "words": "Dice, ambition, and gifts that come at a price.",
            "maker": "its author",
            "licence": "The author's own game; no licence is stated.",
        },
        "chance": "dice",
        "die": tables.SIDES,
        "simulates": True,
        "options": {name: dict(option) for name, option in OPTIONS.items()},
        "experience": {
            "units": [{"key": "xp", "one": "experience point", "many": "experience points", "most": 9999}],
            "per_encounter": None,
        },
        "frequent_orders": ["adjust", "confirm", "rule", "reveal", "set-order", "end"],
        "commands": list(moves.MOVES),
        "checks": list(checks.KINDS),
    }
