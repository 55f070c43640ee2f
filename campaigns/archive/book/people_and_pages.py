"""The people and pages of the world in a book, with their ties, as its reader may know them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaigns.archive.book.contents import Contents, Page
from campaigns.archive.book.picture_names import picture_name
from campaigns.archive.book.texts import BookTexts
from campaigns.log.calendar.access import find_calendar
from campaigns.log.queries import filter_characters
from campaigns.overview.statistics import charts
from campaigns.overview.statistics.queries import progress_of
from campaigns.overview.timeline.access import visible_dates
from campaigns.world.access import visible_entries, visible_ties
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.quests.queries import Quest, quests_of
from campaigns.world.ties.models import Thing
from campaigns.world.ties.queries import key_of, with_ends
from characters import access as character_access
from characters.models import Character, Portrait
from people.models import Member

MOST_TIES: Final = 20_000


@dataclass(frozen=True)
class TieLine:
    """A tie as it is read from one of its ends."""

    words: str
    other: str
    address: str
    years: str


@dataclass(frozen=True)
class ExperienceChart:
    """A chart with the figures that it shows."""

    title: str
    drawn: SafeString
    points: list[tuple[date, float]]


@dataclass
class ThingInBook:
    """A person or page."""

    anchor: str
    name: str
    group: str
    words: str
    html: SafeString
    ties: list[TieLine] = field(default_factory=list)
    dates: list[tuple[str, str]] = field(default_factory=list)
    player: str = ""
    above: tuple[str, str] | None = None
    quest: Quest | None = None
    closed: bool = False
    picture: WorldPicture | None = None
    portrait: Portrait | None = None
    is_for_gms: bool = False
    experience_charts: list[ExperienceChart] = field(default_factory=list)

    @property
    def picture_file(self) -> str:
        """The name of its picture in the book."""
        return picture_name(self.anchor, self.picture.media_type) if self.picture else ""

    @property
    def portrait_file(self) -> str:
        """The name of its portrait in the book."""
        return portrait_file(self.portrait) if self.portrait else ""


def portrait_file(portrait: Portrait) -> str:
    """The name of a portrait in the book."""
    return picture_name(f"portrait-{portrait.character_id}", portrait.media_type)


def portraits_of(ids: Sequence[int]) -> dict[int, Portrait]:
    """The portraits of characters whom the reader knows, without their bytes, by character; one query."""
    return {row.character_id: row for row in Portrait.objects.filter(character__in=ids).defer("data")}


def read_ties(reader: Member, contents: Contents) -> dict[str, list[TieLine]]:
    """The ties of everything, by its anchor; one query."""
    ties: dict[str, list[TieLine]] = {}
    for row in with_ends(visible_ties(reader)).order_by("pk")[:MOST_TIES].iterator(2000):
        years = "–".join((row.since, row.until)) if row.until else (row.since and _("since %s") % row.since)
        for here, other, words in ((row.start, row.end, row.words), (row.end, row.start, row.back)):
            ties.setdefault(key_of(here), []).append(_tie_line(contents, other, words, years))
    for lines in ties.values():
        lines.sort(key=lambda line: (line.words.casefold(), line.other.casefold()))
    return ties


def _tie_line(contents: Contents, other: Thing, words: str, years: str) -> TieLine:
    return TieLine(words, other.name, contents.places.get(key_of(other), ""), years)


def read_people(
    reader: Member, texts: BookTexts, pages: Sequence[tuple[Page, list[int]]], ties: dict[str, list[TieLine]]
) -> Iterator[tuple[Page, list[ThingInBook]]]:
    """Characters, a page of the book at a time."""
    for page, ids in pages:
        rows = character_access.known_characters(reader).filter(pk__in=ids).defer("notes")
        dates = _dates_of(reader, "character", ids)
        people, portraits = [], portraits_of(ids)
        for row in rows.order_by("name", "pk").prefetch_related(*(["players"] if reader.is_gm else [])):
            person = _person(texts, row, ties, dates)
            person.portrait = portraits.get(row.pk)
            people.append(person)
        yield page, people


def _person(
    texts: BookTexts, row: Character, ties: dict[str, list[TieLine]], dates: dict[int, list[tuple[str, str]]]
) -> ThingInBook:
    anchor, is_gm = f"person-{row.pk}", texts.reader.membership.is_gm
    about = texts.render(row.about) if row.kind == Character.Kind.NPC else SafeString()
    return ThingInBook(
        anchor=anchor,
        name=row.name,
        group="person",
        words="" if row.status == Character.Status.ACTIVE else row.get_status_display(),
        html=about,
        ties=ties.get(anchor, []),
        dates=dates.get(row.pk, []),
        player=row.owner.username if row.owner and row.kind == Character.Kind.PC else "",
        is_for_gms=is_gm and not row.is_known,
    )


def add_experience_charts(reader: Member, heroes: list[ThingInBook]) -> None:
    """Draws the experience of the heroes whose sheets the reader may open; three queries."""
    by_anchor = {hero.anchor: hero for hero in heroes}
    opened = list(filter_characters(reader).filter(kind=Character.Kind.PC).select_related("campaign"))
    opened = [row for row in opened if f"person-{row.pk}" in by_anchor]
    for progress in progress_of(reader.campaign.system, opened):
        experience_charts = by_anchor[f"person-{progress.character.pk}"].experience_charts
        _add_chart(
            experience_charts,
            capfirst(progress.unit),
            progress.character.name,
            [(day, total) for day, total, _level in progress.points],
        )
        levels = [(day, level) for day, _total, level in progress.points if level is not None]
        if len({level for _day, level in levels}) > 1:
            _add_chart(experience_charts, _("Level"), progress.character.name, levels)


def _add_chart(
    experience_charts: list[ExperienceChart], title: str, name: str, points: Sequence[tuple[date, float]]
) -> None:
    if len(points) > 1:
        drawn = charts.line_chart(f"{name}: {title}", points)
        experience_charts.append(ExperienceChart(title, drawn, list(points)))


def read_world(
    reader: Member,
    texts: BookTexts,
    contents: Contents,
    ties: dict[str, list[TieLine]],
) -> Iterator[tuple[Page, list[ThingInBook]]]:
    """The pages of the world, a page of the book at a time."""
    for page, ids in contents.world:
        rows = (
            visible_entries(reader).filter(archived__isnull=True, pk__in=ids).select_related("author__user", "parent")
        )
        entries = list(rows.order_by("name", "pk"))
        threads = [row for row in entries if row.kind == WorldEntry.Kind.THREAD]
        quests, dates = quests_of(reader, threads), _dates_of(reader, "page", ids)
        kept = WorldPicture.objects.filter(entry__in=[row.pk for row in entries], removed__isnull=True).defer("data")
        pictures = {picture.entry_id: picture for picture in kept}
        things = []
        for row in entries:
            thing = _world_page(texts, contents, row, ties)
            thing.quest, thing.dates = quests.get(row.pk), dates.get(row.pk, [])
            thing.picture = pictures.get(row.pk)
            things.append(thing)
        yield page, things


def _world_page(texts: BookTexts, contents: Contents, row: WorldEntry, ties: dict[str, list[TieLine]]) -> ThingInBook:
    anchor = f"page-{row.pk}"
    # Where a page lies is told only if the reader may see that place.
    around = contents.places.get(f"page-{row.parent_id}") if row.parent_id else None
    return ThingInBook(
        anchor=anchor,
        name=row.name,
        group=row.kind,
        words="",
        html=texts.render(row.text, row.author_id, row.pk),
        ties=ties.get(anchor, []),
        player=row.author.user.username if row.author else "",
        above=(row.parent.name, around) if row.parent and around else None,
        closed=row.closed is not None,
        is_for_gms=row.visibility == WorldEntry.Visibility.GM and row.author_id is None,
    )


def _dates_of(reader: Member, column: str, ids: list[int]) -> dict[int, list[tuple[str, str]]]:
    """The dates in the world of characters or pages: (what happened, date) by id."""
    calendar = find_calendar(reader)
    dates: dict[int, list[tuple[str, str]]] = {}
    if calendar is None:
        return dates
    for row in visible_dates(reader).filter(**{f"{column}__in": ids}).order_by("first", "pk"):
        words = row.label or ("" if column == "page" else str(row.get_kind_display()))
        dates.setdefault(getattr(row, f"{column}_id"), []).append((capfirst(words), calendar.format(row.span)))
    return dates


def read_portrait(portrait: Portrait) -> bytes:
    """The data of a portrait, one at a time."""
    return bytes(Portrait.objects.values_list("data", flat=True).get(pk=portrait.pk))


def read_picture(picture: WorldPicture) -> bytes:
    """The data of a picture, one at a time."""
    return bytes(WorldPicture.objects.values_list("data", flat=True).get(pk=picture.pk))
