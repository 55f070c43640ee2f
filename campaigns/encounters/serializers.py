"""JSON of encounters: the preparation, and the participants after the start."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.encounters.access import visible_notes
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.preparing.validation import MAX_PARTICIPANTS
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField


class GroupSerializer(serializers.ModelSerializer[Any]):
    """A group of the preparation."""

    names = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = EncounterGroup
        fields = ["id", "position", "side", "group", "monster", "character", "count", "names", "note", "hidden"]
        read_only_fields = fields


class ParticipantSerializer(serializers.ModelSerializer[Any]):
    """A participant, under its id at the table; `controller` is the member who plays it, null for the GM.

    Only GMs and its player see a `hidden` participant.
    """

    id = serializers.CharField(source="key")

    class Meta:
        model = Participant
        fields = ["id", "name", "side", "group", "controller", "hidden"]
        read_only_fields = fields


class EncounterSerializer(serializers.ModelSerializer[Any]):
    """An encounter without the view of its table; `notes` only for those who run its table."""

    options = serializers.DictField()
    notes = serializers.CharField(
        allow_null=True,
        help_text="For GMs and, without a dealer, for players, who do not get secret blocks; otherwise null.",
    )

    class Meta:
        model = Encounter
        fields = [
            "id",
            "campaign",
            "session",
            "title",
            "notes",
            "status",
            "options",
            "number",
            "outcome",
            "counts",
            "real_cards",
            "dealerless",
            "created",
            "started",
            "ended",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Encounter) -> dict[str, Any]:
        """The encounter as the caller may know it."""
        data: dict[str, Any] = super().to_representation(instance)
        membership = self.context["membership"]
        data["notes"] = visible_notes(membership, instance) if instance.is_run_by(membership) else None
        return data


class WarningSerializer(serializers.Serializer[Any]):
    """A warning about a preparation."""

    text = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    refused = serializers.BooleanField(required=False, help_text="Whether this prevents the start.")


class TableSerializer(EncounterSerializer):
    """An encounter; once begun, with the caller's own view of it. `groups` and `warnings` only for those who run
    its table."""

    warnings = WarningSerializer(many=True, required=False)

    groups = GroupSerializer(many=True, required=False)
    participants = ParticipantSerializer(many=True, required=False)
    seats = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="All seats that you can name in `as`."
    )
    view = serializers.DictField(required=False, help_text="The table as you may see it, in the format of its game.")
    locals()["as"] = serializers.CharField(required=False, help_text="The seat of the view.")
    revision = serializers.IntegerField(
        required=False,
        help_text="A number that changes with the part of the preparation that you may read, but not with commands.",
    )

    class Meta(EncounterSerializer.Meta):
        fields = [
            *EncounterSerializer.Meta.fields,
            "revision",
            "groups",
            "warnings",
            "participants",
            "seats",
            "as",
            "view",
        ]
        read_only_fields = fields


def exactly_one(attrs: dict[str, Any]) -> dict[str, Any]:
    """Refuses a group that names both a monster and a character, or neither."""
    if (attrs.get("monster") is None) == (attrs.get("character") is None):
        raise serializers.ValidationError("Name either a monster or a character.", "one-of")
    return attrs


class GroupBody(StrictSerializer):
    """A group of the preparation: a number of monsters, or a character.

    A character is one participant, under its own name: `count`, `names` and `note` are for monsters. One that is named
    twice takes part once.
    """

    monster = IdField(required=False, allow_null=True)
    character = IdField(required=False, allow_null=True)
    side = serializers.ChoiceField(EncounterGroup.Side.choices, required=False)
    group = TextField(
        max_length=64, required=False, allow_blank=True, help_text="Monsters with the same word share initiative."
    )
    count = IntegerField(min_value=1, max_value=MAX_PARTICIPANTS, required=False)
    names = serializers.ListField(
        child=TextField(max_length=200),
        required=False,
        max_length=50,
        help_text="The names of the first ones at the table; the others get the monster's name.",
    )
    note = TextField(max_length=400, required=False, allow_blank=True)
    hidden = BooleanField(
        required=False, help_text="Hidden at first: players cannot see the participants until they are revealed."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of monster and character."""
        return exactly_one(attrs)


