"""The lists at the end of a book: the timeline, the fallen, and the index of names."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from campaigns.archive.book.contents import TIMELINE_LINES, Contents, Page, book_dates
from campaigns.archive.book.people_and_pages import portrait_file, portraits_of
from campaigns.archive.book.texts import BookTexts, NameIndex
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.access import find_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.notation import format_year
from campaigns.log.models import LogEntry
from campaigns.overview.timeline.access import visible_dates
from campaigns.overview.timeline.queries import TimelineLine, describe_dates, with_things
from campaigns.world.wiki_links import fold_name
from characters import access as character_access
from characters.models import Character
from people.models import Member

MOST_MENTIONS = 60


@dataclass(frozen=True)
class DeadCharacter:
    """A dead character."""

    name: str
    address: str
    hero: bool
    date: str
    words: str
    chapter: Page | None
    portrait_file: str = ""


@dataclass(frozen=True)
class IndexedName:
    """A name with its own place and the pages that mention it."""

    name: str
    address: str
    mentions: list[Page]
    more: int


Year = tuple[str, list[tuple[TimelineLine, str]]]


def read_timeline(reader: Member, contents: Contents) -> Iterator[tuple[Page, list[Year]]]:
    """The timeline by years, oldest first, a page of the book at a time."""
    calendar = find_calendar(reader)
    if calendar is None:
        return
    hours = calendar.reckoning.definition.hours
    for place, page in enumerate(contents.timeline):
        dates = list(with_things(book_dates(reader))[place * TIMELINE_LINES : (place + 1) * TIMELINE_LINES])
        lines = describe_dates(reader, calendar, dates)
        rows = [
            (calendar.reckoning.year_of(date.first // hours), line, _address(contents, date))
            for date, line in zip(dates, lines, strict=True)
        ]
        years = [
            (format_year(calendar.reckoning, year), [(line, address) for _year, line, address in group])
            for year, group in groupby(rows, key=lambda row: row[0])
        ]
        yield page, years


def _address(contents: Contents, date: InWorldDate) -> str:
    """The address in the book of the page, person or session that has the date; "" if the book has none."""
    anchors = {"page": date.page_id, "person": date.character_id, "session": date.session_id}
    return next((contents.places.get(f"{sort}-{pk}", "") for sort, pk in anchors.items() if pk is not None), "")


def read_fallen(reader: Member, contents: Contents, texts: BookTexts) -> list[DeadCharacter]:
    """The dead whom the reader knows, heroes first, in the order of their deaths; five queries."""
    dead = list(character_access.known_characters(reader).filter(status=Character.Status.DEAD).order_by("name", "pk"))
    ids = [row.pk for row in dead]
    died: dict[int, LogEntry] = {}
    lines = visible_log_entries(reader).filter(data__died=True, character__in=ids, kind__in=LogEntry.ABOUT_CHARACTERS)
    for line in lines.order_by("pk"):
        died[line.character_id or 0] = line
    calendar = find_calendar(reader)
    dates = visible_dates(reader).filter(kind=InWorldDate.Kind.DEATH, character__in=ids).order_by("-first", "-pk")
    days = {row.character_id: calendar.format(row.span) for row in dates} if calendar is not None else {}
    chapters = {pk: page for page, pk in contents.sessions}
    portraits = portraits_of(ids)
    characters = []
    for row in sorted(
        dead,
        key=lambda character: (
            character.kind != Character.Kind.PC,
            died[character.pk].pk if character.pk in died else 0,
        ),
    ):
        entry = died.get(row.pk)
        words = texts.render_sentence(entry.text) if entry else ""
        chapter = chapters.get(entry.session_id) if entry and entry.session_id else None
        address = contents.places.get(f"person-{row.pk}", "")
        hero, face = row.kind == Character.Kind.PC, portraits.get(row.pk)
        file = portrait_file(face) if face else ""
        characters.append(DeadCharacter(row.name, address, hero, days.get(row.pk, ""), words, chapter, file))
    return characters


def index_names(contents: Contents, names: NameIndex) -> list[IndexedName]:
    """The names in the order of the alphabet."""
    pages = {page.stem: page for page in contents.pages}
    indexed = []
    for name, anchor in sorted(contents.names, key=lambda pair: (fold_name(pair[0]), pair[1])):
        named_pages = [pages[stem] for stem in names.pages_naming(name)]
        indexed.append(
            IndexedName(
                name, contents.places[anchor], named_pages[:MOST_MENTIONS], max(0, len(named_pages) - MOST_MENTIONS)
            )
        )
    return indexed
