"""The dates that come with a shared page or NPC, as far as the campaign's calendar has them."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError

from campaigns.log.calendar.dates import set_date
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.world.shared_worlds.models import SharedEdition, SharedPageCopy
from people.models import Member

Kind = InWorldDate.Kind


def take_dates(membership: Member, copy: SharedPageCopy, edition: SharedEdition, before: SharedEdition | None) -> None:
    """Gives a page or an NPC the dates that are new in an edition. Without a calendar they wait for one.

    A date that this campaign has, for GMs only or not, stays. What it took earlier and removed does not come back."""
    calendar = Calendar.objects.filter(campaign=copy.campaign_id).first() if edition.dates else None
    waits = calendar is None and bool(edition.dates)
    former = before.dates if before is not None and not copy.dates_wait else []
    if copy.dates_wait != waits:
        SharedPageCopy.objects.filter(pk=copy.pk).update(dates_wait=waits)
    if calendar is None:
        return
    if copy.entry_id is not None:
        _take_dates_of_page(membership, copy, calendar, edition.dates, former)
    else:
        _take_birth_and_death(membership, copy, edition.dates, former)


def take_waiting_dates(membership: Member) -> None:
    """Gives copies the dates for which the campaign had no calendar."""
    rows = SharedPageCopy.objects.filter(campaign=membership.campaign_id, dates_wait=True, entry__archived__isnull=True)
    for copy in rows.select_related("edition", "entry", "character"):
        take_dates(membership, copy, copy.edition, None)


def _take_dates_of_page(
    membership: Member, copy: SharedPageCopy, calendar: Calendar, dates: Iterable[Any], former: Iterable[Any]
) -> None:
    have = {(date.label, calendar.format(date.span)) for date in InWorldDate.objects.filter(page=copy.entry_id)}
    have |= {(label, date) for label, date in former}
    for label, date in dates:
        if (label, date) not in have:
            _set_date(membership, Kind.PAGE, copy.thing, date, label)


def _take_birth_and_death(
    membership: Member, copy: SharedPageCopy, dates: Iterable[Any], former: Iterable[Any]
) -> None:
    have = set(InWorldDate.objects.filter(character=copy.character_id).values_list("kind", flat=True))
    have |= {kind for kind, _date in former}
    for kind, date in dates:
        if kind in {Kind.BIRTH, Kind.DEATH} - have:
            _set_date(membership, kind, copy.thing, date)


def _set_date(membership: Member, kind: str, thing: Any, date: str, label: str = "") -> None:
    """Sets a date, unless the campaign's calendar cannot read it."""
    try:
        set_date(membership=membership, kind=kind, thing=thing, date=date, label=label)
    except ValidationError:
        return
