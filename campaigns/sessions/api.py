"""The API of sessions."""

from typing import Any

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
from common.requests import site_of
from people.access import get_gm_membership, get_membership, require_gm
from people.models import Member


def session_response(request: Request, membership: Member, row: Session, status: int = 200) -> Response:
    """A session as the member may see it, with its ETag."""
    return with_entity_tag(request, SessionSerializer(row, context={"membership": membership}).data, status)


class Sessions(Endpoint):
    """The sessions of a campaign."""

    @extend_schema(operation_id="sessions_list", parameters=[SessionQuery], responses=SessionSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Planned, played and cancelled sessions, newest first."""
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
        """Changes plan or notes, marks the session as played with its attendance, cancels it, or reopens it; GMs only.

        A session that was played cannot be cancelled, and a cancelled one cannot be marked as played; mark it as
        planned first."""
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
            # The status comes first, because it locks encounters, which are locked before sessions.
            if status is not None or members is not None:
                row = self.apply_status(membership, row, status, members, revision)
                revision = None
            if fields or (status is None and members is None):
                row = actions.change_session(membership=membership, session=row, revision=revision, **fields)
        return session_response(request, membership, row)

    def apply_status(
        self, membership: Member, row: Session, status: str | None, came: list[Member] | None, revision: int | None
    ) -> Session:
        """Marks the session as held, cancels it or reopens it, as the body asks for."""
        write: dict[str, Any] = {"membership": membership, "session": row, "revision": revision}
        origin = site_of(self.request._request)
        if status == Session.Status.PLANNED:
            return actions.reopen_session(**write, origin=origin)
        if status == Session.Status.CANCELLED:
            return actions.cancel_session(**write, origin=origin)
        return actions.record_attendance(**write, attendance=list(row.attendance.all()) if came is None else came)
