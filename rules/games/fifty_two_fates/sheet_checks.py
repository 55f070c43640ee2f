"""Checks with a sheet outside of an encounter."""

from typing import Any

from rules.engine import codec
from rules.engine.json_types import SheetCheckResult
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import checks, sheet


def sheet_check(given: object, progress: object, kind: object, inputs: object, seed: object) -> SheetCheckResult:
    """See `rules.play.sheet_check`; the level comes from the sheet (F52-03, F52-07)."""
    checked, _, level = sheet.read(given, progress)
    values = dict(codec.plain_object(inputs, "inputs"))
    if kind == "skill-check" and values.get("level") not in (None, level):
        refuse("check.level", f"level: the sheet says {level}; leave it out.", "F52-07")
    if kind == "skill-check":
        values["level"] = level
    result = checks.check(kind, values, seed)
    return {
        "inputs": values,
        "result": result,
        "sheet": sheet.plain_sheet(checked),
        "text": result_sentence(result),
        "rules": result["rules"],
    }


def result_sentence(result: dict[str, Any]) -> str:
    """The result as a sentence."""
    drawn = " ".join(result.get("cards", []))
    parts = [drawn] if drawn else []
    if result.get("difficulty") is not None:
        # An ace counts 0 in the total and succeeds against every difficulty (F52-06).
        shown = "an ace" if result["automatic"] else str(result["total"])
        parts.append(f"{shown} against {result['difficulty']}")
    elif "total" in result:
        parts.append(str(result["total"]))
    if isinstance(result.get("success"), bool):
        parts.append("success" if result["success"] else "failure")
    return ", ".join(parts)
