"""JSON of the bestiary."""

from typing import Any

from rest_framework import serializers

from characters.models import Monster
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField


class MonsterSerializer(serializers.ModelSerializer[Any]):
    """A row of the bestiary."""

    class Meta:
        model = Monster
        fields = [
            "id",
            "campaign",
            "system",
            "name",
            "kind",
            "size",
            "stats",
            "text",
            "converted",
            "licence",
            "attribution",
            "active",
            "revision",
        ]
        read_only_fields = fields


class MonsterBody(StrictSerializer):
    """A monster of the campaign's own."""

    name = TextField(max_length=120)
    kind = TextField(max_length=60, required=False, allow_blank=True)
    size = TextField(max_length=40, required=False, allow_blank=True)
    stats = JsonObjectField()
    text = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    active = BooleanField(required=False)


class MonsterChange(MonsterBody):
    """Changes to a campaign's own monster; only the given fields change."""

    revision = IntegerField(
        min_value=1,
        required=False,
        help_text="The revision that you read. If it is not the current one, the response is 409 and nothing changes.",
    )
    name = TextField(max_length=120, required=False)
    stats = JsonObjectField(required=False)
    reason = TextField(max_length=100, required=False, allow_blank=True)


class MonsterQuery(serializers.Serializer[Any]):
    """The filters of the bestiary."""

    text = serializers.CharField(required=False, max_length=200)
    kind = serializers.CharField(required=False, max_length=60)
    own = serializers.BooleanField(required=False, help_text="Only the campaign's own rows.")


class CopyBody(StrictSerializer):
    """The target of a copy."""

    campaign = IdField()
    name = TextField(max_length=120, required=False, allow_blank=True)
