"""The API of the calendar and of planned events."""

from typing import Any, Final

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.calendar import actions, events
from campaigns.log.calendar.access import get_calendar, get_event, get_event_as_gm, visible_events
from campaigns.log.calendar.models import Calendar, PlannedEvent
from campaigns.log.calendar.queries import describe_day, describe_events
from campaigns.log.calendar.repetitions import knows_repetition
from campaigns.log.calendar.serializers import (
    AdvanceBody,
    AdvancedSerializer,
    CalendarBody,
    CalendarSerializer,
    PlannedEventBody,
    PlannedEventChange,
    PlannedEventSerializer,
)
from common.edit_conflicts import overwrite
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from people.access import get_gm_membership, get_membership
from people.models import Member

CHANGEABLE: Final = ("title", "date", "text", "audience", "repeats", "every", "moon", "phase", "until")


def calendar_json(row: Calendar) -> dict[str, Any]:
    """The calendar as every member may see it."""
    row.today = describe_day(row.reckoning, row.now)  # type: ignore[attr-defined]
    data: dict[str, Any] = CalendarSerializer(row).data
    return data


def event_json(membership: Member, event: PlannedEvent) -> dict[str, Any]:
    """A planned event as the member may see it."""
    return events_json(membership, [event])[0]


def events_json(membership: Member, rows: list[Any]) -> list[dict[str, Any]]:
    """Planned events as the member may see them."""
    calendar = get_calendar(membership)
    describe_events(membership, calendar, rows)
    for row in rows:
        row.shows_repetition = knows_repetition(membership, row)
        row.next = calendar.format(row.ahead) if row.ahead else None
    return list(PlannedEventSerializer(rows, many=True, context={"membership": membership}).data)


class CalendarDetail(Endpoint):
    """The calendar of a campaign."""

    @extend_schema(operation_id="calendar_read", parameters=READ, responses=CalendarSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The calendar and its current date; 404 if the campaign has none."""
        return with_entity_tag(request, calendar_json(get_calendar(get_membership(self.user, campaign_id))))

    @extend_schema(operation_id="calendar_write", parameters=CHANGE, request=CalendarBody, responses=CalendarSerializer)
    def put(self, request: Request, campaign_id: int) -> Response:
        """Makes or changes the calendar; dates keep their names. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(CalendarBody)
        row = actions.save_calendar(membership=membership, revision=request_revision(request, fields), **fields)
        return with_entity_tag(request, calendar_json(row))


class CalendarAdvance(Endpoint):
    """The current date."""

    @extend_schema(operation_id="calendar_advance", request=AdvanceBody, responses=AdvancedSerializer)
    def post(self, request: Request, campaign_id: int) -> Response:
        """Moves the current date by days, or sets it; events that it reaches fall due. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(AdvanceBody)
        if "days" in fields:
            due = actions.advance_days(membership=membership, days=fields["days"])
        else:
            due = actions.advance_to(membership=membership, date=fields["date"])
        row = get_calendar(get_membership(self.user, campaign_id))
        return Response({"calendar": calendar_json(row), "due": events_json(membership, due)})


class PlannedEvents(Endpoint):
    """The planned events of a campaign."""

    @extend_schema(operation_id="planned_events_list", responses=PlannedEventSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The events that the caller may see, newest first."""
        membership = get_membership(self.user, campaign_id)
        shown = self.read_page(visible_events(membership).prefetch_related("in_world_dates"))
        return self.get_paginated_response(events_json(membership, shown) if shown else [])

    @extend_schema(
        operation_id="planned_events_create", request=PlannedEventBody, responses={201: PlannedEventSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Plans an event; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        row = events.plan_event(membership=membership, **self.read_body(PlannedEventBody))
        return Response(event_json(membership, row), 201)


class PlannedEventDetail(Endpoint):
    """One planned event."""

    @extend_schema(operation_id="planned_events_read", parameters=READ, responses=PlannedEventSerializer)
    def get(self, request: Request, event_id: int) -> Response:
        """The event, if the caller may see it."""
        row, membership = get_event(self.user, event_id)
        return with_entity_tag(request, event_json(membership, row))

    @extend_schema(
        operation_id="planned_events_change",
        parameters=CHANGE,
        request=PlannedEventChange,
        responses=PlannedEventSerializer,
    )
    def patch(self, request: Request, event_id: int) -> Response:
        """Changes the event, or takes it off the campaign page; GMs only."""
        _row, membership = get_event_as_gm(self.user, event_id)
        fields = self.read_body(PlannedEventChange)
        unmarks = fields.pop("marked", None) is False
        revision = request_revision(request, fields)
        if revision is None:
            overwrite(lambda: self.change(event_id, fields, unmarks))
        else:
            self.change(event_id, fields, unmarks, revision)
        return with_entity_tag(request, event_json(membership, get_event_as_gm(self.user, event_id)[0]))

    def change(self, event_id: int, fields: dict[str, Any], unmarks: bool, revision: int | None = None) -> None:
        """Changes the fields, and keeps the others as they are at the revision, or else at the one that is read."""
        row, membership = get_event_as_gm(self.user, event_id)
        revision = row.revision if revision is None else revision
        kept = {name: value for name, value in event_json(membership, row).items() if name in CHANGEABLE}
        with transaction.atomic():
            if fields:
                row = events.change_event(membership=membership, event=row, revision=revision, **(kept | fields))
            if unmarks:
                events.dismiss_event(membership=membership, event=row, revision=None if fields else revision)

    @extend_schema(operation_id="planned_events_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Deletes the event; what it wrote in the log stays. GMs only."""
        row, membership = get_event_as_gm(self.user, event_id)
        events.delete_event(membership=membership, event=row, revision=request_revision(request, {}))
        return Response(status=204)
