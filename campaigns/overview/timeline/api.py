"""The API of the timeline, and of the dates of sessions, log entries, pages and characters."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.calendar import dates
from campaigns.log.calendar.access import get_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.notation import LONGEST
from campaigns.log.calendar.serializers import DATE_HELP
from campaigns.overview.timeline import queries
from campaigns.overview.timeline.access import THINGS, get_changeable_date, get_dated_thing
from campaigns.overview.timeline.forms import TimelineForm
from common.endpoint import Endpoint
from common.serializer_fields import BooleanField, IdField, StrictSerializer, TextField
from people.access import get_membership
from people.models import Member

KINDS: Final = {"session": "session", "entry": "log", "page": "page"}


class TimelineQuery(serializers.Serializer[Any]):
    """The filters of the timeline."""

    since = serializers.CharField(required=False, max_length=LONGEST, help_text=DATE_HELP)
    until = serializers.CharField(required=False, max_length=LONGEST, help_text=DATE_HELP)
    kind = serializers.ChoiceField(InWorldDate.Kind.choices, required=False)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    page = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="The id of a page of the world."
    )


class DateSerializer(serializers.Serializer[Any]):
    """A date of something that the caller may see."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(InWorldDate.Kind.choices)
    session = serializers.IntegerField(source="session_id", allow_null=True)
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    page = serializers.IntegerField(source="page_id", allow_null=True)
    character = serializers.IntegerField(source="character_id", allow_null=True)
    event = serializers.IntegerField(source="event_id", allow_null=True)
    title = serializers.CharField()
    label: Any = serializers.CharField()
    date = serializers.CharField(help_text="In words.")
    first = serializers.IntegerField(help_text="The first hour, counted from the first day of year 1.")
    last = serializers.IntegerField(help_text="The last hour.")
    precision = serializers.CharField()
    gm_only = serializers.BooleanField()


class DateBody(StrictSerializer):
    """A date for one thing: name exactly one of session, entry, page and character."""

    session = IdField(required=False)
    entry = IdField(required=False, help_text="An entry of the log.")
    page = IdField(required=False, help_text="A page of the world.")
    character = IdField(required=False)
    kind = serializers.ChoiceField(["birth", "death"], required=False, help_text="For a character.")
    date = TextField(max_length=LONGEST, help_text=DATE_HELP)
    label: Any = TextField(max_length=80, default="", allow_blank=True, help_text="For a page: what happened.")
    gm_only = BooleanField(default=False, help_text="Whether only GMs see the date; for GMs.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one thing, and a kind for a character."""
        if sum(name in attrs for name in THINGS) != 1:
            raise serializers.ValidationError("Name exactly one of session, entry, page and character.")
        if ("character" in attrs) != ("kind" in attrs):
            raise serializers.ValidationError({"kind": ["Only characters have a birth and a death."]})
        return attrs


def dates_json(membership: Member, rows: list[InWorldDate]) -> list[dict[str, Any]]:
    """Dates with titles, as the member may see them."""
    lines = queries.describe_dates(membership, get_calendar(membership), rows)
    for row, line in zip(rows, lines, strict=True):
        row.title, row.date = line.title, line.date  # type: ignore[attr-defined]
    return list(DateSerializer(rows, many=True).data)


class TimelineList(Endpoint):
    """The timeline of a campaign."""

    @extend_schema(operation_id="timeline_list", parameters=[TimelineQuery], responses=DateSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The dates of everything that the caller may see, the newest row first; sort by `first` for the timeline."""
        membership = get_membership(self.user, campaign_id)
        calendar = get_calendar(membership)
        parameters = self.read_parameters(TimelineQuery)
        form = TimelineForm(
            {name: str(value) for name, value in parameters.items()}, membership=membership, calendar=calendar
        )
        if not form.is_valid():
            raise serializers.ValidationError(
                {name: [str(fault) for fault in faults] for name, faults in form.errors.items()}
            )
        rows = self.read_page(queries.with_things(queries.filter_dates(membership, form.read())))
        return self.get_paginated_response(dates_json(membership, rows))


class Dates(Endpoint):
    """Dates of things."""

    @extend_schema(operation_id="dates_create", request=DateBody, responses={201: DateSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Dates a session, a log entry, a page or a character, for those who may change it."""
        membership = get_membership(self.user, campaign_id)
        fields = self.read_body(DateBody)
        what = next(name for name in THINGS if name in fields)
        thing, _seen = get_dated_thing(self.user, what, fields.pop(what))
        row = dates.set_date(membership=membership, thing=thing, **({"kind": KINDS.get(what)} | fields))
        return Response(dates_json(membership, [row])[0], 201)


class DateDetail(Endpoint):
    """One date."""

    @extend_schema(operation_id="dates_delete", responses={204: None})
    def delete(self, request: Request, date_id: int) -> Response:
        """Takes the date away, for those who may change the thing."""
        row, membership = get_changeable_date(self.user, date_id)
        dates.remove_date(membership=membership, date=row)
        return Response(status=204)
