"""How a sheet becomes a participant of a setup (FOS-01, FOS-22)."""

from typing import Any

from rules.engine.json_types import SetupEntry
from rules.games.fortune_system import tables
from rules.games.fortune_system.sheet import HouseRules, plain_sheet, read


def participant(given: object, progress: object, *, id: object, name: object, house: object) -> SetupEntry:
    """The character as a participant; without any slots they are rolled at the start.

    A sheet on which only some slots are missing enters as it is, and `rules.play.warnings` says so.
    """
    typed_sheet = read(given, progress, house)
    plain = plain_sheet(typed_sheet)
    setup: dict[str, Any] = {"id": id, "name": name, "level": typed_sheet.level}
    for field in ("slots", "talents", "free"):
        if plain[field]:
            setup[field] = plain[field]
    if typed_sheet.played or typed_sheet.filled == "fixed":
        setup["mulligan"] = False
    rows = changed_rows(typed_sheet.house_rules)
    if rows:
        setup["rows"] = rows
    return setup


def changed_rows(house_rules: HouseRules) -> list[dict[str, Any]]:
    """The campaign's rows that differ from the game's own."""
    own_skills = house_rules.skills != tables.SKILLS
    rows = [
        row
        for row in house_rules.rows
        if (row.kind == "talent" and row.key in house_rules.talents) or (own_skills and row.kind in ("skill", "group"))
    ]
    return [{"kind": row.kind, "key": row.key, "name": row.name, "figures": row.figures or {}} for row in rows]
