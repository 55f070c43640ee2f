"""A character's sheet: its shape, what it has cost, and how it enters an encounter (FNP-01 to FNP-08)."""

from typing import Annotated, Any

from rules.engine import codec
from rules.engine.belongings import Thing
from rules.engine.codec import Meta, Struct, Text, field
from rules.engine.refusals import quoted, refuse
from rules.games.fortune_and_power import entry, house, tables
from rules.games.fortune_and_power.house import Ruled
from rules.games.fortune_and_power.shapes import Entry, Limits, Traits, Weapons


class Gift(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A gift that somebody has (FNP-08)."""

    name: Text
    note: Text | None = None


class Created(Struct, forbid_unknown_fields=True):
    """What the creation came to: character points given, and spent (FNP-02, FNP-03)."""

    points: tables.Points
    spent: tables.Points


class Sheet(Struct, forbid_unknown_fields=True):
    """A character; `created` is written when the creation is finished, what it leaves stays available."""

    finished: bool = False
    traits: Traits = {}
    gifts: Annotated[list[Gift], Meta(max_length=tables.MOST_LISTED)] = []
    fortune: tables.Pool = 0
    wounds: tables.Pool = 0
    shocks: tables.Pool = 0
    limits: Limits | None = None
    armor: tables.Armor = 0
    weapons: Weapons = []
    equipment: Annotated[list[Thing], Meta(max_length=tables.MOST_LISTED)] = []
    created: Created | None = None

    def level(self, trait: str) -> int:
        """The level of a trait, 0 without it (FNP-10)."""
        return self.traits.get(trait, 0)


class Progress(Struct, forbid_unknown_fields=True):
    """The sum of the experience ledger, awards less spends; below 0 when character points left over paid (FNP-04)."""

    xp: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = field(default=0)


class Line(Struct):
    """One thing that was bought."""

    label: str
    price: int
    rules: list[str]


def blank() -> dict[str, Any]:
    """The sheet of a new character."""
    return plain(Sheet())


def plain(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain JSON, every field of it written out."""
    made: dict[str, Any] = codec.encode(sheet)
    made["equipment"] = [{"quantity": 1, **thing} for thing in made["equipment"]]
    return made


def decoded(given: object) -> Sheet:
    """A sheet checked by itself; `Refused` names the faulty field's path."""
    fields = codec.plain_object(given, "sheet")
    sheet = codec.decode({name: fields[name] for name in fields if fields[name] is not None}, Sheet, "sheet")
    codec.check_text(given, "sheet")
    entry.check_weapons(sheet.weapons, "weapons")
    return sheet


def read(given: object, progress: object, ruled: Ruled) -> tuple[Sheet, int]:
    """(sheet, experience points available), checked against the campaign and the experience ledger.

    While the creation lasts the whole is paid with character points; afterwards what they leave over is added
    to the experience points, of which one is worth one character point (FNP-04).
    """
    sheet = decoded(given)
    xp = codec.decode(progress, Progress, "progress").xp
    if not sheet.finished:
        check_creation(sheet, ruled)
        available = xp
    else:
        available = xp + (sheet.created.points - sheet.created.spent if sheet.created is not None else 0)
    if available < 0:
        text = f"xp: {-available} more experience points were spent than there are; take a step back first."
        refuse("progress.overspent", text, "FNP-04")
    return sheet, available


def check_creation(sheet: Sheet, ruled: Ruled) -> None:
    """A character in the making keeps to the cap, the catalogue and the budget (FNP-02, FNP-03, FNP-06, FNP-08)."""
    cap = ruled.options.starting_trait_cap
    for name, level in sheet.traits.items():
        if cap is not None and level > cap:
            refuse("trait.cap", f"traits.{quoted(name)[1:-1]}: at most {cap} for a starting character.", "FNP-02")
    seen: set[str] = set()
    for place, gift in enumerate(sheet.gifts):
        row = ruled.gifts.get(gift.name)
        if row is None:
            names = ", ".join(ruled.gifts)[:150]
            text = f"gifts[{place}].name: {quoted(gift.name)} is not in the catalogue, which has {names}."
            refuse("gift.unknown", text, "FNP-08")
        if gift.name in seen and not row.many:
            refuse("gift.twice", f"gifts[{place}].name: {quoted(gift.name)} is had once.", "FNP-08")
        seen.add(gift.name)
    if sheet.fortune and not ruled.options.has_fortune:
        refuse("fortune.forbidden", "fortune: there is none in this campaign; set it to 0.", "FNP-06")
    spent, points = cost(sheet, ruled), ruled.options.points
    if spent > points:
        text = f"sheet: this costs {spent} of {points} character points; take {spent - points} off."
        refuse("budget.over", text, "FNP-02")


def bill(sheet: Sheet, ruled: Ruled) -> list[Line]:
    """Everything that was bought, and for how much at today's prices (FNP-03)."""
    prices = ruled.options.prices
    lines = [
        Line(f"{name} {level}", tables.price(level, prices), ["FNP-03"]) for name, level in sorted(sheet.traits.items())
    ]
    for gift in sheet.gifts:
        row = ruled.gifts.get(gift.name)
        lines.append(Line(gift.name, row.price if row is not None else 0, ["FNP-03", "FNP-08"]))
    if sheet.fortune:
        lines.append(Line(f"Fortune {sheet.fortune}", sheet.fortune, ["FNP-03", "FNP-06"]))
    return lines


def cost(sheet: Sheet, ruled: Ruled) -> int:
    """What the whole character costs at today's prices."""
    return sum([line.price for line in bill(sheet, ruled)])


def check_priced(sheet: Sheet, before: object) -> None:
    """What a player may not write by hand: what was paid for, once the creation is finished (FNP-03, FNP-05)."""
    stood = decoded(before)
    same = (sheet.finished, sheet.created) == (stood.finished, stood.created)
    same = same and (sheet.limits or Limits()) == (stood.limits or Limits())
    if stood.finished:
        bought = [gift.name for gift in sheet.gifts] == [gift.name for gift in stood.gifts]
        same = same and bought and sheet.traits == stood.traits and sheet.fortune <= stood.fortune
    if not same:
        text = (
            "sheet: traits, gifts and more fortune are bought with points, limits are the Adversary's word; "
            "buy a step, or ask for a correction."
        )
        refuse("sheet.priced", text, "FNP-03")


def participant(
    given: object, progress: object, *, id: object, name: object, group: object, side: object, house_: object
) -> dict[str, Any]:
    """The character as a setup's participant; its side is `side`, else its group, else the players'."""
    sheet, _ = read(given, progress, house.read(house_))
    made: dict[str, Any] = {
        "id": id,
        "name": name,
        "side": side if side is not None else group if group is not None else tables.PLAYERS,
        "kind": "pc",
        "traits": dict(sheet.traits),
        "fortune": sheet.fortune,
        "armor": sheet.armor,
        "gifts": [gift.name for gift in sheet.gifts],
        "wounds": sheet.wounds,
        "shocks": sheet.shocks,
        "weapons": codec.encode(sheet.weapons),
    }
    if sheet.limits is not None:
        made["limits"] = codec.encode(sheet.limits)
    codec.decode(made, Entry, "participant")
    return made
