"""Converts Adventure documents of Foundry VTT: actors, scenes with their tokens, journals and roll tables."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import foundry_words
from campaigns.modules.adapters.creatures import to_integer
from campaigns.modules.adapters.draft import Draft, name_of, text
from campaigns.modules.adapters.foreign_values import get_numbered_objects
from campaigns.modules.adapters.foundry_items import inner
from campaigns.modules.format.faults import at
from campaigns.modules.format.rollable_tables import check, span

Item = dict[str, Any]
ReadActor = Callable[[Item, str], Item | None]
IGNORED_COLLECTIONS: Final = ("items", "cards", "playlists", "macros", "combats")


def is_adventure(document: Any) -> bool:
    """Whether a document holds others: an Adventure, or a world's export with the same lists."""
    return isinstance(document, dict) and any(
        isinstance(document.get(name), list) for name in ("actors", "journal", "scenes")
    )


def is_other(document: Any) -> bool:
    """Whether this is a single journal entry, roll table or scene."""
    return isinstance(document, dict) and (_is_journal(document) or _is_table(document) or _is_scene(document))


def other(draft: Draft, document: Item, place: str) -> None:
    """Adds a single journal entry, roll table or scene."""
    if _is_journal(document):
        _journal(draft, document, place)
    elif _is_table(document):
        _table(draft, document, place)
    else:
        _scene(draft, document, place, {})


def read(draft: Draft, adventure: Item, place: str, actor: ReadActor) -> None:
    """Adds everything of an adventure; `actor` reads the actors."""
    title = name_of(adventure.get("name"), 200)
    if title:
        draft.document["module"]["title"] = title
    summary = foundry_words.markdown(draft, adventure.get("description"), at(place, "description"), None)
    summary = "\n\n".join(filter(None, [text(adventure.get("caption"), 2000), summary]))
    if summary:
        draft.document["module"]["summary"] = summary[:65_536]
    creatures: dict[str, Item] = {}
    for number, actor_data in get_numbered_objects(adventure, "actors"):
        creature = actor(actor_data, at(place, "actors", number))
        if creature is not None:
            creatures[text(actor_data.get("_id"), 40)] = creature
    for number, journal in get_numbered_objects(adventure, "journal"):
        _journal(draft, journal, at(place, "journal", number))
    for number, scene in get_numbered_objects(adventure, "scenes"):
        _scene(draft, scene, at(place, "scenes", number), creatures)
    for number, table in get_numbered_objects(adventure, "tables"):
        _table(draft, table, at(place, "tables", number))
    for name in IGNORED_COLLECTIONS:
        count = len(get_numbered_objects(adventure, name))
        if count:
            message = _("%(count)s documents of “%(name)s” are not read")
            draft.note(at(place, name), "left_out", message % {"count": count, "name": name})


def _is_journal(document: Item) -> bool:
    return isinstance(document.get("pages"), list) or (
        isinstance(document.get("content"), str) and "system" not in document
    )


def _is_table(document: Item) -> bool:
    return isinstance(document.get("results"), list) and "formula" in document


def _is_scene(document: Item) -> bool:
    return isinstance(document.get("tokens"), list) and isinstance(document.get("walls"), list)


def _object(draft: Draft, collection: str, title: str, place: str, **more: Any) -> Item:
    item = {"key": draft.key(collection, title), "title": title[:200], **more}
    return draft.add(collection, item | {"provenance": {"method": "extracted", "pointer": place or "/"}})


