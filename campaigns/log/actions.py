"""Writes to the campaign's log: notes and corrections."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.log.calendar.dates import copy_date, date_notes
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world import wiki_links
from characters.models import Character
from common.rows import validate_row
from people.access import require_player
from people.models import Member


@transaction.atomic
def add_note(
    *,
    membership: Member,
    text: str,
    session: Session | None = None,
    character: Character | None = None,
    audience: str = LogEntry.Audience.ALL,
    in_world: str | None = None,
) -> LogEntry:
    """Adds a note; players write for everybody, GMs also for GMs only.

    It gets the date `in_world`, for None the calendar's current date, for an empty text no date."""
    require_player(membership)
    entry = _save_entry(_build_note(membership, text=text, session=session, character=character, audience=audience))
    date_notes(membership, [entry], [in_world])
    return entry


def _build_note(
    membership: Member,
    *,
    text: str,
    session: Session | None = None,
    character: Character | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:
    for row in (session, character):
        if row is not None and row.campaign_id != membership.campaign_id:
            raise ValidationError(_("This belongs to another campaign."))
    return LogEntry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.NOTE,
        text=text,
        session=session,
        character=character,
        audience=_check_audience(membership, audience),
        by=membership.user,
    )


@transaction.atomic
def add_notes(*, membership: Member, notes: list[dict[str, Any]]) -> list[LogEntry]:
    """Adds many notes (arguments of `add_note`) in their order, all or none.

    ValidationError names the index of the first invalid note, from 0."""
    require_player(membership)
    rows = []
    written = [note.get("in_world") for note in notes]
    for place, note in enumerate(notes):
        fields = {name: value for name, value in note.items() if name != "in_world"}
        try:
            rows.append(_validate_entry(_build_note(membership, **fields)))
        except ValidationError as fault:
            errors = {"entries": [f"{place}: {sentence}" for sentence in fault.messages]}
            raise ValidationError(errors) from fault
    entries = LogEntry.objects.bulk_create(rows)
    date_notes(membership, entries, written)
    return entries


@transaction.atomic
def correct_entry(*, membership: Member, entry: LogEntry, text: str) -> LogEntry:
    """Writes a new line that corrects an old one; for its author and GMs.

    The correction has the audience of the old line. A corrected line cannot be corrected again; its correction can."""
    require_correction_permission(membership, entry)
    last = LogEntry.objects.filter(corrects=entry).order_by("-id").first()
    if last is not None:
        raise ValidationError(_("This line already has a correction. Correct that one instead."))
    correction = _save_entry(
        LogEntry(
            campaign=membership.campaign,
            kind=LogEntry.Kind.CORRECTION,
            text=text,
            session_id=entry.session_id,
            encounter_id=entry.encounter_id,
            character_id=entry.character_id,
            audience=entry.audience,
            corrects=entry,
            by=membership.user,
        )
    )
    copy_date(entry, correction)
    return correction


def require_correction_permission(membership: Member, entry: LogEntry) -> None:
    """Raises PermissionDenied for a member who may not correct the line."""
    require_player(membership)
    if entry.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    if not membership.runs and (entry.by_id != membership.user_id or entry.audience != LogEntry.Audience.ALL):
        raise PermissionDenied(_("Only the author of a line and the GM may correct it."))


def _check_audience(membership: Member, audience: str) -> str:
    if audience not in LogEntry.Audience.values:
        raise ValidationError({"audience": _("A line must be for everyone or for GMs only.")})
    if audience == LogEntry.Audience.GM and not membership.runs:
        raise ValidationError({"audience": _("Only GMs can write lines for GMs only.")})
    return audience


def _save_entry(entry: LogEntry) -> LogEntry:
    _validate_entry(entry).save()
    return entry


def _validate_entry(entry: LogEntry) -> LogEntry:
    entry.text = entry.text.strip()
    if entry.audience == LogEntry.Audience.ALL and wiki_links.has_secret(entry.text):
        raise ValidationError({"text": _("The log has no secret blocks. Write a line for GMs only instead.")})
    validate_row(entry, related=False)
    return entry
