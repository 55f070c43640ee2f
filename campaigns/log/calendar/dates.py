"""Writes in-world dates of sessions, log entries, pages and characters."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from campaigns.log.calendar.actions import require_calendar, set_current_date
from campaigns.log.calendar.faults import translate_faults
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.spans import Span, unit_span
from campaigns.log.models import LogEntry
from characters.models import Character
from common.rows import validate_row
from people.access import require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text

Kind = InWorldDate.Kind
# The column of each kind's thing.
COLUMNS: Final = {
    Kind.SESSION: "session",
    Kind.LOG: "entry",
    Kind.PAGE: "page",
    Kind.BIRTH: "character",
    Kind.DEATH: "character",
    Kind.EVENT: "event",
}
MOST_OF_A_PAGE = 20


@transaction.atomic
def set_date(
    *, membership: Member, kind: str, thing: Any, date: str, label: str = "", gm_only: bool = False
) -> InWorldDate:
    """Gives a thing a date, instead of the one it has; a page can have many. The caller checks who may do it.

    What the site dated in a session follows each date that the session gets, unless only GMs see that date."""
    row = require_calendar(membership)
    if thing.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    with translate_faults("date"):
        span = parse_date(row.reckoning, date)
    new_date = InWorldDate(
        campaign=membership.campaign,
        kind=kind,
        label=" ".join(label.split()),
        gm_only=gm_only and membership.is_gm,
        **{COLUMNS[Kind(kind)]: thing},
        **span_columns(span),
    )
    require_plain_text(label=new_date.label)
    _replace(membership, new_date, thing)
    validate_row(new_date)
    new_date.save()
    if new_date.kind == Kind.SESSION and not new_date.gm_only:
        _move_automatic_dates(thing.pk, span)
    return new_date


def _move_automatic_dates(session_id: int, span: Span) -> None:
    """Gives log entries and deaths of the session its date, except those that someone has dated."""
    rows = InWorldDate.objects.filter(automatic=True)
    rows.filter(kind=Kind.LOG, entry__session=session_id).update(**span_columns(span))
    # Those that the site wrote: a member's note of a death decides nothing.
    deaths = LogEntry.objects.filter(kind=LogEntry.Kind.DEATH, data__died=True)
    # A character who came back and died again has the date of the last death.
    last = deaths.filter(character=OuterRef("character")).order_by("-pk").values("session")[:1]
    dead = rows.filter(kind=Kind.DEATH, character__in=deaths.filter(session=session_id).values("character"))
    dead.annotate(died_in=Subquery(last)).filter(died_in=session_id).update(**span_columns(span))


def _replace(membership: Member, row: InWorldDate, thing: Any) -> None:
    """Takes away the date that the new one replaces; a player never touches one that only GMs see."""
    same = InWorldDate.objects.filter(kind=row.kind, **{COLUMNS[Kind(row.kind)]: thing})
    if not membership.is_gm:
        same = same.filter(gm_only=False)
    if row.kind != Kind.PAGE:
        same.delete()
    elif same.count() >= MOST_OF_A_PAGE:
        raise ValidationError(_("A page has at most %(most)s dates. Remove one first.") % {"most": MOST_OF_A_PAGE})


@transaction.atomic
def remove_date(*, membership: Member, date: InWorldDate) -> None:
    """Takes a date away; the caller checks who may do it. The date of a planned event goes only with the event."""
    if date.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    if date.kind == Kind.EVENT:
        raise ValidationError(_("Change or delete the planned event instead."))
    date.delete()


def date_notes(membership: Member, entries: Sequence[LogEntry], written: Sequence[str | None]) -> None:
    """Dates new notes, each as written or else (None) as the site does; an empty text leaves a note undated."""
    row = lock_calendar(membership.campaign_id)
    if row is None:
        if any(written):
            raise ValidationError({"in_world": _("This campaign has no calendar yet. Choose one first.")})
        return
    dates = []
    of_sessions = _dates_of_sessions(entry for entry, text in zip(entries, written, strict=True) if text is None)
    for entry, text in zip(entries, written, strict=True):
        if text == "":
            continue
        with translate_faults("in_world"):
            automatic = of_sessions.get(entry.session_id, row.now)
            span = automatic if text is None else parse_date(row.reckoning, text)
        columns = span_columns(span) | {"automatic": text is None}
        dates.append(InWorldDate(campaign=membership.campaign, kind=Kind.LOG, entry=entry, **columns))
    InWorldDate.objects.bulk_create(dates)


def lock_calendar(campaign_id: int) -> Calendar | None:
    """The campaign's calendar, locked until the transaction ends.

    A change of it would miss a date that is being written in its old hours."""
    return Calendar.objects.select_for_update(no_key=True).filter(campaign=campaign_id).first()


def date_filed_entries(calendar: Calendar, session_id: int | None, entries: Sequence[LogEntry]) -> None:
    """Dates what was filed with the date that everyone sees of its new session, or as if it had never been in one.

    What someone has dated stays. `entries` come with all that they correct, and have the session that they left. The
    calendar is locked."""
    row = InWorldDate.objects.filter(kind=Kind.SESSION, session=session_id, gm_only=False).first()
    if session_id is not None and row is not None:
        _move_automatic_dates(session_id, row.span)
    else:
        _restore_automatic_dates(calendar, entries)


def _restore_automatic_dates(calendar: Calendar, entries: Sequence[LogEntry]) -> None:
    """Entries and deaths with the date of the session that they left get the date that was current when they were
    written. They keep it if the calendar has no such version, or has other days since."""
    left, by_id = _dates_of_sessions(entries), {entry.pk: entry for entry in entries}
    for entry in entries:
        if (span := left.get(entry.session_id)) is None:
            continue
        first = entry
        while first.corrects_id in by_id:
            first = by_id[first.corrects_id]
        about = Q(kind=Kind.LOG, entry=entry)
        if _is_last_death(entry):
            about |= Q(kind=Kind.DEATH, character=entry.character_id)
        version = calendar.history.filter(history_date__lte=first.created).order_by("history_date", "pk").last()
        if version is not None and version.definition == calendar.definition:
            rows = InWorldDate.objects.filter(about, automatic=True, **span_columns(span))
            rows.update(**span_columns(version.instance.now))


def _is_last_death(entry: LogEntry) -> bool:
    """Whether the site wrote the entry about the last death of a character; a member's note decides nothing."""
    if entry.kind != LogEntry.Kind.DEATH or entry.character_id is None:
        return False
    deaths = LogEntry.objects.filter(kind=LogEntry.Kind.DEATH, data__died=True, character=entry.character_id)
    return deaths.order_by("pk").values_list("pk", flat=True).last() == entry.pk


