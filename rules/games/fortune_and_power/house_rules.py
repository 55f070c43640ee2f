"""The house rules of a campaign: its options and its catalogue rows (FNP-02, FNP-03, FNP-07, FNP-08)."""

from typing import NamedTuple

from rules.engine import codec
from rules.engine.codec import Struct
from rules.engine.rows import Row
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.shapes import Options


class HouseShape(Struct, forbid_unknown_fields=True):
    """The shape in which the site passes options and rows."""

    options: Options | None = None
    rows: list[Row] | None = None


class GiftRow(NamedTuple):
    """A gift that can be bought; `many` when it can be bought several times (FNP-08)."""

    name: str
    price: int
    many: bool = False
    explain: str = ""


class HouseRules(NamedTuple):
    """The rules of one campaign: options, gifts by name, and the kind of each listed trait."""

    options: Options
    gifts: dict[str, GiftRow]
    traits: dict[str, str]


DEFAULT_GIFTS = {name: GiftRow(name, price, name in tables.MANY_GIFTS) for name, price in tables.GIFT_PRICES.items()}
DEFAULT_TRAITS = dict.fromkeys(tables.TALENTS, "talent") | dict.fromkeys(tables.PROFESSIONS, "profession")


def parse_house_rules(house: object) -> HouseRules:
    """The house rules of a campaign; without rows of a kind the shipped ones are used. Malformed ones are `Refused`."""
    if house is None:
        return HouseRules(Options(), DEFAULT_GIFTS, DEFAULT_TRAITS)
    given = codec.decode(house, HouseShape, "house")
    codec.check_text(house, "house")
    rows = given.rows or []
    gifts = {row.name: gift(row) for row in rows if row.kind == "gift" and has_price(row)}
    traits = {row.name: trait_kind(row) for row in rows if row.kind == "trait" and 1 <= len(row.name) <= 200}
    return HouseRules(given.options or Options(), gifts or DEFAULT_GIFTS, traits or DEFAULT_TRAITS)


def has_price(row: Row) -> bool:
    """Whether the row of a gift has a usable price; a gift without one is not for sale."""
    price = row.figures.get("price")
    return type(price) is int and 0 <= price <= 9999 and 1 <= len(row.name) <= 200


def gift(row: Row) -> GiftRow:
    """The gift of a catalogue row."""
    explain = row.figures.get("explain")
    words = explain[:200] if isinstance(explain, str) else ""
    return GiftRow(row.name, row.figures["price"], bool(row.figures.get("each")), words)


def trait_kind(row: Row) -> str:
    """Whether a listed trait is an inborn talent or a learned profession (FNP-07)."""
    return "talent" if row.figures.get("kind") == "talent" else "profession"
