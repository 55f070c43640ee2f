"""The stats of an opponent, checked, and the opponent as a participant."""

from typing import Annotated, Any

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.json_types import SetupEntry
from rules.games.fortune_and_power import entry, tables
from rules.games.fortune_and_power.shapes import Entry, Gifts, Limits, Traits, Weapons


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An opponent in the bestiary; `text` is for the Adversary."""

    traits: Traits
    limits: Limits | None = None
    armor: tables.Armor | None = None
    fortune: tables.Pool | None = None
    gifts: Gifts | None = None
    weapons: Weapons | None = None
    text: Annotated[str, Meta(max_length=20000)] | None = None


def stats(given: object) -> dict[str, Any]:
    """Checked stats without empty fields; `Refused` names the path of the faulty field."""
    checked = codec.decode(given, Stats, "stats")
    codec.check_text(given, "stats")
    entry.check_weapons(checked.weapons or [], "weapons")
    plain: dict[str, Any] = codec.encode(checked)
    return plain


def participant(given: object, *, id: object, name: object, group: object, side: object) -> SetupEntry:
    """The opponent as a participant of a setup; its side is `side`, else its group, else the monsters'."""
    checked = stats(given)
    checked.pop("text", None)
    side_name = side if side is not None else group if group is not None else tables.MONSTERS
    setup = {"id": id, "name": name, "side": side_name, "kind": "npc", **checked}
    codec.decode(setup, Entry, "participant")
    return setup
