"""JSON of the encounters that wait for the caller."""

from typing import Any

from rest_framework import serializers


class AwaitedSeatSerializer(serializers.Serializer[Any]):
    """A seat of the caller for which an encounter waits."""

    actor = serializers.CharField(help_text="A participant's id, or gm.")
    name = serializers.CharField()
    asked = serializers.CharField(help_text="The question, in words.")
    since = serializers.DateTimeField()
    number = serializers.IntegerField(help_text="The command after which the wait began.")


class WaitingTableSerializer(serializers.Serializer[Any]):
    """A running encounter that waits for the caller."""

    encounter = serializers.IntegerField(source="encounter.pk")
    title = serializers.CharField(source="encounter.title")
    campaign = serializers.IntegerField(source="encounter.campaign_id")
    campaign_name = serializers.CharField(source="encounter.campaign.name")
    since = serializers.DateTimeField(help_text="Since when it has been waiting for one of these seats.")
    seats = AwaitedSeatSerializer(many=True)
