"""The character sheet: its shape, and what level and budget allow (FOS-01, FOS-20 to FOS-24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text, field
from rules.engine.json_types import PlainSheet
from rules.engine.refusals import Refused, refuse
from rules.games.fortune_system import entry, tables, talents
from rules.games.fortune_system.shapes import FreeGiven, Options, SlotGiven, TalentGiven
from rules.games.fortune_system.state import Held, Slot

Attribute = Annotated[int, Meta(ge=tables.ATTRIBUTE_BASE, le=tables.ATTRIBUTE_MOST)]
Pool = Annotated[int, Meta(ge=0, le=99_999)]
Sum = Annotated[int, Meta(ge=0, le=10_000_000)]


class Thing(Struct, forbid_unknown_fields=True):
    """One piece of equipment."""

    name: Text
    quantity: Annotated[int, Meta(ge=0, le=9999)] | None = None
    note: Text | None = None


class Attributes(Struct, forbid_unknown_fields=True):
    """The five attributes; they never enter a skill check (FOS-24)."""

    atk: Attribute = tables.ATTRIBUTE_BASE
    vit: Attribute = tables.ATTRIBUTE_BASE
    spd: Attribute = tables.ATTRIBUTE_BASE
    mag: Attribute = tables.ATTRIBUTE_BASE
    spr: Attribute = tables.ATTRIBUTE_BASE


class Given(Struct, forbid_unknown_fields=True):
    """A sheet as it is stored; `played`: a check was made, so no mulligan is left (FOS-02)."""

    finished: bool = False
    slots: Annotated[list[SlotGiven], Meta(max_length=tables.MOST_SLOTS_IN_ALL)] = []
    filled: tables.Fill | None = None
    talents: Annotated[list[TalentGiven], Meta(max_length=100)] = []
    free: FreeGiven | None = None
    attributes: Attributes = field(default_factory=Attributes)
    hp: Pool | None = None
    mp: Pool | None = None
    equipment: Annotated[list[Thing], Meta(max_length=200)] = []
    played: bool = False


class Progress(Struct, forbid_unknown_fields=True):
    """The sums of the experience entries: points, and levels that were awarded as such (FOS-23)."""

    xp: Sum = 0
    levels: Sum = 0


class HouseShape(Struct):
    """The shape in which the site passes options and rows."""

    options: dict[str, Any] | None = None
    rows: Annotated[list[tables.Row], Meta(max_length=5000)] | None = None


@dataclass(slots=True)
class HouseRules:
    """The rules of one campaign: options, changed talents, skills and groups."""

    options: Options
    talents: Mapping[str, tables.Talent]
    skills: dict[str, str]
    groups: list[str]
    rows: list[tables.Row]
    unread: list[dict[str, str]]

    @property
    def slots(self) -> int:
        """How many ordinary slots a character has (FOS-01)."""
        return self.options.slots or tables.SLOTS

    @property
    def all_talents(self) -> dict[str, tables.Talent]:
        """Every talent that a sheet may have, also one that the campaign no longer offers."""
        return {**tables.TALENTS, **self.talents}

    @property
    def offered_talents(self) -> dict[str, tables.Talent]:
        """Every talent that can be taken: the campaign's, or the game's own if no row is that of a known talent."""
        keys = {row.key for row in self.rows if row.kind == "talent"}
        keys |= {row["key"] for row in self.unread if row["kind"] == "talent"}
        known = self.all_talents
        return {key: talent for key, talent in known.items() if key in keys} or known


@dataclass(slots=True)
class Sheet:
    """A checked sheet with its level and house rules."""

    finished: bool
    slots: list[Slot]
    filled: tables.Fill | None
    talents: list[Held]
    free: Held | None
    attributes: dict[str, int]
    hp: int | None
    mp: int | None
    equipment: list[dict[str, Any]]
    played: bool
    level: int
    house_rules: HouseRules

    def ordinary(self) -> int:
        """The number of slots that do not belong to Lucky."""
        return sum([slot.group is None for slot in self.slots])

    def most(self, pool: str) -> int:
        """Maximum hit or magic points (FOS-24)."""
        return tables.pool_most(self.level, self.attributes["vit" if pool == "hp" else "spr"])

    def missing(self) -> list[str | None]:
        """The slots that are not filled yet: ordinary ones (None), then those of Lucky by group (FOS-01, FOS-39)."""
        values: list[str | None] = [None] * (self.house_rules.slots - self.ordinary())
        for group, count in self.lucky().items():
            values += [group] * (count - sum([slot.group == group for slot in self.slots]))
        return values

    def lucky(self) -> dict[str, int]:
        """The number of slots that Lucky gives for each group (FOS-39)."""
        slots_by_focus: dict[str, int] = {}
        for held in self.talents:
            added = self.house_rules.all_talents[held.key].slots * held.ranks
            if added and held.focus is not None:
                slots_by_focus[held.focus] = slots_by_focus.get(held.focus, 0) + added
        return slots_by_focus


OPTIONS = frozenset({"slots", "equal_passes", "xp_per_level"})


def parse_house_rules(house: object) -> HouseRules:
    """The house rules of a campaign; None means the game's own.

    A malformed row is left out, so that it cannot spoil all sheets; `unread` says why.
    """
    given = HouseShape() if house is None else codec.decode(house, HouseShape, "house")
    known = {name: value for name, value in (given.options or {}).items() if name in OPTIONS and value is not None}
    options = codec.decode(known, Options, "house.options")
    rows: list[tables.Row] = []
    unread: list[dict[str, str]] = []
    for row in given.rows or []:
        try:
            tables.changed_talents([row], row.key)
            tables.skills_of([row], row.key)
        except Refused as refused:
            unread.append({"kind": row.kind, "key": row.key, "reason": refused.message})
        else:
            rows.append(row)
    skills, groups = tables.skills_of(rows, "house.rows")
    groups = groups or list(dict.fromkeys([*tables.GROUPS, *[group for group in skills.values() if group]]))
    return HouseRules(
        options, tables.changed_talents(rows, "house.rows"), skills or tables.SKILLS, groups, rows, unread
    )


def level_of(progress: object, house_rules: HouseRules) -> tuple[int, Progress]:
    """(level, sums) from the experience entries (FOS-23); `Refused` above the highest level."""
    sums = codec.decode(progress, Progress, "progress")
    price = house_rules.options.xp_per_level or tables.XP_PER_LEVEL
    level = 1 + sums.levels + sums.xp // price
    if level > tables.HIGHEST_LEVEL:
        refuse(
            "progress.level", f"progress: this is level {level}, and {tables.HIGHEST_LEVEL} is the highest.", "FOS-23"
        )
    return level, sums


def read(given: object, progress: object, house: object) -> Sheet:
    """The checked and completed sheet; `Refused` names the path of the faulty field."""
    house_rules = parse_house_rules(house)
    level, _ = level_of(progress, house_rules)
    typed = parse_sheet(given)
    held, free = read_talents(typed, level, house_rules)
    check_attributes(typed.attributes)
    typed_sheet = sheet_of(typed, held, free, level, house_rules)
    drop_lucky(typed_sheet)
    if typed_sheet.ordinary() and typed_sheet.filled is None:
        typed_sheet.filled = "rolled"
    for name in ("hp", "mp"):
        now, most = getattr(typed_sheet, name), typed_sheet.most(name)
        if now is not None and now >= most:
            setattr(typed_sheet, name, None)
    return typed_sheet


def parse_sheet(given: object) -> Given:
    """A sheet of the right shape; the rules and the catalogue may refuse it."""
    plain = codec.plain_object(given, "sheet")
    typed = codec.decode({name: value for name, value in plain.items() if value is not None}, Given, "sheet")
    codec.check_text(given, "sheet")
    return typed


def sheet_of(typed: Given, held: list[Held], free: Held | None, level: int, house_rules: HouseRules) -> Sheet:
    """The sheet with these talents, as it is stored."""
    return Sheet(
        typed.finished,
        entry.parse_slots(typed.slots, "slots"),
        typed.filled,
        held,
        free,
        scores_of(typed.attributes),
        typed.hp,
        typed.mp,
        [plain_equipment(item) for item in typed.equipment],
        typed.played,
        level,
        house_rules,
    )


def read_talents(typed: Given, level: int, house_rules: HouseRules) -> tuple[list[Held], Held | None]:
    """(the talents, the talent of the free slot); `Refused` when the level does not allow them (FOS-20 to FOS-22)."""
    held = [Held(talent.key, talent.focus, talent.ranks or 1) for talent in typed.talents]
    held = talents.merge_ranks(house_rules.talents, held, "talents")
    talents.check_count(held, level, "talents")
    free = None if typed.free is None else Held(typed.free.key, typed.free.focus)
    if free is not None:
        talents.check_free(house_rules.talents, held, free, "free")
    return held, free


def scores_of(typed_attributes: Attributes) -> dict[str, int]:
    """The attributes by name."""
    return {name: int(getattr(typed_attributes, name)) for name in tables.ATTRIBUTES}


def check_attributes(typed_attributes: Attributes) -> None:
    """Refuse attributes to which more points are added than there are (FOS-24)."""
    scores = scores_of(typed_attributes)
    spent = sum(scores.values()) - tables.ATTRIBUTE_BASE * len(scores)
    if spent > tables.ATTRIBUTE_POINTS:
        text = f"attributes: {spent} points are added, and there are only {tables.ATTRIBUTE_POINTS}."
        refuse("attributes.points", text, "FOS-24")


def plain_equipment(thing: Thing) -> dict[str, Any]:
    """A piece of equipment with all fields."""
    fields: dict[str, Any] = {"name": thing.name, "quantity": 1 if thing.quantity is None else thing.quantity}
    return {**fields, "note": thing.note} if thing.note is not None else fields


def drop_lucky(typed_sheet: Sheet) -> None:
    """Remove slots of Lucky beyond its ranks (FOS-39)."""
    room = typed_sheet.lucky()
    slots_to_keep = []
    for slot in typed_sheet.slots:
        if slot.group is not None:
            if not room.get(slot.group):
                continue
            room[slot.group] -= 1
        slots_to_keep.append(slot)
    typed_sheet.slots = slots_to_keep


def plain_sheet(typed_sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain JSON with every field."""
    return {
        "finished": typed_sheet.finished,
        "slots": [plain_slot(slot) for slot in typed_sheet.slots],
        "filled": typed_sheet.filled,
        "talents": [{"key": held.key, "focus": held.focus, "ranks": held.ranks} for held in typed_sheet.talents],
        "free": None if typed_sheet.free is None else {"key": typed_sheet.free.key, "focus": typed_sheet.free.focus},
        "attributes": dict(typed_sheet.attributes),
        "hp": typed_sheet.hp,
        "mp": typed_sheet.mp,
        "equipment": [dict(item) for item in typed_sheet.equipment],
        "played": typed_sheet.played,
    }


def plain_slot(slot: Slot) -> dict[str, Any]:
    """A slot as plain JSON."""
    return {"value": slot.value, "condition": slot.condition, "group": slot.group}


def new_sheet() -> PlainSheet:
    """The sheet of a new character."""
    return plain_sheet(read({}, {}, None))
