"""The shipped JSON Schemas of the module format."""

import functools
import json
from pathlib import Path
from typing import Any, Final

from rules import play

FOLDER: Final = Path(__file__).parents[1]
SCHEMA_FILE: Final = FOLDER / "satchel-1.0.schema.json"
DRAFT_FILE: Final = FOLDER / "satchel-1.0-draft-stats.schema.json"
# The parts of the schema that have a field for each game.
BY_GAME: Final = ("stats", "difficulty", "effect", "award")


@functools.cache
def _read_schema(file: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


def load(file: Path = SCHEMA_FILE) -> dict[str, Any]:
    """A shipped schema; games that it does not know may have any object, which the game's engine checks."""
    schema = _read_schema(file)
    known = schema.get("$defs", {}).get("ruleset", {}).get("enum", [])
    others = sorted(play.SYSTEMS.keys() - set(known))
    if file != SCHEMA_FILE or not others:
        return schema
    parts = {**schema["$defs"], "ruleset": {"enum": [*known, *others]}}
    for name in BY_GAME:
        fields = parts[name]["properties"] | {slug: {"type": "object"} for slug in others}
        parts[name] = {**parts[name], "properties": fields}
    return {**schema, "$defs": parts}
