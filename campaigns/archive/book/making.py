"""Makes the book of a campaign, from one state of the database."""

from typing import IO, Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape, format_html_join
from django.utils.translation import gettext as _

from campaigns.archive.book.audiences import BookAudience, book_reader
from campaigns.archive.book.chapters import Chapter, TurningPoint, is_turning_point, read_chapters, read_outside
from campaigns.archive.book.closing_lists import index_names, read_fallen, read_timeline
from campaigns.archive.book.contents import Contents, Page, book_sessions, plan_contents
from campaigns.archive.book.maps import read_maps
from campaigns.archive.book.people_and_pages import (
    ThingInBook,
    add_experience_charts,
    read_people,
    read_picture,
    read_portrait,
    read_ties,
    read_world,
)
from campaigns.archive.book.texts import BookTexts
from campaigns.archive.book.writer import FIRST_PAGE, TEMPLATES, BookFile
from campaigns.archive.faults import Progress, ignore_progress
from campaigns.log.calendar.access import find_calendar
from campaigns.sessions.models import Session
from common.link_syntax import words_only
from people.access import members_of
from people.models import Member
from rules.pages.credits import credited_game

SEARCH = "search"


def write_book(membership: Member, audience: str, into: IO[bytes], *, progress: Progress = ignore_progress) -> None:
    """Writes the book of the member's campaign for an audience into a seekable file.

    `progress` may raise `Cancelled`. The caller keeps the database in one state."""
    reader = book_reader(membership, audience)
    with timezone.override(ZoneInfo(reader.campaign.zone)):
        contents = plan_contents(reader)
        book = BookFile(into, contents, _page_context(reader, audience))
        try:
            _BookMaker(reader, contents, book, progress).make()
        finally:
            book.close()


def _page_context(reader: Member, audience: str) -> dict[str, Any]:
    """The template values that every page of the book gets."""
    campaign = reader.campaign
    return {
        "title": campaign.name,
        "system": campaign.system,
        "game": credited_game(campaign.system),
        "audience": audience,
        "is_for_gms": audience == BookAudience.GM,
    }


class _BookMaker:
    """One book being made."""

    def __init__(self, reader: Member, contents: Contents, book: BookFile, progress: Progress) -> None:
        self.reader, self.contents, self.book = reader, contents, book
        self.texts = BookTexts(reader, contents)
        self.turning_points: list[TurningPoint] = []
        self._progress, self._done, self._maps_left_out = progress, 0, 0

    def make(self) -> None:
        """Writes every page."""
        self._add_chapters()
        self._add_all_things()
        self._add_lists()
        front = self._front_context()
        self.book.add_front("front", Page(FIRST_PAGE, self.reader.campaign.name, ""), **front)
        self.book.add_front("search", Page(SEARCH, _("Search"), ""))
        self.book.finish(render_to_string(f"{TEMPLATES}/front.html", {**self.book.shared, **front, "printed": True}))

    def _report(self) -> None:
        self._progress("writing", self._done, len(self.contents.pages))

    def _add(self, page: Page, template: str, **context: Any) -> None:
        self._report()
        for name, data in self.texts.pictures.take_new():
            self.book.add_media(name, data)
        self.book.add_page(page, template, **context)
        self._done += 1

    def _add_chapters(self) -> None:
        for chapter in read_chapters(self.reader, self.texts, self.contents.sessions):
            self._add_chapter(chapter)
        for chapter in read_outside(self.reader, self.texts, self.contents.outside):
            self._add_chapter(chapter)

    def _add_chapter(self, chapter: Chapter) -> None:
        page = chapter.page
        self._add(page, "chapter", chapter=chapter)
        for title, text, _gms in chapter.texts:
            self.book.add_words(page, title, text)
        for entry in chapter.entries:
            self.book.add_words(page, entry.speaker, entry.html, f"line-{entry.pk}")
        for fight in chapter.fights:
            moments = format_html_join("", " {}: {}", [(moment.name, moment.text) for moment in fight.moments])
            self.book.add_words(page, fight.title, f"{escape(fight.title)}.{moments}", f"fight-{fight.pk}")
            turning_points = (moment for moment in fight.moments if is_turning_point(moment))
            self.turning_points += [TurningPoint(moment, fight.title, page) for moment in turning_points]

    def _add_all_things(self) -> None:
        ties = read_ties(self.reader, self.contents)
        for page, heroes in read_people(self.reader, self.texts, self.contents.heroes, ties):
            add_experience_charts(self.reader, heroes)
            self._add_things(page, heroes)
        for page, people in read_people(self.reader, self.texts, self.contents.people, ties):
            self._add_things(page, people)
        for page, things in read_world(self.reader, self.texts, self.contents, ties):
            self._add_things(page, things)
        self._add_maps()

    def _add_maps(self) -> None:
        for page, maps in read_maps(self.reader, self.contents, self._report):
            for row in maps:
                self._maps_left_out += row.is_left_out
                if row.picture is not None:
                    self.book.add_media(row.picture_file, row.picture.data)
                self.book.add_words(page, row.title, escape(row.words), row.anchor)
            self._add(page, "maps", maps=maps)

    def _add_things(self, page: Page, things: list[ThingInBook]) -> None:
        for thing in things:
            if thing.picture is not None:
                self.book.add_media(thing.picture_file, read_picture(thing.picture))
            if thing.portrait is not None:
                self.book.add_media(thing.portrait_file, read_portrait(thing.portrait))
            self.book.add_words(page, thing.name, f"{thing.html} {_related_words(thing)}", thing.anchor)
        self._add(page, "people_and_pages", things=things)

    def _add_lists(self) -> None:
        for page, years in read_timeline(self.reader, self.contents):
            self._add(page, "timeline", years=years)
            for title, lines in years:
                for line, _address in lines:
                    self.book.add_words(page, title, escape(f"{line.date}: {line.title}. {line.label}"))
        fallen, turning, names, credits = self.contents.lists
        self._add(fallen, "fallen", fallen=read_fallen(self.reader, self.contents, self.texts))
        self._add(turning, "turning_points", turning_points=self.turning_points)
        self._add(names, "names", names=index_names(self.contents, self.book.names))
        left_out = {"left_out": len(self.texts.pictures.left_out), "maps_left_out": self._maps_left_out}
        self._add(credits, "credits", **left_out)

    def _front_context(self) -> dict[str, Any]:
        """The template values of the title page."""
        played = book_sessions(self.reader).filter(status=Session.Status.HELD, starts__isnull=False)
        starts = list(played.order_by("starts").values_list("starts", flat=True))
        calendar = find_calendar(self.reader)
        campaign = self.reader.campaign
        return {
            "first": starts[0] if starts else None,
            "last": starts[-1] if starts else None,
            "now": calendar.format(calendar.now) if calendar is not None else "",
            "members": list(members_of(self.reader).order_by("joined", "pk")),
            "summary": self.texts.render(campaign.summary),
            "pages": self.contents.pages,
        }


def _related_words(thing: ThingInBook) -> str:
    """The ties and steps of a thing as words for the search."""
    words = [f"{line.words} {line.other}" for line in thing.ties]
    if thing.quest is not None:
        words += [words_only(line.text) for line in (*thing.quest.steps, *thing.quest.rewards)]
    return str(escape(" · ".join(words)))
