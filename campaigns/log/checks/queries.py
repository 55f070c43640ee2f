"""Reads for the check page."""

from typing import Any

from django.db.models import QuerySet

from campaigns.log.access import visible_log_entries
from campaigns.log.models import LogEntry
from characters import access as character_access
from characters.models import Character
from common.parsing import parse_id
from people.models import Member


def testable_characters(membership: Member) -> QuerySet[Character]:
    """The characters that the member may make checks for: the member's own, or all active ones for GMs."""
    rows = character_access.visible_characters(membership.user).filter(campaign=membership.campaign_id, status="active")
    rows = rows if membership.is_gm else rows.filter(owner=membership.user)
    return rows.order_by("kind", "name", "id")


def get_result(membership: Member, entry_id: Any) -> LogEntry | None:
    """The log entry of the last check, if the member may read it."""
    rows = visible_log_entries(membership).filter(kind=LogEntry.Kind.CHECK).select_related("character", "by")
    entry_pk = parse_id(entry_id)
    return rows.filter(pk=entry_pk).first() if entry_pk else None
