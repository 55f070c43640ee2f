"""JSON of checks."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import IdField, JsonObjectField, StrictSerializer, TextField


class CheckBody(StrictSerializer):
    """A check by the rules of a game; with `campaign` it is logged there."""

    system = TextField(max_length=40)
    kind = TextField(max_length=64)
    inputs = JsonObjectField()
    campaign = IdField(required=False, allow_null=True)
    character = IdField(required=False, allow_null=True)
    session = IdField(required=False, allow_null=True)


class ResolvedCheckSerializer(serializers.Serializer[Any]):
    """The result of a check; other fields depend on the game and the kind of check."""

    rules = serializers.ListField(child=serializers.CharField(), help_text="The ids of the rules that decided.")
    log = serializers.IntegerField(required=False, help_text="The id of the log entry, for a check with `campaign`.")
