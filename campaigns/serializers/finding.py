"""JSON of what a search finds."""

from typing import Any

from rest_framework import serializers

from campaigns.serializers.story import LogEntrySerializer


class SearchQuery(serializers.Serializer[Any]):
    """What is searched."""

    text = serializers.CharField(max_length=200, help_text="Every word is the beginning of a word that is found.")


class HitSerializer(serializers.Serializer[Any]):
    """A page, an evening or somebody."""

    id = serializers.IntegerField(source="about.pk")
    name = serializers.CharField()
    kind = serializers.CharField(help_text="In words.")
    words = serializers.CharField(help_text="The words around the find.")


class FoundSerializer(serializers.Serializer[Any]):
    """What was found, as far as the caller may read it."""

    log = LogEntrySerializer(many=True)
    world = HitSerializer(many=True)
    sessions = HitSerializer(many=True)
    characters = HitSerializer(many=True)
    more = serializers.ListField(child=serializers.CharField(), help_text="Groups of which there is more.")
