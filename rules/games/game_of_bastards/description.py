"""What A Game of Bastards says of itself: name, options, units of experience, commands, checks."""

from typing import Any

from rules.engine.json_types import Description
from rules.games.game_of_bastards import checks, moves, tables

OPTIONS: dict[str, dict[str, Any]] = {
    "decks": {
        "default": 2,
        "choices": [2, 1],
        "label": "Decks that are shuffled together, each with two jokers",
        "rule": "GOB-01",
    },
    "wildcards_last": {
        "default": "session",
        "choices": ["session", "scene", "campaign"],
        "words": {"session": "for the session", "scene": "for the scene", "campaign": "permanently"},
        "label": "How long wildcards last",
        "rule": "GOB-06",
    },
    "body_adds_to_damage": {
        "default": True,
        "choices": [True, False],
        "label": "Physical damage adds the attacker's Body",
        "rule": "GOB-46",
    },
}


def describe() -> Description:
    """See `rules.engine.game.Game.description`."""
    return {
        "slug": tables.SLUG,
        "name": "A Game of Bastards",
        "gm": "Dealer",
        "credit": {
            "words": "Plots and grudges, with cards on the table and better ones up your sleeve.",
            "maker": "its author",
            "licence": "The author's own game; no licence is stated.",
        },
        "chance": "cards",
        "options": {name: dict(option) for name, option in OPTIONS.items()},
        "labels": {pool: pool.upper() for pool in ("bp", "sp", "mp", "lp")},
        "frequent_orders": ["adjust", "reveal", "assign", "rest", "end"],
        "commands": list(moves.MOVES),
        "checks": list(checks.KINDS),
        "experience": {
            "units": [{"key": "xp", "one": "experience point", "many": "experience points", "most": 9999}],
            "per_encounter": None,
        },
        "jokers": True,
        "simulates": True,
        "opponents": True,
        "dealerless": True,
        "session_end": True,
    }
