"""JSON of the conversion tables of a campaign."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import IntegerField, JsonObjectField, StrictSerializer


class ConversionTableSerializer(serializers.Serializer[Any]):
    """A table by which monsters of other games are converted."""

    key = serializers.CharField()
    name = serializers.CharField()
    why = serializers.CharField()
    figures = serializers.DictField()
    labels = serializers.DictField(child=serializers.CharField(), help_text="What each figure is called.")
    columns = serializers.ListField(child=serializers.CharField(), help_text="What each column of its rows is.")
    changed = serializers.CharField(allow_blank=True, help_text='Who changed it: "", "site" or "campaign".')
    revision = serializers.IntegerField(help_text="A number that changes with the figures.")


class ConversionTableChange(StrictSerializer):
    """New figures of a table: all of them, in its shape."""

    figures = JsonObjectField()
    revision = IntegerField(required=False, min_value=1, help_text="The revision that you read.")
