"""Reads of the experience of a whole campaign."""

from typing import Any

from django.db.models import QuerySet

from campaigns.models import Member
from characters import access as character_access
from characters.models import Character, ExperienceEntry


def awarded(own: Member) -> QuerySet[Character]:
    """The campaign's characters whose ledgers the member may read."""
    return character_access.characters(own.user).filter(campaign=own.campaign_id)


def ledgers(own: Member, **filters: Any) -> QuerySet[ExperienceEntry]:
    """The lines of every ledger that the member may read; `session`, `character` and `kind` narrow them."""
    rows = ExperienceEntry.objects.filter(character__in=awarded(own).values("pk"), **filters)
    return rows.select_related("by")
