"""The API of the world: pages, reveals, pictures, and who learned what."""

from typing import Any

from django.db import transaction
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.access import visible_sessions
from campaigns.world import access as world_access
from campaigns.world import actions, queries, reveals
from campaigns.world.blocks.queries import number_blocks
from campaigns.world.models import WorldEntry
from campaigns.world.serializers import (
    KnowBody,
    NpcSerializer,
    PictureBody,
    PictureSerializer,
    RevealSerializer,
    ShowBody,
    TagSerializer,
    WorldBody,
    WorldChange,
    WorldEntrySerializer,
    WorldQuery,
)
from campaigns.world.tags import tags_of
from campaigns.world.views import picture_response
from common.endpoint import Endpoint, FileEndpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.lookups import find_row, find_rows
from common.picture_requests import PICTURE_BODY, PICTURE_RESPONSE, PictureBytesParser, PictureParser
from people.access import get_membership, members_of, require_gm, require_player
from people.models import Member


def entry_json(membership: Member, entry: WorldEntry) -> dict[str, Any]:
    """A page as the member may see it."""
    (row,) = queries.with_api_fields(world_access.visible_entries(membership).filter(pk=entry.pk))
    data: dict[str, Any] = WorldEntrySerializer(
        row, context={"membership": membership, "parents": world_access.known_locations(membership, [row.parent_id])}
    ).data
    return data


