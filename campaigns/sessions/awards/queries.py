"""Reads of the experience of all characters of a campaign."""

from typing import Any

from django.db.models import QuerySet

from characters import access as character_access
from characters.models import Character, ExperienceEntry
from people.models import Member


def awardable_characters(membership: Member) -> QuerySet[Character]:
    """The campaign's characters whose ledgers the member may read."""
    return character_access.visible_characters(membership.user).filter(campaign=membership.campaign_id)


def visible_ledger_entries(membership: Member, **filters: Any) -> QuerySet[ExperienceEntry]:
    """The entries of every ledger that the member may read, filtered by `session`, `character` and `kind`."""
    rows = ExperienceEntry.objects.filter(character__in=awardable_characters(membership).values("pk"), **filters)
    return rows.select_related("by")
