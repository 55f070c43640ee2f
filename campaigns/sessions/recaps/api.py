"""The API that sends a recap to those who missed a session."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.access import get_session
from campaigns.sessions.recaps import actions
from common.endpoint import Endpoint
from common.requests import site_of
from people.access import require_gm


class SentRecapSerializer(serializers.Serializer[Any]):
    """To how many members the recap is sent."""

    count = serializers.IntegerField()


class SendRecap(Endpoint):
    """Sending a recap."""

    @extend_schema(operation_id="recaps_send", request=None, responses=SentRecapSerializer)
    def post(self, request: Request, session_id: int) -> Response:
        """Sends the recap to those who missed the played session and did not get it yet; GMs only."""
        row, membership = get_session(self.user, session_id)
        require_gm(membership)
        origin = site_of(request._request)
        return Response({"count": actions.send_recap(membership=membership, session=row, origin=origin)})
