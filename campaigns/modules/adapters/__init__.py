"""Adapters convert foreign files to a Satchel draft and a list of points that a person should check."""

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
    five_e_bits,
    foreign_archives,
    foundry,
    improved_initiative,
    kanka,
    obsidian,
    open5e,
    osrlib,
    prose_reader,
    statblock,
    strict_yaml,
    watabou,
)
from campaigns.modules.adapters.draft import Draft, Line, NotUnderstood
from common import strict_json

__all__ = ["ADAPTERS", "Adapter", "Draft", "Line", "NotUnderstood", "convert"]
# A whole bestiary of another site is larger than a module may be.
ZIP: Final = b"PK"
LIMITS: Final = strict_json.Limits(size=16 * strict_json.MEBIBYTE, depth=40, nodes=600_000, string=200_000)


@dataclass(frozen=True, slots=True)
class Adapter:
    """One kind of foreign file: its name, and the function that converts it to a draft."""

    name: str
    label: Any
    help: Any
    read: Callable[[str, prose_reader.Known], Draft]
    # For a format of many files in a ZIP archive: the endings of the files that are read, and the function that reads
    # them.
    endings: tuple[str, ...] = ()
    read_files: Callable[[dict[str, str]], Draft] | None = None


def _json(words: str) -> Any:
    try:
        return strict_json.loads(words, LIMITS)
    except strict_json.MalformedJson as error:
        raise NotUnderstood(error.message, error.pointer or f"line {error.line}") from None


def _any(words: str) -> Any:
    """The value of JSON text, of JSON lines (as packs are stored), or else of YAML."""
    if words.lstrip()[:1] not in ("{", "["):
        return strict_yaml.loads(words)
    lines = [line for line in words.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        return [_json(line) for line in lines]
    return _json(words)


_ALL: Final = (
    Adapter(
        "5e-bits",
        gettext_lazy("5e-database (JSON)"),
        gettext_lazy("5e-SRD-Monsters.json, or a part of it."),
        lambda words, known: five_e_bits.adapt(_json(words)),
    ),
    Adapter(
        "open5e-v2",
        gettext_lazy("Open5e (JSON)"),
        gettext_lazy(
            "An answer of its API, or one list with its rows: Document, Creature, CreatureAction, CreatureActionAttack "
            "and CreatureTrait (version 2), or Document and Monster (version 1)."
        ),
        lambda words, known: open5e.adapt(_json(words)),
    ),
    Adapter(
        "foundry",
        gettext_lazy("Foundry VTT (JSON or YAML)"),
        gettext_lazy("Exported actors of D&D 5e or Basic Fantasy, journals, tables, or an Adventure with all of them."),
        lambda words, known: foundry.adapt(_any(words)),
    ),
    Adapter(
        "improved-initiative",
        gettext_lazy("Improved Initiative (JSON)"),
        gettext_lazy("One stat block, a list of them, or an export of the library."),
        lambda words, known: improved_initiative.adapt(_json(words)),
    ),
    Adapter(
        "stat-block",
        gettext_lazy("Pasted stat blocks, also of Homebrewery"),
        gettext_lazy("The text of one or more creatures; other text is ignored."),
        lambda words, known: statblock.adapt(words),
    ),
    Adapter(
        "lgmrd",
        gettext_lazy("Adventure in Markdown"),
        gettext_lazy("Headings for scenes and places, quotations to read aloud, monsters in bold."),
        adventure.adapt,
    ),
    Adapter(
        "osrlib",
        gettext_lazy("osrlib adventure or bestiary (JSON)"),
        gettext_lazy("An adventure with its dungeons, levels and keyed areas (plans are drawn), or monsters.json."),
        lambda words, known: osrlib.adapt(_json(words), known),
    ),
    Adapter(
        "watabou-opd",
        gettext_lazy("One Page Dungeon of Watabou (JSON)"),
        gettext_lazy("The generator's JSON export: rooms, doors and notes; the plan is drawn."),
        lambda words, known: watabou.adapt(_json(words)),
    ),
    Adapter(
        "obsidian",
        gettext_lazy("Obsidian vault or Markdown notes (ZIP)"),
        gettext_lazy(
            "People, places and notes with the links between them; folders and properties give the kind of each."
        ),
        lambda words, known: obsidian.adapt(_files(words, "Note")),
        (".md",),
        obsidian.adapt,
    ),
    Adapter(
        "kanka",
        gettext_lazy("Kanka campaign (ZIP)"),
        gettext_lazy("The JSON export of a campaign: characters, locations, journals, quests and all other entities."),
        lambda words, known: kanka.adapt(_files(words, "entity")),
        (".json",),
        kanka.adapt,
    ),
    Adapter(
        "cairn-md",
        gettext_lazy("Cairn monsters (Markdown)"),
        gettext_lazy("One or more monsters: a name, and below it “4 HP, 1 Armor, 12 STR, dagger (d6)”."),
        lambda words, known: cairn.adapt(words),
    ),
    Adapter(
        "basicfantasy",
        gettext_lazy("Basic Fantasy monsters"),
        gettext_lazy("Pasted blocks (“Armor Class: 15”, “Hit Dice: 3+1”…), or a JSON list with a “stat_block” each."),
        lambda words, known: basic_fantasy.adapt(words, basic_fantasy.parse_json(words, _json)),
    ),
)


def _files(words: str, name: str) -> dict[str, str]:
    """The files by path, from a JSON object of texts; any other text is one file."""
    if words.lstrip()[:1] != "{":
        return {name: words}
    value = _json(words)
    texts = {path: content if isinstance(content, str) else json.dumps(content) for path, content in value.items()}
    return texts if all("." in path for path in texts) else {name: words}


ADAPTERS: Final = {adapter.name: adapter for adapter in _ALL}


def convert(name: str, data: bytes | str | Any, known: prose_reader.Known = prose_reader.find_no_creature) -> Draft:
    """The draft of a foreign file; the same file gives the same draft. NotUnderstood says what the adapter can read.

    `data` is bytes or text; a JSON value that was read already is taken as it is."""
    adapter = ADAPTERS[name]
    if isinstance(data, bytes) and data[:2] == ZIP:
        return _complete(_of_archive(adapter, data))
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise NotUnderstood(_("the file is not UTF-8; save it as UTF-8 and send it again")) from None
    if not isinstance(data, str):
        data = json.dumps(data)
    if len(data) > LIMITS.size:
        raise NotUnderstood(_("the file is larger than 16 MiB; send it in parts"))
    return _complete(adapter.read(data, known))


def _of_archive(adapter: Adapter, data: bytes) -> Draft:
    if adapter.read_files is None:
        raise NotUnderstood(_("this is an archive; send the file that is in it"))
    return adapter.read_files(foreign_archives.texts(data, adapter.endings))


def _complete(draft: Draft) -> Draft:
    """The draft with its last lines; NotUnderstood if it has no object."""
    draft.note_attacks()
    if draft.is_empty():
        reason = next((line.message for line in draft.review if line.code == "left_out"), "")
        raise NotUnderstood(reason or _("nothing in the file could be read"))
    return draft
