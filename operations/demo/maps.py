"""The map of the demo world: a drawing with pins, a hidden area and the party's path."""

from typing import Any

from campaigns.sessions.models import Session
from campaigns.world.maps import actions, area_actions, pin_actions
from campaigns.world.maps.models import MapPin, WorldMap
from campaigns.world.models import WorldEntry
from operations.demo.map_drawing import draw_coast_map
from people.models import Campaign, Member

MAP_FIELDS = ("title", "described", "wide", "unit")
PIN_FIELDS = ("x", "y", "label", "visibility")


def create_demo_map(membership: Member, plan: dict[str, Any]) -> None:
    """Draws the map of a demo world that has none yet, and shows it to everybody."""
    campaign = membership.campaign
    if WorldMap.objects.filter(campaign=campaign).exists():
        return
    pages = {row.name: row for row in WorldEntry.objects.filter(campaign=campaign)}
    row = actions.create_map_with_picture(
        membership=membership,
        picture=draw_coast_map(),
        place=pages[plan["place"]],
        visibility="party",
        **{name: plan[name] for name in MAP_FIELDS},
    )
    pins = {}
    for one in plan["pins"]:
        fields = {name: one[name] for name in PIN_FIELDS if name in one}
        page = pages.get(one.get("page", ""))
        pins[one.get("page") or one["label"]] = pin_actions.create_pin(
            membership=membership, row=row, page=page, **fields
        )
    for one in plan["areas"]:
        area_actions.create_area(membership=membership, row=row, name=one["name"], points=one["points"])
    _walk(membership, campaign, [pins[name] for name in plan["path"]])


def _walk(membership: Member, campaign: Campaign, stops: list[MapPin]) -> None:
    """The path: one stop in each of the last sessions that were held."""
    held = list(Session.objects.filter(campaign=campaign, status=Session.Status.HELD).order_by("number"))
    for pin, session in zip(stops[-len(held) :], held[-len(stops) :], strict=True):
        pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)
