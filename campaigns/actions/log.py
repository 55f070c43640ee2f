"""Writes to the campaign's log: notes, and corrections that leave the old line standing."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import wiki
from campaigns.access import must_play
from campaigns.actions.fields import clean
from campaigns.models import LogEntry, Member, Session
from characters.models import Character


@transaction.atomic
def add_note(
    *, own: Member, text: str, session: Session | None = None, character: Character | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:  # fmt: skip
    """Adds a note; players write for everybody, GMs also for GMs alone."""
    must_play(own)
    return _write(_note(own, text=text, session=session, character=character, audience=audience))


def _note(
    own: Member, *, text: str, session: Session | None = None, character: Character | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:  # fmt: skip
    for row in (session, character):
        if row is not None and row.campaign_id != own.campaign_id:
            raise ValidationError(_("That belongs to another campaign."))
    return LogEntry(
        campaign=own.campaign, kind=LogEntry.Kind.NOTE, text=text, session=session, character=character,
        audience=_audience(own, audience), by=own.user,
    )  # fmt: skip


@transaction.atomic
def add_notes(*, own: Member, notes: list[dict[str, Any]]) -> list[LogEntry]:
    """Adds many notes (the arguments of `add_note` but `own`), all of them or none, in their order.

    ValidationError names the first that does not fit by its place, from 0."""
    must_play(own)
    rows = []
    for place, note in enumerate(notes):
        try:
            rows.append(_checked(_note(own, **note)))
        except ValidationError as fault:
            told = {"entries": [f"{place}: {sentence}" for sentence in fault.messages]}
            raise ValidationError(told) from fault
    return LogEntry.objects.bulk_create(rows)


@transaction.atomic
def correct(*, own: Member, entry: LogEntry, text: str) -> LogEntry:
    """Writes a new line that corrects an old one; its writer and the GMs may.

    Whoever sees the line sees it; what is corrected already is corrected through its correction."""
    must_correct(own, entry)
    last = LogEntry.objects.filter(corrects=entry).order_by("-id").first()
    if last is not None:
        raise ValidationError(_("This line has a correction already; correct that one."))
    return _write(
        LogEntry(
            campaign=own.campaign, kind=LogEntry.Kind.CORRECTION, text=text, session_id=entry.session_id,
            encounter_id=entry.encounter_id, character_id=entry.character_id, audience=entry.audience,
            corrects=entry, by=own.user,
        )
    )  # fmt: skip


def must_correct(own: Member, entry: LogEntry) -> None:
    """Stops with 403 whoever may not correct the line."""
    must_play(own)
    if entry.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    if not own.runs and (entry.by_id != own.user_id or entry.audience != LogEntry.Audience.ALL):
        raise PermissionDenied(_("Only who wrote a line and the GM may correct it."))


def _audience(own: Member, audience: str) -> str:
    if audience not in LogEntry.Audience.values:
        raise ValidationError({"audience": _("A line is for everybody or for GMs only.")})
    if audience == LogEntry.Audience.GM and not own.runs:
        raise ValidationError({"audience": _("Only GMs write lines for GMs alone.")})
    return audience


def _write(entry: LogEntry) -> LogEntry:
    _checked(entry).save()
    return entry


def _checked(entry: LogEntry) -> LogEntry:
    entry.text = entry.text.strip()
    if entry.audience == LogEntry.Audience.ALL and wiki.has_secret(entry.text):
        raise ValidationError({"text": _("The log has no secret blocks. Write a line for GMs only instead.")})
    clean(entry, related=False)
    return entry
