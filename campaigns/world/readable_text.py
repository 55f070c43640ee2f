"""Texts as one member may read them: without secret blocks and without link targets that the member must not know."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Q, QuerySet

from campaigns.log.models import LogEntry
from campaigns.world import access, wiki_links
from campaigns.world.access import may_edit_notebook
from campaigns.world.blocks.access import opened_blocks
from campaigns.world.link_targets import link_targets
from campaigns.world.models import WorldEntry, WorldLink
from characters import access as character_access
from characters.models import Character
from common.compiled_query import CompiledQuery
from common.secret_blocks import CLOSING
from people.models import Member
from people.viewer_queries import MemberQuery


@dataclass(frozen=True)
class Followable:
    """The folded names that a member's links may lead to: for `[[name]]`, and for `[[name|other words]]`."""

    by_name: frozenset[str] = frozenset()
    by_words: frozenset[str] = frozenset()


class Reader:
    """Reads texts as one member; looks up the names once, at the first link."""

    def __init__(self, membership: Member) -> None:
        self.membership = membership

    def page(self, row: WorldEntry) -> str:
        """The text of a page as the member reads it, with the secret blocks that are open to the member.

        The players who write a page of the party notebook read its links as they are written."""
        writer = self.membership.pk if may_edit_notebook(self.membership, row) else row.author_id
        return self.text(row.text, writer, self.opened_in(row.pk, row.text))

    def opened_in(self, entry_id: int | None, text: str) -> Container[int]:
        """The numbers of the secret blocks of a page that are open to the member."""
        if entry_id is None or self.membership.is_gm or CLOSING not in text:
            return frozenset()
        return self._opened.get(entry_id, frozenset())

    @cached_property
    def _opened(self) -> Mapping[int, frozenset[int]]:
        return opened_blocks(self.membership)

    def text(self, text: str, author_id: int | None = None, opened: Container[int] = frozenset()) -> str:
        """The text as the member reads it; `author_id` is the player who wrote the page and sees its links unchanged.

        `opened` are the numbers of the secret blocks that are open to the member. A link to a page that the member must
        not know reads as its words, whether the page is hidden or missing."""
        if self.membership.is_gm:
            return text
        readable = wiki_links.visible_text(text, is_gm=False, opened=opened)
        if "[[" not in readable or (author_id is not None and author_id == self.membership.pk):
            return readable
        return wiki_links.hide_targets(readable, self.followable.by_name, self.followable.by_words)

    @cached_property
    def followable(self) -> Followable:
        """The names that the member may follow.

        A link `[[name|other words]]` does not show its name. If it led to any page of that name, a player could write a
        note with a guessed name, and see that the link leads there. So such a link never leads to the member's own
        notes. It leads to a page of another player or to a character only if nothing hidden has the same name."""
        gm_pages, others_pages, own_pages = self._pages()
        people, hidden = self._people()
        by_words = gm_pages | ((people | others_pages) - hidden - self._hidden_pages(gm_pages))
        return Followable(frozenset(gm_pages | others_pages | own_pages | people), frozenset(by_words))

    def _pages(self) -> tuple[set[str], set[str], set[str]]:
        """The names of visible pages: those of the GMs, of other players, and the member's own."""
        gm_pages, others_pages, own_pages = set[str](), set[str](), set[str]()
        for name, author in PAGES.rows(self.membership):
            if author is None:
                gm_pages.add(name)
            elif author == self.membership.pk:
                own_pages.add(name)
            else:
                others_pages.add(name)
        return gm_pages, others_pages, own_pages

    def _hidden_pages(self, visible: set[str]) -> set[str]:
        return set(GM_PAGES.rows(self.membership.campaign_id)) - visible

    def _people(self) -> tuple[set[str], set[str]]:
        """The names of characters whose pages the member may open, and of hidden characters."""
        known = set(KNOWN.rows(self.membership))
        names = {pk: wiki_links.fold_name(name) for pk, name in EVERYONE.rows(self.membership.campaign_id)}
        hidden = {name for pk, name in names.items() if pk not in known}
        return {names[pk] for pk in OPENED.rows(self.membership)}, hidden


def _opened_characters(membership: Member) -> QuerySet[Character]:
    """The characters that the member knows and whose pages the member may open."""
    sheets = Q(owner=membership.user_id) | Q(visible=True, campaign__open_sheets=True, kind=Character.Kind.PC)
    return character_access.known_characters(membership).filter(sheets | Q(kind=Character.Kind.NPC))


# Compiled, because every page with a link needs them.
PAGES: Final = MemberQuery(
    lambda membership: (
        access.visible_entries(membership).filter(archived__isnull=True).order_by().values_list("folded", "author_id")
    )
)
GM_PAGES: Final = CompiledQuery(
    lambda campaign_id: (
        WorldEntry.objects.filter(campaign=campaign_id, author=None, archived=None)
        .order_by()
        .values_list("folded", flat=True)
    )
)
KNOWN: Final = MemberQuery(
    lambda membership: character_access.known_characters(membership).order_by().values_list("pk", flat=True)
)
OPENED: Final = MemberQuery(lambda membership: _opened_characters(membership).order_by().values_list("pk", flat=True))
EVERYONE: Final = CompiledQuery(
    lambda campaign_id: Character.objects.filter(campaign=campaign_id).order_by().values_list("pk", "name")
)


def read_log_entries(membership: Member, entries: list[LogEntry]) -> list[LogEntry]:
    """Log entries with their texts as the member may read them."""
    reader = Reader(membership)
    for entry in entries:
        entry.text = reader.text(entry.text)
    return entries


def read_log_entries_as_words(membership: Member, entries: list[LogEntry]) -> list[LogEntry]:
    """Log entries with their texts as the member may read them, in which links and pictures are words."""
    for entry in read_log_entries(membership, entries):
        entry.text = wiki_links.words_only(entry.text)
    return entries


def find_log_entry_links(membership: Member, entries: list[LogEntry]) -> None:
    """Sets `.links` (addresses by folded name) on each written entry, whose text is already as the member may read it.

    Three queries if any entry has a link, and else none."""
    named = {entry.pk: set(wiki_links.linked_names(entry.text)) for entry in entries if "[[" in entry.text}
    targets = link_targets(membership, set().union(*named.values())) if named else {}
    for entry in entries:
        linked = named.get(entry.pk, set()) & targets.keys()
        entry.links = {name: targets[name] for name in sorted(linked)}  # type: ignore[attr-defined]


def leads_to(folded: str, reader: Reader, link: WorldLink) -> bool:
    """Whether the reader may know that a link leads to a folded name; a link with its own words may hide it.

    Most links show the name itself, so that no lookup is needed."""
    text = link.entry.text if link.entry else link.session.notes if link.session else ""
    opened = reader.opened_in(link.entry_id, text)
    links = wiki_links.LINK.finditer(wiki_links.visible_text(text, is_gm=False, opened=opened))
    if any(wiki_links.fold_name(link[1]) == folded for link in links if not link[2]):
        return True
    return folded in wiki_links.linked_names(reader.text(text, link.entry.author_id if link.entry else None, opened))
