"""JSON of the earlier versions of rows."""

from typing import Any

from rest_framework import serializers


class VersionSerializer(serializers.Serializer[Any]):
    """The time of a version, the person who saved it, and the reason."""

    id = serializers.IntegerField(source="history_id")
    when = serializers.DateTimeField(source="history_date")
    by = serializers.CharField(source="history_user.username", default=None, allow_null=True)
    reason = serializers.CharField(source="history_change_reason", default="", allow_null=True)
