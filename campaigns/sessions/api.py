"""The API of sessions."""

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions import actions, queries
from campaigns.sessions.access import get_session, visible_sessions
from campaigns.sessions.models import Session
from campaigns.sessions.serializers import (
    SessionBody,
    SessionChange,
    SessionQuery,
    SessionSerializer,
)
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, READ, request_revision, with_entity_tag
from common.lookups import find_rows
from people.access import get_gm_membership, get_membership, require_gm
from people.models import Member


def session_response(request: Request, membership: Member, row: Session, status: int = 200) -> Response:
    """A session as the member may see it, with its ETag."""
    return with_entity_tag(request, SessionSerializer(row, context={"membership": membership}).data, status)


class Sessions(Endpoint):
    """The sessions of a campaign."""

    @extend_schema(operation_id="sessions_list", parameters=[SessionQuery], responses=SessionSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Planned and played sessions, newest first."""
        membership = get_membership(self.user, campaign_id)
        filters = self.read_parameters(SessionQuery)
        rows = visible_sessions(membership)
        if filters.pop("running"):
            running = rows.running()
            rows = rows.filter(pk=running.pk) if running else rows.none()
        rows = rows.filter(**filters).prefetch_related("attendance")
        return self.respond_with_page(rows, SessionSerializer, membership=membership)

    @extend_schema(operation_id="sessions_create", request=SessionBody, responses={201: SessionSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Plans the next session; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        with timezone.override(membership.campaign.zone):
            fields = self.read_body(SessionBody)
        row = actions.plan_session(membership=membership, **fields)
        return session_response(request, membership, row, 201)


class SessionDetail(Endpoint):
    """One session."""

    @extend_schema(operation_id="sessions_read", parameters=READ, responses=SessionSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The session, its notes and its attendance."""
        row, membership = get_session(self.user, session_id)
        return session_response(request, membership, row)

    @extend_schema(
        operation_id="sessions_change", parameters=CHANGE, request=SessionChange, responses=SessionSerializer
    )
    def patch(self, request: Request, session_id: int) -> Response:
        """Changes plan or notes, marks the session as played with its attendance, or reopens it; GMs only."""
        row, membership = get_session(self.user, session_id)
        require_gm(membership)
        with timezone.override(membership.campaign.zone):
            fields = self.read_body(SessionChange)
        came, status = fields.pop("attendance", None), fields.pop("status", None)
        members = (
            find_rows(queries.possible_attendants(membership, row), "attendance", came) if came is not None else None
        )
        revision = request_revision(request, fields)
        with transaction.atomic():
            row = actions.change_session(membership=membership, session=row, revision=revision, **fields)
            row = self.apply_status(membership, row, status, members)
        return session_response(request, membership, row)

    def apply_status(self, membership: Member, row: Session, status: str | None, came: list[Member] | None) -> Session:
        """Marks the session as held or reopens it, if the body asks for it."""
        if status == Session.Status.PLANNED and came is None:
            return actions.reopen_session(membership=membership, session=row)
        if came is not None or status == Session.Status.HELD:
            return actions.hold_session(
                membership=membership, session=row, attendance=list(row.attendance.all()) if came is None else came
            )
        return row
