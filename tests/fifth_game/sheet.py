"""The character sheet, how it grows, and checks with it and without it."""

from typing import Any

from rules.engine import codec
from rules.engine.chance import Chance, fresh_key, key_from_seed
from rules.engine.codec import Struct
from rules.engine.dice import check_values
from rules.engine.json_types import ChangedSheet, CheckResult, SheetCheckResult, StepOffer, StepResult
from rules.engine.refusals import quote, refuse
from tests.fifth_game import offers, tables


class Sheet(Struct, forbid_unknown_fields=True):
    """A character."""

    finished: bool = False
    level: tables.Level = 0
    grit: tables.Grit = tables.GRIT


class Progress(Struct, forbid_unknown_fields=True):
    """The sum of the pennies."""

    pennies: int = 0


class Feat(Struct, forbid_unknown_fields=True):
    """The inputs of a feat; `level` is the sheet's where there is one."""

    level: tables.Level = 0
    difficulty: tables.Difficulty = tables.HITS_AT
    rolls: tables.Rolls | None = None


def read(given: object, progress: object) -> tuple[Sheet, int]:
    """(the sheet, pennies to spend), checked."""
    sheet = codec.decode(codec.plain_object(given, "sheet"), Sheet, "sheet")
    pennies = codec.decode(progress, Progress, "progress").pennies
    if not sheet.finished and sheet.level:
        refuse("sheet.level", "level: it is raised after the creation.", "CPD-02")
    if pennies < 0:
        refuse("progress.overspent", "pennies: more were spent than there are.", "CPD-02")
    return sheet, pennies


def figures(sheet: Sheet, pennies: int) -> dict[str, Any]:
    """What follows from the sheet."""
    grit = {"key": "grit", "name": "Grit", "now": sheet.grit, "max": tables.GRIT, "good": "high", "rules": ["CPD-09"]}
    return {"pools": [grit], "pennies": pennies, "level": sheet.level}


def steps(given: object, progress: object) -> list[StepOffer]:
    """Finish the creation, then raise the level."""
    sheet, pennies = read(given, progress)
    if not sheet.finished:
        return [entry({"type": "finish"}, "Finish the creation", 0, "", "finished", "")]
    if sheet.level >= tables.MOST_LEVEL:
        return []
    price = sheet.level + 1
    reason = "" if price <= pennies else f"It costs {price} pennies and there are {pennies}."
    return [entry({"type": "level"}, "Raise brawling", price, str(sheet.level), str(price), reason)]


def entry(step: dict[str, Any], label: str, price: int, before: str, after: str, reason: str) -> dict[str, Any]:
    """One step as the pages show it."""
    told = {"step": step, "label": label, "unit": "pennies", "price": price, "before": before, "after": after}
    more = {"affordable": not reason, "reason": reason, "opens": "", "rules": ["CPD-02"], "choices": {}}
    return told | more | {"asks_gm": False}


def step(given: object, progress: object, chosen: object) -> StepResult:
    """A step taken."""
    sheet, pennies = read(given, progress)
    one = next((option for option in steps(given, progress) if option["step"] == chosen), None)
    if one is None:
        refuse("step.unknown", "step: there is no such step now.", "CPD-02")
    if one["reason"]:
        refuse("step.price", one["reason"], "CPD-02")
    if one["step"]["type"] == "finish":
        sheet.finished = True
    else:
        sheet.level += 1
    told = {"unit": "pennies", "price": one["price"], "text": f"{one['label']}.", "rules": ["CPD-02"]}
    return {"sheet": codec.encode(sheet), "figures": figures(sheet, pennies - one["price"])} | told


def unstep(given: object, progress: object, taken: object) -> ChangedSheet:
    """A step taken back."""
    sheet, _pennies = read(given, progress)
    if taken == {"type": "level"} and sheet.level:
        sheet.level -= 1
    elif taken == {"type": "finish"} and sheet.finished and not sheet.level:
        sheet.finished = False
    else:
        refuse("step.unknown", "step: it cannot be taken back now.", "CPD-02")
    return {"sheet": codec.encode(sheet), "text": "A step is taken back.", "rules": ["CPD-02"]}


def touch(given: object, progress: object, pool: object, change: object, to: object) -> ChangedSheet:
    """The grit changed, set or restored."""
    sheet, _pennies = read(given, progress)
    if pool != "grit":
        refuse("pool.unknown", f"pool: {quote(pool)} is none; choose grit.", "CPD-01")
    for value in (change, to):
        if value is not None and type(value) is not int:
            refuse("pool.value", "change, to: a whole number.", "CPD-01")
    wanted = tables.GRIT if change is None and to is None else to if change is None else sheet.grit + change
    sheet.grit = max(0, min(tables.GRIT, wanted))
    return {"sheet": codec.encode(sheet), "text": f"{sheet.grit} of {tables.GRIT} grit", "rules": ["CPD-09"]}


def check(kind: object, inputs: object, seed: object) -> CheckResult:
    """A feat."""
    typed = feat(kind, inputs)
    chance = Chance(key_from_seed(seed) if seed is not None else fresh_key())
    rolls = typed.rolls or [1 + chance.below(tables.SIDES) for _ in range(2)]
    check_values(rolls, tables.SIDES, "rolls")
    if len(rolls) != 2:
        refuse("dice.few", "rolls: a feat rolls two dice.", "CPD-03")
    total = sum(rolls) + typed.level
    return {"success": total >= typed.difficulty, "total": total, "rolls": rolls, "rules": ["CPD-03"]}


def feat(kind: object, inputs: object) -> Feat:
    """The inputs of a feat, checked."""
    if kind != "feat":
        refuse("check.unknown", f"kind: {quote(kind)} is no check here; choose feat.", "CPD-03")
    codec.check_text(inputs, "inputs")
    return codec.decode(codec.plain_object(inputs, "inputs"), Feat, "inputs")


def sheet_check(given: object, progress: object, kind: object, inputs: object, seed: object) -> SheetCheckResult:
    """A feat with the sheet's level."""
    sheet, _pennies = read(given, progress)
    filled = {**codec.plain_object(inputs, "inputs"), "level": sheet.level}
    result = check(kind, filled, seed)
    word = "success" if result["success"] else "failure"
    text = f"A feat: {result['total']}, {word}."
    return {"inputs": filled, "result": result, "sheet": codec.encode(sheet), "text": text, "rules": ["CPD-03"]}


def chance_of(kind: object, inputs: object) -> dict[str, Any]:
    """The odds of a feat."""
    typed = feat(kind, inputs)
    return offers.chance(typed.level, typed.difficulty)