class ArrivalBody(StrictSerializer):
    """A newcomer: a monster or a character. Players bring one of their own characters through a participant (`as`)."""

    locals()["as"] = TextField(
        max_length=64, required=False, help_text="The participant who brings them; if left out, the GM."
    )
    monster = IdField(required=False, allow_null=True)
    character = IdField(required=False, allow_null=True)
    group = TextField(max_length=64, required=False, allow_blank=True)
    name = TextField(max_length=120, required=False, help_text="A monster's name at the table.")
    hidden = BooleanField(
        required=False, help_text="True adds a hidden participant, whom players cannot see until they are revealed."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of monster and character."""
        return exactly_one(attrs)


class EncounterBody(StrictSerializer):
    """The fields of a new encounter."""

    title = TextField(max_length=160)
    notes = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    session = IdField(required=False, allow_null=True)
    options = JsonObjectField(
        required=False,
        help_text="Options of the game for this encounter; `systems/` names them. Else as in the campaign.",
    )
    counts = BooleanField(required=False, help_text="Whether surviving the encounter counts toward a level.")
    real_cards = BooleanField(
        required=False,
        allow_null=True,
        help_text="Played with the table's own deck or dice, whose results are entered. Null: as in the campaign.",
    )
    groups = GroupBody(many=True, required=False)


class EncounterChange(EncounterBody):
    """Changes to a prepared encounter; `groups` replaces the whole preparation."""

    title = TextField(max_length=160, required=False)
    dealerless = BooleanField(
        required=False,
        help_text="For GMs, before the start: without a dealer every player can run it, and reads its notes.",
    )
    revision = IntegerField(
        required=False,
        min_value=1,
        help_text="The revision that you read. If it is not the current one, the response is 409 and nothing changes.",
    )


class StartBody(StrictSerializer):
    """An empty body: the site provides the cards."""


@extend_schema_field({"type": "string", "pattern": "^([2-9TJQKAtjqka][CDHScdhs]|[Xx][Xx])$"})
class CardField(TextField):
    """The name of a card; the deck of the table decides which ones there are."""


class DrawBody(StrictSerializer):
    """Which cards of the table's own deck were drawn, in the order drawn."""

    locals()["as"] = TextField(max_length=64, allow_blank=True, help_text='Who drew; "" for cards shown to all.')
    cards = serializers.ListField(
        child=CardField(max_length=3),
        min_length=1,
        max_length=60,
        help_text="Each is a rank (2 to 9, T for ten, J, Q, K, A) and a suit (C, D, H, S), such as TC; a joker is XX.",
    )
    question = TextField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="The `question` that the caller read; 422 if the site asks for other cards by now. Without it the"
        " cards answer whatever is asked now.",
    )


class DrawQuery(serializers.Serializer[Any]):
    """Which draw is taken back."""

    question = serializers.CharField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="The `question` that the caller read; 422 if another draw waits by now. Without it, whatever waits is"
        " taken back.",
    )


class AwaitedSerializer(serializers.Serializer[Any]):
    """A participant whose drawn cards are awaited; `mine` if the caller enters them."""

    locals()["as"] = serializers.CharField(source="owner")
    name = serializers.CharField()
    count = serializers.IntegerField(help_text="How many cards, in the order drawn.")
    held = serializers.IntegerField(
        source="cards_in_hand", help_text="How many of the first cards are in the hand and entered again."
    )
    initiative = serializers.IntegerField(help_text="How many of the last cards are for initiative.")
    mine = serializers.BooleanField()


class DrawSerializer(serializers.Serializer[Any]):
    """The draws that the encounter waits for; empty if it waits for no card."""

    awaited = AwaitedSerializer(many=True)
    conflicts = serializers.IntegerField(help_text="How often the entered cards have contradicted each other.")
    question = serializers.CharField(
        allow_blank=True,
        help_text="Names what is asked now; send it back with the cards, or to take the draw back. Empty if the"
        " encounter waits for no card.",
    )


class EncounterQuery(serializers.Serializer[Any]):
    """The filters of encounters."""

    status = serializers.ChoiceField(Encounter.Status.choices, required=False)
