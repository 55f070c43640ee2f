"""The API of stand-ins."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.access import get_session
from campaigns.sessions.stand_ins import access, actions
from campaigns.sessions.stand_ins.models import StandIn
from common.endpoint import Endpoint
from common.lookups import find_row
from common.serializer_fields import IdField, StrictSerializer
from people.access import require_player


class StandInSerializer(serializers.ModelSerializer[StandIn]):
    """A member who plays a character in a session in place of its player."""

    class Meta:
        model = StandIn
        fields = ["id", "session", "character", "member", "created", "ended"]
        read_only_fields = fields


class StandInBody(StrictSerializer):
    """The character, and the member who plays it."""

    character = IdField()
    member = IdField()


class StandIns(Endpoint):
    """The stand-ins of a session."""

    @extend_schema(operation_id="stand_ins_list", responses=StandInSerializer(many=True))
    def get(self, request: Request, session_id: int) -> Response:
        """The stand-ins of characters that the caller knows, ended ones included."""
        session, membership = get_session(self.user, session_id)
        rows = access.visible_stand_ins(membership).filter(session=session)
        return self.respond_with_page(rows, StandInSerializer, "id")

    @extend_schema(operation_id="stand_ins_choose", request=StandInBody, responses={201: StandInSerializer})
    def post(self, request: Request, session_id: int) -> Response:
        """Chooses who plays a character in the session; GMs and the character's player. Running seats go along."""
        session, membership = get_session(self.user, session_id)
        require_player(membership)
        fields = self.read_body(StandInBody)
        chosen: dict[str, Any] = {
            "character": find_row(access.characters_to_cover(membership), "character", fields["character"]),
            "member": find_row(access.possible_stand_ins(membership), "member", fields["member"]),
        }
        row = actions.choose_stand_in(membership=membership, session=session, **chosen)
        return Response(StandInSerializer(row).data, 201)


class StandInDetail(Endpoint):
    """One stand-in."""

    @extend_schema(operation_id="stand_ins_end", responses={204: None})
    def delete(self, request: Request, stand_in_id: int) -> Response:
        """Ends the stand-in; the player gets seats at running encounters back. GMs, the player and the stand-in."""
        row, membership = access.get_stand_in(self.user, stand_in_id)
        actions.end_stand_in(membership=membership, stand_in=row)
        return Response(status=204)
