"""JSON of sessions."""

from functools import cached_property
from typing import Any

from rest_framework import serializers

from campaigns.sessions.models import Session
from campaigns.world.readable_text import Reader
from common.revisions import READ, revision_read
from common.serializer_fields import IdField, IntegerField, StrictSerializer, TextField


class SessionSerializer(serializers.ModelSerializer[Any]):
    """A session; `gm_notes` only for GMs."""

    attendance: Any = serializers.PrimaryKeyRelatedField(many=True, read_only=True)

    revision = serializers.IntegerField(read_only=True, help_text=READ)
    gm_notes = serializers.CharField(allow_null=True, help_text="Null for everyone but GMs.")
    agenda = serializers.CharField(allow_null=True, help_text="Null for everyone but GMs.")

    class Meta:
        model = Session
        fields = [
            "id",
            "campaign",
            "number",
            "title",
            "starts",
            "status",
            "notes",
            "gm_notes",
            "attendance",
            "created",
            "agenda",
            "revision",
            "remind_hours",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Session) -> dict[str, object]:
        """The session as the caller may see it."""
        data: dict[str, object] = super().to_representation(instance)
        if not self.context["membership"].is_gm:
            data["gm_notes"] = data["agenda"] = None
            data["notes"] = self.reader.text(instance.notes)
            data["revision"] = revision_read(data)
        return data

    @cached_property
    def reader(self) -> Reader:
        """The caller's reader, created once for all sessions of a response."""
        return Reader(self.context["membership"])


class SessionQuery(serializers.Serializer[Any]):
    """The filters of sessions."""

    status = serializers.ChoiceField(Session.Status.choices, required=False)
    running = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "Only the running session: from three hours before its start to twelve hours after. Notes and checks "
            "without a session belong to it."
        ),
    )


class SessionBody(StrictSerializer):
    """The fields of a new session."""

    title = TextField(max_length=160, required=False, allow_blank=True)
    starts = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Without an offset: in the time zone of the campaign."
    )
    notes = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    gm_notes = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    agenda = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    remind_hours = serializers.ChoiceField(
        Session.RemindHours.choices, required=False, help_text="Hours before the start; 0: no reminder."
    )


class SessionChange(SessionBody):
    """The fields of a session that can change."""

    revision = IntegerField(
        required=False,
        min_value=1,
        help_text="The revision that you read. If it is not the current one, the response is 409 and nothing changes.",
    )

    status = serializers.ChoiceField(Session.Status.choices, required=False)
    attendance = serializers.ListField(
        child=IdField(), required=False, max_length=200, help_text="Ids of members; marks the session as played."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses attendance with another status, because it marks the session as played."""
        if "attendance" in attrs and attrs.get("status", Session.Status.HELD) != Session.Status.HELD:
            sentence = "Attendance marks the session as played. Leave out attendance, or give the status held."
            raise serializers.ValidationError({"attendance": [sentence]})
        return attrs
