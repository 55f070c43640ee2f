"""Reads of maps: a map with its pins, areas and the party's path as one member may see them; lists and the search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.urls import reverse

from campaigns.world.access import known_locations, visible_entries
from campaigns.world.maps.access import visible_areas, visible_maps, visible_pins, visible_stops
from campaigns.world.maps.distances import Scale, scale_of
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, MapRendering, MapVisit, WorldMap
from campaigns.world.maps.renderings import CURRENT, get_or_make_rendering
from campaigns.world.models import WorldEntry
from common.full_text import has_word_beginnings, search_words
from people.models import Member
from people.viewer_queries import MemberQuery

MOST_CRUMBS: Final = 12
# With more pins than this, labels would overlap; then they are shown on touch, and in the list.
MOST_LABELS: Final = 40


@dataclass(frozen=True)
class PinMark:
    """A pin as it is drawn and listed: where it leads, and its place in percent."""

    pin: MapPin
    label: str
    address: str
    kind: str

    @property
    def x(self) -> str:
        """The place from the left."""
        return f"{self.pin.x * 100:.2f}%"

    @property
    def y(self) -> str:
        """The place from the top."""
        return f"{self.pin.y * 100:.2f}%"

    @property
    def anchor(self) -> str:
        """The side on which the label is, so that it stays on the picture."""
        return "start" if self.pin.x < 0.12 else "end" if self.pin.x > 0.88 else "middle"

    @property
    def label_y(self) -> int:
        """How far below the pin the label is; above the pin near the lower edge."""
        return -16 if self.pin.y > 0.94 else 24


@dataclass(frozen=True)
class AreaShape:
    """An area with its corners as the drawing needs them."""

    area: MapArea

    @property
    def corners(self) -> str:
        """The corners of the polygon, in fractions."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.area.points)


@dataclass(frozen=True)
class Stop:
    """A stop of the party, and the way there from the stop before."""

    visit: MapVisit
    mark: PinMark
    start: PinMark | None = None
    distance: str = ""

    @property
    def line(self) -> tuple[str, str, str, str] | None:
        """The ends of the line from the stop before; None for the first stop, and where the party stayed."""
        if self.start is None or self.start.pin.pk == self.mark.pin.pk:
            return None
        return self.start.x, self.start.y, self.mark.x, self.mark.y

    @property
    def number_place(self) -> tuple[str, str] | None:
        """The place of the session's number: the middle of the line."""
        if self.start is None or self.line is None:
            return None
        ends = (self.start.pin, self.mark.pin)
        return f"{sum(end.x for end in ends) * 50:.2f}%", f"{sum(end.y for end in ends) * 50:.2f}%"


@dataclass(frozen=True)
class MapPage:
    """A map as the reader may see it."""

    map: WorldMap
    place: WorldEntry | None
    above: list[WorldMap]
    picture: MapRendering | None
    fault: str
    scale: Scale | None
    marks: list[PinMark]
    shapes: list[AreaShape]
    stops: list[Stop] = field(default_factory=list)
    way: str = ""

    @property
    def crowded(self) -> bool:
        """Whether there are too many pins for all labels."""
        return len(self.marks) > MOST_LABELS

    @property
    def picture_address(self) -> str:
        """Where the picture is; the address changes with every byte of it."""
        return picture_address(self.picture) if self.picture else ""


@dataclass(frozen=True)
class MapLine:
    """A map in a list."""

    map: WorldMap
    place: WorldEntry | None
    picture: MapPicture | None

    @property
    def picture_address(self) -> str:
        """Where the picture is as the reader sees it."""
        return current_picture_address(self.map)


def current_picture_address(row: WorldMap) -> str:
    """Where the picture of a map is as its reader sees it: without a digest, which would have to be computed first."""
    return reverse("map-picture", args=[row.pk, CURRENT])


def picture_address(picture: MapRendering) -> str:
    """Where a rendering is sent."""
    return reverse("map-picture", args=[picture.map_id, picture.sha256])


def get_map_page(membership: Member, row: WorldMap, *, with_picture: bool = True) -> MapPage:
    """A map with everything on it; the number of queries does not depend on the number of pins.

    The picture is made if there is none yet; without it nothing is written, and no distance is known."""
    picture, fault = None, ""
    try:
        picture = get_or_make_rendering(membership, row) if with_picture else None
    except ValidationError as refusal:
        fault = " ".join(refusal.messages)
    marks = marks_of(membership, row)
    scale = scale_of(row, picture)
    stops = stops_of(membership, row, marks, scale)
    return MapPage(
        map=row,
        place=_visible_place(membership, row),
        above=maps_above(membership, row),
        picture=picture,
        fault=fault,
        scale=scale,
        marks=marks,
        shapes=area_shapes(membership, row),
        stops=stops,
        way=scale.format(_length(scale, stops)) if scale and len(stops) > 1 else "",
    )


def area_shapes(membership: Member, row: WorldMap) -> list[AreaShape]:
    """The areas of a map that the member may see: all of them for GMs."""
    return [AreaShape(area) for area in visible_areas(membership).filter(map=row)]


def marks_of(membership: Member, row: WorldMap) -> list[PinMark]:
    """The pins of a map that the member may see, by their labels; one query."""
    pins = with_targets(visible_pins(membership).filter(map=row)).prefetch_related("players")
    return sorted(map(mark_of, pins), key=lambda mark: (mark.label.casefold(), mark.pin.pk))


