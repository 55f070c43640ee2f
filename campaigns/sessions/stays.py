"""When members were in their campaign: some leave and come back, and `Member.joined` stays that of the first time."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeAlias

from people.models import Member

# When a membership began, and when it ended; None while it lasts.
Stay: TypeAlias = tuple[datetime, datetime | None]


def read_stays(members: Iterable[Member]) -> dict[int, list[Stay]]:
    """The times that each member spent in the campaign, the first one first, by the member's id. Makes one query."""
    rows = {member.pk: member for member in members}
    stays: dict[int, list[Stay]] = {pk: [] for pk in rows}
    versions = Member.history.filter(id__in=rows).order_by("history_date", "history_id")
    for pk, changed, left, guest_until in versions.values_list("id", "history_date", "left", "guest_until"):
        _add_version(stays[pk], rows[pk], changed, left or guest_until)
    for pk, member in rows.items():
        if not stays[pk]:
            stays[pk] = [(member.joined, member.left or member.guest_until)]
    return stays


def _add_version(stays: list[Stay], member: Member, changed: datetime, end: datetime | None) -> None:
    """Adds one version of a membership: a return begins a new stay, and any other version may move the last end."""
    if not stays:
        stays.append((member.joined, end))
        return
    begin, last_end = stays[-1]
    if last_end is not None and last_end <= changed and (end is None or end > changed):
        stays.append((changed, end))
    else:
        stays[-1] = (begin, end)


def includes(stays: list[Stay], moment: datetime) -> bool:
    """Whether a moment lies within one of the stays."""
    return any(begin <= moment and (end is None or moment < end) for begin, end in stays)
