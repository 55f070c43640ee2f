"""Writes to the campaign's log: every entry of the site, notes, and corrections."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Required, TypedDict, Unpack

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.log import webhook_messages
from campaigns.log.access import is_for_everybody
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session, current_session
from campaigns.world import wiki_links
from characters.models import Character
from common.rows import validate_row
from people.access import require_player
from people.models import Campaign, Member, User

MAX_TEXT: Final = 8000
BATCH_SIZE: Final = 1000


class EntryFields(TypedDict, total=False):
    """What an entry consists of; `by` is None for the site itself."""

    campaign: Required[Campaign]
    kind: Required[str]
    text: Required[str]
    by: Required[User | None]
    audience: str
    session: Session | None
    encounter_id: int | None
    character: Character | None
    data: dict[str, Any]
    rules: list[str]
    corrects: LogEntry | None
    created: datetime


def build_entry(**fields: Unpack[EntryFields]) -> LogEntry:
    """An entry for `write_entries`; not stored yet."""
    return LogEntry(**fields)


def write_entry(**fields: Unpack[EntryFields]) -> LogEntry:
    """Stores one entry, its text cut to what fits, and tells webhooks. Callers decide who may write it."""
    fields["text"] = fields["text"][:MAX_TEXT]
    return write_entries([build_entry(**fields)])[0]


def write_entries(entries: Sequence[LogEntry], *, tell_webhooks: bool = True) -> list[LogEntry]:
    """Stores entries of one campaign in their order: the only function that adds rows to the log.

    Entries about play without a session belong to the session that is on. A webhook is told of each entry that
    everybody may read."""
    adrift = [entry for entry in entries if entry.session_id is None and entry.kind in LogEntry.PLAYED]
    if adrift and (session := current_session(adrift[0].campaign_id)):
        for entry in adrift:
            entry.session = session
    stored = LogEntry.objects.bulk_create(entries, batch_size=BATCH_SIZE)
    if tell_webhooks:
        webhook_messages.queue_log_entries(stored)
    return stored


@transaction.atomic
def add_note(
    *,
    membership: Member,
    text: str,
    session: Session | None = None,
    character: Character | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:
    """Adds a note; players write for everybody, GMs also for GMs only."""
    require_player(membership)
    note = _build_note(membership, text=text, session=session, character=character, audience=audience)
    return write_entries([_validate_entry(note)])[0]


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
    return build_entry(
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
    """Adds many notes (arguments of `add_note`) in their order, all or none, without telling webhooks.

    ValidationError names the index of the first invalid note, from 0."""
    require_player(membership)
    rows = []
    for place, note in enumerate(notes):
        try:
            rows.append(_validate_entry(_build_note(membership, **note)))
        except ValidationError as fault:
            errors = {"entries": [f"{place}: {sentence}" for sentence in fault.messages]}
            raise ValidationError(errors) from fault
    return write_entries(rows, tell_webhooks=False)


@transaction.atomic
def correct_entry(*, membership: Member, entry: LogEntry, text: str) -> LogEntry:
    """Writes a new line that corrects an old one; for its author and GMs.

    The correction has the audience of the old line. A corrected line cannot be corrected again; its correction can."""
    require_correction_permission(membership, entry)
    last = LogEntry.objects.filter(corrects=entry).order_by("-id").first()
    if last is not None:
        raise ValidationError(_("This line already has a correction. Correct that one instead."))
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
    )
    return write_entries([_validate_entry(correction)])[0]


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


def _validate_entry(entry: LogEntry) -> LogEntry:
    entry.text = entry.text.strip()
    if is_for_everybody(entry) and wiki_links.has_secret(entry.text):
        raise ValidationError({"text": _("The log has no secret blocks. Write a line for GMs only instead.")})
    validate_row(entry, related=False)
    return entry
