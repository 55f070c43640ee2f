"""Adapters: foreign files in, a Satchel draft and a list of what a person should look at out."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.modules.adapters import (
    adventure,
    basic_fantasy,
    cairn,
    finds,
    five_e_bits,
    foundry,
    open5e,
    osrlib,
    statblock,
    strict_yaml,
    watabou,
)
from campaigns.modules.adapters.draft import Draft, Line, NotUnderstood
from rules import strict_json

__all__ = ["ADAPTERS", "Adapter", "Draft", "Line", "NotUnderstood", "convert"]
# A whole bestiary of another site is larger than a module may be.
LIMITS: Final = strict_json.Limits(size=16 * strict_json.MEBIBYTE, depth=40, nodes=600_000, string=200_000)


@dataclass(frozen=True, slots=True)
class Adapter:
    """One kind of foreign file: what people call it, and how its bytes become a draft."""

    name: str
    label: Any
    help: Any
    read: Callable[[str, finds.Known], Draft]


def _json(words: str) -> Any:
    try:
        return strict_json.loads(words, LIMITS)
    except strict_json.Malformed as error:
        raise NotUnderstood(error.message, error.pointer or f"line {error.line}") from None


def _any(words: str) -> Any:
    """JSON where it begins like JSON, else YAML."""
    return _json(words) if words.lstrip()[:1] in ("{", "[") else strict_yaml.loads(words)


_ALL: Final = (
    Adapter(
        "5e-bits", gettext_lazy("5e-database (JSON)"), gettext_lazy("5e-SRD-Monsters.json, or a part of it."),
        lambda words, known: five_e_bits.adapt(_json(words)),
    ),
    Adapter(
        "open5e-v2", gettext_lazy("Open5e v2 (JSON)"),
        gettext_lazy("Rows of Creature, CreatureAction, CreatureActionAttack and CreatureTrait in one list."),
        lambda words, known: open5e.adapt(_json(words)),
    ),
    Adapter(
        "foundry", gettext_lazy("Foundry actor (YAML or JSON)"), gettext_lazy("An exported actor, or a list of them."),
        lambda words, known: foundry.adapt(_any(words)),
    ),
    Adapter(
        "stat-block", gettext_lazy("Pasted stat block"), gettext_lazy("The text of one or several creatures."),
        lambda words, known: statblock.adapt(words),
    ),
    Adapter(
        "lgmrd", gettext_lazy("Adventure in Markdown"),
        gettext_lazy("Headings for scenes and places, quotations to read aloud, foes in bold."),
        adventure.adapt,
    ),
    Adapter(
        "osrlib", gettext_lazy("osrlib adventure (JSON)"),
        gettext_lazy("An Adventure with its dungeons, levels and keyed areas; plans are drawn."),
        lambda words, known: osrlib.adapt(_json(words), known),
    ),
    Adapter(
        "watabou-opd", gettext_lazy("One Page Dungeon of Watabou (JSON)"),
        gettext_lazy("The generator's JSON export: rooms, doors and notes; the plan is drawn."),
        lambda words, known: watabou.adapt(_json(words)),
    ),
    Adapter(
        "cairn-md", gettext_lazy("Cairn monsters (Markdown)"),
        gettext_lazy("A monster's file, or several: a name, below it “4 HP, 1 Armor, 12 STR, dagger (d6)”."),
        lambda words, known: cairn.adapt(words),
    ),
    Adapter(
        "basicfantasy", gettext_lazy("Basic Fantasy monsters"),
        gettext_lazy("Pasted blocks (“Armor Class: 15”, “Hit Dice: 3+1”…), or a JSON list with a “stat_block” each."),
        lambda words, known: basic_fantasy.adapt(words, basic_fantasy.parsed(words, _json)),
    ),
)  # fmt: skip
ADAPTERS: Final = {one.name: one for one in _ALL}


def convert(name: str, data: bytes | str | Any, known: finds.Known = finds.nobody) -> Draft:
    """The draft of a foreign file; deterministic. NotUnderstood says what the adapter would have read.

    `data` is bytes or text; a JSON value that was read already is taken as it is."""
    adapter = ADAPTERS[name]
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise NotUnderstood(_("the file is not UTF-8; save it as UTF-8 and send it again")) from None
    if not isinstance(data, str):
        data = json.dumps(data)
    if len(data) > LIMITS.size:
        raise NotUnderstood(_("the file is larger than 16 MiB; send it in parts"))
    return adapter.read(data, known)
