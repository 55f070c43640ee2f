"""Checks beyond the schema: duplicate keys, empty counts, licences, renames, missing files."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.modules import stats_conversion
from campaigns.modules.format import references, rollable_tables
from campaigns.modules.format.counts import for_party, is_always_zero
from campaigns.modules.format.faults import Fault, at, quote_value
from campaigns.modules.format.references import Known, objects
from campaigns.modules.format.vocabulary import SINGULAR, is_draft_block
from rules import play

MOST_OBJECTS: Final = 20_000
# Invisible and direction-changing characters, with which a name could look like another one. Emoji and words of some
# languages need a joiner or non-joiner between two visible characters.
JOINERS: Final = "[\u200c\u200d]"
DISGUISES: Final = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\u0000-\u001f\u007f-\u009f]"
    rf"|(?:^|(?<=\s)){JOINERS}|{JOINERS}(?=\s|$|{JOINERS})"
)
NAMES: Final = {
    "title",
    "name",
    "names",
    "label",
    "number",
    "aspects",
    "tags",
    "attribution",
    "alt",
    "credit",
}
UNKNOWN: Final = "LicenseRef-unknown"
NOT_GIVEN: Final = {"NONE", "NOASSERTION", "UNKNOWN", "UNLICENSED"}
OPEN_BAGS: Final = {"x", "source_stats"}
SUMMARY_LINE: Final = re.compile(r"^\*\*Monsters:\*\*\s*(.+)$", re.MULTILINE)
SUMMARY_PART: Final = re.compile(r"([A-Za-z][A-Za-z' -]{1,60}?)\s*\((\d{1,3})\)")


def check(document: dict[str, Any], known: Known, missing: bool = False) -> Iterator[Fault]:
    """All faults and warnings beyond the schema, for any JSON object. `missing`: monsters may be missing."""
    yield from _too_many(document)
    yield from _duplicates(document, "")
    yield from _names(document, "")
    yield from references.check(document, known, missing)
    for collection in ("encounters", "tables", "monsters", "npcs"):
        for index, item in objects(document, collection):
            yield from CHECKS[collection](item, at("", collection, index))
    yield from _licences(document)
    yield from _renames(document)
    yield from _contradictions(document)


def _too_many(document: dict[str, Any]) -> Iterator[Fault]:
    total = sum(len(document[name]) for name in SINGULAR if isinstance(document.get(name), list))
    if total > MOST_OBJECTS:
        yield Fault(
            "",
            "schema.max_items",
            _("the module has %(have)s objects; at most %(most)s") % {"have": total, "most": MOST_OBJECTS},
        )


def _duplicates(value: Any, pointer: str) -> Iterator[Fault]:
    """Duplicate keys in lists of keyed objects, at any depth."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in OPEN_BAGS:
                yield from _duplicates(inner, at(pointer, name))
    elif isinstance(value, list):
        known_keys: set[str] = set()
        for index, inner in enumerate(value):
            key = inner.get("key") if isinstance(inner, dict) else None
            if isinstance(key, str):
                if key in known_keys and not pointer.endswith("/advantages"):
                    message = _("%(key)s occurs twice in this list; every key must be unique") % {
                        "key": quote_value(key)
                    }
                    yield Fault(at(pointer, index, "key"), "key.duplicate", message)
                known_keys.add(key)
            yield from _duplicates(inner, at(pointer, index))


