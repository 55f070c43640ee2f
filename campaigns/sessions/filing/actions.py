"""Files log entries, awards, encounters and reveals under a session afterwards, or takes them out of one."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.log.calendar.dates import date_filed_entries, lock_calendar
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world.models import Reveal
from characters.models import ExperienceEntry
from people.access import require_gm
from people.models import Member

MOST_AT_ONCE = 500


@dataclass(frozen=True)
class ChosenRow:
    """A row to file, and the session under which the GM saw it (None: under none)."""

    pk: int
    seen: int | None


@transaction.atomic
def file_under_session(
    *,
    membership: Member,
    session: Session | None,
    entries: Collection[ChosenRow] = (),
    encounters: Collection[ChosenRow] = (),
    reveals: Collection[ChosenRow] = (),
) -> int:
    """Files log entries, encounters and reveals under the session, or under none; returns how many rows were chosen.

    An award's experience entries are filed with it, an encounter's log entries and awards with the encounter, and an
    entry with its corrections, because readers look for those in its session only. What the site dated gets the date of
    the session; without one, it gets back the date that was current when it was written. Only GMs.
    ValidationError, and nothing changes, if a row is gone or was filed under another session meanwhile."""
    require_gm(membership)
    if session is not None and session.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    count = _require_choice(len(entries) + len(encounters) + len(reveals))
    scenes = [row.pk for row in _lock_rows(Encounter, membership, encounters, session)]
    # A play that ends an encounter locks it before the calendar, and a change of the calendar locks all dates.
    calendar = lock_calendar(membership.campaign_id)
    log_entries = _lock_entries(membership, entries, scenes, session)
    learned = _lock_rows(Reveal, membership, reveals, session)
    Encounter.objects.filter(pk__in=scenes).update(session=session)
    Reveal.objects.filter(pk__in=[row.pk for row in learned]).update(session=session)
    LogEntry.objects.filter(Q(pk__in=[row.pk for row in log_entries]) | Q(encounter__in=scenes)).update(session=session)
    awards = ExperienceEntry.objects.filter(character__campaign=membership.campaign_id)
    awards.filter(Q(pk__in=_award_ids(log_entries)) | Q(encounter__in=scenes)).update(session=session)
    if calendar is not None:
        date_filed_entries(calendar, session.pk if session else None, log_entries)
    return count


def _require_choice(count: int) -> int:
    """The number of chosen rows; refuses none and too many."""
    if not count:
        raise ValidationError(_("Choose at least one entry."))
    if count > MOST_AT_ONCE:
        raise ValidationError(_("Choose at most %(most)s entries at once.") % {"most": MOST_AT_ONCE})
    return count


def _lock_rows(model: Any, membership: Member, chosen: Collection[ChosenRow], session: Session | None) -> list[Any]:
    """The chosen rows of the campaign, locked; refuses all of them if one is neither as the GM saw it nor already under
    `session`, as after a form that was sent twice.

    `no_key`: a correction refers to its encounter, and its writer may hold an entry that is locked next."""
    locked = _lock_in_order(model, membership, [row.pk for row in chosen])
    _require_as_seen(locked, chosen, session)
    return locked


def _lock_in_order(model: Any, membership: Member, ids: Collection[int]) -> list[Any]:
    rows = model.objects.select_for_update(of=("self",), no_key=True).filter(campaign=membership.campaign_id)
    return list(rows.filter(pk__in=ids).order_by("pk"))


def _require_as_seen(locked: Iterable[Any], chosen: Collection[ChosenRow], session: Session | None) -> None:
    sessions, wanted = {row.pk: row.session_id for row in locked}, session.pk if session else None
    if any(row.pk not in sessions or sessions[row.pk] not in {row.seen, wanted} for row in chosen):
        raise ValidationError(_("Some of these are gone or under another session by now. Look at the list again."))


def _lock_entries(
    membership: Member, chosen: Collection[ChosenRow], encounters: list[int], session: Session | None
) -> list[LogEntry]:
    """The chosen entries, those of the encounters, and what corrects them, locked; refuses all as `_lock_rows` does.

    They are locked together in the order of their ids, so that of two GMs the second waits. What was written until then
    corrects a locked entry, and is locked after it."""
    first = LogEntry.objects.filter(Q(pk__in=[row.pk for row in chosen]) | Q(encounter__in=encounters))
    wanted, known = _with_corrections(set(first.values_list("pk", flat=True))), set[int]()
    locked: list[LogEntry] = []
    while added := wanted - known:
        locked += _lock_in_order(LogEntry, membership, added)
        known |= added
        wanted = _with_corrections(known)
    _require_as_seen(locked, chosen, session)
    return locked


def _with_corrections(ids: set[int]) -> set[int]:
    """The entries, what they correct, and what corrects them, over any number of steps."""
    found, added = set(ids), ids
    while added:
        pairs = LogEntry.objects.filter(Q(pk__in=added) | Q(corrects__in=added)).values_list("pk", "corrects")
        added = {pk for pair in pairs for pk in pair if pk is not None} - found
        found |= added
    return found


def _award_ids(entries: list[LogEntry]) -> list[int]:
    """The ids of the experience entries to which the log entries refer."""
    lists = [entry.data.get("entries") for entry in entries if isinstance(entry.data, dict)]
    return [pk for ids in lists if isinstance(ids, list) for pk in ids if type(pk) is int]