def _journal(draft: Draft, journal: Item, place: str) -> None:
    """A journal entry as a chapter, its pages as blocks; boxes to read aloud are marked as such."""
    blocks: list[Item] = []
    single = {"type": "text", "text": {"content": journal.get("content")}}
    pages = get_numbered_objects(journal, "pages") or [(0, single)]
    pages.sort(key=lambda pair: to_integer(pair[1].get("sort"), -(10**9), 10**9) or 0)
    for number, page in pages:
        title = name_of(page.get("name"), 200)
        html = inner(page, "text", "content")
        if page.get("type") not in ("text", None) or not text(html):
            if page.get("type") in ("image", "video", "pdf"):
                message = _("a page with a file was left out: %(name)s")
                draft.note(at(place, "pages", number), "left_out", message % {"name": title})
            continue
        for part, (kind, words) in enumerate(foundry_words.blocks(draft, html, at(place, "pages", number))):
            block: Item = {"key": f"text-{len(blocks) + 1}", "kind": kind, "md": words[:65_536]}
            blocks.append(block | ({"title": title} if title and part == 0 else {}))
    name = name_of(journal.get("name"), 200) or _("Journal")
    if blocks:
        _object(draft, "chapters", name, place, blocks=blocks[:200])
    else:
        draft.note(place, "left_out", _("the journal %(name)s has no text") % {"name": name})


def _scene(draft: Draft, scene: Item, place: str, creatures: dict[str, Item]) -> None:
    """A scene, and an encounter of the tokens on it whose actors were read."""
    title = name_of(scene.get("navName"), 200) or name_of(scene.get("name"), 200) or _("Scene")
    notes = [text(note.get("text"), 300) for _n, note in get_numbered_objects(scene, "notes")]
    words = "\n".join(f"* {line}" for line in dict.fromkeys(filter(None, notes)))
    more: Item = {"blocks": [{"key": "notes", "kind": "gm", "md": words}]} if words else {}
    item = _object(draft, "scenes", title, place, **more)
    counts: Counter[tuple[str, bool]] = Counter()
    lost = 0
    for _number, token in get_numbered_objects(scene, "tokens"):
        creature_key = creatures.get(text(token.get("actorId"), 40))
        if creature_key is None:
            lost += 1
        else:
            counts[creature_key["key"], token.get("hidden") is True] += 1
    if counts:
        item["encounters"] = [f"encounter:{_encounter(draft, title, place, counts)['key']}"]
    if lost:
        message = _("%(count)s tokens on %(name)s have no actor that was read")
        draft.note(at(place, "tokens"), "left_out", message % {"count": lost, "name": title})


def _encounter(draft: Draft, title: str, place: str, counts: Counter[tuple[str, bool]]) -> Item:
    groups = [
        {"key": f"{key[:52]}-{number}", "who": f"monster:{key}", "count": count} | ({"hidden": True} if hidden else {})
        for number, ((key, hidden), count) in enumerate(list(counts.items())[:40], 1)
    ]
    return _object(draft, "encounters", title[:200], at(place, "tokens"), kind="combat", groups=groups)


def _table(draft: Draft, table: Item, place: str) -> None:
    """A roll table; if its rows do not cover its dice exactly, rows are picked at random."""
    rows: list[Item] = []
    for number, result in get_numbered_objects(table, "results")[:1000]:
        words = foundry_words.markdown(draft, _result(result), at(place, "results", number), None)
        limits = result.get("range")
        ends = [to_integer(end, 0, 10_000) for end in limits] if isinstance(limits, list) and len(limits) == 2 else []
        row: Item = {"key": f"row-{number + 1}", "md": words or "–"}
        rows.append(row | ({"from": ends[0], "to": ends[1]} if len(ends) == 2 and None not in ends else {}))
    title = name_of(table.get("name"), 200) or _("Table")
    if not rows:
        draft.note(place, "left_out", _("the table %(name)s has no rows") % {"name": title})
        return
    dice = re.sub(r"\s", "", text(table.get("formula"), 40)).lower()
    method: Item = {"roll": dice}
    if span(dice) is None or any(check({"method": method, "rows": rows}, "")):
        method = {"pick": "uniform"}
        rows = [{"key": row["key"], "md": row["md"]} for row in rows]
        message = _("the rows of %(name)s do not cover %(dice)s; one is picked at random")
        draft.note(place, "assumed", message % {"name": title, "dice": dice or _("its dice")})
    _object(draft, "tables", title, place, visibility="gm", method=method, rows=rows)


def _result(result: Item) -> str:
    """The text of a row in any version of Foundry."""
    return text(result.get("text")) or text(result.get("description")) or text(result.get("name"))
