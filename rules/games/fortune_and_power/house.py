"""What a campaign has changed: its options, and the catalogue rows in force (FNP-02, FNP-03, FNP-07, FNP-08)."""

from typing import NamedTuple

from rules.engine import codec
from rules.engine.codec import Struct
from rules.engine.rows import Row
from rules.games.fortune_and_power import tables
from rules.games.fortune_and_power.shapes import Options


class House(Struct, forbid_unknown_fields=True):
    """The campaign's options and rows."""

    options: Options | None = None
    rows: list[Row] | None = None


class GiftRow(NamedTuple):
    """A gift that can be bought; `many` when it may be had several times, each for the price (FNP-08)."""

    name: str
    price: int
    many: bool = False
    explain: str = ""


class Ruled(NamedTuple):
    """What holds in a campaign: options, gifts by name, and traits to choose from with their kind."""

    options: Options
    gifts: dict[str, GiftRow]
    traits: dict[str, str]


DEFAULT_GIFTS = {name: GiftRow(name, price, name in tables.MANY_GIFTS) for name, price in tables.GIFT_PRICES.items()}
DEFAULT_TRAITS = dict.fromkeys(tables.TALENTS, "talent") | dict.fromkeys(tables.PROFESSIONS, "profession")


def read(house: object) -> Ruled:
    """The campaign's ruling; `Refused` for a house of another shape. Without rows of a kind the shipped ones hold."""
    if house is None:
        return Ruled(Options(), DEFAULT_GIFTS, DEFAULT_TRAITS)
    given = codec.decode(house, House, "house")
    codec.check_text(house, "house")
    rows = given.rows or []
    gifts = {row.name: gift(row) for row in rows if row.kind == "gift" and priced(row)}
    traits = {row.name: talent_or_not(row) for row in rows if row.kind == "trait" and 1 <= len(row.name) <= 200}
    return Ruled(given.options or Options(), gifts or DEFAULT_GIFTS, traits or DEFAULT_TRAITS)


def priced(row: Row) -> bool:
    """Whether a gift's row has a price that can be paid; one without is not for sale."""
    price = row.figures.get("price")
    return type(price) is int and 0 <= price <= 9999 and 1 <= len(row.name) <= 200


def gift(row: Row) -> GiftRow:
    """A gift's row, read."""
    explain = row.figures.get("explain")
    words = explain[:200] if isinstance(explain, str) else ""
    return GiftRow(row.name, row.figures["price"], bool(row.figures.get("each")), words)


def talent_or_not(row: Row) -> str:
    """Whether a trait is inborn or learned (FNP-07)."""
    return "talent" if row.figures.get("kind") == "talent" else "profession"
