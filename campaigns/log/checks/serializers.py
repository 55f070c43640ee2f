"""JSON of checks."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import IdField, JsonObjectField, StrictSerializer, TextField


class CheckBody(StrictSerializer):
    """A check by the rules of a game; with `campaign` it is logged there."""

    system = TextField(max_length=40, help_text="The slug of a game, as in `systems/`.")
    kind = TextField(max_length=64, help_text="A check of the game; another one is refused with those that there are.")
    inputs = JsonObjectField(
        help_text="The figures, and cards drawn or dice rolled; with `character` they may refer to its sheet. With"
        " `campaign`, a field with the name of an option may be left out: the campaign's option counts."
    )
    campaign = IdField(required=False, allow_null=True, help_text="Where the check is logged; if left out, nowhere.")
    character = IdField(
        required=False,
        allow_null=True,
        help_text="Who makes it; only with `campaign`. What it changes on the sheet is stored.",
    )
    session = IdField(required=False, allow_null=True, help_text="The session of the log entry; only with `campaign`.")


class ResolvedCheckSerializer(serializers.Serializer[Any]):
    """The result of a check; other fields depend on the game and the kind of check."""

    rules = serializers.ListField(child=serializers.CharField(), help_text="The ids of the rules that decided.")
    log = serializers.IntegerField(required=False, help_text="The id of the log entry, for a check with `campaign`.")
