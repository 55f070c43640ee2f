"""Reads for the check page: who may be tested, and which evening it belongs to."""

from typing import Any

from django.db.models import QuerySet

from campaigns import access
from campaigns.models import LogEntry, Member, Session
from characters import access as character_access
from characters.models import Character
from rules.typed import whole


def characters(own: Member) -> QuerySet[Character]:
    """Whom the member may resolve a check for: one's own; for GMs everybody in play."""
    rows = character_access.characters(own.user).filter(campaign=own.campaign_id, status="active")
    rows = rows if own.runs else rows.filter(owner=own.user)
    return rows.order_by("kind", "name", "id")


def tonight(own: Member) -> Session | None:
    """The session that is on now, by its start: from three hours before to twelve after."""
    return access.sessions(own).on_now()


def result(own: Member, entry_id: Any) -> LogEntry | None:
    """The check just made, when the member may read it."""
    rows = access.log(own).filter(kind=LogEntry.Kind.CHECK).select_related("character", "by")
    made = whole(entry_id)
    return rows.filter(pk=made).first() if made else None
