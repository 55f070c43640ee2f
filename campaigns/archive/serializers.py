"""JSON of exports and restores."""

from typing import Any

from rest_framework import serializers

from campaigns.archive.log_export import FILE_TYPES, MARKDOWN
from campaigns.archive.models import Transfer
from campaigns.log.serializers import LogFilters
from common.serializer_fields import BooleanField, JsonObjectField, StrictSerializer, TextField
from people.models import PlaceOffer


class TransferSerializer(serializers.ModelSerializer[Any]):
    """An export or a restore."""

    about: Any = JsonObjectField(
        read_only=True,
        help_text="The contents of a waiting archive; `fault` if it was refused. "
        "After a restore: `campaign`, the id of the new campaign, and the names `given` and `offered` a place. "
        "`restorable` of the export of a campaign: false if it is larger than what the API and the pages restore. "
        "`maps_left_out` of one's own data: how many maps lack their picture, because it could not be made.",
    )

    class Meta:
        model = Transfer
        fields = ["key", "kind", "status", "campaign", "stage", "done", "total", "size", "about", "created"]
        read_only_fields = fields


class ExportBody(StrictSerializer):
    """What is exported."""

    whole = BooleanField(required=False, default=True, help_text="False exports only the caller's own data.")


class LogFileQuery(LogFilters):
    """The type of the file, and the filters of the log."""

    file_type = serializers.ChoiceField(list(FILE_TYPES), default=MARKDOWN)


class ConfirmBody(StrictSerializer):
    """What is restored of an archive, and to whom its places are offered."""

    people = serializers.ListField(
        child=TextField(max_length=150),
        required=False,
        default=list,
        max_length=500,
        help_text="Names of people in the archive to whom their places are offered. The caller gets the place of their "
        "own name in any case.",
    )
    leave_shut = BooleanField(
        required=False,
        default=False,
        help_text="Leave out encounters whose cards cannot be opened here. Needed if `about.shut` lists some.",
    )


class PlaceSerializer(serializers.ModelSerializer[Any]):
    """A place in a restored campaign, offered to the caller."""

    name = serializers.CharField(source="place.user.first_name", help_text="Its person's name in the archive.")
    role = serializers.CharField(source="place.role")
    campaign = serializers.CharField(source="place.campaign.name", help_text="The campaign's name.")
    by = serializers.CharField(source="by.username", default=None, allow_null=True, help_text="Who restored it.")

    class Meta:
        model = PlaceOffer
        fields = ["id", "name", "role", "campaign", "by", "created"]
        read_only_fields = fields
