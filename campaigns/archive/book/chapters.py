"""The chapters of a book: what happened in each session, as its reader may see it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from django.db.models.functions import Coalesce
from django.utils import formats, timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.archive.book.contents import ENTRIES, Page, book_encounters, book_entries, book_sessions, outside_entries
from campaigns.archive.book.texts import BookTexts, card_signs, plain_text
from campaigns.encounters.models import Encounter
from campaigns.encounters.table.endings import Moment, find_moments_of_many
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.models import LogEntry
from campaigns.overview.members.queries import attendance_prefetch
from campaigns.overview.timeline.access import listed_dates
from campaigns.sessions.access import visible_recaps
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.queries import outcome_word
from campaigns.sessions.recaps.drafts import draft_title
from people.models import Member

CHUNK: Final = 20  # how many sessions are read with one set of queries
MOST_CORRECTIONS: Final = 20  # the longest chain of corrections that is followed
POINT: Final = re.compile(r"<li>(.*?)</li>", re.DOTALL)
BOLD: Final = frozenset({"boldest", "closest"})
GROUPS: Final = {
    **dict.fromkeys((LogEntry.Kind.AWARD, LogEntry.Kind.CHARACTER), "gains"),
    **dict.fromkeys(LogEntry.WRITTEN, "story"),
    LogEntry.Kind.CHECK: "checks",
}


@dataclass(frozen=True)
class BookEntry:
    """An entry of the log."""

    pk: int
    group: str
    when: datetime
    speaker: str
    by: str
    html: SafeString
    is_for_gms: bool
    is_corrected: bool


@dataclass(frozen=True)
class Fight:
    """An encounter that ended."""

    pk: int
    title: str
    outcome: str
    moments: list[Moment]


@dataclass
class Chapter:
    """A chapter: a session, or entries that belong to no session."""

    page: Page
    session: Session | None = None
    when: str = ""
    in_world: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)
    texts: list[tuple[str, SafeString, bool]] = field(default_factory=list)  # title, text, whether it is for GMs
    entries: list[BookEntry] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    # The words of each point of a list in its recaps.
    recap_points: set[str] = field(default_factory=set)

    def add_entry(self, entry: BookEntry) -> None:
        """Adds an entry of the log, unless it is an award or a change that a recap lists word for word."""
        if entry.group != "gains" or plain_text(entry.html) not in self.recap_points:
            self.entries.append(entry)

    def _group(self, name: str) -> list[BookEntry]:
        return [entry for entry in self.entries if entry.group == name]

    @property
    def story(self) -> list[BookEntry]:
        """What people wrote."""
        return self._group("story")

    @property
    def checks(self) -> list[BookEntry]:
        """The checks."""
        return self._group("checks")

    @property
    def gains(self) -> list[BookEntry]:
        """Awards, and what became of characters."""
        return self._group("gains")

    @property
    def others(self) -> list[BookEntry]:
        """What the site noted."""
        return self._group("others")

    @property
    def unplayed(self) -> str:
        """The status of a session that was not played; empty for one that was."""
        if self.session is None or self.session.status == Session.Status.HELD:
            return ""
        return self.session.get_status_display()

    @property
    def is_empty(self) -> bool:
        """Whether the reader knows nothing of it."""
        return not (self.texts or self.entries or self.fights)


@dataclass(frozen=True)
class TurningPoint:
    """A play that succeeded against the odds."""

    moment: Moment
    fight: str
    page: Page


def is_turning_point(moment: Moment) -> bool:
    """Whether a moment is a success against the odds."""
    return moment.kind in BOLD


def read_chapters(reader: Member, texts: BookTexts, pages: Sequence[tuple[Page, int]]) -> Iterator[Chapter]:
    """The chapters in their order; a constant number of queries for twenty of them."""
    for start in range(0, len(pages), CHUNK):
        group = pages[start : start + CHUNK]
        chapters = {pk: Chapter(page) for page, pk in group}
        _add_sessions(reader, texts, chapters)
        _add_recaps(reader, texts, chapters)
        rows = book_entries(reader).filter(session__in=list(chapters))
        for row, entry in read_log_entries(reader, texts, rows):
            chapters[row.session_id or 0].add_entry(entry)
        fights = book_encounters(reader).filter(session__in=list(chapters))
        for encounter, fight in read_fights(reader, fights):
            chapters[encounter.session_id or 0].fights.append(fight)
        yield from chapters.values()


def read_outside(reader: Member, texts: BookTexts, pages: Sequence[Page]) -> Iterator[Chapter]:
    """The chapters of entries that belong to no session, on as many pages as they need."""
    for place, page in enumerate(pages):
        chapter = Chapter(page)
        part = slice(place * ENTRIES, (place + 1) * ENTRIES)
        chapter.entries = [entry for _row, entry in read_log_entries(reader, texts, outside_entries(reader), part)]
        if place == 0:
            fights = book_encounters(reader).filter(session__isnull=True)
            chapter.fights = [fight for _encounter, fight in read_fights(reader, fights)]
        yield chapter


def _add_sessions(reader: Member, texts: BookTexts, chapters: dict[int, Chapter]) -> None:
    unread = () if reader.is_gm else ("gm_notes", "agenda")
    rows = book_sessions(reader).filter(pk__in=list(chapters)).defer(*unread).prefetch_related(attendance_prefetch())
    for row in rows:
        chapter = chapters[row.pk]
        chapter.session = row
        chapter.when = formats.date_format(timezone.localtime(row.starts), "l, j F Y") if row.starts else ""
        chapter.came = sorted(member.user.username for member in row.attendance.all())
        texts_of_session = [(_("Notes"), row.notes, False)]
        if reader.is_gm:
            texts_of_session += [(_("GM notes"), row.gm_notes, True), (_("Agenda"), row.agenda, True)]
        # A text may be one secret block: then nothing of it shows, and no heading either.
        rendered = [(title, texts.render_note(text), gms) for title, text, gms in texts_of_session]
        chapter.texts += [row for row in rendered if row[1].strip()]
    calendar = find_calendar(reader)
    if calendar is not None:
        for date in listed_dates(reader).filter(session__in=list(chapters)).order_by("first", "pk"):
            chapters[date.session_id or 0].in_world.append(calendar.format(date.span))


def _add_recaps(reader: Member, texts: BookTexts, chapters: dict[int, Chapter]) -> None:
    order = {Recap.Audience.PARTY: 0, Recap.Audience.CHARACTER: 1, Recap.Audience.GM: 2}
    rows = visible_recaps(reader).filter(session__in=list(chapters)).select_related("character").order_by("pk")
    recaps: dict[int, list[tuple[str, SafeString, bool]]] = {}
    for row in sorted(rows, key=lambda recap: (order[Recap.Audience(recap.audience)], recap.pk)):
        gms = row.audience == Recap.Audience.GM
        title = _("Recap for the GMs") if gms else _("Recap")
        if row.character is not None:
            title = _("From the view of %(name)s") % {"name": row.character.name}
        session = chapters[row.session_id].session
        text = texts.render_recap(row.text, draft_title(session, row.character) if session else "")
        if text.strip():
            recaps.setdefault(row.session_id, []).append((title, text, gms))
    for pk, editions in recaps.items():
        # A recap often has the notes word for word, because its draft begins with them.
        known = "\n".join(plain_text(text) for _title, text, _gms in editions)
        notes = [text for text in chapters[pk].texts if plain_text(text[1]) not in known]
        chapters[pk].texts = [*editions, *notes]
        chapters[pk].recap_points = {
            plain_text(point) for _title, text, _gms in editions for point in POINT.findall(text)
        }


def read_log_entries(
    reader: Member, texts: BookTexts, rows: Any, part: slice = slice(None)
) -> Iterator[tuple[LogEntry, BookEntry]]:
    """Log entries in the order in which things happened, each with the text of its last correction."""
    rows = rows.select_related("by").defer("rules", "data", "external_id")
    entries = list(rows.order_by(Coalesce("happened_at", "created"), "pk")[part])
    better = _corrections(reader, entries)
    for row in entries:
        text = better.get(row.pk, row.text)
        written = row.kind in LogEntry.WRITTEN
        yield (
            row,
            BookEntry(
                pk=row.pk,
                group=GROUPS.get(LogEntry.Kind(row.kind), "others"),
                when=row.when,
                speaker=row.speaker,
                by=row.by.username if row.by and written else "",
                html=texts.render_note(text) if written else texts.render_sentence(text),
                is_for_gms=row.audience == LogEntry.Audience.GM,
                is_corrected=row.pk in better,
            ),
        )


def _corrections(reader: Member, rows: Iterable[LogEntry]) -> dict[int, str]:
    """The last correction of each entry that has one; mostly one query, and one more for corrected corrections."""
    origin = {row.pk: row.pk for row in rows}
    better: dict[int, str] = {}
    for _round in range(MOST_CORRECTIONS):
        later = visible_log_entries(reader).filter(corrects__in=list(origin), kind=LogEntry.Kind.CORRECTION)
        corrections = list(later.order_by("pk").values_list("pk", "corrects", "text")) if origin else []
        better |= {origin[corrects]: text for _pk, corrects, text in corrections if corrects is not None}
        origin = {pk: origin[corrects] for pk, corrects, _text in corrections if corrects is not None}
        if not origin:
            break
    return better


def read_fights(reader: Member, rows: Any) -> Iterator[tuple[Encounter, Fight]]:
    """Encounters with their outcome and moments, from what everyone at the table saw; three queries."""
    encounters = list(rows.defer("notes", "options").order_by("ended", "pk"))
    moments = find_moments_of_many(encounters, reader.campaign.system)
    for row in encounters:
        shown_moments = [replace(moment, text=card_signs(moment.text)) for moment in moments[row.pk]]
        yield row, Fight(row.pk, row.title, outcome_word(row), shown_moments)
