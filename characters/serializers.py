"""JSON of characters, the experience ledger and the bestiary."""

from typing import Any

from rest_framework import serializers

from characters.models import Character, ExperienceEntry, Monster, StepRequest
from characters.queries import Read
from rules.serializers import Flag, Id, JsonObject, Strict, Text, Whole


class OwnerSerializer(serializers.Serializer[Any]):
    """Who plays a character."""

    id = serializers.IntegerField()
    username = serializers.CharField()


class CharacterSerializer(serializers.ModelSerializer[Any]):
    """A character with its sheet and its figures; `notes` only for its player, `gm_notes` for GMs."""

    owner = OwnerSerializer(allow_null=True)
    sheet = serializers.DictField(help_text="In the words of the campaign's game.")
    progress = serializers.DictField(child=serializers.IntegerField(), help_text="Sums of the experience ledger.")
    figures = serializers.DictField(help_text="What the rules make of sheet and progress.")
    refusal = serializers.CharField(help_text="Why the rules refuse the stored sheet; mostly empty.")

    notes = serializers.CharField(allow_null=True, help_text="The player's; null for others.")
    about = serializers.CharField(allow_null=True, help_text="Of an NPC what the players know; null but for GMs.")
    gm_notes = serializers.CharField(allow_null=True, help_text="Null for everybody but GMs.")

    class Meta:
        model = Character
        fields = [
            "id", "campaign", "name", "kind", "status", "visible", "owner", "sheet", "progress", "figures",
            "refusal", "notes", "about", "gm_notes", "revision", "created",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The character of a `queries.Read`, as the caller may know it."""
        read: Read = instance
        row = read.character
        for name in ("sheet", "progress", "figures", "refusal"):
            setattr(row, name, getattr(read, name))
        told: dict[str, Any] = super().to_representation(row)
        if not self.context["runs"]:
            told["about"] = told["gm_notes"] = None
        if not self.context["runs"] and row.owner_id != self.context["user"].pk:
            told["notes"] = None
        return told


class CharacterBody(Strict):
    """What a character is made of."""

    name = Text(max_length=120)
    kind = serializers.ChoiceField(Character.Kind.choices, default=Character.Kind.PC)
    owner = Id(required=False, allow_null=True, help_text="Who plays it (a person's id); GMs only. Yourself.")
    visible = Flag(required=False, help_text="GMs only.")
    sheet = JsonObject(required=False)
    notes = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    about = Text(
        max_length=65536, required=False, allow_blank=True, trim_whitespace=False,
        help_text="Of an NPC: what the players know, `:::secret` blocks aside; GMs only.",
    )  # fmt: skip
    gm_notes = Text(max_length=65536, required=False, allow_blank=True, help_text="GMs only.")
    credits = Whole(
        min_value=0, max_value=99999, required=False,
        help_text="Experience it begins with, in the game's first unit; GMs only.",
    )  # fmt: skip
    reason = Text(max_length=400, required=False, allow_blank=True)


class CharacterChange(Strict):
    """What is changed; only fields that are given. `revision` is the one you saw (or send If-Match)."""

    revision = Whole(min_value=1, required=False)
    name = Text(max_length=120, required=False)
    visible = Flag(required=False, help_text="GMs only.")
    sheet = JsonObject(required=False, help_text="Top-level fields of the sheet.")
    notes = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    about = Text(
        max_length=65536, required=False, allow_blank=True, trim_whitespace=False,
        help_text="Of an NPC: what the players know, `:::secret` blocks aside; GMs only.",
    )  # fmt: skip
    gm_notes = Text(max_length=65536, required=False, allow_blank=True, help_text="GMs only.")
    status = serializers.ChoiceField(Character.Status.choices, required=False, help_text="GMs; needs a reason.")
    reason = Text(max_length=400, required=False, allow_blank=True)


class HitPointsBody(Strict):
    """Hurt, heal or set; `change` needs no revision, for two changes add up."""

    change = Whole(required=False, min_value=-999, max_value=999)
    to = Whole(required=False, allow_null=True, min_value=0, max_value=999, help_text="null: as after a full rest")
    reason = Text(max_length=400, required=False, allow_blank=True)


class PoolBody(HitPointsBody):
    """Up, down or set; `change` needs no revision, for two changes add up."""


class AwardBody(Strict):
    """Experience credited to the character."""

    amount = Whole(min_value=1, max_value=99999, help_text="In the unit; the game says the most of one award.")
    unit = Text(max_length=20, required=False, help_text="A unit of the game's experience; its first when left out.")
    reason = Text(max_length=400)
    encounter = Id(required=False, allow_null=True)
    session = Id(required=False, allow_null=True)


class TakeBackBody(Strict):
    """Why an entry is taken back."""

    reason = Text(max_length=400)


class EntrySerializer(serializers.ModelSerializer[Any]):
    """A line of the experience ledger."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = ExperienceEntry
        fields = [
            "id", "kind", "unit", "amount", "reason", "rule", "session", "encounter", "undoes", "taken_back",
            "by", "created",
        ]  # fmt: skip
        read_only_fields = fields


class StepOfferSerializer(serializers.Serializer[Any]):
    """One way to advance; a step to take is `step` with a value for each of `choices`."""

    step = serializers.DictField(help_text="Its fixed fields, in the words of the game.")
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    price = serializers.IntegerField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    affordable = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="Why not now.")
    opens = serializers.CharField(allow_blank=True, help_text="What becomes possible.")
    rules = serializers.ListField(child=serializers.CharField())
    choices = serializers.DictField(help_text="Fields still open, as in the offers of an encounter.")
    asks_gm = serializers.BooleanField(help_text="A player asks for it with an explanation.")


