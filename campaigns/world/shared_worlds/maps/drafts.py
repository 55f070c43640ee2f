"""The edition of a map that a campaign shares: without the path of its party, and without what it hides."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Q

from campaigns.world.maps.geometry import contains
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, Visibility, WorldMap
from campaigns.world.shared_worlds.access import find_sharable_copy
from campaigns.world.shared_worlds.maps.pictures import picture_state
from campaigns.world.shared_worlds.models import SharedEdition, SharedPageCopy, WorldTable

# What a map says of itself, besides its title.
FACTS: Final = ("described", "wide", "unit")
Fields = dict[str, Any]


@dataclass(frozen=True)
class PinDraft:
    """A pin as the next edition has it; `row` is the campaign's pin, None for one that it does not share itself."""

    fields: Fields
    row: MapPin | None = None


@dataclass(frozen=True)
class MapDraft:
    """An edition of a map that was not shared yet.

    `facts`: description and scale; `place`: the shared page of the location; `state`: which picture it has."""

    facts: Fields
    place: int | None = None
    areas: list[Fields] = field(default_factory=list)
    pins: list[PinDraft] = field(default_factory=list)
    state: str = ""
    covered: int = 0

    @property
    def columns(self) -> Fields:
        """What the edition stores; its new pins still have the number 0."""
        pins = [pin.fields for pin in self.pins]
        return {**self.facts, "place": self.place, "areas": self.areas, "pins": pins}

    def equals(self, edition: SharedEdition) -> bool:
        """Whether sharing it would change nothing."""
        state = edition.map_picture.state if edition.map_picture is not None else ""
        return self.columns == edition.map and self.state == state


def draft_map(world_place: WorldTable, row: WorldMap, *, gm_part: bool) -> MapDraft:
    """The edition of a map that the other GMs get; always the same number of queries.

    Without the GM part all its areas are painted over, also those that players of this campaign have seen, and it has
    no pin that is in an area or not for everyone. With it, all areas are hidden again in the other campaigns. A pin to
    a page or map that is not shared is left out until that is shared. What another campaign shared stays."""
    copy = find_sharable_copy(row)
    areas = list(MapArea.objects.filter(map=row).order_by("pk"))
    shared = _shared_targets(world_place, row)
    pins = [
        pin_draft
        for pin in MapPin.objects.filter(map=row).select_related("shared_copy__copy").order_by("pk")
        if (pin_draft := _draft_pin(pin, areas, shared, gm_part, copy))
    ]
    stored = copy.edition.map or {} if copy is not None else {}
    first = copy is None or copy.page.origin_id == row.campaign_id
    hidden = [{"name": area.name, "points": area.points} for area in areas] if gm_part else []
    picture = MapPicture.objects.filter(map=row).values_list("sha256", flat=True).first()
    return MapDraft(
        facts={name: getattr(row, name) for name in FACTS},
        place=shared.get(("page", row.place_id or 0)) or (None if first else stored.get("place")),
        areas=hidden if first else _with_all_areas(stored.get("areas", []), hidden),
        pins=pins if first else _with_all_pins(stored.get("pins", []), pins),
        state=picture_state(picture, [] if gm_part else [area.points for area in areas], copy) if picture else "",
        covered=len(areas),
    )


def _shared_targets(world_place: WorldTable, row: WorldMap) -> dict[tuple[str, int], int]:
    """The shared pages and maps to which pins of a map may lead, by the page or map of this campaign."""
    pages = MapPin.objects.filter(map=row, page__isnull=False).values("page")
    maps = MapPin.objects.filter(map=row, leads_to__isnull=False).values("leads_to")
    named = Q(entry__in=pages) | Q(entry=row.place_id) if row.place_id else Q(entry__in=pages)
    here = Q(named, entry__archived__isnull=True) | Q(map__in=maps, map__archived__isnull=True)
    copies = SharedPageCopy.objects.filter(here, page__world=world_place.world_id, page__withdrawn__isnull=True)
    rows = copies.values_list("entry", "map", "page")
    return {("page", entry) if entry is not None else ("map", chart or 0): page for entry, chart, page in rows}


def _draft_pin(
    pin: MapPin,
    areas: Iterable[MapArea],
    shared: dict[tuple[str, int], int],
    gm_part: bool,
    copy: SharedPageCopy | None,
) -> PinDraft | None:
    """The pin as the edition has it; None if it stays in this campaign."""
    secret = pin.visibility != Visibility.PARTY
    if not gm_part and (secret or lies_in(pin.x, pin.y, (area.points for area in areas))):
        return None
    page = shared.get(("page", pin.page_id)) if pin.page_id is not None else None
    chart = shared.get(("map", pin.leads_to_id)) if pin.leads_to_id is not None else None
    if (pin.page_id is not None and page is None) or (pin.leads_to_id is not None and chart is None):
        return None
    mine = getattr(pin, "shared_copy", None)
    key = mine.key if mine is not None and copy is not None and mine.copy_id == copy.pk else 0
    place = {"key": key, "x": pin.x, "y": pin.y, "label": pin.label}
    return PinDraft(place | {"page": page, "map": chart, "secret": secret}, pin)


def lies_in(x: float, y: float, areas: Iterable[Any]) -> bool:
    """Whether a point is in one of the areas, each given by its corners."""
    return any(contains(points, x, y) for points in areas)


def _with_all_areas(stored: list[Fields], own: list[Fields]) -> list[Fields]:
    """What the edition before hid stays hidden; only the campaign that shared the map first shows more of it."""
    known = [area["points"] for area in stored]
    return [*stored, *(area for area in own if area["points"] not in known)]


def _with_all_pins(stored: list[Fields], own: list[PinDraft]) -> list[PinDraft]:
    """The pins of the edition before, as this campaign changed them; none is less secret than it was."""
    changed = {pin_draft.fields["key"]: pin_draft for pin_draft in own if pin_draft.fields["key"]}
    before = {pin["key"] for pin in stored}
    found = []
    for fields in stored:
        mine = changed.get(fields["key"])
        found.append(PinDraft(_as_secret(mine.fields, fields), mine.row) if mine else PinDraft(fields))
    return found + [pin_draft for pin_draft in own if pin_draft.fields["key"] not in before]


def _as_secret(mine: Fields, stored: Fields) -> Fields:
    """A pin as this campaign has it. What it wrote at a pin that it hides is a secret; hiding alone hides nothing."""
    changed = any(mine[name] != stored[name] for name in mine if name != "secret")
    return mine | {"secret": stored["secret"] or (mine["secret"] and changed)}
