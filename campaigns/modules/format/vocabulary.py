"""The vocabulary of the format: collections, kinds of references, JSON types, and fields of the draft format."""

import re
from typing import Any, Final

SINGULAR: Final = {
    "chapters": "chapter",
    "locations": "location",
    "scenes": "scene",
    "encounters": "encounter",
    "monsters": "monster",
    "npcs": "npc",
    "hazards": "hazard",
    "treasures": "treasure",
    "handouts": "handout",
    "tables": "table",
    "checks": "check",
    "awards": "award",
    "maps": "map",
    "assets": "asset",
}
PLURAL: Final = {singular: many for many, singular in SINGULAR.items()}
REFERENCE: Final = re.compile(r"(?:([a-z0-9][a-z0-9-]{0,63})/)?([a-z]+):([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)")
TYPES: Final[dict[str, Any]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
DRAFT_WORDS: Final = {
    "fifty-two-fates": {
        "hit_points",
        "cards_per_action",
        "speed_ft",
        "other_speeds",
        "attacks",
        "aces_shrugged_off",
        "notes",
    },
    "fortune-and-power": {"wound_limit", "shock_limit", "speed_spaces", "attacks", "notes"},
    "fortune-system": {"successes_needed", "on_fail", "notes"},
    "game-of-bastards": {"tier", "group_size", "power_pool", "hand", "weapon_bonus", "skill_combat", "notes"},
}


def is_type(value: Any, name: str) -> bool:
    """Whether a JSON value is of a schema type; neither true nor 1.0 is an integer."""
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def is_draft_block(game: str, block: Any) -> bool:
    """Whether a stats block is in the draft format, which is upgraded (docs/module-format.md)."""
    return isinstance(block, dict) and bool(DRAFT_WORDS.get(game, set()) & set(block))


def is_draft_stats(value: Any) -> bool:
    """Whether any block of a `stats` object is in the draft format."""
    return isinstance(value, dict) and any(is_draft_block(game, block) for game, block in value.items())
