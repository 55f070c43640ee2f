"""Checks, hardships and rests with a sheet outside of an encounter;

each is played as a scene with one character (FOS-03 to FOS-12).
"""

from collections.abc import Callable
from typing import Annotated, Any

from rules.engine import codec
from rules.engine.chance import fresh_key, key_from_seed
from rules.engine.codec import Figure, Meta, Struct, Text
from rules.engine.dice import Dice
from rules.engine.json_types import SheetCheckResult
from rules.engine.refusals import quote, refuse
from rules.games.fortune_system import attempt_stages, checks, moves, tables
from rules.games.fortune_system.context import Scene, slot_name
from rules.games.fortune_system.sheet import Sheet, plain_sheet, read
from rules.games.fortune_system.state import VERSION, Participant, State

WHO, NAME = "self", "The character"
UNLISTED_EVENTS = frozenset({"sealed", "check-called", "question", "task-closed", "declined"})
Rolls = Annotated[list[int], Meta(max_length=100)]
Answer = dict[str, Any]


class DieInputs(Struct, forbid_unknown_fields=True):
    """A check with the sheet's slots; `slot` null is a plain d100, `second` the other slot of two."""

    cos: tables.Cos
    skill: Text
    slot: int | None = None
    second: int | None = None
    group: Text | None = None
    reduce: list[str] | dict[str, int | None] | None = None
    talent: tables.Whole | None = None
    mend: int | None = None
    flair: bool | None = None
    steady: bool | None = None
    trigger_damage: Figure | None = None
    rolls: Rolls | None = None


class HardshipInputs(Struct, forbid_unknown_fields=True):
    """A hardship; `slot` is the player's choice where there is one."""

    degree: tables.Degree
    selection: tables.Selection = "choice"
    slot: int | None = None


class RestInputs(Struct, forbid_unknown_fields=True):
    """A rest; `sleepless` are the slots that Couldn't Sleep rerolls, `damage` the one of them that it damages."""

    full: bool
    sleepless: Annotated[list[int], Meta(max_length=100)] | None = None
    damage: int | None = None
    rolls: Rolls | None = None


class DefeatInputs(Struct, forbid_unknown_fields=True):
    """A defeat in battle."""

    rolls: Rolls | None = None


def sheet_check(
    given: object, progress: object, kind: object, inputs: object, seed: object, house: object
) -> SheetCheckResult:
    """See `rules.play.sheet_check`; `result["slots"]` says what happened to each slot."""
    typed_sheet = read(given, progress, house)
    known = KINDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        return stateless(typed_sheet, kind, inputs, seed)
    shape, resolve = known
    typed = codec.decode(inputs, shape, "inputs")
    codec.check_text(inputs, "inputs")
    if not typed_sheet.slots:
        refuse("sheet.unfilled", "The slots are empty; roll them, or take the fixed values, first.", "FOS-02")
    scene = single_scene(typed_sheet, seed)
    values, result = resolve(scene, typed_sheet, typed)
    participant = scene.state.participants[0]
    typed_sheet.slots = participant.slots
    listed = [event for event in scene.events if event["type"] not in UNLISTED_EVENTS]
    facts = [fact for event in scene.events for fact in event.get("slots", [])]
    rules = list(dict.fromkeys([rule for event in listed for rule in event["rules"]]))
    rolled = [value for event in scene.events for value in event.get("rolled", [])]
    rolled += [fact["value"] for fact in facts if fact["what"] == "recovered" and fact["was"] is None]
    return {
        "inputs": values,
        "result": {**result, "rolls": rolled, "slots": facts, "rules": rules},
        "sheet": plain_sheet(typed_sheet),
        "text": " ".join([event["text"] for event in listed]),
        "rules": rules,
    }


