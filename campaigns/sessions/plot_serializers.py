"""JSON of a campaign's statistics."""

from typing import Any

from rest_framework import serializers


class LuckSerializer(serializers.Serializer[Any]):
    """Checks with a known chance: how many succeeded, and how many were expected to."""

    name = serializers.CharField()
    checks = serializers.IntegerField()
    succeeded = serializers.IntegerField()
    expected = serializers.FloatField()
    spread = serializers.FloatField(help_text="One standard deviation of the number of successes.")


class ProgressSerializer(serializers.Serializer[Any]):
    """What a character has earned, day by day."""

    character = serializers.IntegerField()
    name = serializers.CharField()
    unit = serializers.CharField()
    points = serializers.ListField(
        child=serializers.DictField(), help_text="{day, earned, level}; level is null where the game has none."
    )


class CountSerializer(serializers.Serializer[Any]):
    """How often something happened."""

    name = serializers.CharField()
    count = serializers.IntegerField()


class AttendanceSerializer(serializers.Serializer[Any]):
    """How often a member attended."""

    name = serializers.CharField()
    came = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Sessions played since joining.")


class PlotsSerializer(serializers.Serializer[Any]):
    """The statistics of a campaign over time."""

    progress = ProgressSerializer(many=True)
    checks_by_person = LuckSerializer(many=True)
    checks_by_session = LuckSerializer(many=True)
    encounters = CountSerializer(many=True)
    attendance = AttendanceSerializer(many=True)
    sessions = CountSerializer(many=True)
