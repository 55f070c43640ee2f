"""The stats of a monster, checked, and the monster as a participant."""

from typing import Annotated, Any

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.json_types import SetupEntry
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import entry, tables
from rules.games.fifty_two_fates.shapes import Lines, Monster

BLOCK = ("allowance", "maneuvers", "spells", "death_draws", "speed", "lines")


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A monster in the bestiary; `text` is for the Fate Dealer."""

    level: tables.Level | None = None
    max_hp: tables.HitPoints | None = None
    allowance: tables.Allowance | None = None
    maneuvers: bool | None = None
    spells: bool | None = None
    death_draws: bool | None = None
    armed: bool | None = None
    speed: tables.Speed | None = None
    lines: Lines | None = None
    text: Annotated[str, Meta(max_length=20000)] | None = None


def stats(given: object) -> dict[str, Any]:
    """Checked stats without empty fields; `Refused` names the path of the faulty field."""
    checked = codec.decode(given, Stats, "stats")
    codec.check_text(given, "stats")
    entry.check_lines(Monster(lines=checked.lines), "stats")
    plain: dict[str, Any] = codec.encode(checked)
    return plain


def participant(given: object, *, id: object, name: object, group: object) -> SetupEntry:
    """The monster as a participant of a setup."""
    checked = stats(given)
    if group == tables.PLAYERS:
        refuse("side.group", "group: players is the players' own group; choose another name.", "F52-96")
    setup: dict[str, Any] = {
        "id": id,
        "name": name,
        "side": tables.MONSTERS,
        "group": group or tables.MONSTERS,
    }
    for field in ("level", "max_hp", "armed"):
        if field in checked:
            setup[field] = checked[field]
    block = {field: checked[field] for field in BLOCK if field in checked}
    if block:
        setup["monster"] = block
    return setup