def stateless(typed_sheet: Sheet, kind: object, inputs: object, seed: object) -> SheetCheckResult:
    """A check that changes nothing, with level and attributes from the sheet (FOS-20, FOS-24, FOS-27)."""
    if kind not in ("pools", "talents", "harm"):
        names = ", ".join([*KINDS, "pools", "talents", "harm"])
        refuse("check.unknown", f"kind: {quote(kind)} is not a check with a sheet; choose one of {names}.")
    values = {name: value for name, value in codec.plain_object(inputs, "inputs").items() if value is not None}
    usual: dict[str, Any] = {"level": typed_sheet.level}
    if kind == "pools":
        usual |= {"vit": typed_sheet.attributes["vit"], "spr": typed_sheet.attributes["spr"]}
    values = {**usual, **values}
    result = checks.check(kind, values, seed)
    text = stateless_sentence(str(kind), result)
    return {
        "inputs": values,
        "result": result,
        "sheet": plain_sheet(typed_sheet),
        "text": text,
        "rules": result["rules"],
    }


def stateless_sentence(kind: str, result: Answer) -> str:
    """The result of a check that changes nothing, as a sentence."""
    if kind == "pools":
        return f"At most {result['hp']} hit points and {result['mp']} magic points."
    if kind == "talents":
        return f"{result['talents']} {'talent' if result['talents'] == 1 else 'talents'}."
    return f"Tier {result['tier']}: {result['damage']} damage."


def single_scene(typed_sheet: Sheet, seed: object) -> Scene:
    """A scene with only this character."""
    key = fresh_key() if seed is None else key_from_seed(seed)
    participant = Participant(WHO, NAME, typed_sheet.level, typed_sheet.slots, typed_sheet.talents, typed_sheet.free)
    house_rules = typed_sheet.house_rules
    return Scene(
        State(
            "fortune-system", VERSION, Dice(key), [participant], house_rules.options, talents=dict(house_rules.talents)
        )
    )


def die(scene: Scene, typed_sheet: Sheet, typed: DieInputs) -> tuple[Answer, Answer]:
    """A skill check; Flair keeps the lower value, and Steady is used when it lowers the new one (FOS-03 to FOS-43)."""
    group = typed.group or typed_sheet.house_rules.skills.get(typed.skill)
    if not group:
        refuse("check.group", "group: name the group of this skill.", "FOS-25")
    call = {"type": "call-check", "actor": tables.GM, "participants": [WHO], "skill": typed.skill, "group": group}
    more = {"cos": typed.cos, "task": typed.skill, "trigger_damage": typed.trigger_damage}
    moves.act(scene, {**call, **more})
    task = scene.state.tasks[0]
    participant = scene.by_id[WHO]
    if typed.steady and not scene.ranks(participant, "steady", task):
        refuse("talent.missing", "steady: the character has no Steady for this check; leave it out.", "FOS-41")
    dice = [index for index in (typed.slot, typed.second) if index is not None]
    values = [participant.slots[index].value for index in dice if 0 <= index < len(participant.slots)]
    moves.act(scene, attempt_with(typed, dice))
    answer_questions(scene, bool(typed.steady))
    typed_sheet.played = True
    result = task.results[WHO]
    event = next(event for event in scene.events if event["type"] == "attempt")
    full = {name: value for name, value in codec.encode(typed).items() if value is not None}
    return {**full, "group": group, "values": values, "reduced": event["reduced"]}, {
        "success": result.success,
        "how": result.how,
        "applied": result.applied,
        "dice": list(result.slots),
        "trigger_damage": result.trigger_damage,
    }


def attempt_with(typed: DieInputs, dice: list[int]) -> Answer:
    """The command that attempts the check with these slots."""
    return {
        "type": "attempt",
        "actor": WHO,
        "task": typed.skill,
        "dice": dice,
        "reduce": dict.fromkeys(typed.reduce, typed.slot) if isinstance(typed.reduce, list) else typed.reduce,
        "talent": typed.talent,
        "mend": typed.mend,
        "flair": typed.flair,
        "rolls": typed.rolls,
    }


