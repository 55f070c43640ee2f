"""Which maps, pins, areas and stops of the party a member may see, and who may change them: GMs."""

from typing import Any

from django.db.models import Q, QuerySet

from campaigns.world.access import shown_filter, visible_areas, visible_entries, visible_maps
from campaigns.world.maps.models import MapArea, MapPin, MapVisit, WorldMap
from people.access import get_row_of_campaign, get_visible_row, require_gm
from people.models import Member, User
from people.viewing import OWN_VIEW, Views, get_viewer


def visible_pins(membership: Member) -> QuerySet[MapPin]:
    """The pins that the member may see: on a visible map, outside of hidden areas, to something that is visible."""
    rows = MapPin.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    chosen = MapPin.players.through.objects.filter(member=membership.pk).values("mappin")
    maps = visible_maps(membership).order_by().values("pk")
    pages = visible_entries(membership).filter(archived__isnull=True).order_by().values("pk")
    rows = rows.filter(shown_filter(chosen), covered=False, map__in=maps)
    return rows.filter(Q(page__isnull=True) | Q(page__in=pages), Q(leads_to__isnull=True) | Q(leads_to__in=maps))


def visible_stops(membership: Member) -> QuerySet[MapVisit]:
    """The stops of the party that the member may see: those at visible pins."""
    rows = MapVisit.objects.filter(campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    return rows.filter(pin__in=visible_pins(membership).order_by().values("pk"))


def get_map(user: User, map_id: Any, views: Views = OWN_VIEW) -> tuple[WorldMap, Member, Member]:
    """A map, the person's membership, and the membership as which it is read; 404 for others."""
    row, membership = get_row_of_campaign(WorldMap, user, map_id)
    viewer = get_viewer(membership, views)
    get_visible_row(visible_maps(membership), pk=row.pk)
    return get_visible_row(visible_maps(viewer).select_related("place"), pk=row.pk), membership, viewer


def get_map_as_gm(user: User, map_id: Any) -> tuple[WorldMap, Member]:
    """A map of a campaign that the person runs; 403 for others who may see it."""
    row, membership, _viewer = get_map(user, map_id)
    return row, require_gm(membership)


def get_pin(user: User, pin_id: Any) -> tuple[MapPin, Member]:
    """A pin that the person may see, and the membership; 404 for others."""
    row, membership = get_row_of_campaign(MapPin, user, pin_id)
    rows = visible_pins(membership).select_related("map", "page", "leads_to")
    return get_visible_row(rows, pk=row.pk), membership


def get_pin_as_gm(user: User, pin_id: Any) -> tuple[MapPin, Member]:
    """A pin of a campaign that the person runs; 403 for others who may see it."""
    row, membership = get_pin(user, pin_id)
    return row, require_gm(membership)


def get_area(user: User, area_id: Any) -> tuple[MapArea, Member]:
    """An area that the person may know of, and the membership; 404 for others."""
    row, membership = get_row_of_campaign(MapArea, user, area_id)
    return get_visible_row(visible_areas(membership).select_related("map"), pk=row.pk), membership


def get_area_as_gm(user: User, area_id: Any) -> tuple[MapArea, Member]:
    """An area of a campaign that the person runs; 403 for others who may know of it."""
    row, membership = get_area(user, area_id)
    return row, require_gm(membership)


def get_visit_as_gm(user: User, visit_id: Any) -> tuple[MapVisit, Member]:
    """A stop of the party in a campaign that the person runs; 403 for others who may see it."""
    row, membership = get_row_of_campaign(MapVisit, user, visit_id)
    rows = visible_stops(membership).select_related("pin__map", "session")
    return get_visible_row(rows, pk=row.pk), require_gm(membership)
