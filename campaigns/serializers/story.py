"""JSON of sessions, log entries and checks."""

from typing import Any

from rest_framework import serializers

from campaigns import wiki
from campaigns.models import LogEntry, Session
from rules.serializers import Id, JsonObject, Strict, Text, Whole


class SessionSerializer(serializers.ModelSerializer[Any]):
    """A session; `gm_notes` only for GMs."""

    attendance: Any = serializers.PrimaryKeyRelatedField(many=True, read_only=True)

    gm_notes = serializers.CharField(allow_null=True, help_text="Null for everybody but GMs.")
    agenda = serializers.CharField(allow_null=True, help_text="Null for everybody but GMs.")

    class Meta:
        model = Session
        fields = [
            "id", "campaign", "number", "title", "starts", "status", "notes", "gm_notes", "attendance",
            "created", "agenda", "revision",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Session) -> dict[str, object]:
        """The session as the caller may know it."""
        told: dict[str, object] = super().to_representation(instance)
        if not self.context["own"].runs:
            told["gm_notes"] = told["agenda"] = None
            told["notes"] = wiki.told(instance.notes, runs=False)
        return told


class SessionQuery(serializers.Serializer[Any]):
    """Which evenings."""

    status = serializers.ChoiceField(Session.Status.choices, required=False)


class SessionBody(Strict):
    """What an evening is planned with."""

    title = Text(max_length=160, required=False, allow_blank=True)
    starts = serializers.DateTimeField(required=False, allow_null=True)
    notes = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    gm_notes = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    agenda = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)


class SessionChange(SessionBody):
    """What may be changed about an evening."""

    revision = Whole(
        required=False, min_value=1, help_text="The one you read; when it is not the current one, 409 and no change."
    )

    status = serializers.ChoiceField(Session.Status.choices, required=False)
    attendance = serializers.ListField(
        child=Id(), required=False, max_length=200, help_text="Ids of members; marks the session as held."
    )


class LogEntrySerializer(serializers.ModelSerializer[Any]):
    """A line of the log. What it names and the caller may not see is null."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = LogEntry
        fields = [
            "id", "campaign", "kind", "text", "rules", "audience", "session", "encounter", "character",
            "corrects", "by", "created",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: LogEntry) -> dict[str, object]:
        """The line as the caller may know it."""
        told: dict[str, object] = super().to_representation(instance)
        for name in ("encounter", "character"):
            if getattr(instance, f"open_{name}", None) is None:
                told[name] = None
        return told


class LogQuery(serializers.Serializer[Any]):
    """How the log may be narrowed."""

    session = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    kind = serializers.ChoiceField(LogEntry.Kind.choices, required=False)
    text = serializers.CharField(required=False, max_length=200)
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=2**63 - 1, help_text="Only lines with a greater id: what is new."
    )


class NoteBody(Strict):
    """A note for the log."""

    text = Text(max_length=8000)
    session = Id(required=False, allow_null=True)
    character = Id(required=False, allow_null=True)
    audience = serializers.ChoiceField(LogEntry.Audience.choices, default=LogEntry.Audience.ALL)


class CorrectionBody(Strict):
    """The words that stand from now on."""

    text = Text(max_length=8000)


class CheckBody(Strict):
    """A resolution by the rules of a game; with `campaign` it is logged there."""

    system = Text(max_length=40)
    kind = Text(max_length=64)
    inputs = JsonObject()
    campaign = Id(required=False, allow_null=True)
    character = Id(required=False, allow_null=True)
    session = Id(required=False, allow_null=True)
