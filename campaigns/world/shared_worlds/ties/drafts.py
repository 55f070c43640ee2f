"""The ties that an edition of a page or an NPC has: those to other shared pages that are no secret."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db.models import Q, QuerySet

from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.access import find_sharable_copy
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy, WorldTable
from campaigns.world.shared_worlds.ties.models import SharedTie, SharedTieCopy, texts_of
from campaigns.world.ties.models import ENDS, Thing, Tie
from campaigns.world.ties.queries import ties_at

MOST_OF_A_PAGE: Final = 300


@dataclass(frozen=True)
class TieDraft:
    """A tie as the next edition has it.

    `fields` is what the edition stores: the shared tie with the number of its change, whether it starts at the page of
    the edition, the other page, kind, words and times, and whether it is a secret. `row` is the campaign's tie, None
    for one that it does not share itself; `changed` says that the edition tells something new; `behind`, that another
    campaign changed it."""

    fields: dict[str, Any]
    row: Tie | None = None
    changed: bool = False
    behind: bool = False

    @property
    def key(self) -> int:
        """The shared tie; 0 for one that is shared for the first time."""
        return int(self.fields["tie"])


@dataclass(frozen=True)
class TiesDraft:
    """The ties of the next edition.

    `dropped` are the shared ties that the campaign shared first and no longer shares; `left_out` says how many ties
    have no room in the edition."""

    ties: list[TieDraft] = field(default_factory=list)
    dropped: frozenset[int] = frozenset()
    left_out: int = 0

    def equals(self, stored: Iterable[dict[str, Any]]) -> bool:
        """Whether they tell nothing new after those of an edition."""
        gone = {stored_tie["tie"] for stored_tie in stored} - {draft.key for draft in self.ties}
        return not gone and not self.dropped and not any(draft.changed for draft in self.ties)


def draft_ties(world_place: WorldTable, thing: Thing, *, gm_part: bool) -> TiesDraft:
    """The ties of the next edition of a page or an NPC; always the same number of queries.

    A tie that is not for everyone in the campaign is a secret: it is in the edition only if both of its ends are
    shared with the GM part. A player's tie never is. What another campaign shared stays in the edition. With 300 ties
    an edition gets no further ones."""
    copy = find_sharable_copy(thing)
    own = [draft for row, other in _ties_of(world_place, thing, gm_part) if (draft := _draft(row, thing, copy, other))]
    if copy is None:
        return TiesDraft(own[:MOST_OF_A_PAGE], left_out=max(0, len(own) - MOST_OF_A_PAGE))
    stored = {stored_tie["tie"]: stored_tie for stored_tie in copy.edition.ties}
    found = {draft.key: _newest(draft, stored) for draft in own if draft.key}
    dropped = set()
    for row in _shared_ties(copy.page).exclude(pk__in=found):
        if row.origin_id == thing.campaign_id:
            dropped.add(row.pk)
        elif row.pk in stored:
            found[row.pk] = TieDraft(stored[row.pk])
    new = [draft for draft in own if not draft.key]
    room = max(0, MOST_OF_A_PAGE - len(found))
    ties = [*(found[key] for key in sorted(found)), *new[:room]]
    return TiesDraft(ties, frozenset(dropped), left_out=max(0, len(new) - room))


def _shared_ties(page: SharedPage) -> QuerySet[SharedTie]:
    """The ties of a shared page that are offered. One to a page that was withdrawn comes back with that page."""
    rows = SharedTie.objects.filter(Q(start=page) | Q(end=page), removed__isnull=True)
    other = Q(start=page) | Q(start__withdrawn__isnull=True)
    return rows.filter(other, Q(end=page) | Q(end__withdrawn__isnull=True))


def _ties_of(world_place: WorldTable, thing: Thing, gm_part: bool) -> list[tuple[Tie, SharedPage]]:
    """The ties to other shared pages that may be in an edition, each with the other page."""
    rows = ties_at(Tie.objects.filter(campaign=thing.campaign_id, removed__isnull=True, author__isnull=True), thing)
    rows = rows.select_related("shared_copy__shared").order_by("pk")
    others = {row: _other_end(row, thing) for row in rows}
    pages = _shared_pages(world_place, others.values())
    known = [(row, page) for row, other in others.items() if (page := pages.get(other)) is not None]
    return [(row, page) for row, page in known if _may_travel(row, page, gm_part)]


def _may_travel(row: Tie, other: SharedPage, gm_part: bool) -> bool:
    """Whether a tie is no secret, or the GM part of both of its ends is shared."""
    return row.visibility == WorldEntry.Visibility.PARTY or (gm_part and other.gm_part)


def _other_end(row: Tie, thing: Thing) -> tuple[str, int]:
    """The column and the id of the end that is not the thing."""
    column = "page" if isinstance(thing, WorldEntry) else "person"
    side = "to" if getattr(row, f"from_{column}_id") == thing.pk else "from"
    ends = [(name, getattr(row, f"{name}_id")) for name in ENDS if name.startswith(side)]
    name, pk = next(end for end in ends if end[1] is not None)
    return name.removeprefix(f"{side}_"), pk


def _shared_pages(world_place: WorldTable, ends: Iterable[tuple[str, int]]) -> dict[tuple[str, int], SharedPage]:
    ends = list(ends)
    pages = [pk for column, pk in ends if column == "page"]
    people = [pk for column, pk in ends if column == "person"]
    copies = SharedPageCopy.objects.filter(Q(entry__in=pages, entry__archived__isnull=True) | Q(character__in=people))
    copies = copies.filter(page__world=world_place.world_id, page__withdrawn__isnull=True).select_related("page")
    return {
        ("page", page_copy.entry_id)
        if page_copy.entry_id is not None
        else ("person", page_copy.character_id or 0): page_copy.page
        for page_copy in copies
    }


def _draft(row: Tie, thing: Thing, copy: SharedPageCopy | None, other: SharedPage) -> TieDraft | None:
    """The tie as the edition has it; None for the copy of one that the campaign that shared it first took back."""
    forward = thing.pk == (row.from_page_id if isinstance(thing, WorldEntry) else row.from_person_id)
    fields = {"tie": 0, "number": 1, "forward": forward, "other": other.pk, "kind": row.kind, **texts_of(row)}
    mine: SharedTieCopy | None = getattr(row, "shared_copy", None)
    # Copies begin as secrets, so only the campaign that shared a tie first says whether it is one.
    first = mine is None or mine.shared.origin_id == row.campaign_id
    fields["secret"] = first and row.visibility != WorldEntry.Visibility.PARTY
    ends = (copy.page_id if copy else 0, other.pk)
    if mine is None or (mine.shared.start_id, mine.shared.end_id) != (ends if forward else ends[::-1]):
        return TieDraft(fields, row, changed=True)
    again = mine.shared.removed is not None
    if again and mine.shared.origin_id != row.campaign_id:
        return None
    fields |= {"tie": mine.shared_id, "number": mine.number}
    if texts_of(row) == mine.texts and not again:
        return TieDraft(fields, row)
    behind = mine.number < mine.shared.number
    return TieDraft(fields | {"number": mine.shared.number + 1}, row, changed=True, behind=behind)


def _newest(draft: TieDraft, stored: dict[int, dict[str, Any]]) -> TieDraft:
    """The tie as another campaign changed it, unless this campaign changed it since."""
    theirs = stored.get(draft.key)
    if theirs is not None and not draft.changed and theirs["number"] > draft.fields["number"]:
        return TieDraft(theirs, draft.row)
    if theirs is not None and theirs.get("secret"):
        return replace(draft, fields=draft.fields | {"secret": True})
    return draft