class StepBody(Strict):
    """A step to take, or (with an explanation) to ask for."""

    step = JsonObject()
    explanation = Text(max_length=4000, required=False, help_text="For steps that a GM grants.")


class StepRequestSerializer(serializers.ModelSerializer[Any]):
    """A step asked of the GM."""

    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    answered_by = serializers.CharField(source="answered_by.username", default=None, allow_null=True)
    step = serializers.DictField()

    class Meta:
        model = StepRequest
        fields = [
            "id", "character", "step", "label", "unit", "price", "explanation", "status", "by", "created", "answer",
            "answered_by", "answered",
        ]  # fmt: skip
        read_only_fields = fields


class StepTakenSerializer(serializers.Serializer[Any]):
    """What a step came to: a line of the ledger, or a request that waits."""

    text = serializers.CharField()
    entry = EntrySerializer(allow_null=True, help_text="Null for a step of the creation, and for a request.")
    request = StepRequestSerializer(allow_null=True)
    revision = serializers.IntegerField(help_text="The sheet's revision afterwards.")


class StepRequestQuery(serializers.Serializer[Any]):
    """How requests may be narrowed."""

    status = serializers.ChoiceField(StepRequest.Status.choices, required=False)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class StepAnswerBody(Strict):
    """The answer to a request."""

    what = serializers.ChoiceField(["grant", "decline", "withdraw"])
    answer = Text(max_length=4000, required=False, allow_blank=True, help_text="Needed to decline.")


class VersionSerializer(serializers.Serializer[Any]):
    """One earlier version of a character: who changed it, when and why."""

    revision = serializers.IntegerField()
    when = serializers.DateTimeField(source="history_date")
    by = serializers.CharField(source="history_user.username", default=None, allow_null=True)
    reason = serializers.CharField(source="history_change_reason", default="", allow_null=True)
    name = serializers.CharField()
    status = serializers.CharField()
    sheet = serializers.DictField()


class MonsterSerializer(serializers.ModelSerializer[Any]):
    """A row of the bestiary."""

    class Meta:
        model = Monster
        fields = [
            "id", "campaign", "system", "name", "kind", "size", "stats", "text", "converted", "licence",
            "attribution", "active", "revision",
        ]  # fmt: skip
        read_only_fields = fields


class MonsterBody(Strict):
    """A monster of the campaign's own."""

    name = Text(max_length=120)
    kind = Text(max_length=60, required=False, allow_blank=True)
    size = Text(max_length=40, required=False, allow_blank=True)
    stats = JsonObject()
    text = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    active = Flag(required=False)


class MonsterChange(MonsterBody):
    """What is changed about a campaign's own monster; only fields that are given."""

    revision = Whole(
        min_value=1, required=False, help_text="The one you read; when it is not the current one, 409 and no change."
    )
    name = Text(max_length=120, required=False)
    stats = JsonObject(required=False)
    reason = Text(max_length=100, required=False, allow_blank=True)


class MonsterQuery(serializers.Serializer[Any]):
    """How the bestiary may be narrowed."""

    text = serializers.CharField(required=False, max_length=200)
    kind = serializers.CharField(required=False, max_length=60)
    own = serializers.BooleanField(required=False, help_text="Only the campaign's own rows.")


class CharacterQuery(serializers.Serializer[Any]):
    """How the characters may be narrowed."""

    kind = serializers.ChoiceField(Character.Kind.choices, required=False)
    status = serializers.ChoiceField(Character.Status.choices, required=False)


class CopyBody(Strict):
    """Where a shared row is copied to."""

    campaign = Id()
    name = Text(max_length=120, required=False, allow_blank=True)
