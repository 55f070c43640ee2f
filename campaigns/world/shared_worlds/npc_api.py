"""The API of NPCs that the campaigns of a world share."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.shared_worlds import npc_actions, queries
from campaigns.world.shared_worlds import serializers as forms
from campaigns.world.shared_worlds.access import get_npc_as_gm, get_npc_copy, get_shared_page, get_world_place
from campaigns.world.shared_worlds.api import changes_json, seen_edition
from campaigns.world.shared_worlds.models import NPC, SharedPage
from characters.sheets.api import character_response
from characters.sheets.serializers import CharacterSerializer
from common.endpoint import Endpoint
from common.entity_tags import IF_MATCH, request_revision
from people.access import get_gm_membership
from people.models import Member


def npc_json(membership: Member, page: SharedPage) -> dict[str, Any]:
    """A shared NPC with its newest edition."""
    queries.mark_copies(membership, [page])
    queries.mark_newest(membership, page)
    data: dict[str, Any] = forms.SharedNpcDetailSerializer(page).data
    return data


class SharedNpcs(Endpoint):
    """The shared NPCs of a world."""

    @extend_schema(
        operation_id="shared_npcs_list",
        parameters=[forms.SharedNpcsQuery],
        responses=forms.SharedNpcSerializer(many=True),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The NPCs that the campaigns of the world share, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        parameters = self.read_parameters(forms.SharedNpcsQuery)
        rows = queries.pages_of(get_world_place(membership), kind=NPC, **parameters)
        self.sort_by("-id")
        shown = self.read_page(rows)
        queries.mark_copies(membership, shown)
        return self.get_paginated_response(forms.SharedNpcSerializer(shown, many=True).data)


class SharedNpcDetail(Endpoint):
    """One shared NPC."""

    @extend_schema(operation_id="shared_npcs_read", responses=forms.SharedNpcDetailSerializer)
    def get(self, request: Request, campaign_id: int, shared_npc_id: int) -> Response:
        """The newest edition of a shared NPC; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, shared_npc_id, kind=NPC)
        return Response(npc_json(membership, page))


class SharedNpcTake(Endpoint):
    """Taking a shared NPC."""

    @extend_schema(operation_id="shared_npcs_take", request=None, responses={201: CharacterSerializer})
    def post(self, request: Request, campaign_id: int, shared_npc_id: int) -> Response:
        """Copies a shared NPC into this campaign, for GMs until it is shown. A second time gives the same copy."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, shared_npc_id, kind=NPC)
        return character_response(request, npc_actions.take_npc(membership=membership, page=page), 201)


class NpcShare(Endpoint):
    """Sharing an NPC."""

    @extend_schema(
        operation_id="shared_npcs_share",
        parameters=[IF_MATCH],
        request=forms.SharedNpcBody,
        responses=forms.SharedNpcDetailSerializer,
    )
    def post(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """Shares an NPC, or its changes, with the GMs of the other campaigns of the world. GM notes are not shared."""
        row, membership = get_npc_as_gm(self.user, campaign_id, character_id)
        fields = self.read_body(forms.SharedNpcBody)
        revision = request_revision(request, fields)
        page = npc_actions.share_npc(membership=membership, npc=row, revision=revision, **fields)
        return Response(npc_json(membership, page))


class NpcWithdraw(Endpoint):
    """Withdrawing a shared NPC."""

    @extend_schema(operation_id="shared_npcs_withdraw", request=None, responses={204: None})
    def post(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """Stops sharing an NPC; copies stay. GMs of the campaign that shared it first."""
        copy, membership = get_npc_copy(self.user, campaign_id, character_id)
        npc_actions.withdraw_npc(membership=membership, npc=copy.thing)
        return Response(status=204)


class NpcSharedChanges(Endpoint):
    """What other campaigns changed in a shared NPC."""

    @extend_schema(operation_id="shared_npcs_changes", responses=forms.SharedChangesSerializer)
    def get(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """What taking over the newest edition would give; GMs only."""
        copy, membership = get_npc_copy(self.user, campaign_id, character_id)
        return Response(changes_json(membership, copy))

    @extend_schema(
        operation_id="shared_npcs_take_changes",
        parameters=[IF_MATCH],
        request=forms.SharedChangesBody,
        responses=CharacterSerializer,
    )
    def post(self, request: Request, campaign_id: int, character_id: int) -> Response:
        """Takes over the changes of the newest edition; what this campaign wrote stays. GMs only."""
        copy, membership = get_npc_copy(self.user, campaign_id, character_id)
        fields = self.read_body(forms.SharedChangesBody)
        seen = seen_edition(request, fields)
        return character_response(
            request, npc_actions.take_npc_changes(membership=membership, npc=copy.thing, seen=seen)
        )
