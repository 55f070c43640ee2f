"""Notes of members and their tools in the campaign's log, and corrections."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Required, TypedDict, Unpack

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.log.access import is_for_everyone
from campaigns.log.calendar.dates import copy_date, date_notes
from campaigns.log.entries import build_entry, write_entries
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.actions import mark_used, require_own_pictures
from campaigns.sessions.models import Session
from campaigns.world import wiki_links
from characters.models import Character
from common.link_syntax import words_only
from common.moments import require_usual_year
from common.rows import lock_row, validate_row
from people.access import require_player
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text


class NoteFields(TypedDict, total=False):
    """What members and their tools write: a note, or another kind of `LogEntry.WRITTEN`."""

    text: Required[str]
    kind: str
    audience: str
    session: Session | None
    character: Character | None
    speaker: str
    source: str
    external_id: str
    happened_at: datetime | None
    in_world: str | None


@dataclass(frozen=True)
class WrittenNote:
    """An entry, and whether it is new; otherwise the author had sent its external id before."""

    entry: LogEntry
    is_new: bool


def add_note(*, membership: Member, **note: Unpack[NoteFields]) -> LogEntry:
    """Adds a note; players write for everyone, GMs also for GMs only.

    It gets the date `in_world`; for None that of its session, or else the current one; for an empty text no date."""
    return write_note(membership=membership, note=note).entry


@transaction.atomic
def write_note(*, membership: Member, note: NoteFields) -> WrittenNote:
    """Adds a note, unless the author has sent its `external_id` from the same `source` before."""
    require_player(membership)
    require_own_pictures(membership, [note["text"]])
    known = _existing_notes(membership, [note])
    rows = [_validate_note(membership, note)]
    return _store_notes(membership, rows, [note.get("in_world")], known, tell_webhooks=True)[0]


@transaction.atomic
def add_notes(*, membership: Member, notes: Sequence[NoteFields], tell_webhooks: bool = False) -> list[WrittenNote]:
    """Adds many notes in their order, all or none; those whose external id is known stay as they are.

    ValidationError names the index of the first invalid note, from 0."""
    require_player(membership)
    require_own_pictures(membership, [note["text"] for note in notes])
    known, rows = _existing_notes(membership, notes), []
    for place, note in enumerate(notes):
        try:
            rows.append(_validate_note(membership, note))
        except ValidationError as fault:
            errors = {"entries": [f"{place}: {sentence}" for sentence in fault.messages]}
            raise ValidationError(errors) from fault
    dates = [note.get("in_world") for note in notes]
    return _store_notes(membership, rows, dates, known, tell_webhooks=tell_webhooks)


Known = dict[tuple[str, str], LogEntry]


def _existing_notes(membership: Member, notes: Iterable[NoteFields]) -> Known:
    """The author's entries with the sources and external ids of the notes, by both; locked against a parallel
    request."""
    keys = {(_plain_words(note.get("source", "")), note["external_id"]) for note in notes if note.get("external_id")}
    if not keys:
        return {}
    ids = {external_id for _source, external_id in keys}
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    rows = LogEntry.objects.filter(campaign=membership.campaign_id, by=membership.user, external_id__in=ids)
    rows = rows.select_related("by", "encounter", "character")
    known = {key: row for row in rows if (key := (row.source, row.external_id)) in keys}
    if not membership.is_gm and not all(is_for_everyone(row) for row in known.values()):
        raise ValidationError({"external_id": _("You have already written an entry with this external id as a GM.")})
    return known


def _store_notes(
    membership: Member, rows: list[LogEntry], dates: list[str | None], known: Known, *, tell_webhooks: bool
) -> list[WrittenNote]:
    """Stores and dates the notes that are not known yet; `dates` are as for `add_note`."""
    fresh, fresh_dates, written = [], [], []
    for row, date in zip(rows, dates, strict=True):
        key = (row.source, row.external_id)
        is_new = not row.external_id or key not in known
        if is_new:
            fresh.append(row)
            fresh_dates.append(date)
            known |= {key: row} if row.external_id else {}
        written.append(WrittenNote(row if is_new else known[key], is_new))
    mark_used(membership.campaign_id, [row.text for row in fresh])
    date_notes(membership, write_entries(fresh, tell_webhooks=tell_webhooks), fresh_dates)
    return written


def _validate_note(membership: Member, note: NoteFields) -> LogEntry:
    kind, audience = note.get("kind", LogEntry.Kind.NOTE), note.get("audience", LogEntry.Audience.ALL)
    for row in (note.get("session"), note.get("character")):
        if row is not None and row.campaign_id != membership.campaign_id:
            raise ValidationError(_("This belongs to another campaign."))
    require_usual_year(note.get("happened_at"), "happened_at")
    if kind not in LogEntry.WRITTEN:
        raise ValidationError({"kind": _("Only the site writes entries of this kind.")})
    fields: dict[str, Any] = {name: value for name, value in note.items() if name != "in_world"}
    fields |= {"kind": kind, "audience": _check_audience(membership, audience)}
    entry = build_entry(campaign=membership.campaign, by=membership.user, **fields)
    # Readers see these two as they are stored, so that a link in them must not show its target.
    entry.speaker, entry.source = _plain_words(entry.speaker), _plain_words(entry.source)
    require_plain_text(speaker=entry.speaker, source=entry.source)
    return _validate_entry(entry)


def _plain_words(words: str) -> str:
    """A line without links and doubled spaces, as speakers and sources are stored."""
    return " ".join(words_only(words).split())


@transaction.atomic
def correct_entry(*, membership: Member, entry: LogEntry, text: str) -> LogEntry:
    """Writes a new entry that corrects an old one; for its author and GMs.

    The correction has the audience of the old entry. A corrected entry cannot be corrected again, but its correction
    can be."""
    require_correction_permission(membership, entry)
    # The session is the one that the entry has under the lock: a GM may be filing it elsewhere.
    entry = lock_row(LogEntry.objects.all(), entry.pk)
    last = LogEntry.objects.filter(corrects=entry).order_by("-id").first()
    if last is not None:
        raise ValidationError(_("This entry already has a correction. Correct that one instead."))
    correction = build_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.CORRECTION,
        text=text,
        session=entry.session,
        encounter_id=entry.encounter_id,
        character=entry.character,
        audience=entry.audience,
        corrects=entry,
        by=membership.user,
        speaker=entry.speaker,
        happened_at=entry.happened_at,
    )
    require_own_pictures(membership, [text], kept=entry.text)
    mark_used(membership.campaign_id, [text])
    stored = write_entries([_validate_entry(correction)])[0]
    copy_date(entry, stored)
    return stored


def require_correction_permission(membership: Member, entry: LogEntry) -> None:
    """Raises PermissionDenied for a member who may not correct the entry."""
    require_player(membership)
    if entry.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    if not membership.is_gm and (entry.by_id != membership.user_id or entry.audience != LogEntry.Audience.ALL):
        raise PermissionDenied(_("Only the author of an entry and the GM may correct it."))
    if entry.kind == LogEntry.Kind.CAMPAIGN:
        raise PermissionDenied(_("The site wrote this entry about the campaign. It cannot be corrected."))


def _check_audience(membership: Member, audience: str) -> str:
    if audience not in LogEntry.Audience.values:
        raise ValidationError({"audience": _("An entry must be for everyone or for GMs only.")})
    if audience == LogEntry.Audience.GM and not membership.is_gm:
        raise ValidationError({"audience": _("Only GMs can write entries for GMs only.")})
    return audience


def _validate_entry(entry: LogEntry) -> LogEntry:
    entry.text = entry.text.strip()
    if is_for_everyone(entry) and wiki_links.has_secret(entry.text):
        raise ValidationError({"text": _("The log has no secret blocks. Write an entry for GMs only instead.")})
    validate_row(entry, related=False)
    return entry
