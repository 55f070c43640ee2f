"""A character's sheet: its shape, what it has cost, and how it enters an encounter (FNP-01 to FNP-08)."""

from typing import Annotated, Any

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text, field
from rules.engine.equipment import Thing
from rules.engine.json_types import PlainSheet, SetupEntry
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import entry, tables, wording
from rules.games.fortune_and_power.house_rules import HouseRules, parse_house_rules
from rules.games.fortune_and_power.shapes import Entry, Limits, Traits, Weapons


class Gift(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A gift that someone has (FNP-08)."""

    name: Text
    note: Text | None = None


class Created(Struct, forbid_unknown_fields=True):
    """The character points that were available in the creation, and those that were spent (FNP-02, FNP-03)."""

    points: tables.Points
    spent: tables.Points


class Sheet(Struct, forbid_unknown_fields=True):
    """A character; `created` is set at the end of the creation, and points left over stay available."""

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
    """The sum of the experience entries; negative when character points left over paid for steps (FNP-04)."""

    xp: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = field(default=0)


class Line(Struct):
    """One purchase."""

    label: str
    price: int
    rules: list[str]


def new_sheet() -> PlainSheet:
    """The sheet of a new character."""
    return plain_sheet(Sheet())


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain JSON with every field."""
    plain: dict[str, Any] = codec.encode(sheet)
    plain["equipment"] = [{"quantity": 1, **thing} for thing in plain["equipment"]]
    return plain


def parse_sheet(given: object) -> Sheet:
    """A sheet of the right shape; `Refused` names the path of the faulty field."""
    fields = codec.plain_object(given, "sheet")
    sheet = codec.decode({name: fields[name] for name in fields if fields[name] is not None}, Sheet, "sheet")
    codec.check_text(given, "sheet")
    entry.check_weapons(sheet.weapons, "weapons")
    return sheet


def read(given: object, progress: object, house_rules: HouseRules) -> tuple[Sheet, int]:
    """(sheet, experience points available), checked against the house rules and the experience.

    During the creation everything is paid with character points. Afterwards those that are left are added to the
    experience points, one for one (FNP-04).
    """
    sheet = parse_sheet(given)
    xp = codec.decode(progress, Progress, "progress").xp
    if not sheet.finished:
        check_creation(sheet, house_rules)
        available = xp
    else:
        available = xp + (sheet.created.points - sheet.created.spent if sheet.created is not None else 0)
    if available < 0:
        text = f"xp: {-available} more experience points were spent than there are; take back a purchase first."
        refuse("progress.overspent", text, "FNP-04")
    return sheet, available


def check_creation(sheet: Sheet, house_rules: HouseRules) -> None:
    """Check a character in creation: cap, catalogue and budget (FNP-02, FNP-03, FNP-06, FNP-08)."""
    cap = house_rules.options.starting_trait_cap
    for name, level in sheet.traits.items():
        if cap is not None and level > cap:
            refuse("trait.cap", f"traits.{quote(name)[1:-1]}: at most {cap} for a starting character.", "FNP-02")
    bought: set[str] = set()
    for place, gift in enumerate(sheet.gifts):
        row = house_rules.gifts.get(gift.name)
        if row is None:
            names = wording.first_names(house_rules.gifts)
            text = f"gifts[{place}].name: {quote(gift.name)} is not in the catalogue, which has {names}."
            refuse("gift.unknown", text, "FNP-08")
        if gift.name in bought and not row.many:
            refuse("gift.twice", f"gifts[{place}].name: {quote(gift.name)} can be bought only once.", "FNP-08")
        bought.add(gift.name)
    if sheet.fortune and not house_rules.options.has_fortune:
        refuse("fortune.forbidden", "fortune: there is none in this campaign; set it to 0.", "FNP-06")
    spent, points = cost(sheet, house_rules), house_rules.options.points
    if spent > points:
        text = f"sheet: this costs {spent} character points, and there are {points}; take {spent - points} off."
        refuse("budget.over", text, "FNP-02")


def purchases(sheet: Sheet, house_rules: HouseRules) -> list[Line]:
    """Everything that was bought, with today's prices (FNP-03)."""
    prices = house_rules.options.prices
    lines = [
        Line(f"{name} {level}", tables.price(level, prices), ["FNP-03"]) for name, level in sorted(sheet.traits.items())
    ]
    for gift in sheet.gifts:
        row = house_rules.gifts.get(gift.name)
        lines.append(Line(gift.name, row.price if row is not None else 0, ["FNP-03", "FNP-08"]))
    if sheet.fortune:
        lines.append(Line(f"Fortune {sheet.fortune}", sheet.fortune, ["FNP-03", "FNP-06"]))
    return lines


def cost(sheet: Sheet, house_rules: HouseRules) -> int:
    """The price of everything that was bought, at today's prices."""
    return sum([line.price for line in purchases(sheet, house_rules)])


def check_bought_unchanged(sheet: Sheet, before: object) -> None:
    """Refuse an edit by a player that changes what is paid for, once the creation is finished (FNP-03, FNP-05)."""
    earlier_sheet = parse_sheet(before)
    same = (sheet.finished, sheet.created) == (earlier_sheet.finished, earlier_sheet.created)
    same = same and (sheet.limits or Limits()) == (earlier_sheet.limits or Limits())
    if earlier_sheet.finished:
        bought = [gift.name for gift in sheet.gifts] == [gift.name for gift in earlier_sheet.gifts]
        same = same and bought and sheet.traits == earlier_sheet.traits and sheet.fortune <= earlier_sheet.fortune
    if not same:
        text = (
            "sheet: traits, gifts and fortune are bought with points, and the Adversary sets the limits; take a "
            "step, or ask for a correction."
        )
        refuse("sheet.priced", text, "FNP-03")


def participant(
    given: object, progress: object, *, id: object, name: object, group: object, side: object, house: object
) -> SetupEntry:
    """The character as a setup's participant; its side is `side`, else its group, else the players'."""
    sheet, _ = read(given, progress, parse_house_rules(house))
    setup: dict[str, Any] = {
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
        setup["limits"] = codec.encode(sheet.limits)
    codec.decode(setup, Entry, "participant")
    return setup
