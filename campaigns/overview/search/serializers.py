"""JSON of the search."""

from typing import Any

from rest_framework import serializers

from campaigns.log.calendar.reckoning.notation import LONGEST
from campaigns.log.serializers import LogEntrySerializer
from campaigns.world.serializers import TagSerializer


class SearchQuery(serializers.Serializer[Any]):
    """The words to search."""

    text = serializers.CharField(max_length=200, help_text="The beginnings of the words to find; all must match.")
    since = serializers.DateField(
        required=False,
        help_text="Only results from this day or later, in your time zone; pages and people that were written or "
        "revealed then.",
    )
    until = serializers.DateField(required=False, help_text="Only results from this day or earlier, in your time zone.")
    session = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="Only the session, its log entries and encounters, what was revealed or visited in it, and what its "
        "notes name.",
    )
    character = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="Only the character and what is about it, links to it or is tied to it.",
    )
    world_since = serializers.CharField(
        required=False, max_length=LONGEST, help_text="Only what has a date in the world, from this one on."
    )
    world_until = serializers.CharField(
        required=False, max_length=LONGEST, help_text="Only what has a date in the world, up to this one."
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
    maps = HitSerializer(many=True, help_text="By title, pins and areas.")
    ties = HitSerializer(many=True)
    encounters = HitSerializer(many=True, help_text="For GMs: by title and notes.")
    adventures = HitSerializer(many=True, help_text="For GMs: objects of imported modules.")
    tags = TagSerializer(many=True, help_text="Tags of pages that the caller may read.")
    dates = HitSerializer(
        many=True, help_text="Entries of the calendar: everything on the date that the text names, and planned events."
    )
    more = serializers.ListField(child=serializers.CharField(), help_text="Groups that have more results.")