def answer_questions(scene: Scene, wanted: bool) -> None:
    """Answer the questions of Flair and Steady (FOS-40, FOS-41)."""
    while (pending := scene.state.pending) is not None:
        answer: Answer = {"type": "choose", "actor": WHO}
        if pending.kind == "flair":
            answer["value"] = min(pending.values or [])
        else:
            work, index = scene.state.work, pending.slot or 0
            participant = scene.by_id[WHO]
            better = work is not None and attempt_stages.steady_value(scene, work, participant) < (
                participant.slots[index].value or 0
            )
            answer["use"] = wanted and better
        moves.act(scene, answer)


def hardship(scene: Scene, _found: Sheet, typed: HardshipInputs) -> tuple[Answer, Answer]:
    """A slot is damaged or blown, the chosen or the lowest one (FOS-09)."""
    values = [slot.value for slot in scene.by_id[WHO].slots]
    order = {"type": "hardship", "actor": tables.GM, "target": WHO}
    moves.act(scene, {**order, "degree": typed.degree, "selection": typed.selection})
    pending = scene.state.pending
    if pending is not None:
        if typed.slot not in (pending.slots or []):
            open_to = list_slots(scene, values, pending.slots or [])
            refuse("choose.slot", f"slot: Choose which slot is struck: {open_to}.", "FOS-09")
        moves.act(scene, {"type": "choose", "actor": WHO, "slot": typed.slot})
    struck = next(fact["slot"] for event in scene.events for fact in event.get("slots", []))
    if typed.slot not in (None, struck):
        refuse("choose.slot", f"slot: Only {list_slots(scene, values, [struck])} can be struck here.", "FOS-09")
    return {"degree": typed.degree, "selection": typed.selection, "slot": struck}, {"slot": struck}


def list_slots(scene: Scene, values: list[int | None], indexes: list[int]) -> str:
    """Slots to choose from, as the page shows them: "slot 2 (20) or slot 4 (20)"."""
    names = [f"{slot_name(scene.by_id[WHO], index)} ({values[index]})" for index in indexes]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def rest(scene: Scene, typed_sheet: Sheet, typed: RestInputs) -> tuple[Answer, Answer]:
    """A rest fills hit and magic points; all slots recover, or Couldn't Sleep may follow (FOS-08, FOS-42)."""
    sleepless = typed.sleepless is not None
    order = {"type": "rest", "actor": tables.GM, "full": typed.full}
    moves.act(scene, {**order, "rolls": None if sleepless else typed.rolls})
    full = {"full": typed.full, "sleepless": typed.sleepless}
    typed_sheet.hp = typed_sheet.mp = None
    if sleepless:
        if typed.damage is not None and typed.damage not in (typed.sleepless or []):
            refuse("choose.slot", "damage: name one of the slots that are rerolled.", "FOS-42")
        lie = {"type": "couldnt-sleep", "actor": WHO, "dice": typed.sleepless, "rolls": typed.rolls}
        moves.act(scene, lie)
        pending = scene.state.pending
        if pending is not None:
            slot = slot_to_damage(scene, pending.slots or []) if typed.damage is None else typed.damage
            moves.act(scene, {"type": "choose", "actor": WHO, "slot": slot})
    elif typed.damage is not None:
        refuse("choose.slot", "damage: only possible together with sleepless; leave it out.", "FOS-42")
    return full, {"full": typed.full}


def slot_to_damage(scene: Scene, slots: list[int]) -> int:
    """The slot that is damaged when none is named: a sound one before others, then the highest value."""
    held = scene.by_id[WHO].slots
    return max(slots, key=lambda index: (held[index].condition == "sound", held[index].value or 0))


def defeat(scene: Scene, _found: Sheet, typed: DefeatInputs) -> tuple[Answer, Answer]:
    """The party was defeated in battle: every slot recovers (FOS-08)."""
    moves.act(scene, {"type": "defeat", "actor": tables.GM, "rolls": typed.rolls})
    return {}, {}


KINDS: dict[str, tuple[type[Any], Callable[[Scene, Sheet, Any], tuple[Answer, Answer]]]] = {
    "die": (DieInputs, die),
    "hardship": (HardshipInputs, hardship),
    "rest": (RestInputs, rest),
    "defeat": (DefeatInputs, defeat),
}
