"""JSON of encounters: the preparation, and who takes part once it has begun."""

from typing import Any

from rest_framework import serializers

from campaigns.models import Encounter, EncounterGroup, Participant
from rules.serializers import Flag, Id, JsonObject, Strict, Text, Whole


class GroupSerializer(serializers.ModelSerializer[Any]):
    """A line of the preparation."""

    names = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = EncounterGroup
        fields = ["id", "position", "side", "group", "monster", "character", "count", "names", "note"]
        read_only_fields = fields


class ParticipantSerializer(serializers.ModelSerializer[Any]):
    """Who takes part, under the id at the table; `controller` is the member who plays it, null for the GM."""

    id = serializers.CharField(source="key")

    class Meta:
        model = Participant
        fields = ["id", "name", "side", "group", "controller"]
        read_only_fields = fields


class EncounterSerializer(serializers.ModelSerializer[Any]):
    """An encounter without its table; `notes` only for GMs."""

    options = serializers.DictField()
    notes = serializers.CharField(allow_null=True, help_text="Null for everybody but GMs.")

    class Meta:
        model = Encounter
        fields = [
            "id", "campaign", "session", "title", "notes", "status", "options", "number", "outcome", "counts",
            "real_cards", "created", "started", "ended",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Encounter) -> dict[str, Any]:
        """The encounter as the caller may know it."""
        told: dict[str, Any] = super().to_representation(instance)
        if not self.context["own"].deals:
            told["notes"] = None
        return told


class WarningSerializer(serializers.Serializer[Any]):
    """What the rules say of a preparation before the start."""

    text = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    refused = serializers.BooleanField(required=False, help_text="It cannot start like this.")


class TableSerializer(EncounterSerializer):
    """An encounter; once begun, with the caller's own view of it. `groups` and `warnings` only for GMs."""

    warnings = WarningSerializer(many=True, required=False)

    groups = GroupSerializer(many=True, required=False)
    participants = ParticipantSerializer(many=True, required=False)
    seats = serializers.ListField(child=serializers.CharField(), required=False)
    view = serializers.DictField(required=False)
    locals()["as"] = serializers.CharField(required=False)

    class Meta(EncounterSerializer.Meta):
        fields = [*EncounterSerializer.Meta.fields, "groups", "warnings", "participants", "seats", "as", "view"]
        read_only_fields = fields


def exactly_one(attrs: dict[str, Any]) -> dict[str, Any]:
    """Refuses a line that names both a monster and a character, or neither."""
    if (attrs.get("monster") is None) == (attrs.get("character") is None):
        raise serializers.ValidationError("Name either a monster or a character.", "one-of")
    return attrs


class GroupBody(Strict):
    """A line of the preparation: a monster so many times, or a character."""

    monster = Id(required=False, allow_null=True)
    character = Id(required=False, allow_null=True)
    side = serializers.ChoiceField(EncounterGroup.Side.choices, required=False)
    group = Text(max_length=64, required=False, allow_blank=True)
    count = Whole(min_value=1, max_value=50, required=False)
    names = serializers.ListField(child=Text(max_length=200), required=False, max_length=50)
    note = Text(max_length=400, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of monster and character."""
        return exactly_one(attrs)


class ArrivalBody(Strict):
    """Who joins: one monster, or a character."""

    monster = Id(required=False, allow_null=True)
    character = Id(required=False, allow_null=True)
    group = Text(max_length=64, required=False, allow_blank=True)
    name = Text(max_length=120, required=False, help_text="A monster's name at the table.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of monster and character."""
        return exactly_one(attrs)


class EncounterBody(Strict):
    """What an encounter is prepared with."""

    title = Text(max_length=160)
    notes = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    session = Id(required=False, allow_null=True)
    options = JsonObject(required=False)
    counts = Flag(required=False, help_text="Whether surviving it counts toward a level.")
    real_cards = Flag(
        required=False, allow_null=True,
        help_text="Played with the table's own deck or dice: the site asks what came. Null: as in the campaign.",
    )  # fmt: skip
    groups = GroupBody(many=True, required=False)


class EncounterChange(EncounterBody):
    """What is changed; `groups` replaces the whole preparation."""

    title = Text(max_length=160, required=False)


class StartBody(Strict):
    """Nothing to say: the site brings the cards."""


class DrawBody(Strict):
    """Which cards of the table's own deck were drawn, in the order drawn."""

    locals()["as"] = Text(max_length=64, allow_blank=True, help_text='Who drew; "" for cards shown to all.')
    cards = serializers.ListField(child=Text(max_length=3), min_length=1, max_length=60)


class AwaitedSerializer(serializers.Serializer[Any]):
    """Somebody whose drawn cards are awaited; `mine` when the caller says them."""

    locals()["as"] = serializers.CharField(source="owner")
    name = serializers.CharField()
    count = serializers.IntegerField(help_text="How many cards, in the order drawn.")
    initiative = serializers.IntegerField(help_text="How many of them, the last ones, are for initiative.")
    mine = serializers.BooleanField()


class DrawSerializer(serializers.Serializer[Any]):
    """What the encounter waits for; empty when it waits for no card."""

    awaited = AwaitedSerializer(many=True)


class EncounterQuery(serializers.Serializer[Any]):
    """How the encounters may be narrowed."""

    status = serializers.ChoiceField(Encounter.Status.choices, required=False)
