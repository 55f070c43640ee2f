"""Who is editing a page now: kept in the cache for less than a minute, and never stored."""

from typing import Final

from django.core.cache import cache

from campaigns.world.access import may_edit_page
from campaigns.world.models import WorldEntry
from people.access import members_of
from people.models import Member

LASTS: Final = 40  # seconds; an open page repeats it every 15 seconds


def mark_editing(membership: Member, entry: WorldEntry) -> None:
    """Stores that the member is editing the page now."""
    cache.set(_key(entry.pk, membership.pk), 1, LASTS)


def stop_editing(membership: Member, entry: WorldEntry) -> None:
    """Deletes it again."""
    cache.delete(_key(entry.pk, membership.pk))


def other_editors(membership: Member, entry: WorldEntry) -> list[str]:
    """The names of the others who are editing the page now, for someone who may edit it; one read of the cache."""
    if not may_edit_page(membership, entry):
        return []
    names = {
        _key(entry.pk, presence.pk): presence.user.username
        for presence in members_of(membership)
        if presence.pk != membership.pk and may_edit_page(presence, entry)
    }
    return sorted(names[key] for key in cache.get_many(names))


def _key(entry_id: int, member_id: int) -> str:
    return f"editing-{entry_id}-{member_id}"
