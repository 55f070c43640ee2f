"""JSON of the experience ledger, steps and requests for steps."""

from typing import Any, Final

from rest_framework import serializers

from characters.models import ExperienceEntry, StepRequest
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField

ANSWERS: Final = ("grant", "decline", "withdraw")


class AwardBody(StrictSerializer):
    """Experience credited to the character."""

    amount = IntegerField(
        min_value=1, max_value=99999, help_text="The amount in this unit. The game defines the maximum of one award."
    )
    unit = TextField(
        max_length=20, required=False, help_text="A unit of the game's experience; if left out, the first."
    )
    reason = TextField(max_length=400)
    encounter = IdField(required=False, allow_null=True)
    session = IdField(required=False, allow_null=True)


class TakeBackBody(StrictSerializer):
    """Why an entry is taken back."""

    reason = TextField(max_length=400)
    keep_sheet = BooleanField(
        required=False,
        help_text="Only refund a purchase that is no longer on the sheet. If false, its step is taken back too.",
    )


class EntrySerializer(serializers.ModelSerializer[Any]):
    """An entry of the experience ledger."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = ExperienceEntry
        fields = [
            "id",
            "kind",
            "unit",
            "amount",
            "reason",
            "rule",
            "session",
            "encounter",
            "undoes",
            "taken_back",
            "by",
            "created",
        ]
        read_only_fields = fields


class StepOfferSerializer(serializers.Serializer[Any]):
    """One way to advance; send `step` with a value for each of `choices`."""

    step = serializers.DictField(help_text="The fixed fields, in the format of the game.")
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    price = serializers.IntegerField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    affordable = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="Why the step is not available now.")
    opens = serializers.CharField(allow_blank=True, help_text="What becomes possible.")
    rules = serializers.ListField(child=serializers.CharField())
    choices = serializers.DictField(help_text="Fields that must still be chosen, as in the offers of an encounter.")
    asks_gm = serializers.BooleanField(help_text="Whether a player must request it with an explanation.")


class StepBody(StrictSerializer):
    """A step to take, or (with an explanation) to ask for."""

    step = JsonObjectField()
    explanation = TextField(max_length=4000, required=False, help_text="For steps that a GM grants.")


class StepRequestSerializer(serializers.ModelSerializer[Any]):
    """A step that needs the GM's approval."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    answered_by = serializers.CharField(source="answered_by.username", default=None, allow_null=True)
    step = serializers.DictField()

    class Meta:
        model = StepRequest
        fields = [
            "id",
            "character",
            "step",
            "label",
            "unit",
            "price",
            "explanation",
            "status",
            "by",
            "created",
            "answer",
            "answered_by",
            "answered",
        ]
        read_only_fields = fields


class StepTakenSerializer(serializers.Serializer[Any]):
    """The result of a step: an entry of the ledger, or an open request."""

    text = serializers.CharField()
    entry = EntrySerializer(allow_null=True, help_text="Null for a step of the creation, and for a request.")
    request = StepRequestSerializer(allow_null=True)
    revision = serializers.IntegerField(help_text="The revision of the sheet after the step.")


class StepRequestQuery(serializers.Serializer[Any]):
    """The filters of requests."""

    status = serializers.ChoiceField(StepRequest.Status.choices, required=False)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class StepAnswerBody(StrictSerializer):
    """The answer to a request."""

    what = serializers.ChoiceField(ANSWERS)
    answer = TextField(max_length=4000, required=False, allow_blank=True, help_text="Needed to decline.")
