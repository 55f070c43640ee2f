"""Showing a sign to the table. Signs are in the shared cache for some seconds, and in no table of the database."""

from collections.abc import Iterable
from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.kinds import SIGNS
from common import live_signal
from common.rate_counts import count_one
from people.access import require_player
from people.models import Member

# How long a sign is seen, and how long the notice that a GM shows a page, in seconds.
SHOWN_FOR: Final = 6
NOTICE_FOR: Final = 30
# How many signs someone may show, and in how many seconds.
MOST_SIGNS, WINDOW = 5, 10
# How long the cache keeps a count after its first sign, in seconds.
COUNTED_FOR: Final = 24 * 60 * 60


class TooManySigns(Exception):
    """This person has shown too many signs in the last seconds."""


# The key of the count of all signs and notices. While the count is the same, no table has a new one.
ALL_SIGNS: Final = "signs"


def count_key(encounter_id: int, member_id: int | None = None) -> str:
    """The key under which the signs and notices of an encounter are counted, so that streams tell of new ones.

    What only one member may see has a count of its own, so that the streams of others do not tell of it."""
    return f"signs:{encounter_id}" if member_id is None else f"signs:{encounter_id}:{member_id}"


def number_key(encounter_id: int) -> str:
    """The key of the number of the last sign. Notices have none, so that nobody can count those of others."""
    return f"sign-numbers:{encounter_id}"


def sign_key(encounter_id: int, number: int) -> str:
    """The key of one sign."""
    return f"sign:{encounter_id}:{number}"


def show_sign(*, encounter: Encounter, membership: Member, key: str) -> None:
    """Shows a sign to everyone at the table for some seconds; KeyError for an unknown one, or `TooManySigns`."""
    require_player(membership)
    sign = SIGNS[key]
    if count_one(f"signs-of:{membership.user_id}", seconds=WINDOW) > MOST_SIGNS:
        raise TooManySigns(_("You have shown too many signs. Wait a few seconds."))
    number = _count_up(number_key(encounter.pk))
    cache.set(sign_key(encounter.pk, number), [membership.pk, sign.key], SHOWN_FOR)
    _call_streams(encounter, None)


def notice_key(encounter_id: int, member_id: int | None) -> str:
    """The key of the page or NPC that was last shown to a member from the table; None for everyone there."""
    return f"shown-at-table:{encounter_id}:{member_id or 'all'}"


def announce_shown(*, encounter: Encounter, members: Iterable[Member] | None, kind: str, pk: int) -> None:
    """Tells those to whom a GM shows a page ("entry") or an NPC ("npc") from the table; None tells everyone.

    Only the number is kept, for some seconds: who fetches it reads the name as their own access allows."""
    member_ids = None if members is None else [member.pk for member in members]
    for member_id in [None] if member_ids is None else member_ids:
        cache.set(notice_key(encounter.pk, member_id), [kind, pk], NOTICE_FOR)
    _call_streams(encounter, member_ids)


def _call_streams(encounter: Encounter, member_ids: list[int] | None) -> None:
    """Lets the pages of these members at the table fetch what is new; None: those of everyone there."""
    for member_id in [None] if member_ids is None else member_ids:
        _count_up(count_key(encounter.pk, member_id))
    _count_up(ALL_SIGNS)
    live_signal.notify_signs(encounter.pk, member_ids)


def _count_up(key: str) -> int:
    cache.add(key, 0, COUNTED_FOR)
    return cache.incr(key)
