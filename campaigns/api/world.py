"""The world over the API: pages, what is shown to whom, pictures, the journal."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, access_world
from campaigns.actions import reveals
from campaigns.actions import world as actions
from campaigns.api.bodies import Bytes
from campaigns.models import Member, WorldEntry
from campaigns.pictures import LARGEST
from campaigns.queries import world as queries
from campaigns.serializers.shared import one, several
from campaigns.serializers.world import (
    KnowBody,
    NpcSerializer,
    RevealSerializer,
    ShowBody,
    WorldBody,
    WorldChange,
    WorldEntrySerializer,
    WorldQuery,
)
from campaigns.views.world import picture_answer
from rules.api import Endpoint


def entry_json(own: Member, entry: WorldEntry) -> dict[str, Any]:
    """A page as the member may know it."""
    (row,) = queries.for_api(access_world.entries(own).filter(pk=entry.pk))
    data: dict[str, Any] = WorldEntrySerializer(row, context={"own": own, "parents": queries.known(own, [row])}).data
    return data


class BytesParser(Bytes):
    """The bytes of a picture as they are; the action decodes them."""

    most = LARGEST


class PictureParser(BytesParser):
    """The same from a client that says what it sends."""

    media_type = "image/*"


class World(Endpoint):
    """The pages of the world."""

    @extend_schema(operation_id="world_list", parameters=[WorldQuery], responses=WorldEntrySerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The pages the caller may read, newest first."""
        own = access.member(self.user, campaign_id)
        shown = self.shown(queries.for_api(queries.narrowed(own, **self.asked(WorldQuery))))
        context = {"own": own, "parents": queries.known(own, shown)}
        return self.get_paginated_response(WorldEntrySerializer(shown, many=True, context=context).data)

    @extend_schema(operation_id="world_create", request=WorldBody, responses={201: WorldEntrySerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Writes a page; a player writes notes, which stay theirs to change."""
        own = access.must_play(access.member(self.user, campaign_id))
        fields = self.taken(WorldBody)
        fields["parent"] = one(access_world.entries(own), "parent", fields.get("parent"))
        return Response(entry_json(own, reveals.make(own=own, **fields)), 201)


class WorldDetail(Endpoint):
    """One page of the world."""

    @extend_schema(operation_id="world_read", responses=WorldEntrySerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """The page as the caller may know it."""
        row, own, _seen = access_world.entry(self.user, entry_id)
        return Response(entry_json(own, row))

    @extend_schema(operation_id="world_change", request=WorldChange, responses=WorldEntrySerializer)
    def patch(self, request: Request, entry_id: int) -> Response:
        """Changes text, name or place; closes a thread; puts the page aside or takes it up. GMs, and its author."""
        row, own = access_world.write_entry(self.user, entry_id)
        fields = self.taken(WorldChange)
        archived = fields.pop("archived", None)
        if "parent" in fields:
            fields["parent"] = one(access_world.entries(own), "parent", fields["parent"])
        row = actions.rearranged(own=own, entry=row, archived=archived, revision=fields.pop("revision", None), **fields)
        return Response(entry_json(own, row))


class WorldShow(Endpoint):
    """Showing a page."""

    @extend_schema(operation_id="world_show", request=ShowBody, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int) -> Response:
        """Shows the page to everybody or to the members listed, and notes it in the journal; GMs, and its author."""
        row, own = access_world.write_entry(self.user, entry_id)
        fields = self.taken(ShowBody)
        ids = fields.get("members")
        members = None if ids is None else several(access.members(own), "members", ids)
        session = one(access.sessions(own), "session", fields.get("session"))
        row = reveals.show(own=own, entry=row, members=members, how=fields.get("how", ""), session=session)
        return Response(entry_json(own, row))


class WorldHide(Endpoint):
    """Hiding a page."""

    @extend_schema(operation_id="world_hide", request=None, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int) -> Response:
        """Hides the page from everybody but GMs and its author; for GMs, and its author."""
        row, own = access_world.write_entry(self.user, entry_id)
        return Response(entry_json(own, reveals.hide(own=own, entry=row)))


class WorldPictures(Endpoint):
    """The picture of a page."""

    parser_classes = [PictureParser, BytesParser]

    @extend_schema(
        operation_id="world_picture",
        responses={(200, "image/webp"): OpenApiResponse(OpenApiTypes.BINARY, "The picture.")},
    )
    def get(self, request: Request, entry_id: int) -> HttpResponse:
        """The picture, as WebP."""
        return picture_answer(access_world.picture(self.user, entry_id))

    @extend_schema(
        operation_id="world_set_picture",
        request={"image/*": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("described", str, description="What it shows, 300 characters at most.")],
        responses=WorldEntrySerializer,
    )
    def put(self, request: Request, entry_id: int) -> Response:
        """Gives the page a picture: the bytes of a PNG, JPEG or WebP file, up to 10 MB. GMs, and its author."""
        row, own = access_world.write_entry(self.user, entry_id)
        data = request.data if isinstance(request.data, bytes) else b""
        described = request.query_params.get("described", "")
        actions.set_picture(own=own, entry=row, data=data, described=described)
        return Response(entry_json(own, row))

    @extend_schema(operation_id="world_remove_picture", responses={204: None})
    def delete(self, request: Request, entry_id: int) -> Response:
        """Takes the picture down; it is kept, and can be put up again on the page."""
        row, own = access_world.write_entry(self.user, entry_id)
        actions.remove_picture(own=own, entry=row)
        return Response(status=204)


class Reveals(Endpoint):
    """The reveal journal."""

    @extend_schema(operation_id="reveals_list", responses=RevealSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Who learned what, newest first: all of it to GMs, what they learned themselves to others."""
        own = access.member(self.user, campaign_id)
        return self.page(access_world.reveals(own), RevealSerializer)


class Npc(Endpoint):
    """An NPC in the world."""

    @extend_schema(operation_id="npcs_read", responses=NpcSerializer)
    def get(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """What the caller may know of an NPC that is known by name."""
        row, own, _seen = access_world.npc(self.user, campaign_id, character_id)
        return Response(NpcSerializer(row, context={"own": own}).data)


class NpcKnown(Endpoint):
    """Whether the players know an NPC."""

    @extend_schema(operation_id="npcs_know", request=KnowBody, responses=KnowBody)
    def post(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """Lets the players know an NPC by name, or hides it again, and notes it in the journal; GMs only."""
        row, own, _seen = access_world.npc(self.user, campaign_id, character_id)
        access.must_run(own)
        fields = self.taken(KnowBody)
        known = reveals.know(own=own, npc=row, **fields)
        return Response({"known": known.visible, "how": fields.get("how", "")})
