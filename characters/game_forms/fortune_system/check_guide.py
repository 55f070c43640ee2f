"""What the check page of the Fortune System shows before a slot is chosen: the result of every choice."""

from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules import play

SYSTEM = "fortune-system"
REDUCING = ("aptitude", "expertise", "focus")
WHOLE_CHECK_TALENTS = ("scrape-by", "extreme-effort", "smooth", "slick")
PAIRS = ("scrape-by", "smooth")


def check_guide(read: Any, house: dict[str, Any], form_data: Any) -> dict[str, Any]:
    """`{"skill", "group", "skills", "rows": [{"name", "cos", "picks", "plain"}], "reductions", "talents", ...}`.

    A row is a chance of success with a pick for each slot: what it would count for, whether it passes, why it cannot
    be used, and `also`, what its button posts. The game itself computes each result; nothing is stored.
    """
    skills = {row["name"]: str(row["figures"].get("group") or "") for row in house["rows"] if row["kind"] == "skill"}
    skill = form_data.get("skill") or form_data.get("text-skill") or next(iter(skills), "")
    group = form_data.get("text-group") or skills.get(skill, "")
    guide: dict[str, Any] = {"skill": skill, "group": group, "skills": list(skills), "known": skill in skills}
    guide["groups"] = [row["name"] for row in house["rows"] if row["kind"] == "group"]
    guides = [row for row in house["rows"] if row["kind"] == "cos" and type(row["figures"].get("cos")) is int]
    own = _parse_integer(form_data.get("number-cos"))
    chances = [(row["name"], row["figures"]["cos"]) for row in guides]
    if own is not None and own not in [cos for _name, cos in chances]:
        chances.insert(0, (_("yours"), own))
    guide["own"] = own
    if read is None:
        return guide | {"rows": [{"name": name, "cos": cos} for name, cos in chances], "slots": []}
    return guide | _with_sheet(read, house, form_data, guide, chances)


def _with_sheet(
    read: Any, house: dict[str, Any], form_data: Any, guide: dict[str, Any], chances: list[tuple[str, int]]
) -> dict[str, Any]:
    held = _held_talents(read, guide["skill"], guide["group"])
    on = {key for key in form_data.getlist("list-reduce") if key in held}
    chosen = form_data.get("text-talent") if form_data.get("text-talent") in held else ""
    second = _parse_integer(form_data.get("number-second"))
    slots = [
        slot | {"index": place, "n": place + 1, "first": str(place) == form_data.get("slot")}
        for place, slot in enumerate(read.sheet.get("slots") or [])
    ]
    usable = [slot for slot in slots if slot["condition"] != "blown" and slot["group"] in (None, guide["group"])]
    base: dict[str, Any] = {"skill": guide["skill"], "group": guide["group"] or None}
    base |= {"talent": chosen or None, "flair": True if form_data.get("flag-flair") else None}
    pair = chosen in PAIRS and second is not None
    rows = [
        _row(read, house, name, base | {"cos": cos}, usable, {"on": on, "second": second if pair else None})
        for name, cos in chances
    ]
    return {
        "rows": rows,
        "slots": slots,
        "usable": usable,
        "pair": chosen in PAIRS,
        "second": second,
        "talent": chosen,
        **_talent_fields(house, form_data, held, on, chosen),
        "blown": [slot for slot in slots if slot["condition"] == "blown"],
        "mended": _parse_integer(form_data.get("number-mend")),
        "rules": ["FOS-03", "FOS-12"],
    }


def _talent_fields(house: dict[str, Any], form_data: Any, held: set[str], on: set[str], chosen: str) -> dict[str, Any]:
    """The form's fields for talents: those that lower a die, those for the whole check, Flair and Steady."""
    names = {row["key"]: row["name"] for row in house["rows"] if row["kind"] == "talent"}
    flair, steady = bool(form_data.get("flag-flair")), bool(form_data.get("flag-steady"))
    rolls = " ".join(form_data.getlist("numbers-rolls")).strip()
    return {
        "reductions": [{"key": key, "name": names.get(key, key), "on": key in on} for key in REDUCING if key in held],
        "talents": [
            {"key": key, "name": names.get(key, key), "on": key == chosen} for key in WHOLE_CHECK_TALENTS if key in held
        ],
        "flair": "flair" in held,
        "steady": "steady" in held,
        "mend": chosen == "smooth",
        "flair_on": flair,
        "steady_on": steady,
        "rolls": rolls,
        "open": bool(on or chosen or flair or steady or rolls),
    }


def _held_talents(read: Any, skill: str, group: str) -> set[str]:
    """The talents that can be used for this check."""
    every = [*(read.sheet.get("talents") or []), *([read.sheet["free"]] if read.sheet.get("free") else [])]
    return {talent["key"] for talent in every if talent.get("focus") in (skill, group)}


def _row(
    read: Any,
    house: dict[str, Any],
    name: str,
    base: dict[str, Any],
    usable: list[dict[str, Any]],
    chosen: dict[str, Any],
) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "cos": base["cos"], "picks": [], "plain": None, "sure": base["cos"] >= 100}
    if row["sure"]:
        row["also"] = urlencode({"number-cos": base["cos"]})
        return row
    for slot in usable:
        inputs = base | {"slot": slot["index"], "second": chosen["second"]}
        if chosen["on"]:
            inputs["reduce"] = sorted(chosen["on"])
        row["picks"].append(slot | _outcome(read, house, inputs))
    if not usable:
        row["plain"] = _plain(read, house, base)
        row["also"] = urlencode({"number-cos": base["cos"]})
    return row


def _outcome(read: Any, house: dict[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
    """The result of this die: whether it passes, what it counts for or why it cannot be used, and what its button
    posts."""
    also = urlencode({"number-cos": inputs["cos"], "number-slot": inputs["slot"]})
    try:
        result = _try_inputs(read, house, inputs)["result"]
    except play.Refused as refused:
        return {"also": also, "refusal": refused.sentence, "passes": None, "applied": None}
    return {"also": also, "refusal": "", "passes": result["success"], "applied": result["applied"]}


def _plain(read: Any, house: dict[str, Any], base: dict[str, Any]) -> int | None:
    """The chance of a plain roll in percent, if every slot is blown."""
    low, high = 0, 100
    while low < high:
        middle = (low + high + 1) // 2
        try:
            passes = _try_inputs(read, house, base | {"rolls": [middle]})["result"]["success"]
        except play.Refused:
            return None
        low, high = (middle, high) if passes else (low, middle - 1)
    return low


def _try_inputs(read: Any, house: dict[str, Any], inputs: dict[str, Any]) -> play.SheetCheckResult:
    values = {name: value for name, value in inputs.items() if value is not None}
    return play.sheet_check(SYSTEM, read.sheet, read.progress, "die", values, house=house, seed=0)


def _parse_integer(text: str | None) -> int | None:
    digits = (text or "").strip()
    bare = digits.removeprefix("-")
    return int(digits) if bare.isascii() and bare.isdigit() and len(bare) < 4 else None
