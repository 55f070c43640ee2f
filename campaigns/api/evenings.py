"""Evenings over the API: what happened, recaps, plots; and the log in bulk."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, access_world, recaps, wiki
from campaigns.actions import log as log_actions
from campaigns.actions import recaps as actions
from campaigns.models import Member, Recap, Session
from campaigns.queries import log as log_queries
from campaigns.queries import plots as plot_queries
from campaigns.queries import sessions as queries
from campaigns.serializers.shared import several
from campaigns.serializers.story import LogEntrySerializer
from campaigns.serializers.world import (
    HappenedSerializer,
    LogBulkBody,
    LogBulkSerializer,
    PlotsSerializer,
    RecapBody,
    RecapQuery,
    RecapSerializer,
    RevealSerializer,
)
from characters.access import found
from characters.models import Character
from rules.api import Endpoint


class Happened(Endpoint):
    """What happened on an evening."""

    @extend_schema(operation_id="sessions_happened", responses=HappenedSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """Encounters, checks, awards and levels, and what was learned, of the evening's first hundred lines."""
        row, own = access.session(self.user, session_id)
        evening = queries.evening(own, row)
        return Response({
            "encounters": [
                {"id": one.pk, "title": one.title, "status": one.status, "outcome": one.outcome}
                for one in evening.encounters
            ],
            "checks": LogEntrySerializer(evening.checks, many=True).data,
            "awards": LogEntrySerializer(evening.awards, many=True).data,
            "characters": LogEntrySerializer(evening.growth, many=True).data,
            "learned": RevealSerializer(evening.learned, many=True).data,
        })  # fmt: skip


class Recaps(Endpoint):
    """The recaps of an evening."""

    @extend_schema(operation_id="recaps_read", parameters=[RecapQuery], responses=RecapSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The recap for one audience: as edited, or as the draft tells it."""
        row, own = access.session(self.user, session_id)
        asked = self.asked(RecapQuery)
        audience, character = self.whom(own, asked["audience"], asked.get("character"))
        return Response(self.told(own, row, audience, character))

    @extend_schema(operation_id="recaps_write", request=RecapBody, responses=RecapSerializer)
    def post(self, request: Request, session_id: int) -> Response:
        """Keeps a recap in the place of the draft; GMs only."""
        row, own = access.session(self.user, session_id)
        access.must_run(own)
        fields = self.taken(RecapBody)
        audience, character = self.whom(own, fields["audience"], fields.get("character"))
        actions.save(
            own=own, session=row, audience=audience, character=character, text=fields["text"],
            revision=fields.get("revision"),
        )  # fmt: skip
        return Response(self.told(own, row, audience, character))

    def whom(self, own: Member, audience: str, character_id: int | None) -> tuple[str, Character | None]:
        """For whom: 403 for the GMs' to others, 404 for a character that is not the caller's."""
        if audience == Recap.Audience.GM:
            access.must_run(own)
        if audience != Recap.Audience.CHARACTER:
            return audience, None
        return audience, found(access_world.told_characters(own), pk=character_id or 0)

    def told(self, own: Member, row: Session, audience: str, character: Character | None) -> dict[str, Any]:
        """The recap as the caller may read it."""
        stored = queries.stored_recap(own, row, audience, character)
        text = stored.text if stored else recaps.draft(own, row, audience, character)
        return {
            "audience": audience, "character": character.pk if character else None,
            "text": wiki.told(text, runs=own.runs), "revision": stored.revision if stored else 0,
        }  # fmt: skip


class Plots(Endpoint):
    """The figures of a campaign over time."""

    @extend_schema(operation_id="plots_read", responses=PlotsSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """Progress, checks against chance, encounters by outcome, attendance: as far as the caller may know."""
        told = plot_queries.plots(access.member(self.user, campaign_id))
        data = {
            "progress": [
                {"character": one.character.pk, "name": one.character.name, "unit": one.unit,
                 "points": [{"day": day, "earned": sum_, "level": level} for day, sum_, level in one.points]}
                for one in told.progress
            ],
            "checks_by_person": told.people,
            "checks_by_session": told.evenings,
            "encounters": [{"name": name, "count": count} for name, count in told.outcomes],
            "attendance": [{"name": name, "came": came, "held": held} for name, came, held in told.attendance],
            "sessions": [{"name": name, "count": count} for name, count in told.by_evening],
        }  # fmt: skip
        return Response(PlotsSerializer(data).data)


class LogBulk(Endpoint):
    """Many notes at once."""

    @extend_schema(operation_id="log_create_many", request=LogBulkBody, responses={201: LogBulkSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds up to 500 notes, all of them or none; with an Idempotency-Key a repetition adds nothing."""
        own = access.must_play(access.member(self.user, campaign_id))
        entries = self.taken(LogBulkBody)["entries"]
        sessions = self.named(access.sessions(own), "session", entries)
        characters = self.named(log_queries.characters(own), "character", entries)
        notes = [
            {"text": one["text"], "audience": one["audience"], "session": sessions.get(one.get("session")),
             "character": characters.get(one.get("character"))}
            for one in entries
        ]  # fmt: skip
        lines = log_actions.add_notes(own=own, notes=notes)
        log_queries.hide_unknown(own, lines)
        return Response({"results": LogEntrySerializer(lines, many=True).data}, 201)

    def named(self, rows: Any, field: str, entries: list[dict[str, Any]]) -> dict[Any, Any]:
        """The rows that the notes name, by id, in one query; 422 when one is missing or foreign."""
        ids = list(dict.fromkeys(one[field] for one in entries if one.get(field) is not None))
        return {row.pk: row for row in several(rows, field, ids)}