def with_targets(rows: QuerySet[MapPin]) -> QuerySet[MapPin]:
    """The pins with the names of what they lead to."""
    return rows.select_related("page", "leads_to").defer("page__text")


def mark_of(pin: MapPin) -> PinMark:
    """A pin as it is drawn."""
    if pin.page is not None:
        return PinMark(pin, str(pin), reverse("world-entry", args=[pin.page_id]), "page")
    if pin.leads_to is not None:
        return PinMark(pin, str(pin), reverse("map", args=[pin.leads_to_id]), "map")
    return PinMark(pin, pin.label, "", "label")


def stops_of(membership: Member, row: WorldMap, marks: list[PinMark], scale: Scale | None) -> list[Stop]:
    """The party's path over the pins that the member may see, in the order of the sessions; one query."""
    places = {mark.pin.pk: mark for mark in marks}
    visits = visible_stops(membership).filter(pin__map=row).select_related("session")
    stops: list[Stop] = []
    for visit in visits.order_by("session__number", "pk"):
        mark, start = places.get(visit.pin_id), stops[-1].mark if stops else None
        if mark is None:  # placed after the pins were read
            continue
        far = scale.format(scale.between(_point(start), _point(mark))) if scale and start else ""
        stops.append(Stop(visit, mark, start, far))
    return stops


def _length(scale: Scale, stops: list[Stop]) -> float:
    return sum(scale.between(_point(stop.start), _point(stop.mark)) for stop in stops if stop.start)


def _point(mark: PinMark) -> tuple[float, float]:
    return mark.pin.x, mark.pin.y


def describe_distance(scale: Scale, start: MapPin, end: MapPin) -> str:
    """The distance of two pins in words."""
    return scale.format(scale.between((start.x, start.y), (end.x, end.y)))


def _visible_place(membership: Member, row: WorldMap) -> WorldEntry | None:
    return row.place if row.place_id in known_locations(membership, [row.place_id]) else None


def maps_above(membership: Member, row: WorldMap) -> list[WorldMap]:
    """The maps that lead here, the widest first: of several the oldest; one query."""
    rows = visible_pins(membership).filter(leads_to__isnull=False, map__archived__isnull=True)
    above: dict[int, WorldMap] = {}
    for pin in rows.select_related("map").order_by("-pk"):
        above[pin.leads_to_id or 0] = pin.map
    maps: list[WorldMap] = []
    at, visited = above.get(row.pk), {row.pk}
    while at is not None and at.pk not in visited and len(maps) < MOST_CRUMBS:
        maps.append(at)
        visited.add(at.pk)
        at = above.get(at.pk)
    return maps[::-1]


def list_maps(membership: Member, *, archived: bool = False) -> list[MapLine]:
    """The maps that the member may see, by title."""
    rows = filter_maps(membership, archived=archived).select_related("place")
    maps = list(rows.order_by("title", "pk"))
    known = known_locations(membership, (row.place_id for row in maps))
    pictures = {picture.map_id: picture for picture in MapPicture.objects.filter(map__in=maps).defer("data")}
    return [
        MapLine(world_map, world_map.place if world_map.place_id in known else None, pictures.get(world_map.pk))
        for world_map in maps
    ]


def filter_maps(membership: Member, *, archived: bool = False, place: int | None = None) -> QuerySet[WorldMap]:
    """The maps that the member may see, archived or not; with `place` those of that place, if the member may see it."""
    rows = visible_maps(membership).filter(archived__isnull=not archived)
    if place is None:
        return rows
    return rows.filter(place__in=visible_entries(membership).filter(pk=place, archived__isnull=True))


def maps_with_page(membership: Member, entry: WorldEntry) -> list[WorldMap]:
    """The maps that show the page, as a place or with a pin; one query."""
    pins = visible_pins(membership).filter(page=entry).order_by().values("map")
    rows = visible_maps(membership).filter(archived__isnull=True)
    return list(rows.filter(Q(place=entry) | Q(pk__in=pins)).order_by("title", "pk"))


def find_maps(maps: Iterable[WorldMap], text: str) -> list[WorldMap]:
    """The maps whose title contains all words of `text`; titles are few and have no full-text index."""
    words = search_words(text)
    return [row for row in maps if has_word_beginnings(row.title, words)] if words else []


def find_on_maps(membership: Member, maps: Sequence[WorldMap], text: str, most: int) -> list[tuple[WorldMap, str]]:
    """The pins and areas on `maps` whose label or name contains all words of `text`, each as its map and the label."""
    words, by_id = search_words(text), {row.pk: row for row in maps}
    if not words or not maps:
        return []
    labels = [*PIN_LABELS.rows(membership), *AREA_NAMES.rows(membership)]
    found = ((by_id[pk], label) for pk, label in labels if pk in by_id and has_word_beginnings(label, words))
    return list(islice(found, most))


PIN_LABELS: Final = MemberQuery(
    lambda membership: visible_pins(membership).exclude(label="").order_by("label", "pk").values_list("map", "label")
)
AREA_NAMES: Final = MemberQuery(
    lambda membership: visible_areas(membership).exclude(name="").order_by("name", "pk").values_list("map", "name")
)
