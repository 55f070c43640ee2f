"""The maps in a book: with hidden areas painted over, and the pins and stops that its reader may see."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from campaigns.archive.book.contents import Contents, Page
from campaigns.archive.book.picture_names import picture_name
from campaigns.world.maps.distances import scale_of
from campaigns.world.maps.queries import PinMark, Stop, filter_maps, marks_of, stops_of
from campaigns.world.maps.renderings import read_visible_picture
from common.pictures import Picture
from people.models import Member


@dataclass(frozen=True)
class MarkInBook:
    """A pin with its number on the map, and where the book tells of what it leads to."""

    number: int
    mark: PinMark
    address: str


@dataclass(frozen=True)
class MapInBook:
    """A map."""

    anchor: str
    title: str
    described: str
    picture: Picture | None
    marks: list[MarkInBook]
    stops: list[Stop]
    is_left_out: bool = False  # its picture could not be made

    @property
    def picture_file(self) -> str:
        """The name of its picture in the book."""
        return picture_name(self.anchor, self.picture.media_type) if self.picture else ""

    @property
    def words(self) -> str:
        """What the search finds."""
        return " · ".join([self.described, *(mark.mark.label for mark in self.marks)])


def read_maps(reader: Member, contents: Contents, report: Callable[[], None]) -> Iterator[tuple[Page, list[MapInBook]]]:
    """The maps that the reader may see, a page of the book at a time; pictures are read one by one.

    `report` is called before each map, because its picture may take long."""
    for page, ids in contents.maps:
        rows = filter_maps(reader).filter(pk__in=ids).order_by("title", "pk")
        maps = []
        for row in rows:
            report()
            picture, left_out = None, False
            try:
                picture = read_visible_picture(reader, row)
            except ValidationError:  # this picture cannot be made now; the rest of the book can
                left_out = True
            marks = marks_of(reader, row)
            stops = stops_of(reader, row, marks, scale_of(row, picture))
            numbered = [MarkInBook(n, mark, _address(contents, mark)) for n, mark in enumerate(marks, 1)]
            maps.append(MapInBook(f"map-{row.pk}", row.title, row.described, picture, numbered, stops, left_out))
        yield page, maps


def _address(contents: Contents, mark: PinMark) -> str:
    pin = mark.pin
    anchor = f"page-{pin.page_id}" if pin.page_id else f"map-{pin.leads_to_id}"
    return contents.places.get(anchor, "")
