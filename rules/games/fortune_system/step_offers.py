"""The offers of steps: every way to make and advance a character (FOS-02, FOS-20 to FOS-24)."""

from typing import Any

from rules.engine.offers import Choice, one
from rules.games.fortune_system import offers, other_actions, sheet_figures, skill_lists, tables, talents
from rules.games.fortune_system.sheet import Sheet, read

Plain = dict[str, Any]


def steps(given: object, progress: object, house: object) -> list[Plain]:
    """See `rules.play.steps`."""
    typed_sheet = read(given, progress, house)
    all_steps = (
        slot_steps(typed_sheet) + talent_steps(typed_sheet) + attribute_steps(typed_sheet) + free_steps(typed_sheet)
    )
    return all_steps if typed_sheet.finished else [*all_steps, finish_offer(typed_sheet)]


def step_offer(step: Plain, label: str, before: str, after: str, rules: list[str], **more: Any) -> Plain:
    """One step; none costs experience, which only gives levels (FOS-23).

    `rolls` (`{"count", "sides"}`) is there where dice may come with the step.
    """
    if not more.get("rolls"):
        more.pop("rolls", None)
    return {
        "step": step,
        "label": label,
        "unit": "xp",
        "price": 0,
        "before": before,
        "after": after,
        "affordable": True,
        "reason": "",
        "opens": "",
        "rules": rules,
        "choices": {},
        "asks_gm": False,
        **more,
    }


def slot_steps(typed_sheet: Sheet) -> list[Plain]:
    """Filling slots, and the mulligan (FOS-02)."""
    missing, step_offers = typed_sheet.missing(), []
    if missing:
        label = "Roll the slots" if not typed_sheet.ordinary() else "Roll the slots that are missing"
        after = f"{len(missing)} rolled"
        rules, rolls = ["FOS-01", "FOS-02"], skill_lists.dice(len(missing))
        step_offers.append(step_offer({"type": "fill", "method": "rolled"}, label, "empty", after, rules, rolls=rolls))
    if not typed_sheet.ordinary():
        after = ", ".join(map(str, tables.FIXED[: typed_sheet.house_rules.slots]))
        step = {"type": "fill", "method": "fixed"}
        rolls = skill_lists.dice(max(0, len(missing) - min(len(tables.FIXED), typed_sheet.house_rules.slots)))
        step_offers.append(step_offer(step, "Take the fixed values", "empty", after, ["FOS-02"], rolls=rolls))
    if sheet_figures.can_redo(typed_sheet) and any(
        slot.group is None and slot.condition != "blown" for slot in typed_sheet.slots
    ):
        before, after = mulligan_values(typed_sheet)
        opens = "Until the first check you may still do this."
        label = "Take the fixed values instead of the rolled ones"
        rolls = skill_lists.dice(other_actions.fixed_value_dice(typed_sheet.slots))
        step_offers.append(step_offer({"type": "mulligan"}, label, before, after, ["FOS-02"], opens=opens, rolls=rolls))
    return step_offers


def mulligan_values(typed_sheet: Sheet) -> tuple[str, str]:
    """The ordinary slots before and after a mulligan, which leaves blown slots blown (FOS-02, FOS-06)."""
    before, after = [], []
    for place, slot in enumerate([slot for slot in typed_sheet.slots if slot.group is None]):
        fixed = str(tables.FIXED[place]) if place < len(tables.FIXED) else "rolled"
        before.append("blown" if slot.condition == "blown" else str(slot.value))
        after.append("blown" if slot.condition == "blown" else fixed)
    return ", ".join(before), ", ".join(after)


def talent_steps(typed_sheet: Sheet) -> list[Plain]:
    """Taking a talent, for a focus of the player's choice (FOS-20, FOS-21)."""
    level, taken = typed_sheet.level, sum([held.ranks for held in typed_sheet.talents])
    ranks_left = tables.talents_at(level) - taken
    step_offers = []
    for key, talent in typed_sheet.house_rules.offered_talents.items():
        foci = [
            focus for focus in open_foci(typed_sheet, key, talent) if not is_last_rank_prepared(typed_sheet, key, focus)
        ]
        if not foci:
            continue
        reason = "" if ranks_left > 0 else no_talent(typed_sheet)
        choices: dict[str, Choice] = {} if talent.for_ == "none" else {"focus": one([focus for focus in foci if focus])}
        after = sheet_figures.effect(key, talent, 1)
        step_offers.append(
            step_offer(
                {"type": "talent", "key": key},
                f"Take {talent.name}",
                f"{ranks_left} left to take",
                after,
                ["FOS-20", tables.TALENT_RULE.get(key, "FOS-21")],
                choices=choices,
                affordable=ranks_left > 0,
                reason=reason,
                rolls=skill_lists.dice(talent.slots if typed_sheet.ordinary() and talent.for_ != "none" else 0),
            )
        )
    return step_offers


