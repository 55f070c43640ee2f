"""JSON of the events and recaps of a session."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from campaigns.log.serializers import LogEntrySerializer
from campaigns.sessions.models import Recap
from campaigns.world.serializers import RevealSerializer
from common.serializer_fields import REVISION, IdField, IntegerField, StrictSerializer, TextField


class RecapSerializer(serializers.Serializer[Any]):
    """The recap of a session; revision 0 is the generated draft.

    For everyone but GMs, the revision of an edited recap is a number that changes with what they may read of it."""

    audience = serializers.ChoiceField(Recap.Audience.choices)
    character = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(help_text="Markdown.")
    revision = serializers.IntegerField()


OF_ONE_CHARACTER: Final = "Whose recap it is: required for the audience `character`, and only there."


def require_recap_character(fields: dict[str, Any]) -> dict[str, Any]:
    """Refuses a recap for one character that does not name it, and a character for any other audience."""
    named = fields.get("character") is not None
    if fields["audience"] == Recap.Audience.CHARACTER and not named:
        raise serializers.ValidationError({"character": _("Send the id of the character whose recap it is.")})
    if named and fields["audience"] != Recap.Audience.CHARACTER:
        raise serializers.ValidationError({"character": _("Name a character only in a recap for one character.")})
    return fields


class RecapQuery(serializers.Serializer[Any]):
    """The audience of a recap."""

    audience = serializers.ChoiceField(Recap.Audience.choices, required=False, default=Recap.Audience.PARTY)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1, help_text=OF_ONE_CHARACTER)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The parameters, if they belong together."""
        return require_recap_character(attrs)


class RecapBody(StrictSerializer):
    """A recap that replaces the draft."""

    audience = serializers.ChoiceField(Recap.Audience.choices)
    character = IdField(required=False, allow_null=True, help_text=OF_ONE_CHARACTER)
    text = TextField(max_length=65536, trim_whitespace=False)
    revision = IntegerField(required=False, min_value=0, help_text=f"{REVISION} 0 is the draft.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The fields, if they belong together."""
        return require_recap_character(attrs)


class HappenedSerializer(serializers.Serializer[Any]):
    """What happened in a session, collected automatically."""

    encounters = serializers.ListField(
        child=serializers.DictField(), help_text="{id, title, status, outcome} in the order of play."
    )
    checks = LogEntrySerializer(many=True)
    awards = LogEntrySerializer(many=True)
    characters = LogEntrySerializer(many=True)
    learned = RevealSerializer(many=True)
