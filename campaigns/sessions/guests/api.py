"""The API of the guests of a session."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.access import get_session
from campaigns.sessions.guests.access import visible_guest_visits
from campaigns.sessions.guests.models import SessionGuest
from common.endpoint import Endpoint


class SessionGuestSerializer(serializers.ModelSerializer[SessionGuest]):
    """A visit: a member who is or was the guest of a session."""

    class Meta:
        model = SessionGuest
        fields = ["id", "session", "member", "created", "ended"]
        read_only_fields = fields


class SessionGuests(Endpoint):
    """The guests of a session."""

    @extend_schema(operation_id="session_guests_list", responses=SessionGuestSerializer(many=True))
    def get(self, request: Request, session_id: int) -> Response:
        """The visits, ended ones included. Invite guests with an invitation that names the session."""
        session, membership = get_session(self.user, session_id)
        return self.respond_with_page(
            visible_guest_visits(membership).filter(session=session), SessionGuestSerializer, "id"
        )
