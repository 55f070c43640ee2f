"""Reads of the campaign's log: filters, and pages that stay fast however long the log grows."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from campaigns import access, search
from campaigns.models import LogEntry, Member, Session
from characters import access as character_access
from characters.models import Character
from rules.typed import whole

PAGE = 30
EVENINGS = 40  # How many a list offers; an older one is reached from its own page.
# Long texts of what a line names, which its page does not show.
UNREAD = [
    "character__sheet", "character__notes", "character__about", "character__gm_notes", "encounter__notes",
    "encounter__options",
]  # fmt: skip


@dataclass(frozen=True)
class Page:
    """One page of the log, newest first; `older` is the id to go on from, None at the end."""

    lines: list[LogEntry]
    older: int | None


@dataclass(frozen=True)
class Offered:
    """What the log's forms offer: evenings, newest first, and people as id -> name."""

    sessions: list[Session]
    people: dict[int, str]


def page(own: Member, *, before: int | None = None, offered: Offered | None = None, **filters: Any) -> Page:
    """The lines below `before` that pass the filters: session, kind, character, text (beginnings of words).

    What the page `offered` already is not asked for again."""
    rows = matching(own, beyond=before, **filters)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    rows = rows.select_related("by", "encounter", "character").prefetch_related("corrections")
    lines = list(rows.defer(*UNREAD).order_by("-pk")[: PAGE + 1])
    hide_unknown(own, lines[:PAGE], set(offered.people) if offered else None)
    return Page(lines[:PAGE], lines[PAGE - 1].pk if len(lines) > PAGE else None)


def matching(
    own: Member,
    *,
    session: Any = None,
    kind: str = "",
    character: Any = None,
    text: str = "",
    beyond: int | None = None,
    forward: bool = False,
) -> QuerySet[LogEntry]:
    """The lines the member may read that pass the filters; empty filters let everything through.

    With `text`, those nearest to the id `beyond`, more than a page of them: older ones, newer ones with `forward`.
    """
    rows = access.log(own)
    narrow = {"session": session, "kind": kind, "character": character}
    rows = rows.filter(**{name: value for name, value in narrow.items() if value})
    if not text:
        return rows
    scope = {"campaign": own.campaign_id, **narrow}
    if not own.runs:
        scope["audience"] = LogEntry.Audience.ALL
    return search.narrowed(rows, text, scope=scope, beyond=beyond, forward=forward)


def characters(own: Member) -> QuerySet[Character]:
    """Whom the member may filter by."""
    return character_access.characters(own.user).filter(campaign=own.campaign_id).order_by("name", "id")


def offered(own: Member, chosen: str = "") -> Offered:
    """The newest evenings, and the one with the id `chosen` when it is older; and everybody one may filter by."""
    rows = access.sessions(own).defer("notes", "gm_notes", "agenda").order_by("-number")
    found = list(rows[:EVENINGS])
    further = whole(chosen)
    if further is not None and all(row.pk != further for row in found):
        found += rows.filter(pk=further)
    return Offered(found, dict(characters(own).values_list("pk", "name")))


def hide_unknown(own: Member, lines: list[LogEntry], readable: set[int] | None = None) -> None:
    """Marks on each line what the member may open: `.open_character`, `.open_encounter` or None.

    `readable` holds the ids of `characters`, where they are known already."""
    if readable is None and any(one.character_id for one in lines):
        readable = set(characters(own).values_list("pk", flat=True))
    for line in lines:
        line.open_character = line.character if line.character_id in (readable or ()) else None  # type: ignore[attr-defined]
        known = line.encounter is not None and (own.runs or line.encounter.status != "prepared")
        line.open_encounter = line.encounter if known else None  # type: ignore[attr-defined]