def _dates_of_sessions(entries: Iterable[LogEntry]) -> dict[int | None, Span]:
    """The dates that sessions of the entries have for everyone. A session that was recorded dates what comes later."""
    sessions = {entry.session_id for entry in entries if entry.session_id is not None}
    if not sessions:
        return {}
    rows = InWorldDate.objects.filter(kind=Kind.SESSION, session__in=sessions, gm_only=False)
    return {row.session_id: row.span for row in rows}


def date_entry(entry: LogEntry) -> None:
    """Dates a new log entry with the date of its session or else the current one, if the campaign has a calendar."""
    row = lock_calendar(entry.campaign_id)
    if row is not None:
        span = _dates_of_sessions([entry]).get(entry.session_id, row.now)
        columns = span_columns(span) | {"automatic": True}
        InWorldDate.objects.create(campaign_id=entry.campaign_id, kind=Kind.LOG, entry=entry, **columns)


def date_death(character: Character, entry: LogEntry) -> None:
    """Dates a character's death as `date_entry` dates the entry about it.

    An earlier date for the same readers is replaced. Only GMs see the date of a character that players do not see."""
    row = lock_calendar(character.campaign_id)
    if row is None:
        return
    about: dict[str, Any] = {"kind": Kind.DEATH, "character": character, "gm_only": not character.visible}
    span = _dates_of_sessions([entry]).get(entry.session_id, row.now)
    values = {"campaign_id": character.campaign_id, "automatic": True, **span_columns(span)}
    InWorldDate.objects.update_or_create(**about, defaults=values)


def copy_date(entry: LogEntry, to: LogEntry) -> None:
    """Gives a correction the date of the entry that it corrects."""
    dates = InWorldDate.objects.filter(entry=entry)
    InWorldDate.objects.bulk_create(
        InWorldDate(
            campaign_id=to.campaign_id,
            kind=Kind.LOG,
            entry=to,
            gm_only=date.gm_only,
            automatic=date.automatic,
            **span_columns(date.span),
        )
        for date in dates
    )


def undate_session(membership: Member, session: Any) -> None:
    """Takes the date of a session away. The current date stays, and so do dates of entries that followed the session's.

    Only GMs."""
    require_gm(membership)
    InWorldDate.objects.filter(kind=Kind.SESSION, session=session).delete()


@transaction.atomic
def date_played_session(*, membership: Member, session: Any, date: str) -> list[PlannedEvent]:
    """Dates a session that was played. If the date ends after the current one, its end becomes the current date.

    A date that only GMs see stays theirs, and then the current date stays too. Returns the events that fell due."""
    earlier = list(InWorldDate.objects.filter(kind=Kind.SESSION, session=session).values_list("gm_only", flat=True))
    secret = bool(earlier) and all(earlier)
    session_date = set_date(
        membership=require_gm(membership), kind=Kind.SESSION, thing=session, date=date, gm_only=secret
    )
    row = require_calendar(membership)
    if secret or session_date.last <= row.now.last:
        return []
    return set_current_date(membership, row, unit_span(row.reckoning, session_date.last, session_date.precision))


def span_columns(span: Span) -> dict[str, Any]:
    """The columns of `InWorldDate` that hold a span."""
    return {"first": span.first, "last": span.last, "precision": span.precision}
