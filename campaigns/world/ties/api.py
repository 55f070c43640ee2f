"""The API of ties."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.access import visible_entries, visible_ties
from campaigns.world.ties import actions, queries
from campaigns.world.ties.access import get_editable_tie, get_tie
from campaigns.world.ties.models import Thing, Tie
from campaigns.world.ties.serializers import TieBody, TieChange, TieQuery, TieSerializer
from characters import access as character_access
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.lookups import find_row, find_rows
from people.access import get_membership, members_of, require_player
from people.models import Member


def _with_players(rows: QuerySet[Tie]) -> QuerySet[Tie]:
    return queries.with_ends(rows).prefetch_related("players")


def tie_json(membership: Member, tie: Tie) -> dict[str, Any]:
    """A tie as the member may see it."""
    (row,) = _with_players(visible_ties(membership).filter(pk=tie.pk))
    data: dict[str, Any] = TieSerializer(row, context={"membership": membership}).data
    return data


def _find_end(membership: Member, fields: dict[str, Any], side: str) -> Thing:
    pages = visible_entries(membership).filter(archived__isnull=True)
    people = character_access.known_characters(membership)
    page = find_row(pages, f"{side}_page", fields.pop(f"{side}_page", None))
    end = page or find_row(people, f"{side}_person", fields.pop(f"{side}_person", None))
    assert end is not None
    return end


def _find_players(membership: Member, fields: dict[str, Any]) -> None:
    if "players" in fields:
        fields["players"] = find_rows(members_of(membership), "players", fields["players"])


class Ties(Endpoint):
    """The ties of a campaign."""

    @extend_schema(operation_id="ties_list", parameters=[TieQuery], responses=TieSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The ties that the caller may see, newest first: between things of which both are visible to the caller."""
        membership = get_membership(self.user, campaign_id)
        rows = _with_players(queries.filter_ties(membership, **self.read_parameters(TieQuery)))
        return self.respond_with_page(rows, TieSerializer, membership=membership)

    @extend_schema(operation_id="ties_create", request=TieBody, responses={201: TieSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a tie. GMs can connect everything, players their own characters and notes with what they know."""
        membership = require_player(get_membership(self.user, campaign_id))
        fields = self.read_body(TieBody)
        start, end = _find_end(membership, fields, "from"), _find_end(membership, fields, "to")
        _find_players(membership, fields)
        row = actions.create_tie(membership=membership, start=start, end=end, **fields)
        return with_entity_tag(request, tie_json(membership, row), 201)


class TieDetail(Endpoint):
    """One tie."""

    @extend_schema(operation_id="ties_read", parameters=READ, responses=TieSerializer)
    def get(self, request: Request, tie_id: int) -> Response:
        """The tie as the caller may see it."""
        row, membership = get_tie(self.user, tie_id)
        return with_entity_tag(request, tie_json(membership, row))

    @extend_schema(operation_id="ties_change", parameters=CHANGE, request=TieChange, responses=TieSerializer)
    def patch(self, request: Request, tie_id: int) -> Response:
        """Changes words, times and audience. GMs, and its author."""
        row, membership = get_editable_tie(self.user, tie_id)
        fields = self.read_body(TieChange)
        _find_players(membership, fields)
        revision = request_revision(request, fields)
        row = actions.change_tie(membership=membership, tie=row, revision=revision, **fields)
        return with_entity_tag(request, tie_json(membership, row))

    @extend_schema(operation_id="ties_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, tie_id: int) -> Response:
        """Removes the tie; its history stays. GMs, and its author."""
        row, membership = get_editable_tie(self.user, tie_id)
        actions.remove_tie(membership=membership, tie=row, revision=request_revision(request, {}))
        return Response(status=204)
