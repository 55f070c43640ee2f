"""The JSON of offers of characters."""

from typing import Any

from rest_framework import serializers

from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.queries import OfferView
from common.serializer_fields import BooleanField, IdField, StrictSerializer, TextField


class CharacterOfferBody(StrictSerializer):
    """The character that is offered, and where it would go."""

    character = IdField(help_text="An active character of this campaign.")
    campaign = IdField(help_text="Another campaign of the same world and game.")
    gm_part = BooleanField(
        required=False, default=False, help_text="Whether GM notes and other secrets of the character move along."
    )
    message = TextField(
        max_length=2000, required=False, allow_blank=True, help_text="Only GMs of both campaigns read it."
    )


class CharacterOfferSerializer(serializers.Serializer[Any]):
    """An offer of a character, as the caller may see it."""

    id = serializers.IntegerField(source="offer.pk")
    name = serializers.CharField(source="offer.name", help_text="The name that the character had when it was offered.")
    character = serializers.IntegerField(
        source="offer.character_id", allow_null=True, help_text="Null for GMs of the campaign that would get it."
    )
    campaign = serializers.CharField(source="offer.campaign.name", help_text="The campaign that offers it.")
    to = serializers.CharField(
        source="to_name", allow_null=True, help_text="The campaign that would get it; null for a player outside it."
    )
    player = serializers.CharField(help_text="Who plays the character while the offer is open, or empty.")
    figures = serializers.DictField(
        source="read.figures",
        default=None,
        allow_null=True,
        help_text="The character's figures while the offer is open; afterwards null.",
    )
    gm_part = serializers.BooleanField(source="offer.gm_part", allow_null=True, help_text="Null for players.")
    message = serializers.CharField(source="offer.message", allow_null=True, help_text="Null for players.")
    status = serializers.ChoiceField(CharacterOffer.Status.choices, source="offer.status")
    by = serializers.CharField(source="offer.by.username", default="")
    created = serializers.DateTimeField(source="offer.created")
    answered = serializers.DateTimeField(source="offer.answered", allow_null=True)
    moved = serializers.IntegerField(
        source="offer.moved_id", allow_null=True, help_text="The new character, for GMs of the campaign that got it."
    )

    def to_representation(self, instance: OfferView) -> dict[str, Any]:
        """What the reader may not know is null."""
        data: dict[str, Any] = super().to_representation(instance)
        data["to"] = data["to"] or None
        if not instance.for_gm:
            data |= {"gm_part": None, "message": None}
        return data | ({"character": None} if instance.here else {"moved": None})
