"""Every way to make and to advance a character, as offers (FOS-02, FOS-20 to FOS-24)."""

from typing import Any

from rules.engine.offers import Choice, one
from rules.games.fortune_system import figures, known, offers, own, tables, talents
from rules.games.fortune_system.sheet import Sheet, read

Plain = dict[str, Any]


def steps(given: object, progress: object, house: object) -> list[Plain]:
    """Every step that is open, and those that only lack a talent or a point, with the reason."""
    found = read(given, progress, house)
    made = fills(found) + talent_steps(found) + attribute_steps(found) + free_steps(found)
    return made if found.finished else [*made, finishing(found)]


def offered(step: Plain, label: str, before: str, after: str, rules: list[str], **more: Any) -> Plain:
    """One step as an offer; nothing here costs experience, which only makes levels (FOS-23).

    `rolls` (`{"count", "sides"}`) stands in it where dice may be typed in with the step.
    """
    if not more.get("rolls"):
        more.pop("rolls", None)
    return {
        "step": step, "label": label, "unit": "xp", "price": 0, "before": before, "after": after, "affordable": True,
        "reason": "", "opens": "", "rules": rules, "choices": {}, "asks_gm": False, **more,
    }  # fmt: skip


def fills(found: Sheet) -> list[Plain]:
    """Slots that are not filled yet, and the mulligan (FOS-02)."""
    missing, made = found.missing(), []
    if missing:
        label = "Roll the slots" if not found.ordinary() else "Roll the slots that are missing"
        after = f"{len(missing)} rolled"
        rules, rolls = ["FOS-01", "FOS-02"], known.dice(len(missing))
        made.append(offered({"type": "fill", "method": "rolled"}, label, "empty", after, rules, rolls=rolls))
    if not found.ordinary():
        after = ", ".join(map(str, tables.FIXED[: found.rulings.slots]))
        step = {"type": "fill", "method": "fixed"}
        rolls = known.dice(max(0, len(missing) - min(len(tables.FIXED), found.rulings.slots)))
        made.append(offered(step, "Take the fixed values", "empty", after, ["FOS-02"], rolls=rolls))
    if figures.can_redo(found):
        before = ", ".join([str(slot.value) for slot in found.slots if slot.group is None])
        after = ", ".join(map(str, tables.FIXED[: found.ordinary()]))
        opens = "Until the first check you may still do this."
        label = "Take the fixed values instead of the rolled ones"
        rolls = known.dice(own.redo_dice(found.slots))
        made.append(offered({"type": "mulligan"}, label, before, after, ["FOS-02"], opens=opens, rolls=rolls))
    return made


def talent_steps(found: Sheet) -> list[Plain]:
    """Each talent that can be taken, for a focus of one's choice (FOS-20, FOS-21)."""
    level, taken = found.level, sum([held.ranks for held in found.talents])
    left = tables.talents_at(level) - taken
    made = []
    for key, talent in found.rulings.all_talents.items():
        foci = [focus for focus in open_foci(found, key, talent) if not prepared_last(found, key, focus)]
        if not foci:
            continue
        reason = "" if left > 0 else no_talent(found)
        choices: dict[str, Choice] = {} if talent.for_ == "none" else {"focus": one([focus for focus in foci if focus])}
        after = figures.effect(key, talent, 1)
        made.append(
            offered(
                {"type": "talent", "key": key},
                f"Take {talent.name}",
                f"{left} left to take",
                after,
                ["FOS-20", tables.TALENT_RULE.get(key, "FOS-21")],
                choices=choices,
                affordable=left > 0,
                reason=reason,
                rolls=known.dice(talent.slots if found.ordinary() else 0),
            )
        )
    return made


def no_talent(found: Sheet) -> str:
    """Why no talent can be taken now (FOS-20)."""
    level = found.level
    after = next((one for one in range(level + 1, 100) if tables.talents_at(one) > tables.talents_at(level)), None)
    return "All talents are taken." if after is None else f"The next talent comes at level {after}."


def open_foci(found: Sheet, key: str, talent: tables.Talent) -> list[str | None]:
    """The foci for which another rank can be taken; [None] for a talent without one."""
    listed: list[str | None] = [None]
    if talent.for_ == "group":
        listed = [*found.rulings.groups]
    elif talent.for_ == "skill":
        listed = [*found.rulings.skills]
    listed += [held.focus for held in found.talents if held.key == key and held.focus not in listed]
    return [focus for focus in listed if taken_ranks(found, key, focus) < talent.ranks]


def prepared_last(found: Sheet, key: str, focus: str | None) -> bool:
    """Whether the free slot holds the last rank that the pair can have (FOS-21, FOS-22)."""
    free = found.free
    if free is None or (free.key, free.focus) != (key, focus):
        return False
    return taken_ranks(found, key, focus) + 1 >= talents.figures_of(found.rulings.talents, key, "step").ranks


def taken_ranks(found: Sheet, key: str, focus: str | None) -> int:
    """The ranks of a talent for a focus, without the free slot's."""
    return sum([held.ranks for held in found.talents if held.key == key and held.focus == focus])


def attribute_steps(found: Sheet) -> list[Plain]:
    """One point into an attribute, as long as points are left (FOS-24)."""
    budget, made = figures.attribute_budget(found), []
    for name in tables.ATTRIBUTES:
        value = found.attributes[name]
        if budget["left"] and value < tables.ATTRIBUTE_MOST:
            step = {"type": "attribute", "attribute": name}
            made.append(offered(step, f"Raise {name.upper()}", str(value), str(value + 1), ["FOS-24"]))
    return made


def free_steps(found: Sheet) -> list[Plain]:
    """The free slot, between sessions and at a rest (FOS-22)."""
    made = []
    before = "nothing" if found.free is None else figures.named(found, found.free)
    for kind in ("group", "skill", "none"):
        keys = [
            key
            for key, talent in found.rulings.all_talents.items()
            if talent.for_ == kind and offers.free_to_take(talent, key) and open_foci(found, key, talent)
        ]
        if not keys:
            continue
        choices: dict[str, Choice] = {"key": one(keys)}
        if kind != "none":
            choices["focus"] = one(list(found.rulings.groups if kind == "group" else found.rulings.skills))
        words = {"group": "a talent for a group", "skill": "a talent for a skill", "none": "a talent without a focus"}
        label = f"Prepare {words[kind]} in the free slot"
        made.append(offered({"type": "free"}, label, before, words[kind], ["FOS-22"], choices=choices))
    return made


def finishing(found: Sheet) -> Plain:
    """The end of the creation, once the slots are filled."""
    missing = len(found.missing())
    reason = "" if not missing else "Fill the slots first: roll them, or take the fixed values."
    opens = "From then on talents come with levels, and slots change by play."
    rules = ["FOS-02", "FOS-20"]
    return offered({"type": "finish"}, "Finish the character", "in the making", "finished", rules,
                   affordable=not missing, reason=reason, opens=opens)  # fmt: skip
