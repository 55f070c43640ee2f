"""JSON of what can be filed under a session."""

from typing import Any

from rest_framework import serializers

from campaigns.encounters.models import Encounter
from campaigns.log.serializers import LogEntrySerializer
from campaigns.world.serializers import RevealSerializer
from common.serializer_fields import BooleanField, IdField, StrictSerializer


class FiledEncounterSerializer(serializers.ModelSerializer[Any]):
    """An encounter, with the session under which it is filed."""

    class Meta:
        model = Encounter
        fields = ["id", "title", "status", "session", "created"]
        read_only_fields = fields


class FilingSerializer(serializers.Serializer[Any]):
    """What can be filed: at most 200 log entries, 40 encounters and 100 reveals, newest first."""

    lines = LogEntrySerializer(many=True, source="entries")
    encounters = FiledEncounterSerializer(many=True)
    reveals = RevealSerializer(many=True)
    more = serializers.BooleanField(
        help_text="Whether the period has more log entries or reveals; if so, ask for fewer days."
    )


class FilingQuery(serializers.Serializer[Any]):
    """The days; without any, the day of the session and the next one."""

    since = serializers.DateField(
        required=False, help_text="Written on this day or later. Without both: the day of the session and the next one."
    )
    until = serializers.DateField(required=False, help_text="Written on this day or earlier.")


class ChosenBody(StrictSerializer):
    """A row to file, and the session under which you saw it."""

    id = IdField()
    session: Any = IdField(allow_null=True, required=False, default=None)


class FilingBody(StrictSerializer):
    """What to file. An award's experience and an entry's corrections come along, and an encounter brings both."""

    lines: Any = ChosenBody(many=True, required=False, default=list, max_length=500)  # type: ignore[call-arg]
    encounters: Any = ChosenBody(many=True, required=False, default=list, max_length=500)  # type: ignore[call-arg]
    reveals: Any = ChosenBody(many=True, required=False, default=list, max_length=500)  # type: ignore[call-arg]
    out = BooleanField(default=False, help_text="True takes them out of any session.")


class FiledSerializer(serializers.Serializer[Any]):
    """How many rows were filed."""

    count = serializers.IntegerField()
