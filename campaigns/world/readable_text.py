"""Texts as one member may read them: without secret blocks and without link targets that the member must not know."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from campaigns.log.models import LogEntry
from campaigns.world import access, wiki_links
from campaigns.world.access import may_edit_notebook
from campaigns.world.blocks.access import opened_blocks
from campaigns.world.link_targets import link_targets
from campaigns.world.models import WorldEntry, WorldLink
from characters import access as character_access
from characters.models import Character
from common.secret_blocks import CLOSING
from people.models import Member


@dataclass(frozen=True)
class Followable:
    """The folded names that a member's links may lead to: of links without their own words, and of links with them."""

    plain: frozenset[str] = frozenset()
    aliased: frozenset[str] = frozenset()


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
        if entry_id is None or self.membership.runs or CLOSING not in text:
            return frozenset()
        return self._opened.get(entry_id, frozenset())

    @cached_property
    def _opened(self) -> Mapping[int, frozenset[int]]:
        return opened_blocks(self.membership)

    def text(self, text: str, author_id: int | None = None, opened: Container[int] = frozenset()) -> str:
        """The text as the member reads it; `author_id` is the page's player, who reads its links unchanged.

        `opened` are the numbers of the secret blocks that are open to the member. A link to a page that the member must
        not know reads as its words, whether the page is hidden or missing."""
        if self.membership.runs:
            return text
        readable = wiki_links.visible_text(text, runs=False, opened=opened)
        if "[[" not in readable or (author_id is not None and author_id == self.membership.pk):
            return readable
        return wiki_links.hide_targets(readable, self.followable.plain, self.followable.aliased)

    @cached_property
    def followable(self) -> Followable:
        """The names that the member may follow.

        A link with its own words never leads to the member's notes, or to a name that a hidden page or character also
        has: otherwise a note or a character with a guessed name would reveal where a link leads."""
        pages, others, own_notes = self._pages()
        people, hidden = self._people()
        aliased = pages | ((people | others) - hidden - self._hidden_pages(pages))
        return Followable(frozenset(pages | others | own_notes | people), frozenset(aliased))

    def _pages(self) -> tuple[set[str], set[str], set[str]]:
        """The names of visible pages: those of the GMs, of other players, and the member's own."""
        names: tuple[set[str], set[str], set[str]] = set(), set(), set()
        rows = access.visible_entries(self.membership).filter(archived__isnull=True)
        for name, author in rows.values_list("folded", "author_id"):
            names[0 if author is None else 2 if author == self.membership.pk else 1].add(name)
        return names

    def _hidden_pages(self, visible: set[str]) -> set[str]:
        rows = WorldEntry.objects.filter(campaign=self.membership.campaign_id, author=None, archived=None)
        return set(rows.values_list("folded", flat=True)) - visible

    def _people(self) -> tuple[set[str], set[str]]:
        """The names of characters whose pages the member may open, and of hidden characters."""
        everyone = Character.objects.filter(campaign=self.membership.campaign_id)
        known = set(character_access.known_characters(self.membership).values_list("pk", flat=True))
        sheets = Q(owner=self.membership.user_id) | Q(visible=True, campaign__open_sheets=True, kind=Character.Kind.PC)
        opened = set(everyone.filter(sheets | Q(kind=Character.Kind.NPC), pk__in=known).values_list("pk", flat=True))
        names = {pk: wiki_links.fold_name(name) for pk, name in everyone.values_list("pk", "name")}
        hidden = {name for pk, name in names.items() if pk not in known}
        return {names[pk] for pk in opened}, hidden


def read_entries(membership: Member, entries: list[LogEntry]) -> list[LogEntry]:
    """Log entries with their texts as the member may read them."""
    reader = Reader(membership)
    for entry in entries:
        entry.text = reader.text(entry.text)
    return entries


def read_entries_as_words(membership: Member, entries: list[LogEntry]) -> list[LogEntry]:
    """Log entries with their texts as the member may read them, in which links and pictures are words."""
    for entry in read_entries(membership, entries):
        entry.text = wiki_links.words_only(entry.text)
    return entries


def find_entry_links(membership: Member, entries: list[LogEntry]) -> None:
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
    links = wiki_links.LINK.finditer(wiki_links.visible_text(text, runs=False, opened=opened))
    if any(wiki_links.fold_name(one[1]) == folded for one in links if not one[2]):
        return True
    return folded in wiki_links.linked_names(reader.text(text, link.entry.author_id if link.entry else None, opened))
