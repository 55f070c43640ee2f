"""The API of the log: its entries, notes, corrections, and the stream that announces new entries."""

from typing import Any, cast

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log import actions, queries
from campaigns.log.access import get_log_entry, reader_for
from campaigns.log.actions import NoteFields
from campaigns.log.commit_order import latest_readable_entry
from campaigns.log.models import LogEntry
from campaigns.log.serializers import (
    CorrectionBody,
    LogBulkBody,
    LogBulkSerializer,
    LogEntrySerializer,
    LogQuery,
    NoteBody,
)
from campaigns.sessions.access import sessions_at, visible_sessions
from common.endpoint import TAB, Endpoint, FileEndpoint, NoStreamHere
from common.lookups import find_row, find_rows
from people.access import get_membership, require_player
from people.models import Member


def log_entry_json(membership: Member, entry: LogEntry) -> dict[str, Any]:
    """A log entry as the member may see it."""
    queries.prepare_entries(membership, [entry])
    data: dict[str, Any] = LogEntrySerializer(entry).data
    return data


class LogEntries(Endpoint):
    """The log of a campaign."""

    @extend_schema(operation_id="log_list", parameters=[LogQuery], responses=LogEntrySerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The entries the caller may read, newest first; with `after` oldest first, from the entry after that one.

        With `after` no entry is missed: while an earlier one is still being written, later ones wait for it.
        `known_to` limits them to what the whole party, or one member, may know."""
        membership = get_membership(self.user, campaign_id)
        position, forward = self.page_edge()
        filters = self.read_parameters(LogQuery)
        if "known_to" in filters:
            membership = reader_for(membership, filters.pop("known_to"))
        after = filters.pop("after", None)
        if after is not None:
            # The pages go the other way: `next` leads to newer entries.
            self.sort_by("id")
            position, forward = after if position is None else position, not forward
        rows = queries.matching_entries(membership, beyond=position, forward=forward, **filters)
        if after is not None:
            last = latest_readable_entry(membership.campaign_id).pk
            rows = rows.filter(pk__gt=after, pk__lte=last)
        shown = self.read_page(rows.select_related("by", "encounter", "character"))
        queries.prepare_entries(membership, shown)
        return self.get_paginated_response(LogEntrySerializer(shown, many=True).data)

    @extend_schema(
        operation_id="log_create", request=NoteBody, responses={201: LogEntrySerializer, 200: LogEntrySerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a note, by default to the session that is running; only GMs can add notes for GMs only.

        200 if you have sent its `external_id` before: nothing is added, and the response is the stored entry."""
        membership = require_player(get_membership(self.user, campaign_id))
        with timezone.override(membership.campaign.zone):
            fields = self.read_body(NoteBody)
        if "session" in fields:
            fields["session"] = find_row(visible_sessions(membership), "session", fields["session"])
        else:
            fields["session"] = sessions_at(membership, [fields.get("happened_at")])[0]
        characters = queries.filter_characters(membership)
        fields["character"] = find_row(characters, "character", fields.get("character"))
        written = actions.write_note(membership=membership, note=cast(NoteFields, fields))
        return Response(log_entry_json(membership, written.entry), 201 if written.is_new else 200)


class LogBulk(Endpoint):
    """Many notes at once."""

    @extend_schema(
        operation_id="log_create_many", request=LogBulkBody, responses={201: LogBulkSerializer, 200: LogBulkSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds up to 500 notes, all or none; with an Idempotency-Key a repeated request adds nothing.

        A note whose `external_id` you have sent before is not added again, so that the same file can be sent twice;
        `outcomes` says so for each, and the status is 200 if no entry is new. As for one note, those that leave out
        `session` belong to the session that is running, or was running at `happened_at`."""
        membership = require_player(get_membership(self.user, campaign_id))
        with timezone.override(membership.campaign.zone):
            body = self.read_body(LogBulkBody)
        entries = body["entries"]
        sessions = self.find_referenced_rows(visible_sessions(membership), "session", entries)
        characters = self.find_referenced_rows(queries.filter_characters(membership), "character", entries)
        unfiled = [entry for entry in entries if "session" not in entry]
        running = sessions_at(membership, [fields.get("happened_at") for fields in unfiled])
        for entry in entries:
            entry["session"] = sessions.get(entry["session"]) if "session" in entry else running.pop(0)
            entry["character"] = characters.get(entry.get("character"))
        notes = cast(list[NoteFields], entries)
        written = actions.add_notes(membership=membership, notes=notes, tell_webhooks=body["webhooks"])
        stored = [note.entry for note in written]
        queries.prepare_entries(membership, list({id(entry): entry for entry in stored}.values()))
        outcomes = ["created" if note.is_new else "unchanged" for note in written]
        results = LogEntrySerializer(stored, many=True).data
        return Response({"results": results, "outcomes": outcomes}, 201 if "created" in outcomes else 200)

    def find_referenced_rows(self, rows: Any, field: str, entries: list[dict[str, Any]]) -> dict[Any, Any]:
        """The rows that the notes refer to, by id, in one query; 422 if one is missing or of another campaign."""
        ids = list(dict.fromkeys(entry[field] for entry in entries if entry.get(field) is not None))
        return {row.pk: row for row in find_rows(rows, field, ids)}


class LogStream(FileEndpoint):
    """The live stream of a log; under ASGI it is answered before Django (config/live/stream.py)."""

    more_problems = ("501",)

    @extend_schema(
        operation_id="log_stream",
        parameters=[TAB],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description='`event: log`, `data: {"campaign": 3, "latest": 812}`; `event: here` after '
                "20 seconds without another",
            )
        },
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Server-sent events that say the id of the latest entry you may read; then fetch the entries `after` yours.

        The first event comes at once, so nothing is missed after a lost connection. `Last-Event-ID` has no effect."""
        get_membership(self.user, campaign_id)
        raise NoStreamHere


class LogEntryDetail(Endpoint):
    """One log entry."""

    @extend_schema(operation_id="log_read", responses=LogEntrySerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """The log entry."""
        entry, membership = get_log_entry(self.user, entry_id)
        return Response(log_entry_json(membership, entry))


class Corrections(Endpoint):
    """Corrections of a log entry; the entry itself stays."""

    @extend_schema(operation_id="log_correct", request=CorrectionBody, responses={201: LogEntrySerializer})
    def post(self, request: Request, entry_id: int) -> Response:
        """Writes a new entry that corrects this one; its writer and GMs."""
        entry, membership = get_log_entry(self.user, entry_id)
        actions.require_correction_permission(membership, entry)
        corrected = actions.correct_entry(membership=membership, entry=entry, **self.read_body(CorrectionBody))
        return Response(log_entry_json(membership, corrected), 201)
