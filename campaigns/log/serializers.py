"""JSON of log entries, and of the notes and corrections that clients send."""

from typing import Any

from rest_framework import serializers

from campaigns.log.access import PARTY
from campaigns.log.models import LogEntry
from common.serializer_fields import BooleanField, IdField, StrictSerializer, TextField


class LogEntrySerializer(serializers.ModelSerializer[Any]):
    """A log entry. References that the caller may not see are null.

    Entries keep the order in which they were added (`id`, `created`); `happened_at` is the time that their author gave.
    """

    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    rules = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="The ids of the rules that decided."
    )
    in_world = serializers.CharField(default=None, allow_null=True, help_text="The date in the campaign's calendar.")

    class Meta:
        model = LogEntry
        fields = [
            "id",
            "campaign",
            "kind",
            "text",
            "rules",
            "audience",
            "session",
            "encounter",
            "character",
            "corrects",
            "by",
            "created",
            "restored",
            "speaker",
            "source",
            "external_id",
            "happened_at",
            "in_world",
        ]
        read_only_fields = fields

    def to_representation(self, instance: LogEntry) -> dict[str, object]:
        """The entry as the caller may see it."""
        data: dict[str, object] = super().to_representation(instance)
        for name in ("encounter", "character"):
            if getattr(instance, f"open_{name}", None) is None:
                data[name] = None
        return data


KNOWN_TO = (
    "`party`: only what the whole party may know. Otherwise the id of a member (your own or, for GMs, any): only what"
    " this person may know. If left out: what you may know."
)


class KnownToField(serializers.CharField):
    """`party`, or the id of a member."""

    def to_internal_value(self, data: Any) -> str:
        """The word, or the digits of an id."""
        text = str(super().to_internal_value(data))
        if text != PARTY and not (text.isascii() and text.isdigit() and len(text) < 10):
            raise serializers.ValidationError("This must be party or the id of a member.")
        return text


class LogFilters(serializers.Serializer[Any]):
    """The filters of the log, for its pages and its file."""

    session = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    kind = serializers.ChoiceField(LogEntry.Kind.choices, required=False)
    since = serializers.DateField(
        required=False,
        help_text="Only entries written on this day or later (`created`, not `happened_at`), in your time zone.",
    )
    until = serializers.DateField(
        required=False,
        help_text="Only entries written on this day or earlier (`created`, not `happened_at`), in your time zone.",
    )
    known_to = KnownToField(required=False, help_text=KNOWN_TO)


class LogQuery(LogFilters):
    """The filters of the log's pages."""

    text = serializers.CharField(
        required=False, max_length=200, help_text="Only entries with all of these words, or words that begin so."
    )
    source: Any = serializers.CharField(required=False, max_length=40, help_text="The bot or tool that sent the entry.")
    external_id = serializers.CharField(
        required=False, max_length=200, help_text="The id of the entry in the bot or tool that sent it."
    )
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**63 - 1,
        help_text="Only entries with a higher id, that is, new entries, oldest first.",
    )


class NoteBody(StrictSerializer):
    """A note for the log."""

    text = TextField(max_length=8000)
    kind = serializers.ChoiceField(LogEntry.WRITTEN, default=LogEntry.Kind.NOTE.value)
    session = IdField(
        required=False,
        allow_null=True,
        help_text="If left out: the session that is running, or was running at `happened_at`. Null: none.",
    )
    character = IdField(required=False, allow_null=True)
    audience = serializers.ChoiceField(LogEntry.Audience.choices, default=LogEntry.Audience.ALL)
    speaker = TextField(max_length=80, required=False, allow_blank=True, help_text="Who says or does it in the story.")
    source: Any = TextField(max_length=40, required=False, allow_blank=True, help_text="The bot or tool that sends it.")
    external_id = TextField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text=(
            "The id of the entry in the bot or tool. If you have already sent it from this `source`, nothing is "
            "added, and the stored entry is returned unchanged."
        ),
    )
    happened_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="When it happened, if not now. Without an offset: in the time zone of the campaign.",
    )
    in_world = TextField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=200,
        help_text="The date in the campaign's calendar. Left out or null: that of the session, or the current one. "
        "Empty: none.",
    )


class LogBulkBody(StrictSerializer):
    """Notes for the log, written all or none."""

    entries: Any = NoteBody(many=True, allow_empty=False, max_length=500)  # type: ignore[call-arg]
    webhooks = BooleanField(
        default=False,
        help_text="Whether the campaign's webhooks receive each new entry, as they receive single entries.",
    )


class LogBulkSerializer(serializers.Serializer[Any]):
    """The entries in the order of the body, and whether each is new."""

    results = LogEntrySerializer(many=True)
    outcomes = serializers.ListField(
        child=serializers.ChoiceField(["created", "unchanged"]),
        help_text="`unchanged`: an entry with this external id is already stored, and stays as it is.",
    )


class CorrectionBody(StrictSerializer):
    """The corrected text."""

    text = TextField(max_length=8000)