class World(Endpoint):
    """The pages of the world."""

    @extend_schema(operation_id="world_list", parameters=[WorldQuery], responses=WorldEntrySerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The pages the caller may read, newest first."""
        membership = get_membership(self.user, campaign_id)
        shown = self.read_page(
            queries.with_api_fields(queries.filter_pages(membership, **self.read_parameters(WorldQuery)))
        )
        context = {
            "membership": membership,
            "parents": world_access.known_locations(membership, (row.parent_id for row in shown)),
        }
        return self.get_paginated_response(WorldEntrySerializer(shown, many=True, context=context).data)

    @extend_schema(operation_id="world_create", request=WorldBody, responses={201: WorldEntrySerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Writes a page; a player writes notes, which stay theirs to change."""
        membership = require_player(get_membership(self.user, campaign_id))
        fields = self.read_body(WorldBody)
        fields["parent"] = find_row(world_access.visible_entries(membership), "parent", fields.get("parent"))
        fields["shared"] = fields.pop("notebook", False)
        row = reveals.create_shown_entry(membership=membership, **fields)
        return with_entity_tag(request, entry_json(membership, row), 201)


class Tags(Endpoint):
    """The tags of the world."""

    @extend_schema(operation_id="world_tags", responses=TagSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The tags of the pages that the caller may read, most used first."""
        membership = get_membership(self.user, campaign_id)
        return self.respond_with_list(tags_of(membership), TagSerializer)


class WorldDetail(Endpoint):
    """One page of the world."""

    @extend_schema(operation_id="world_read", parameters=READ, responses=WorldEntrySerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """The page as the caller may see it."""
        row, membership, _viewer = world_access.get_entry(self.user, entry_id)
        return with_entity_tag(request, entry_json(membership, row))

    @extend_schema(operation_id="world_change", parameters=CHANGE, request=WorldChange, responses=WorldEntrySerializer)
    def patch(self, request: Request, entry_id: int) -> Response:
        """Changes text, name or place; closes a thread; archives or restores the page. GMs, and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        fields = self.read_body(WorldChange)
        archived, notebook = fields.pop("archived", None), fields.pop("notebook", None)
        if "parent" in fields:
            fields["parent"] = find_row(world_access.visible_entries(membership), "parent", fields["parent"])
        revision = request_revision(request, fields)
        with transaction.atomic():
            row = actions.change_and_archive(
                membership=membership, entry=row, archived=archived, revision=revision, **fields
            )
            if notebook is not None:
                row = reveals.set_notebook(membership=membership, entry=row, shared=notebook)
        return with_entity_tag(request, entry_json(membership, row))


class WorldShow(Endpoint):
    """Showing a page."""

    @extend_schema(operation_id="world_show", request=ShowBody, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int) -> Response:
        """Shows the page to everyone or to the listed members, and records it under “Who learned what”.

        For GMs and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        fields = self.read_body(ShowBody)
        ids = fields.get("members")
        members = None if ids is None else find_rows(members_of(membership), "members", ids)
        session = find_row(visible_sessions(membership), "session", fields.get("session"))
        row = reveals.show_entry(
            membership=membership, entry=row, members=members, how=fields.get("how", ""), session=session
        )
        return Response(entry_json(membership, row))


class WorldHide(Endpoint):
    """Hiding a page."""

    @extend_schema(operation_id="world_hide", request=None, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int) -> Response:
        """Hides the page from everyone but GMs and its owner; for GMs and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        return Response(entry_json(membership, reveals.hide_entry(membership=membership, entry=row)))


class WorldPictures(FileEndpoint):
    """The picture of a page."""

    parser_classes = [PictureParser, PictureBytesParser]

    @extend_schema(
        operation_id="world_picture",
        responses=PICTURE_RESPONSE,
    )
    def get(self, request: Request, entry_id: int) -> HttpResponse:
        """The picture, as WebP."""
        return picture_response(world_access.get_picture(self.user, entry_id))

    @extend_schema(
        operation_id="world_set_picture",
        request=PICTURE_BODY,
        parameters=[
            *CHANGE,
            OpenApiParameter("described", str, description="A description of the picture, at most 300 characters."),
        ],
        responses=WorldEntrySerializer,
    )
    def put(self, request: Request, entry_id: int) -> Response:
        """Gives the page a picture: the bytes of a PNG, JPEG or WebP file, up to 10 MB. GMs, and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        data = request.data if isinstance(request.data, bytes) else b""
        described = request.query_params.get("described", "")
        revision = request_revision(request, {})
        actions.set_picture(membership=membership, entry=row, data=data, described=described, revision=revision)
        return with_entity_tag(request, entry_json(membership, world_access.get_entry(self.user, entry_id)[0]))

    @extend_schema(operation_id="world_remove_picture", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, entry_id: int) -> Response:
        """Removes the picture; it is kept and can be restored on the page."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        actions.remove_picture(membership=membership, entry=row, revision=request_revision(request, {}))
        return Response(status=204)


class EarlierPictures(Endpoint):
    """The pictures that a page has or had."""

    @extend_schema(operation_id="world_pictures", responses=PictureSerializer(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """The pictures without their bytes, newest first; GMs, and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        world_access.require_manager(membership, row)
        return self.respond_with_page(row.pictures.defer("data"), PictureSerializer)

    @extend_schema(operation_id="world_restore_picture", request=PictureBody, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int) -> Response:
        """Gives the page an earlier picture again; GMs, and its owner."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        actions.restore_picture(membership=membership, entry=row, picture_id=self.read_body(PictureBody)["picture"])
        return Response(entry_json(membership, world_access.get_entry(self.user, entry_id)[0]))


class Reveals(Endpoint):
    """Who learned what."""

    @extend_schema(operation_id="reveals_list", responses=RevealSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Who learned what, newest first: all of it to GMs, what they learned themselves to others."""
        membership = get_membership(self.user, campaign_id)
        rows = number_blocks(membership, self.read_page(world_access.visible_reveals(membership)))
        return self.get_paginated_response(RevealSerializer(rows, many=True).data)


class Npc(Endpoint):
    """An NPC in the world."""

    @extend_schema(operation_id="npcs_read", responses=NpcSerializer)
    def get(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """What the caller may see of a known NPC."""
        row, membership, _viewer = world_access.get_npc(self.user, campaign_id, character_id)
        return Response(NpcSerializer(row, context={"membership": membership}).data)


class NpcKnown(Endpoint):
    """Whether the players know an NPC."""

    @extend_schema(operation_id="npcs_know", request=KnowBody, responses=KnowBody)
    def post(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """Shows an NPC to everyone or to the listed members, or hides it again.

        “Who learned what” records it. GMs only."""
        row, membership, _viewer = world_access.get_npc(self.user, campaign_id, character_id)
        require_gm(membership)
        fields = self.read_body(KnowBody)
        if fields.get("members") is not None:
            fields["members"] = find_rows(members_of(membership), "members", fields["members"])
        npc = reveals.set_npc_known(membership=membership, npc=row, **fields)
        members = None if npc.visible else [player.pk for player in npc.players.order_by("pk")]
        known = npc.visible or bool(members)
        return Response({"known": known, "members": members, "how": fields.get("how", "")})