def _names(value: Any, pointer: str, name: str = "") -> Iterator[Fault]:
    if isinstance(value, dict):
        for inner_name, inner in value.items():
            if inner_name not in OPEN_BAGS:
                yield from _names(inner, at(pointer, inner_name), inner_name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _names(inner, at(pointer, index), name)
    elif isinstance(value, str) and name in NAMES:
        if DISGUISES.search(value.replace("\n", "") if name == "attribution" else value):
            yield Fault(pointer, "schema.characters", _("the name contains invisible or direction-changing characters"))
        elif not value.strip() and value:
            yield Fault(pointer, "schema.min_length", _("the text contains only spaces"))
        elif unicodedata.normalize("NFC", value) != value:
            yield Fault(pointer, "schema.characters", _("the name is not in Unicode form NFC; save it normalised"))


def clean_names(value: Any, name: str = "") -> Any:
    """The value with every name in it as the checks want it."""
    if isinstance(value, dict):
        return {key: inner if key in OPEN_BAGS else clean_names(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean_names(inner, name) for inner in value]
    if not isinstance(value, str) or name not in NAMES:
        return value
    return "\n".join(map(clean_name, value.split("\n"))) if name == "attribution" else clean_name(value)


def clean_name(text: str) -> str:
    """The name in Unicode form NFC, without invisible and direction-changing characters."""
    while DISGUISES.search(text):
        text = DISGUISES.sub("", text)
    return unicodedata.normalize("NFC", text)


def _encounter(item: dict[str, Any], pointer: str) -> Iterator[Fault]:
    for index, group in objects(item, "groups"):
        here = at(pointer, "groups", index)
        if is_always_zero(group.get("count")):
            yield Fault(
                at(here, "count"),
                "count.zero",
                _("%(count)s is never at least one; leave out the group instead")
                % {"count": quote_value(group.get("count"))},
            )
        names, count = group.get("names"), group.get("count")
        if isinstance(names, list) and isinstance(count, int) and len(names) > count > 0:
            message = _("%(names)s names for %(count)s monsters; the last names are not used")
            yield Fault(at(here, "names"), "names.more", message % {"names": len(names), "count": count})


def _table(item: dict[str, Any], pointer: str) -> Iterator[Fault]:
    yield from rollable_tables.check(item, pointer)


def _stats(item: dict[str, Any], pointer: str) -> Iterator[Fault]:
    """The faults that the game's engine finds in a stats block, if the site has the game."""
    stats = item.get("stats")
    for game, block in stats.items() if isinstance(stats, dict) else []:
        if game in play.SYSTEMS and isinstance(block, dict) and not is_draft_block(game, block):
            try:
                play.monster(game, stats_conversion.for_engine(game, block))
            except play.Refused as refusal:
                yield Fault(at(pointer, "stats", game), "stats.refused", refusal.message)


CHECKS: Final = {
    "encounters": _encounter,
    "tables": _table,
    "monsters": _stats,
    "npcs": _stats,
}


def _licences(document: dict[str, Any]) -> Iterator[Fault]:
    module = document.get("module")
    module = module if isinstance(module, dict) else {}
    module_licence = _spdx(module)
    if module_licence and module_licence.startswith("CC-BY") and not module["licence"].get("attribution"):
        message = _("%(licence)s requires an attribution") % {"licence": module_licence}
        yield Fault("/module/licence", "licence.attribution", message)
    holders = [
        (module, "/module"),
        *((item, at("/module/sources", index)) for index, item in objects(module, "sources")),
    ]
    for collection in SINGULAR:
        holders += [(item, at("", collection, index)) for index, item in objects(document, collection)]
    others: dict[str, list[str]] = {}
    for holder, pointer in holders:
        spdx = _spdx(holder)
        if spdx is None:
            continue
        here = at(pointer, "licence")
        yield from _spdx_faults(spdx, here)
        if module_licence and spdx != module_licence:
            others.setdefault(spdx, []).append(here)
    for spdx, places in others.items():
        message = ngettext(
            "%(licence)s, the licence of one part, differs from the module's %(own)s",
            "%(licence)s, the licence of %(count)s parts, differs from the module's %(own)s",
            len(places),
        )
        values = {"licence": spdx, "count": len(places), "own": module_licence}
        yield Fault(places[0], "licence.mixed", message % values)


def _spdx_faults(spdx: str, here: str) -> Iterator[Fault]:
    """Faults of one licence."""
    if spdx.upper() in NOT_GIVEN:
        yield Fault(
            at(here, "spdx"),
            "licence.missing",
            _("%(licence)s does not permit any use; name a licence") % {"licence": quote_value(spdx)},
        )
    if spdx == UNKNOWN:
        yield Fault(at(here, "spdx"), "licence.unknown", _("the licence of this is unknown; do not share it"))
    if "-NC" in spdx.upper():
        yield Fault(here, "licence.noncommercial", _("%(licence)s forbids commercial use") % {"licence": spdx})


def _spdx(holder: dict[str, Any]) -> str | None:
    licence = holder.get("licence")
    spdx = licence.get("spdx") if isinstance(licence, dict) else None
    return strip if isinstance(spdx, str) and (strip := spdx[:64]) else None


def _renames(document: dict[str, Any]) -> Iterator[Fault]:
    module = document.get("module")
    bag = module.get("x") if isinstance(module, dict) else None
    renames = bag.get("satchel:renames") if isinstance(bag, dict) else None
    if renames is None:
        return
    here = "/module/x/satchel:renames"
    if not isinstance(renames, dict):
        yield Fault(here, "schema.type", _("renames must be an object that maps old references to new ones"))
        return
    own_names = references.own_references(document)
    for old, new in renames.items():
        yield from _rename_faults(at(here, old), old, new, own_names)


def _rename_faults(here: str, old: str, new: Any, own_names: set[str]) -> Iterator[Fault]:
    before, after = references.parse_reference(old), references.parse_reference(new)
    if before is None or after is None or before.module or after.module:
        yield Fault(here, "schema.pattern", _("write a rename as 'monster:old': 'monster:new'"))
    elif before.kind != after.kind:
        message = _("a %(old)s cannot become a %(new)s")
        yield Fault(here, "ref.wrong_type", message % {"old": before.kind, "new": after.kind})
    elif after.short not in own_names:
        message = _("there is no %(text)s in this module")
        yield Fault(here, "ref.unresolved", message % {"text": quote_value(after.short)})
    elif before.short in own_names:
        message = _("%(text)s was renamed but is still in the module")
        yield Fault(here, "key.duplicate", message % {"text": quote_value(before.short)})


def _contradictions(document: dict[str, Any]) -> Iterator[Fault]:
    """Differences between an adventure's line "**Monsters:** Bandits (6), ..." and its encounters."""
    totals = _totals(document)
    for pointer, text in references.markdown(document.get("chapters"), "/chapters"):
        for match in SUMMARY_LINE.finditer(text):
            for part in SUMMARY_PART.finditer(match[1][:4000]):
                name, stated = part[1].strip().lower(), int(part[2])
                have = totals.get(name, totals.get(name.removesuffix("s")))
                if have is not None and have != stated:
                    yield Fault(
                        pointer,
                        "source.contradiction",
                        _("the text says %(name)s (%(said)s), but the encounters contain %(have)s")
                        % {"name": part[1].strip(), "said": stated, "have": have},
                    )


def _totals(document: dict[str, Any]) -> dict[str, int]:
    names = {
        item["key"]: item["name"].lower()
        for _index, item in objects(document, "monsters")
        if isinstance(item.get("key"), str) and isinstance(item.get("name"), str)
    }
    totals: dict[str, int] = {}
    for _index, encounter in objects(document, "encounters"):
        for _place, group in objects(encounter, "groups"):
            member = references.parse_reference(group.get("who"))
            if member and member.kind == "monster" and member.module is None and member.key in names:
                count = group.get("count")
                size = count.get("for_party", 4) if isinstance(count, dict) else 4
                totals[names[member.key]] = totals.get(names[member.key], 0) + for_party(count, size)
    return totals
