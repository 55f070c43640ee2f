"""Sessions and the log over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import log as log_actions
from campaigns.actions import sessions as actions
from campaigns.models import LogEntry, Member, Session
from campaigns.queries import log as log_queries
from campaigns.serializers.shared import one, several
from campaigns.serializers.story import (
    CorrectionBody,
    LogEntrySerializer,
    LogQuery,
    NoteBody,
    SessionBody,
    SessionChange,
    SessionQuery,
    SessionSerializer,
)
from rules.api import Endpoint


def line_json(own: Member, entry: LogEntry) -> dict[str, Any]:
    """A line of the log as the member may know it."""
    log_queries.hide_unknown(own, [entry])
    data: dict[str, Any] = LogEntrySerializer(entry).data
    return data


class Sessions(Endpoint):
    """The evenings of a campaign."""

    @extend_schema(operation_id="sessions_list", parameters=[SessionQuery], responses=SessionSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Planned and held evenings, newest first."""
        own = access.member(self.user, campaign_id)
        rows = access.sessions(own).filter(**self.asked(SessionQuery)).prefetch_related("attendance")
        return self.page(rows, SessionSerializer, own=own)

    @extend_schema(operation_id="sessions_create", request=SessionBody, responses={201: SessionSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Plans the next evening; GMs only."""
        own = access.gm(self.user, campaign_id)
        row = actions.plan(own=own, **self.taken(SessionBody))
        return Response(SessionSerializer(row, context={"own": own}).data, 201)


class SessionDetail(Endpoint):
    """One evening."""

    @extend_schema(operation_id="sessions_read", responses=SessionSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The evening, its notes and who came."""
        row, own = access.session(self.user, session_id)
        return Response(SessionSerializer(row, context={"own": own}).data)

    @extend_schema(operation_id="sessions_change", request=SessionChange, responses=SessionSerializer)
    def patch(self, request: Request, session_id: int) -> Response:
        """Changes plan or notes, marks it as held with who came, or reopens it; GMs only."""
        row, own = access.session(self.user, session_id)
        access.must_run(own)
        fields = self.taken(SessionChange)
        came, status = fields.pop("attendance", None), fields.pop("status", None)
        members = several(access.members(own), "attendance", came) if came is not None else None
        row = actions.change(own=own, session=row, **fields)
        row = self.marked(own, row, status, members)
        return Response(SessionSerializer(row, context={"own": own}).data)

    def marked(self, own: Member, row: Session, status: str | None, came: list[Member] | None) -> Session:
        """The session held or reopened, where the body says so."""
        if status == Session.Status.PLANNED and came is None:
            return actions.reopen(own=own, session=row)
        if came is not None or status == Session.Status.HELD:
            return actions.hold(own=own, session=row, attendance=list(row.attendance.all()) if came is None else came)
        return row


class Log(Endpoint):
    """The log of a campaign."""

    @extend_schema(operation_id="log_list", parameters=[LogQuery], responses=LogEntrySerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The lines the caller may read, newest first."""
        own = access.member(self.user, campaign_id)
        position, forward = self.edge()
        filters = self.asked(LogQuery)
        after = filters.pop("after", None)
        rows = log_queries.matching(own, beyond=position, forward=forward, **filters)
        if after is not None:
            rows = rows.filter(pk__gt=after)
        shown = self.shown(rows.select_related("by", "encounter", "character"))
        log_queries.hide_unknown(own, shown)
        return self.get_paginated_response(LogEntrySerializer(shown, many=True).data)

    @extend_schema(operation_id="log_create", request=NoteBody, responses={201: LogEntrySerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a note; for GMs alone only by GMs."""
        own = access.must_play(access.member(self.user, campaign_id))
        fields = self.taken(NoteBody)
        entry = log_actions.add_note(
            own=own, text=fields["text"], audience=fields["audience"],
            session=one(access.sessions(own), "session", fields.get("session")),
            character=one(log_queries.characters(own), "character", fields.get("character")),
        )  # fmt: skip
        return Response(line_json(own, entry), 201)


class LogLine(Endpoint):
    """One line of the log."""

    @extend_schema(operation_id="log_read", responses=LogEntrySerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """The line."""
        entry, own = access.log_entry(self.user, entry_id)
        return Response(line_json(own, entry))


class Corrections(Endpoint):
    """What corrects a line; the line itself stays."""

    @extend_schema(operation_id="log_correct", request=CorrectionBody, responses={201: LogEntrySerializer})
    def post(self, request: Request, entry_id: int) -> Response:
        """Writes a new line that corrects this one; its writer and GMs."""
        entry, own = access.log_entry(self.user, entry_id)
        log_actions.must_correct(own, entry)
        corrected = log_actions.correct(own=own, entry=entry, **self.taken(CorrectionBody))
        return Response(line_json(own, corrected), 201)
