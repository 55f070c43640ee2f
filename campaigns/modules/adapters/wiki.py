"""Converts pages that link to each other (a vault of notes, a world of another site) to people, places and handouts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft

Item = dict[str, Any]
KINDS: Final = {"npcs": "npc", "locations": "location", "handouts": "handout", "chapters": "chapter"}
MOST_EACH: Final = 5000
# Returns the reference ("npc:bob") for the name or id of a page, or "".
Look = Callable[[str], str]
# Converts the text of a page to Markdown of the format, with its links looked up.
Markup = Callable[[str, Look], str]


@dataclass(slots=True)
class Page:
    """One page: its texts as (kind of block, title, text), and the names under which other pages link to it."""

    title: str
    collection: str
    pointer: str
    texts: list[tuple[str, str, str]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    parent: str = ""
    role: str = ""
    tags: list[str] = field(default_factory=list)
    relations: list[tuple[str, str]] = field(default_factory=list)
    key: str = ""

    @property
    def reference(self) -> str:
        """How other objects refer to the page."""
        return f"{KINDS[self.collection]}:{self.key}"


def file_pages(draft: Draft, pages: Iterable[Page], markup: Markup) -> None:
    """Adds every page to its collection, with its links; nested pages become nested places."""
    kept = _within_bounds(draft, pages)
    found: dict[str, Page] = {}
    for page in kept:
        page.key = draft.key(page.collection, page.title)
        for name in (*page.names, page.title):
            found.setdefault(fold_foreign_name(name), page)
    lost: set[str] = set()

    def look(name: str) -> str:
        page = found.get(fold_foreign_name(name))
        if page is None:
            lost.add(name.strip()[:100])
        return page.reference if page else ""

    for page in kept:
        _object(draft, page, markup, look, found)
    if lost:
        names = ", ".join(sorted(lost)[:20])
        message = _("%(count)s links lead to pages that are not in the file and became plain text: %(names)s")
        draft.note("", "not_understood", message % {"count": len(lost), "names": names})


def fold_foreign_name(name: str) -> str:
    """A name in the form that links of the source compare: without case and extra spaces; accents stay as encoded."""
    return " ".join(name.casefold().split())


def _within_bounds(draft: Draft, pages: Iterable[Page]) -> list[Page]:
    kept: list[Page] = []
    counts: dict[str, int] = {}
    for page in pages:
        counts[page.collection] = counts.get(page.collection, 0) + 1
        if counts[page.collection] <= MOST_EACH:
            kept.append(page)
    if sum(counts.values()) > len(kept):
        message = _("%(count)s pages beyond 5,000 of a kind were left out")
        draft.note("", "left_out", message % {"count": sum(counts.values()) - len(kept)})
    return kept


def _object(draft: Draft, page: Page, markup: Markup, look: Look, found: dict[str, Page]) -> None:
    name = "name" if page.collection == "npcs" else "title"
    item: Item = {"key": page.key, name: page.title[:200]}
    item |= {"tags": page.tags[:30]} if page.tags else {}
    item |= {"visibility": "gm"} if page.collection in ("npcs", "handouts") else {}
    item |= {"role": page.role[:200]} if page.role and page.collection == "npcs" else {}
    blocks: list[Item] = []
    for kind, title, words in page.texts[:200]:
        md = markup(words, look).strip()[:65_536]
        if md:
            block = {"key": f"text-{len(blocks) + 1}", "kind": kind, "md": md}
            blocks.append(block | ({"title": title[:200]} if title else {}))
    item |= {"blocks": blocks} if blocks else {}
    if page.collection == "locations" and (over := _parent(page, found)):
        item["parent"] = over.reference
    relations = _relations(page, found) if page.collection == "npcs" else []
    item |= {"relations": relations} if relations else {}
    item["provenance"] = {"method": "extracted", "pointer": page.pointer[:500] or "/"}
    draft.add(page.collection, item)


def _parent(page: Page, found: dict[str, Page]) -> Page | None:
    """The place that contains a place; None for one that would contain itself."""
    over = found.get(fold_foreign_name(page.parent)) if page.parent else None
    seen, step = {page.key}, over
    while step is not None and step.collection == "locations":
        if step.key in seen:
            page.parent = ""
            return None
        seen.add(step.key)
        step = found.get(fold_foreign_name(step.parent)) if step.parent else None
    return over if over is not None and over.collection == "locations" else None


def _relations(page: Page, found: dict[str, Page]) -> list[Item]:
    made: list[Item] = []
    pairs = [*page.relations, *([(page.parent, _("is at"))] if page.parent else [])]
    for name, label in pairs[:60]:
        other = found.get(fold_foreign_name(name))
        if other is not None and other.collection in ("npcs", "locations") and other is not page:
            made.append({"key": f"bond-{len(made) + 1}", "to": other.reference, "label": label[:200] or _("knows")})
    return made
