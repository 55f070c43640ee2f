"""Converts the source's figures to stats of a game for which a module has none (docs/module-format.md)."""

import pkgutil
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from campaigns.modules.stats_conversion import figures
from campaigns.modules.stats_conversion.tables import Tables, shipped_tables, tables_in_force
from rules import play

Block = dict[str, Any]
# Increased with every change of the code below, so that a re-import recognises converted stats.
CONVERTER: Final = "5e@2"
# Begins the names in the extension bag of a block of fields that only the engine has.
KEPT: Final = "fatekeeper:"
SYSTEMS: Final = {"5e", "5e-2014", "5e-2024", "srd-5-1"}
# By slug of the game: the module of this folder that converts to it. Without one there is no conversion.
GAMES: Final[dict[str, Any]] = {
    slug: import_module(f"{__name__}.{name}")
    for slug, name in sorted((module.name.replace("_", "-"), module.name) for module in pkgutil.iter_modules(__path__))
    if slug in play.SYSTEMS
}

__all__ = [
    "CONVERTER",
    "GAMES",
    "SYSTEMS",
    "Tables",
    "check_fields",
    "difficulty",
    "figures",
    "for_engine",
    "from_engine",
    "shipped_tables",
    "stats",
    "tables_in_force",
    "trap",
]


def stats(game: str, item: Block, tables: Tables | None = None) -> Block | None:
    """A stats block of `game` from the item's `source_stats`, or None if they are too incomplete.

    Pure: the same input and tables give the same block on every machine."""
    source = item.get("source_stats")
    if game not in GAMES or not isinstance(source, dict) or source.get("system") not in SYSTEMS:
        return None
    data = source.get("data")
    if not isinstance(data, dict):
        return None
    block: Block | None = GAMES[game].monster(data, tables or shipped_tables(game))
    return block


def for_engine(game: str, block: Block) -> Block:
    """A block of the format with the field names of the game's engine, without extension bags."""
    bare: Block = _bare(block)
    if game not in GAMES:
        return bare
    bag, names = block.get("x"), GAMES[game].only_in_engine(bare)
    kept = {name: bag[KEPT + name] for name in sorted(names) if isinstance(bag, dict) and KEPT + name in bag}
    return dict(GAMES[game].for_engine(bare | kept))


def from_engine(game: str, figures: Block, base: Block | None = None) -> Block:
    """The engine's figures of a monster as a block of the format, of which `for_engine` makes the same figures.

    What the engine does not have stays as in `base`, the block from which the figures were made."""
    if game not in GAMES:
        return figures
    names: frozenset[str] = GAMES[game].only_in_engine(figures)
    shared = {name: value for name, value in figures.items() if name not in names}
    block: Block = GAMES[game].from_engine(shared, base or {})
    bag = {name: value for name, value in (base or {}).get("x", {}).items() if name.removeprefix(KEPT) not in names}
    bag |= {KEPT + name: figures[name] for name in sorted(names & figures.keys())}
    return block | ({"x": bag} if bag else {})


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _bare(inner) for name, inner in value.items() if name != "x"}
    return [_bare(inner) for inner in value] if isinstance(value, list) else value


def difficulty(block: Block, tables: Tables | None = None, game: str = "") -> Block:
    """A check's difficulty, with missing games converted from its DC, for `game` or for all; authored ones stay."""
    source = block.get("from")
    dc = source.get("dc") if isinstance(source, dict) and source.get("system") in SYSTEMS else None
    if not isinstance(dc, int) or isinstance(dc, bool):
        return block
    difficulties = {
        name: converter.difficulty(dc, tables or shipped_tables(name))
        for name, converter in GAMES.items()
        if name not in block and (not game or game == name)
    }
    return block | difficulties


def trap(average: float, *, level: int, tables: Tables | None = None, game: str = "") -> Block:
    """What a trap with this average damage does to a character of this level of 5e, in each game or in one."""
    return {
        name: converter.trap(Fraction(str(average)), level, tables or shipped_tables(name))
        for name, converter in GAMES.items()
        if not game or game == name
    }


def check_fields(game: str) -> dict[str, str]:
    """The field of the game's check page for each field of a module's difficulty."""
    fields: dict[str, str] = GAMES[game].CHECK_FIELDS if game in GAMES else {}
    return fields
