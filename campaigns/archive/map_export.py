"""Maps in a member's own export: as the member sees them, with hidden areas painted over."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError

from campaigns.archive.container import ArchiveWriter
from campaigns.archive.faults import Progress, ignore_progress
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


def write_pictures(membership: Member, archive: ArchiveWriter, progress: Progress = ignore_progress) -> int:
    """Writes the pictures of the maps; returns how many cannot be made now and are left out."""
    left_out, rows = 0, visible_maps(membership).order_by("pk")
    for place, row in enumerate(rows):
        progress("writing", place, len(rows))
        try:
            sent = read_visible_picture(membership, row)
        except ValidationError:
            left_out += 1
            continue
        if sent is not None:
            archive.add(f"media/map-{row.pk}", bytes(sent.data), packed=False)
    return left_out
