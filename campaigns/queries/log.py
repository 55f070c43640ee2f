"""Reads of the campaign's log: filters, and pages that stay fast however long the log grows."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from campaigns import access
from campaigns.models import LogEntry, Member
from characters import access as character_access
from characters.models import Character

PAGE = 30


@dataclass(frozen=True)
class Page:
    """One page of the log, newest first; `older` is the id to go on from, None at the end."""

    lines: list[LogEntry]
    older: int | None


def page(own: Member, *, before: int | None = None, **filters: Any) -> Page:
    """The lines below `before` that pass the filters: session, kind, character, text (contains)."""
    rows = matching(access.log(own), **filters)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    rows = rows.select_related("by", "session", "encounter", "character", "corrects").prefetch_related("corrections")
    lines = list(rows.order_by("-pk")[: PAGE + 1])
    hide_unknown(own, lines[:PAGE])
    return Page(lines[:PAGE], lines[PAGE - 1].pk if len(lines) > PAGE else None)


def matching(
    rows: QuerySet[LogEntry], *, session: Any = None, kind: str = "", character: Any = None, text: str = ""
) -> QuerySet[LogEntry]:
    """The lines that pass the filters; empty filters let everything through."""
    if session:
        rows = rows.filter(session=session)
    if kind:
        rows = rows.filter(kind=kind)
    if character:
        rows = rows.filter(character=character)
    for word in text.split()[:8]:
        rows = rows.filter(text__icontains=word)
    return rows


def characters(own: Member) -> QuerySet[Character]:
    """Whom the member may filter by."""
    return character_access.characters(own.user).filter(campaign=own.campaign_id).order_by("name", "id")


def hide_unknown(own: Member, lines: list[LogEntry]) -> None:
    """Marks on each line what the member may open: `.open_character`, `.open_encounter` or None."""
    readable = set(characters(own).values_list("pk", flat=True)) if any(one.character_id for one in lines) else set()
    for line in lines:
        line.open_character = line.character if line.character_id in readable else None  # type: ignore[attr-defined]
        known = line.encounter is not None and (own.runs or line.encounter.status != "prepared")
        line.open_encounter = line.encounter if known else None  # type: ignore[attr-defined]
