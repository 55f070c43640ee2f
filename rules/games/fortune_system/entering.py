"""How a sheet enters an encounter (FOS-01, FOS-22)."""

from typing import Any

from rules.games.fortune_system import tables
from rules.games.fortune_system.sheet import Rulings, read, written


def participant(given: object, progress: object, *, id: object, name: object, house: object) -> dict[str, Any]:
    """The character as a setup's participant; slots that are not filled yet are rolled when the encounter starts."""
    found = read(given, progress, house)
    plain = written(found)
    made: dict[str, Any] = {"id": id, "name": name, "level": found.level}
    for field in ("slots", "talents", "free"):
        if plain[field]:
            made[field] = plain[field]
    if found.played or found.filled == "fixed":
        made["mulligan"] = False
    rows = changed_rows(found.rulings)
    if rows:
        made["rows"] = rows
    return made


def changed_rows(ruled: Rulings) -> list[dict[str, Any]]:
    """The campaign's rows that differ from the usual, so that its figures hold at the table."""
    own_skills = ruled.skills != tables.SKILLS
    kept = [
        row
        for row in ruled.rows
        if (row.kind == "talent" and row.key in ruled.talents) or (own_skills and row.kind in ("skill", "group"))
    ]
    return [{"kind": row.kind, "key": row.key, "name": row.name, "figures": row.figures or {}} for row in kept]
