"""Showing a sign to the table. Signs are in the shared cache for some seconds, and in no table of the database."""

from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.kinds import SIGNS
from common import live_signal
from common.rate_counts import count_one
from people.access import require_player
from people.models import Member

# How long a sign is seen, and how many of them someone may show in how many seconds.
SHOWN_FOR: Final = 6
MOST_SIGNS, WINDOW = 5, 10
COUNTED_FOR: Final = 24 * 60 * 60


class TooManySigns(Exception):
    """This person has shown too many signs in the last seconds."""


# Counts the signs of all tables: as long as it stays, no table has a new one.
ALL_SIGNS: Final = "signs"


def count_key(encounter_id: int) -> str:
    """The key under which the signs of an encounter are counted."""
    return f"signs:{encounter_id}"


def sign_key(encounter_id: int, number: int) -> str:
    """The key of one sign."""
    return f"sign:{encounter_id}:{number}"


def show_sign(*, encounter: Encounter, membership: Member, key: str) -> None:
    """Shows a sign to everyone at the table for some seconds; KeyError for an unknown one, or `TooManySigns`."""
    require_player(membership)
    sign = SIGNS[key]
    if count_one(f"signs-of:{membership.user_id}", seconds=WINDOW) > MOST_SIGNS:
        raise TooManySigns(_("You have shown too many signs. Wait a few seconds."))
    number = _count_up(count_key(encounter.pk))
    cache.set(sign_key(encounter.pk, number), [membership.pk, sign.key], SHOWN_FOR)
    _count_up(ALL_SIGNS)
    live_signal.notify_signs(encounter.pk)


def _count_up(key: str) -> int:
    cache.add(key, 0, COUNTED_FOR)
    return cache.incr(key)
