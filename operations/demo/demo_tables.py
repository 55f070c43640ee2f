"""The demo tables that visitors may open, one for each game: data, and the tag that offers them on a page."""

import json
from pathlib import Path
from typing import Any, Final

from django import template

from rules import play

CAMPAIGN: Final = "Demo table"
_STORED: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parent / "demo_tables.json").read_text("utf-8"))
# By the slug of the game, in the order in which they are offered.
TABLES: Final[dict[str, dict[str, Any]]] = {
    table["system"]: table for table in _STORED if table["system"] in play.SYSTEMS
}
FIRST: Final = next(iter(TABLES))

register = template.Library()


@register.simple_tag
def demo_tables() -> list[dict[str, str]]:
    """The tables, each with the names of the game and the fight, and a description."""
    return [
        {"system": key, "game": play.SYSTEMS[key]["name"], "title": table["title"], "pitch": table["pitch"]}
        for key, table in TABLES.items()
    ]
