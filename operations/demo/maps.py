"""The maps of the demo world: drawings with pins, a hidden area and the party's path."""

from typing import Any, Final

from campaigns.sessions.models import Session
from campaigns.world.maps import actions, area_actions, pin_actions
from campaigns.world.maps.models import MapPin, WorldMap
from campaigns.world.models import WorldEntry
from operations.demo.map_drawing import draw_coast_map
from operations.demo.town_drawing import draw_town_plan
from people.models import Member

DRAWINGS: Final = {"coast": draw_coast_map, "town": draw_town_plan}
MAP_FIELDS: Final = ("title", "described", "wide", "unit")
PIN_FIELDS: Final = ("x", "y", "label", "visibility")


def create_demo_maps(membership: Member, plans: list[dict[str, Any]]) -> None:
    """Draws the maps of a demo world that has none yet, the inner ones first, and shows them to everyone."""
    campaign = membership.campaign
    if WorldMap.objects.filter(campaign=campaign).exists():
        return
    pages = {row.name: row for row in WorldEntry.objects.filter(campaign=campaign)}
    maps: dict[str, WorldMap] = {}
    for plan in plans:
        maps[plan["title"]] = row = actions.create_map_with_picture(
            membership=membership,
            picture=DRAWINGS[plan["drawing"]](),
            place=pages.get(plan.get("place", "")),
            visibility="party",
            **{name: plan[name] for name in MAP_FIELDS},
        )
        _fill_map(membership, row, plan, pages, maps)


def _fill_map(
    membership: Member,
    row: WorldMap,
    plan: dict[str, Any],
    pages: dict[str, WorldEntry],
    maps: dict[str, WorldMap],
) -> None:
    pins = {}
    for pin in plan["pins"]:
        pins[pin.get("label") or pin["page"]] = pin_actions.create_pin(
            membership=membership,
            row=row,
            page=pages.get(pin.get("page", "")),
            leads_to=maps.get(pin.get("map", "")),
            **{name: pin[name] for name in PIN_FIELDS if name in pin},
        )
    for area in plan["areas"]:
        area_actions.create_area(membership=membership, row=row, name=area["name"], points=area["points"])
    _walk_path(membership, [pins[name] for name in plan["path"]])


def _walk_path(membership: Member, stops: list[MapPin]) -> None:
    """The path: one stop in each of the last sessions that were held."""
    held = list(Session.objects.filter(campaign=membership.campaign, status=Session.Status.HELD).order_by("number"))
    for pin, session in zip(stops[-len(held) :], held[-len(stops) :], strict=True):
        pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)
