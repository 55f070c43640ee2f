"""JSON of awards to several characters."""

from typing import Any

from rest_framework import serializers

from characters.experience.serializers import AwardBody, EntrySerializer
from characters.models import ExperienceEntry
from common.serializer_fields import IdField


class CampaignEntrySerializer(EntrySerializer):
    """An entry of a ledger, with its character."""

    class Meta(EntrySerializer.Meta):
        fields = ["character", *EntrySerializer.Meta.fields]
        read_only_fields = fields


class AwardQuery(serializers.Serializer[Any]):
    """The filters of ledger entries."""

    session = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    kind = serializers.ChoiceField(ExperienceEntry.Kind.choices, required=False)


class PartyAwardBody(AwardBody):
    """Experience credited to several characters."""

    characters = serializers.ListField(child=IdField(), min_length=1, max_length=100)


class PartyAwardSerializer(serializers.Serializer[Any]):
    """A ledger entry for each character."""

    results = CampaignEntrySerializer(many=True)
