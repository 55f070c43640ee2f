"""What the Fortune System says of itself: name, options, units of experience, commands, checks."""

from typing import Any

from rules.engine.json_types import Description
from rules.games.fortune_system import checks, moves, sheet_checks, tables

OPTIONS: dict[str, dict[str, Any]] = {
    "slots": {
        "default": tables.SLOTS,
        "min": 1,
        "max": tables.MOST_SLOTS,
        "label": "Fortune slots a character: four; five in parties up to four, three in parties above six",
        "rule": "FOS-01",
    },
    "equal_passes": {
        "default": False,
        "choices": [False, True],
        "label": "A die equal to the chance of success passes",
        "rule": "FOS-03",
    },
    "xp_per_level": {
        "default": tables.XP_PER_LEVEL,
        "min": 1,
        "max": 9999,
        "label": "Experience points a level",
        "rule": "FOS-23",
        "creation": True,
    },
}


def describe() -> Description:
    """See `rules.engine.game.Game.description`."""
    return {
        "slug": tables.SLUG,
        "name": "Fortune System",
        "gm": "GM",
        "credit": {
            "words": "Dice rolled before you need them, talents, and fortune slots that break before you do.",
            "maker": "the SeeD role-playing game, seedrpg.wikidot.com",
            "licence": "Creative Commons Attribution-ShareAlike 3.0 (CC BY-SA 3.0)",
        },
        "chance": "dice",
        "die": tables.SIDES,
        "options": {name: dict(option) for name, option in OPTIONS.items()},
        # Nobody opposes the characters in a scene: monsters take trigger damage at most (FOS-27).
        "monsters": False,
        "frequent_orders": ["hardship", "call-check", "close-task", "reveal", "rest", "end"],
        "commands": list(moves.MOVES),
        "checks": list(checks.KINDS),
        "sheet_checks": [*sheet_checks.KINDS, "pools", "talents", "harm"],
        "rows": ["talent", "skill", "group"],
        "experience": {
            "units": [
                {"key": "xp", "one": "experience point", "many": "experience points", "most": 9999},
                {"key": "levels", "one": "level", "many": "levels", "most": tables.HIGHEST_LEVEL - 1},
            ],
            "per_encounter": None,
        },
        "simulates": False,
        # At a table of the site nobody waits for an answer that cannot help.
        "site_setup": {"only_useful_questions": True},
    }
