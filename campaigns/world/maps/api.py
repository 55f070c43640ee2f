"""The API of maps: maps, pictures, pins, hidden areas, the party's path and distances."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.access import known_locations, known_sessions, visible_entries
from campaigns.world.maps import actions, pin_actions, queries
from campaigns.world.maps.access import (
    get_map,
    get_map_as_gm,
    get_pin,
    get_pin_as_gm,
    get_visit_as_gm,
    visible_maps,
    visible_pins,
    visible_stops,
)
from campaigns.world.maps.distances import scale_of
from campaigns.world.maps.models import MapPin, WorldMap
from campaigns.world.maps.renderings import get_or_make_rendering, get_visible_rendering
from campaigns.world.maps.serializers import (
    DistanceQuery,
    DistanceSerializer,
    MapBody,
    MapChange,
    MapQuery,
    MapSerializer,
    PinBody,
    PinChange,
    PinSerializer,
    VisitBody,
    VisitSerializer,
)
from campaigns.world.maps.views import rendering_response
from common.endpoint import Endpoint, FileEndpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.lookups import find_row, find_rows
from common.picture_requests import PICTURE_BODY, PICTURE_RESPONSE, PictureBytesParser, PictureParser
from people.access import first_or_404, get_gm_membership, get_membership, members_of
from people.models import Member


def map_json(membership: Member, row: WorldMap) -> dict[str, Any]:
    """A map as the member may see it."""
    row = first_or_404(visible_maps(membership).filter(pk=row.pk).prefetch_related("players"))
    data: dict[str, Any] = MapSerializer(row, context=_map_context(membership, [row])).data
    return data


def _map_context(membership: Member, rows: list[WorldMap]) -> dict[str, Any]:
    return {"membership": membership, "places": known_locations(membership, (row.place_id for row in rows))}


def pin_json(membership: Member, pin: MapPin) -> dict[str, Any]:
    """A pin as the member may see it."""
    pin = first_or_404(_with_players(visible_pins(membership).filter(pk=pin.pk)))
    data: dict[str, Any] = PinSerializer(pin, context={"membership": membership}).data
    return data


def _with_players(rows: QuerySet[MapPin]) -> QuerySet[MapPin]:
    return queries.with_targets(rows).prefetch_related("players")


def _find_rows(membership: Member, fields: dict[str, Any]) -> None:
    """Replaces the ids of a body by rows that the member may see."""
    pages = visible_entries(membership).filter(archived__isnull=True)
    known: dict[str, QuerySet[Any]] = {"place": pages, "page": pages, "leads_to": visible_maps(membership)}
    for name, rows in known.items():
        if name in fields:
            fields[name] = find_row(rows, name, fields[name])
    if "players" in fields:
        fields["players"] = find_rows(members_of(membership), "players", fields["players"])


class Maps(Endpoint):
    """The maps of a campaign."""

    @extend_schema(operation_id="maps_list", parameters=[MapQuery], responses=MapSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The maps that the caller may see, newest first."""
        membership = get_membership(self.user, campaign_id)
        rows = queries.filter_maps(membership, **self.read_parameters(MapQuery)).prefetch_related("players")
        shown = self.read_page(rows)
        serializer = MapSerializer(shown, many=True, context=_map_context(membership, shown))
        return self.get_paginated_response(serializer.data)

    @extend_schema(operation_id="maps_create", request=MapBody, responses={201: MapSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a map, which gets its picture with PUT at `picture/`. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(MapBody)
        _find_rows(membership, fields)
        row = actions.create_map(membership=membership, **fields)
        return with_entity_tag(request, map_json(membership, row), 201)


class MapDetail(Endpoint):
    """One map."""

    @extend_schema(operation_id="maps_read", parameters=READ, responses=MapSerializer)
    def get(self, request: Request, map_id: int) -> Response:
        """The map as the caller may see it."""
        row, membership, _viewer = get_map(self.user, map_id)
        return with_entity_tag(request, map_json(membership, row))

    @extend_schema(operation_id="maps_change", parameters=CHANGE, request=MapChange, responses=MapSerializer)
    def patch(self, request: Request, map_id: int) -> Response:
        """Changes title, place, scale and audience; archives or restores the map. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        fields = self.read_body(MapChange)
        _find_rows(membership, fields)
        revision = request_revision(request, fields)
        row = actions.change_map(membership=membership, row=row, revision=revision, **fields)
        return with_entity_tag(request, map_json(membership, row))


class MapPictures(FileEndpoint):
    """The picture of a map."""

    parser_classes = [PictureParser, PictureBytesParser]

    @extend_schema(
        operation_id="maps_picture",
        responses=PICTURE_RESPONSE,
    )
    def get(self, request: Request, map_id: int) -> HttpResponse:
        """The picture as WebP. For everyone but GMs hidden areas are painted over."""
        row, membership, _viewer = get_map(self.user, map_id)
        sent = get_visible_rendering(membership, row)
        if sent is None:
            raise Http404
        return rendering_response(sent, request.headers.get("If-None-Match", ""))

    @extend_schema(
        operation_id="maps_set_picture",
        parameters=CHANGE,
        request=PICTURE_BODY,
        responses=MapSerializer,
    )
    def put(self, request: Request, map_id: int) -> Response:
        """Gives the map a picture: the bytes of a PNG, JPEG or WebP file, up to 10 MB. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        data = request.data if isinstance(request.data, bytes) else b""
        revision = request_revision(request, {})
        row = actions.set_picture(membership=membership, row=row, data=data, revision=revision)
        return with_entity_tag(request, map_json(membership, row))


class Pins(Endpoint):
    """The pins of a map."""

    @extend_schema(operation_id="map_pins_list", responses=PinSerializer(many=True))
    def get(self, request: Request, map_id: int) -> Response:
        """The pins that the caller may see, newest first."""
        row, membership, _viewer = get_map(self.user, map_id)
        rows = _with_players(visible_pins(membership).filter(map=row))
        return self.respond_with_page(rows, PinSerializer, membership=membership)

    @extend_schema(operation_id="map_pins_create", request=PinBody, responses={201: PinSerializer})
    def post(self, request: Request, map_id: int) -> Response:
        """Places a pin. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        fields = self.read_body(PinBody)
        _find_rows(membership, fields)
        pin = pin_actions.create_pin(membership=membership, row=row, **fields)
        return with_entity_tag(request, pin_json(membership, pin), 201)


class PinDetail(Endpoint):
    """One pin."""

    @extend_schema(operation_id="map_pins_read", parameters=READ, responses=PinSerializer)
    def get(self, request: Request, pin_id: int) -> Response:
        """The pin as the caller may see it."""
        pin, membership = get_pin(self.user, pin_id)
        return with_entity_tag(request, pin_json(membership, pin))

    @extend_schema(operation_id="map_pins_change", parameters=CHANGE, request=PinChange, responses=PinSerializer)
    def patch(self, request: Request, pin_id: int) -> Response:
        """Moves the pin, or changes where it leads and who sees it. GMs only."""
        pin, membership = get_pin_as_gm(self.user, pin_id)
        fields = self.read_body(PinChange)
        _find_rows(membership, fields)
        revision = request_revision(request, fields)
        pin = pin_actions.change_pin(membership=membership, pin=pin, revision=revision, **fields)
        return with_entity_tag(request, pin_json(membership, pin))

    @extend_schema(operation_id="map_pins_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, pin_id: int) -> Response:
        """Removes the pin with its stops on the party's path; its history stays. GMs only."""
        pin, membership = get_pin_as_gm(self.user, pin_id)
        pin_actions.remove_pin(membership=membership, pin=pin, revision=request_revision(request, {}))
        return Response(status=204)


class Visits(Endpoint):
    """The party's path on a map."""

    @extend_schema(operation_id="map_visits_list", responses=VisitSerializer(many=True))
    def get(self, request: Request, map_id: int) -> Response:
        """The stops at pins that the caller may see, in the order of the path."""
        row, membership, _viewer = get_map(self.user, map_id)
        rows = visible_stops(membership).filter(pin__map=row).order_by("session__number", "pk")
        return self.respond_with_list(rows, VisitSerializer)

    @extend_schema(operation_id="map_visits_create", request=VisitBody, responses={201: VisitSerializer})
    def post(self, request: Request, map_id: int) -> Response:
        """Says that the party was at a pin of this map in a session. GMs only."""
        row, membership = get_map_as_gm(self.user, map_id)
        fields = self.read_body(VisitBody)
        pin = find_row(visible_pins(membership).filter(map=row).select_related("map"), "pin", fields["pin"])
        session = find_row(known_sessions(membership), "session", fields["session"])
        assert pin is not None
        assert session is not None
        visit = pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)
        return Response(VisitSerializer(visit).data, 201)


class VisitDetail(Endpoint):
    """One stop of the party."""

    @extend_schema(operation_id="map_visits_delete", responses={204: None})
    def delete(self, request: Request, visit_id: int) -> Response:
        """Takes the stop out of the path. GMs only."""
        visit, membership = get_visit_as_gm(self.user, visit_id)
        pin_actions.remove_visit(membership=membership, visit=visit)
        return Response(status=204)


class Distance(Endpoint):
    """The distance of two pins."""

    @extend_schema(operation_id="maps_distance", parameters=[DistanceQuery], responses=DistanceSerializer)
    def get(self, request: Request, map_id: int) -> Response:
        """The distance of two pins that the caller may see, in a straight line."""
        row, membership, _viewer = get_map(self.user, map_id)
        parameters = self.read_parameters(DistanceQuery)
        pins = visible_pins(membership).filter(map=row)
        start, end = (find_row(pins, name, parameters[name]) for name in ("start", "end"))
        assert start is not None
        assert end is not None
        try:
            scale = scale_of(row, get_or_make_rendering(membership, row))
        except ValidationError:
            scale = None
        if scale is None:
            return Response({"distance": None, "unit": "", "text": ""})
        far = scale.between((start.x, start.y), (end.x, end.y))
        return Response({"distance": round(far, 3), "unit": scale.unit, "text": scale.format(far)})