def no_talent(typed_sheet: Sheet) -> str:
    """Why no talent can be taken now (FOS-20)."""
    level = typed_sheet.level
    after = next(
        (reached for reached in range(level + 1, 100) if tables.talents_at(reached) > tables.talents_at(level)), None
    )
    return "All talents are taken." if after is None else f"The next talent comes at level {after}."


def open_foci(typed_sheet: Sheet, key: str, talent: tables.Talent) -> list[str | None]:
    """The foci for which another rank can be taken; [None] for a talent without a focus."""
    listed: list[str | None] = [None]
    if talent.for_ == "group":
        listed = [*typed_sheet.house_rules.groups]
    elif talent.for_ == "skill":
        listed = [*typed_sheet.house_rules.skills]
    listed += [held.focus for held in typed_sheet.talents if held.key == key and held.focus not in listed]
    return [focus for focus in listed if taken_ranks(typed_sheet, key, focus) < talent.ranks]


def is_last_rank_prepared(typed_sheet: Sheet, key: str, focus: str | None) -> bool:
    """Whether the free slot already has the last possible rank (FOS-21, FOS-22)."""
    free = typed_sheet.free
    if free is None or (free.key, free.focus) != (key, focus):
        return False
    return (
        taken_ranks(typed_sheet, key, focus) + 1
        >= talents.figures_of(typed_sheet.house_rules.talents, key, "step").ranks
    )


def taken_ranks(typed_sheet: Sheet, key: str, focus: str | None) -> int:
    """The ranks of a talent for a focus, without the free slot."""
    return sum([held.ranks for held in typed_sheet.talents if held.key == key and held.focus == focus])


def attribute_steps(typed_sheet: Sheet) -> list[Plain]:
    """Adding a point to an attribute (FOS-24)."""
    budget, step_offers = sheet_figures.attribute_budget(typed_sheet), []
    for name in tables.ATTRIBUTES:
        value = typed_sheet.attributes[name]
        if budget["left"] and value < tables.ATTRIBUTE_MOST:
            step = {"type": "attribute", "attribute": name, "to": value + 1}
            step_offers.append(step_offer(step, f"Raise {name.upper()}", str(value), str(value + 1), ["FOS-24"]))
    return step_offers


def free_steps(typed_sheet: Sheet) -> list[Plain]:
    """The free slot, between sessions and at a rest (FOS-22)."""
    step_offers = []
    before = "nothing" if typed_sheet.free is None else sheet_figures.talent_name(typed_sheet, typed_sheet.free)
    for kind in ("group", "skill", "none"):
        keys = [
            key
            for key, talent in typed_sheet.house_rules.offered_talents.items()
            if talent.for_ == kind and offers.free_to_take(talent, key) and open_foci(typed_sheet, key, talent)
        ]
        if not keys:
            continue
        choices: dict[str, Choice] = {"key": one(keys)}
        if kind != "none":
            choices["focus"] = one(
                list(typed_sheet.house_rules.groups if kind == "group" else typed_sheet.house_rules.skills)
            )
        words = {"group": "a talent for a group", "skill": "a talent for a skill", "none": "a talent without a focus"}
        label = f"Prepare {words[kind]} in the free slot"
        step_offers.append(step_offer({"type": "free"}, label, before, words[kind], ["FOS-22"], choices=choices))
    return step_offers


def finish_offer(typed_sheet: Sheet) -> Plain:
    """Finishing the creation, once the slots are filled."""
    missing = len(typed_sheet.missing())
    reason = "" if not missing else "Fill the slots first: roll them, or take the fixed values."
    opens = "From then on talents come with levels, and slots change by play."
    rules = ["FOS-02", "FOS-20"]
    return step_offer(
        {"type": "finish"},
        "Finish the character",
        "in creation",
        "finished",
        rules,
        affordable=not missing,
        reason=reason,
        opens=opens,
    )
