"""The signs that are shown at a table now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.urls import reverse

from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.actions import ALL_SIGNS, NOTICE_FOR, count_key, notice_key, number_key, sign_key
from campaigns.encounters.signs.kinds import SIGNS, Sign
from campaigns.world.access import visible_entries
from characters.access import known_characters
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


def sign_counts(places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """How many signs and notices each (encounter, member) could see so far, for streams that watch an SQLite file."""
    keys = {place: (count_key(place[0]), count_key(*place)) for place in places}
    counts = cache.get_many({key for pair in keys.values() for key in pair})
    return {place: counts.get(everyone, 0) + counts.get(own, 0) for place, (everyone, own) in keys.items()}


def shown_signs(encounter: Encounter) -> list[ShownSign]:
    """The signs of the last seconds, oldest first; a sign never stands at the seat of a hidden participant."""
    last = cache.get(number_key(encounter.pk)) or 0
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


@dataclass(frozen=True)
class Notice:
    """A page or an NPC that a GM shows the viewer now."""

    key: str
    name: str
    url: str
    milliseconds: int = 1000 * NOTICE_FOR


def shown_notices(encounter: Encounter, membership: Member) -> list[Notice]:
    """What a GM has just shown the member from the table; nothing that the member may not see, and nothing to GMs."""
    if membership.is_gm:
        return []
    keys = [notice_key(encounter.pk, None), notice_key(encounter.pk, membership.pk)]
    notices = []
    for kind, pk in cache.get_many(keys).values():
        rows = visible_entries(membership) if kind == "entry" else known_characters(membership)
        row = rows.filter(pk=pk).first()
        if row is not None:
            address = "world-entry" if kind == "entry" else "character"
            notices.append(Notice(f"{kind}-{pk}", row.name, reverse(address, args=[pk])))
    return notices


def _place_of(encounter: Encounter, member: Member, seat: tuple[str, str] | None) -> tuple[str, str] | None:
    """The seat and the name of who shows a sign; None for a player without a seat.

    Without a dealer every player deals, and shows signs as themselves."""
    if not encounter.is_run_by(member):
        return seat
    if encounter.dealerless:
        return seat or ("", member.user.username)
    return "", str(rules.SYSTEMS[member.campaign.system]["gm"])
