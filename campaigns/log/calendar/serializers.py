"""JSON of the calendar and of planned events, and the bodies for writing them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.log.calendar.definition_schema import DEFINITION
from campaigns.log.calendar.models import PlannedEvent
from campaigns.log.calendar.reckoning.arithmetic import FULL
from campaigns.log.calendar.reckoning.notation import LONGEST
from campaigns.log.calendar.reckoning.repeating import MOST_STEPS
from common.link_syntax import words_only
from common.revisions import READ, revision_read
from common.serializer_fields import (
    REVISION,
    BooleanField,
    IntegerField,
    JsonObjectField,
    StrictSerializer,
    TextField,
)

DATE_HELP = "As written in the calendar, such as “12 Harvestmoon 312, 18:00”, or as numbers: 312-9-12T18:00."


class MoonSerializer(serializers.Serializer[Any]):
    """A moon today."""

    name = serializers.CharField()
    phase = serializers.IntegerField(help_text="From 0 (new) to 7; 4 is the full moon.")
    words = serializers.CharField(help_text="The phase in words.")
    full = serializers.CharField(help_text="The day of the next full moon.")


class TodaySerializer(serializers.Serializer[Any]):
    """The current date."""

    date = serializers.CharField()
    weekday = serializers.CharField(help_text="Empty for a day without one.")
    season = serializers.CharField()
    moons = MoonSerializer(many=True)


@extend_schema_field(DEFINITION)
class DefinitionField(serializers.JSONField):
    """The definition of a calendar."""


@extend_schema_field(DEFINITION)
class DefinitionBodyField(JsonObjectField):
    """The definition of a calendar, as it is sent; the calendar checks it."""


class CalendarSerializer(serializers.Serializer[Any]):
    """A calendar and its current date."""

    campaign = serializers.IntegerField(source="campaign_id")
    definition = DefinitionField()
    hour = serializers.IntegerField(source="now_first", help_text="The current hour since the first day of year 1.")
    today = TodaySerializer()
    revision = serializers.IntegerField(help_text=READ)


class CalendarBody(StrictSerializer):
    """A calendar."""

    definition = DefinitionBodyField()
    move_dates = BooleanField(
        default=False, help_text="Whether dates that the new calendar does not have may move to the nearest day."
    )
    date = TextField(required=False, max_length=LONGEST, help_text=f"The current date. {DATE_HELP}")
    revision = IntegerField(required=False, min_value=0, help_text="The revision that you read; 0 for a new calendar.")


class AdvanceBody(StrictSerializer):
    """How the current date changes: by days or to a date."""

    days = IntegerField(required=False, min_value=-1_000_000, max_value=1_000_000)
    date = TextField(required=False, max_length=LONGEST, help_text=DATE_HELP)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError("Send either days or date.")
        return attrs


class PlannedEventSerializer(serializers.Serializer[Any]):
    """A planned event."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    text = serializers.SerializerMethodField()
    date = serializers.CharField()
    audience = serializers.ChoiceField(PlannedEvent.Audience.choices)
    due = serializers.DateTimeField(allow_null=True, help_text="When it fell due; null while it is in the future.")
    marked = serializers.BooleanField(help_text="Whether the campaign page shows that it fell due.")
    repeats = serializers.ChoiceField(
        PlannedEvent.Repeats.choices,
        help_text="How it repeats; empty if it does not, or if the caller sees only past occurrences.",
    )
    every = serializers.IntegerField(
        help_text="1 means every day, month, year or cycle of the moon, 3 every third one."
    )
    moon = serializers.CharField(help_text="The moon that it repeats with, or empty.")
    phase = serializers.IntegerField(help_text="The moon's phase, from 0 (new) to 7; 4 is the full moon.")
    until = serializers.CharField(help_text="The last day on which it can start again; empty if it repeats forever.")
    repetition = serializers.CharField(help_text="How it repeats, in words.")
    next = serializers.CharField(
        allow_null=True, help_text="The next date that the caller may know; null if there is none."
    )
    last = serializers.CharField(help_text="The latest date in the past, or else the first date.")
    revision = serializers.IntegerField(help_text=READ)

    def get_text(self, row: PlannedEvent) -> str:
        """The text; links are only their words to players."""
        return row.text if self.context["membership"].is_gm else words_only(row.text)

    def to_representation(self, instance: PlannedEvent) -> dict[str, Any]:
        """The event with its revision, which for players is one of what they read."""
        data: dict[str, Any] = super().to_representation(instance)
        if not getattr(instance, "shows_repetition", False):
            data |= {"repeats": "", "every": 1, "moon": "", "phase": FULL}
        return data if self.context["membership"].is_gm else data | {"revision": revision_read(data)}


class PlannedEventBody(StrictSerializer):
    """A new planned event."""

    title = TextField(max_length=160)
    date = TextField(max_length=LONGEST, help_text=DATE_HELP)
    text = TextField(max_length=4000, default="", allow_blank=True)
    audience = serializers.ChoiceField(PlannedEvent.Audience.choices, default=PlannedEvent.Audience.GM)
    repeats = serializers.ChoiceField(
        PlannedEvent.Repeats.choices, required=False, help_text="How it repeats; then the date is a day or an hour."
    )
    every = IntegerField(required=False, min_value=1, max_value=MOST_STEPS, help_text="3 means every third one.")
    moon = TextField(required=False, max_length=80, allow_blank=True, help_text="The name of the moon.")
    phase = IntegerField(required=False, min_value=0, max_value=7, help_text="0 is the new moon, 4 the full moon.")
    until = TextField(required=False, max_length=LONGEST, allow_blank=True, help_text="The last date; empty: forever.")


class PlannedEventChange(StrictSerializer):
    """Changes of a planned event."""

    title = TextField(required=False, max_length=160)
    date = TextField(required=False, max_length=LONGEST, help_text=DATE_HELP)
    text = TextField(required=False, max_length=4000, allow_blank=True)
    audience = serializers.ChoiceField(PlannedEvent.Audience.choices, required=False)
    repeats = serializers.ChoiceField(PlannedEvent.Repeats.choices, required=False, help_text="Empty: never.")
    every = IntegerField(required=False, min_value=1, max_value=MOST_STEPS, help_text="3 means every third one.")
    moon = TextField(required=False, max_length=80, allow_blank=True, help_text="The name of the moon.")
    phase = IntegerField(required=False, min_value=0, max_value=7, help_text="0 is the new moon, 4 the full moon.")
    until = TextField(required=False, max_length=LONGEST, allow_blank=True, help_text="The last date; empty: forever.")
    marked = BooleanField(required=False, help_text="False removes it from the campaign page.")
    revision = IntegerField(required=False, min_value=1, help_text=REVISION)

    def validate_marked(self, value: bool) -> bool:
        """Only the passing of time marks an event."""
        if value:
            raise serializers.ValidationError("Only false is allowed: the site marks an event when it falls due.")
        return value


class AdvancedSerializer(serializers.Serializer[Any]):
    """The calendar after the change, and the events that fell due."""

    calendar = CalendarSerializer()
    due = PlannedEventSerializer(many=True)
