"""Files log entries, awards, encounters and reveals under a session afterwards, or takes them out of one."""

from collections.abc import Collection
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
    the session. Only GMs.
    ValidationError, and nothing changes, if a row is gone or someone else has filed it under another session."""
    require_gm(membership)
    if session is not None and session.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    count = _require_choice(len(entries) + len(encounters) + len(reveals))
    scenes = [row.pk for row in _lock_rows(Encounter, membership, encounters)]
    # A play that ends an encounter locks it before the calendar, and a change of the calendar locks all dates.
    lock_calendar(membership.campaign_id)
    log_entries = _lock_rows(LogEntry, membership, entries)
    learned = _lock_rows(Reveal, membership, reveals)
    Encounter.objects.filter(pk__in=scenes).update(session=session)
    Reveal.objects.filter(pk__in=[row.pk for row in learned]).update(session=session)
    log_entries = _with_corrections(log_entries + _lock_encounter_entries(scenes))
    LogEntry.objects.filter(Q(pk__in=[row.pk for row in log_entries]) | Q(encounter__in=scenes)).update(session=session)
    awards = ExperienceEntry.objects.filter(character__campaign=membership.campaign_id)
    awards.filter(Q(pk__in=_award_ids(log_entries)) | Q(encounter__in=scenes)).update(session=session)
    if session is not None:
        date_filed_entries(session.pk)
    return count


def _require_choice(count: int) -> int:
    """The count, if it is neither none nor too many."""
    if not count:
        raise ValidationError(_("Choose at least one entry."))
    if count > MOST_AT_ONCE:
        raise ValidationError(_("Choose at most %(most)s entries at once.") % {"most": MOST_AT_ONCE})
    return count


def _lock_rows(model: Any, membership: Member, chosen: Collection[ChosenRow]) -> list[Any]:
    """The chosen rows of the campaign, locked; refuses all of them if one is not as the GM saw it.

    `no_key`: a correction refers to its encounter, and its writer may hold an entry that is locked next."""
    sessions_seen = {row.pk: row.seen for row in chosen}
    rows = model.objects.select_for_update(of=("self",), no_key=True).filter(campaign=membership.campaign_id)
    locked = list(rows.filter(pk__in=sessions_seen).order_by("pk"))
    if len(locked) < len(sessions_seen) or any(row.session_id != sessions_seen[row.pk] for row in locked):
        raise ValidationError(_("Someone else has filed some of these since. Look at the list again."))
    return locked


def _lock_encounter_entries(encounters: list[int]) -> list[LogEntry]:
    """The entries of the encounters, locked: somebody may be correcting one."""
    rows = LogEntry.objects.select_for_update(of=("self",)).filter(encounter__in=encounters)
    return list(rows.order_by("pk")) if encounters else []


def _with_corrections(entries: list[LogEntry]) -> list[LogEntry]:
    """The entries, what they correct, and what corrects them, over any number of steps."""
    found = {entry.pk: entry for entry in entries}
    added = entries
    while added:
        corrected = [entry.corrects_id for entry in added if entry.corrects_id is not None]
        beside = LogEntry.objects.filter(Q(corrects__in=[entry.pk for entry in added]) | Q(pk__in=corrected))
        added = list(beside.exclude(pk__in=list(found)).select_for_update(of=("self",)).order_by("pk"))
        found |= {entry.pk: entry for entry in added}
    return list(found.values())


def _award_ids(entries: list[LogEntry]) -> list[int]:
    """The ids of the experience entries to which the log entries refer."""
    lists = [entry.data.get("entries") for entry in entries if isinstance(entry.data, dict)]
    return [pk for ids in lists if isinstance(ids, list) for pk in ids if type(pk) is int]
