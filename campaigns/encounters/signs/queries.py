"""The signs that are shown at a table now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.actions import ALL_SIGNS, count_key, sign_key
from campaigns.encounters.signs.kinds import SIGNS, Sign
from people.models import Member
from rules import play as rules

MOST_SHOWN: Final = 10


@dataclass(frozen=True)
class ShownSign:
    """A sign with the name of who shows it, and the participant whose seat it stands at; "" for the GM."""

    number: int
    sign: Sign
    seat: str
    name: str


def count_all_signs() -> int:
    """How many signs were shown so far at all tables, since the count began."""
    return cache.get(ALL_SIGNS) or 0


def sign_counts(encounters: Iterable[int]) -> dict[int, int]:
    """How many signs were shown so far at each encounter, for streams that watch the file of an SQLite database."""
    return {pk: cache.get(count_key(pk)) or 0 for pk in encounters}


def shown_signs(encounter: Encounter) -> list[ShownSign]:
    """The signs of the last seconds, oldest first; a sign never stands at the seat of a hidden participant."""
    last = cache.get(count_key(encounter.pk)) or 0
    signs = []
    for number in range(last, max(0, last - MOST_SHOWN), -1):
        cached = cache.get(sign_key(encounter.pk, number))
        if cached is None:
            break
        signs.append((number, *cached))
    if not signs:
        return []
    members = {
        member.pk: member
        for member in Member.objects.present()
        .select_related("campaign", "user")
        .filter(pk__in={member for _number, member, _key in signs}, campaign=encounter.campaign_id)
    }
    seats: dict[int, tuple[str, str]] = {}
    for row in encounter.participants.filter(controller__in=members, present=True, hidden=False).order_by("position"):
        if row.controller_id is not None:
            seats.setdefault(row.controller_id, (row.key, row.name))
    shown = []
    for number, pk, key in reversed(signs):
        place = _place_of(encounter, members[pk], seats.get(pk)) if pk in members else None
        if place is not None:
            shown.append(ShownSign(number, SIGNS[key], *place))
    return shown


def _place_of(encounter: Encounter, member: Member, seat: tuple[str, str] | None) -> tuple[str, str] | None:
    """The seat and the name of who shows a sign; None for a player without a seat.

    Without a dealer every player deals, and shows signs as themselves."""
    if not encounter.is_run_by(member):
        return seat
    if encounter.dealerless:
        return seat or ("", member.user.username)
    return "", str(rules.SYSTEMS[member.campaign.system]["gm"])
