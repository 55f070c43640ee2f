"""The API of sessions and the log."""

from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log import actions as log_actions
from campaigns.log import queries as log_queries
from campaigns.log.access import get_log_entry, reader_for
from campaigns.log.actions import NoteFields
from campaigns.log.commit_order import latest_readable_entry
from campaigns.log.models import LogEntry
from campaigns.sessions import actions, queries
from campaigns.sessions.access import get_session, visible_sessions
from campaigns.sessions.models import Session
from campaigns.sessions.serializers import (
    CorrectionBody,
    LogEntrySerializer,
    LogQuery,
    NoteBody,
    SessionBody,
    SessionChange,
    SessionQuery,
    SessionSerializer,
)
from common.endpoint import Endpoint, NoStreamHere
from common.entity_tags import CHANGE, READ, seen_revision, with_entity_tag
from common.lookups import find_row, find_rows
from people.access import get_gm_membership, get_membership, members_of, require_gm, require_player
from people.models import Member


def log_entry_json(membership: Member, entry: LogEntry) -> dict[str, Any]:
    """A line of the log as the member may see it."""
    log_queries.mark_openable(membership, [entry])
    data: dict[str, Any] = LogEntrySerializer(entry).data
    return data


def session_response(request: Request, membership: Member, row: Session, status: int = 200) -> Response:
    """A session as the member may see it, with its ETag."""
    return with_entity_tag(request, SessionSerializer(row, context={"membership": membership}).data, status)


def find_note_session(membership: Member, fields: dict[str, Any]) -> Session | None:
    """The session that a note names; the one that was on when it happened if it names none, and none for null."""
    sessions = visible_sessions(membership)
    if "session" in fields:
        return find_row(sessions, "session", fields["session"])
    return queries.sessions_at(membership, [fields.get("happened_at")])[0]


class Sessions(Endpoint):
    """The sessions of a campaign."""

    @extend_schema(operation_id="sessions_list", parameters=[SessionQuery], responses=SessionSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Planned and played sessions, newest first."""
        membership = get_membership(self.user, campaign_id)
        filters = self.read_parameters(SessionQuery)
        rows = visible_sessions(membership)
        if filters.pop("running"):
            running = rows.on_now()
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
        members = find_rows(members_of(membership), "attendance", came) if came is not None else None
        revision = seen_revision(request, fields)
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


class LogEntries(Endpoint):
    """The log of a campaign."""

    @extend_schema(operation_id="log_list", parameters=[LogQuery], responses=LogEntrySerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The lines the caller may read, newest first; with `after` oldest first, from the line after that one.

        With `after` no line is missed: while an earlier one is still being written, later ones wait for it.
        `known_to` limits them to what the whole party, or one member, may know."""
        membership = get_membership(self.user, campaign_id)
        position, forward = self.page_edge()
        filters = self.read_parameters(LogQuery)
        if "known_to" in filters:
            membership = reader_for(membership, filters.pop("known_to"))
        after = filters.pop("after", None)
        if after is not None:
            # The pages go the other way: `next` leads to newer lines.
            self.sort_by("id")
            position, forward = after if position is None else position, not forward
        rows = log_queries.matching_entries(membership, beyond=position, forward=forward, **filters)
        if after is not None:
            last = latest_readable_entry(membership.campaign_id).pk
            rows = rows.filter(pk__gt=after, pk__lte=last)
        shown = self.read_page(rows.select_related("by", "encounter", "character"))
        log_queries.mark_openable(membership, shown)
        return self.get_paginated_response(LogEntrySerializer(shown, many=True).data)

    @extend_schema(
        operation_id="log_create", request=NoteBody, responses={201: LogEntrySerializer, 200: LogEntrySerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a note, by default to the session that is running; only GMs can add notes for GMs only.

        200 if you have sent its `external_id` before: nothing is added, and the response is the stored line."""
        membership = require_player(get_membership(self.user, campaign_id))
        with timezone.override(membership.campaign.zone):
            fields = self.read_body(NoteBody)
        fields["session"] = find_note_session(membership, fields)
        characters = log_queries.filter_characters(membership)
        fields["character"] = find_row(characters, "character", fields.get("character"))
        written = log_actions.write_note(membership=membership, note=cast(NoteFields, fields))
        return Response(log_entry_json(membership, written.entry), 201 if written.is_new else 200)


class LogStream(Endpoint):
    """The live stream of a log; under ASGI it is answered before Django (config/live/stream.py)."""

    more_problems = ("501",)

    @extend_schema(
        operation_id="log_stream",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, description='`event: log`, `data: {"campaign": 3, "latest": 812}`'
            )
        },
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Server-sent events that say the id of the latest line you may read; then fetch the lines `after` yours."""
        get_membership(self.user, campaign_id)
        raise NoStreamHere


class LogEntryDetail(Endpoint):
    """One line of the log."""

    @extend_schema(operation_id="log_read", responses=LogEntrySerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """The line."""
        entry, membership = get_log_entry(self.user, entry_id)
        return Response(log_entry_json(membership, entry))


class Corrections(Endpoint):
    """Corrections of a line; the line itself stays."""

    @extend_schema(operation_id="log_correct", request=CorrectionBody, responses={201: LogEntrySerializer})
    def post(self, request: Request, entry_id: int) -> Response:
        """Writes a new line that corrects this one; its writer and GMs."""
        entry, membership = get_log_entry(self.user, entry_id)
        log_actions.require_correction_permission(membership, entry)
        corrected = log_actions.correct_entry(membership=membership, entry=entry, **self.read_body(CorrectionBody))
        return Response(log_entry_json(membership, corrected), 201)
