"""JSON of the search."""

from typing import Any

from rest_framework import serializers

from campaigns.sessions.serializers import LogEntrySerializer
from campaigns.world.serializers import TagSerializer


class SearchQuery(serializers.Serializer[Any]):
    """The words to search."""

    text = serializers.CharField(max_length=200, help_text="The beginnings of words to find; all of them must match.")
    since = serializers.DateField(
        required=False, help_text="Only log entries, sessions and encounters of this day or later, in your time zone."
    )
    until = serializers.DateField(
        required=False, help_text="Only log entries, sessions and encounters of this day or earlier, in your time zone."
    )


class HitSerializer(serializers.Serializer[Any]):
    """A page, a session, a character, an encounter or an imported object."""

    id = serializers.IntegerField(source="about.pk")
    name = serializers.CharField()
    kind = serializers.CharField(help_text="In words.")
    words = serializers.CharField(help_text="The text around the match.")


class FoundSerializer(serializers.Serializer[Any]):
    """Results that the caller may read."""

    log = LogEntrySerializer(many=True)
    world = HitSerializer(many=True)
    sessions = HitSerializer(many=True)
    characters = HitSerializer(many=True)
    maps = HitSerializer(many=True, help_text="By title.")
    ties = HitSerializer(many=True)
    encounters = HitSerializer(many=True, help_text="For GMs: by title and notes.")
    adventures = HitSerializer(many=True, help_text="For GMs: objects of imported modules.")
    tags = TagSerializer(many=True, help_text="Tags of pages that the caller may read.")
    dates = HitSerializer(
        many=True, help_text="What has a date in the calendar: on the date that the text names, and planned events."
    )
    more = serializers.ListField(child=serializers.CharField(), help_text="Groups that have more results.")
