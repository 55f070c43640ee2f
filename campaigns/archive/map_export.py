"""Maps in a member's own export: as the member sees them, with hidden areas painted over."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError

from campaigns.archive.container import ArchiveWriter
from campaigns.world.maps.access import visible_maps
from campaigns.world.maps.queries import MapPage, get_map_page
from campaigns.world.maps.renderings import read_visible_picture
from people.models import Member


def map_lines(membership: Member) -> Iterator[dict[str, Any]]:
    """The maps with their pins and the party's path."""
    for row in visible_maps(membership).select_related("place").order_by("pk"):
        page = get_map_page(membership, row, with_picture=False)  # an export reads a snapshot and may not write
        yield {
            "id": row.pk,
            "title": row.title,
            "place": page.place.pk if page.place else None,
            "described": row.described,
            "wide": row.wide,
            "unit": row.unit,
            "pins": list(_pins(page)),
            "path": [{"session": stop.visit.session.number, "pin": stop.mark.pin.pk} for stop in page.stops],
            "revealed": [shape.area.name for shape in page.shapes if shape.area.revealed],
        }


def _pins(page: MapPage) -> Iterator[dict[str, Any]]:
    for mark in page.marks:
        pin = mark.pin
        yield {"id": pin.pk, "x": pin.x, "y": pin.y, "name": mark.label, "page": pin.page_id, "map": pin.leads_to_id}


def write_pictures(membership: Member, archive: ArchiveWriter) -> None:
    """Writes the pictures of the maps; one that cannot be made now is left out."""
    for row in visible_maps(membership).order_by("pk"):
        try:
            sent = read_visible_picture(membership, row)
        except ValidationError:
            continue
        if sent is not None:
            archive.add(f"media/map-{row.pk}", bytes(sent.data), packed=False)
