"""JSON of characters and their earlier versions."""

from typing import Any

from rest_framework import serializers

from characters.models import Character
from characters.sheets.queries import CharacterReading
from common.revisions import READ, revision_read
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField


class OwnerSerializer(serializers.Serializer[Any]):
    """Who plays a character."""

    id = serializers.IntegerField()
    username = serializers.CharField()


class CharacterSerializer(serializers.ModelSerializer[Any]):
    """A character with its sheet and its figures; `notes` only for its player, `gm_notes` for GMs."""

    owner = OwnerSerializer(allow_null=True)
    sheet = serializers.DictField(help_text="In the format of the campaign's game.")
    progress = serializers.DictField(child=serializers.IntegerField(), help_text="Sums of the experience ledger.")
    figures = serializers.DictField(help_text="What the rules derive from sheet and progress.")
    refusal = serializers.CharField(help_text="Why the rules do not allow the stored sheet; usually empty.")

    notes = serializers.CharField(allow_null=True, help_text="Only for the player and GMs; otherwise null.")
    about = serializers.CharField(allow_null=True, help_text="Public notes of an NPC; null for everyone but GMs.")
    gm_notes = serializers.CharField(allow_null=True, help_text="Null for everyone but GMs.")
    revision = serializers.IntegerField(read_only=True, help_text=READ)

    class Meta:
        model = Character
        fields = [
            "id",
            "campaign",
            "name",
            "kind",
            "status",
            "visible",
            "portrait",
            "owner",
            "sheet",
            "progress",
            "figures",
            "refusal",
            "notes",
            "about",
            "gm_notes",
            "revision",
            "created",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The character of a `queries.CharacterReading`, as the caller may know it."""
        read: CharacterReading = instance
        row = read.character
        for name in ("sheet", "progress", "figures", "refusal"):
            setattr(row, name, getattr(read, name))
        fields: dict[str, Any] = super().to_representation(row)
        if not self.context["is_gm"]:
            fields["about"] = fields["gm_notes"] = None
            fields["revision"] = row.revision_for(is_gm=False)
        if not self.context["is_gm"] and row.owner_id != self.context["user"].pk:
            fields["notes"] = None
            fields["revision"] = revision_read(fields)
        return fields


class CharacterBody(StrictSerializer):
    """The fields of a new character."""

    name = TextField(max_length=120)
    kind = serializers.ChoiceField(Character.Kind.choices, default=Character.Kind.PC)
    owner = IdField(
        required=False,
        allow_null=True,
        help_text="The player of the character (a person's id). GMs may choose anyone, others only themselves.",
    )
    visible = BooleanField(required=False, help_text="GMs only.")
    sheet = JsonObjectField(required=False)
    ready_made = TextField(
        max_length=64,
        required=False,
        help_text="The key of a ready-made hero, instead of `sheet`.",
    )
    answers = JsonObjectField(
        required=False,
        help_text="Answers to all questions of the game, instead of `sheet`: `{question: answer}`, with their keys.",
    )
    notes = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    about = TextField(
        max_length=65536,
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Public notes of an NPC, except for `:::secret` blocks; GMs only.",
    )
    gm_notes = TextField(max_length=65536, required=False, allow_blank=True, help_text="GMs only.")
    credits = IntegerField(
        min_value=0,
        max_value=99999,
        required=False,
        help_text="Starting experience, in the game's first unit; GMs only.",
    )
    reason = TextField(max_length=400, required=False, allow_blank=True)


class CharacterChange(StrictSerializer):
    """Changes; only the given fields change. `revision` is the one you saw (or send If-Match)."""

    revision = IntegerField(min_value=1, required=False)
    name = TextField(max_length=120, required=False)
    visible = BooleanField(required=False, help_text="GMs only.")
    sheet = JsonObjectField(required=False, help_text="Top-level fields of the sheet.")
    notes = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    about = TextField(
        max_length=65536,
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Public notes of an NPC, except for `:::secret` blocks; GMs only.",
    )
    gm_notes = TextField(max_length=65536, required=False, allow_blank=True, help_text="GMs only.")
    status = serializers.ChoiceField(
        Character.Status.choices,
        required=False,
        help_text="Needs a reason. Players may retire their own characters; GMs may set all.",
    )
    reason = TextField(max_length=400, required=False, allow_blank=True)


class HitPointsBody(StrictSerializer):
    """Hurt, heal or set; `change` needs no revision, for two changes add up."""

    change = IntegerField(required=False, min_value=-999, max_value=999)
    to = IntegerField(
        required=False, allow_null=True, min_value=0, max_value=999, help_text="null: the value after a full rest"
    )
    reason = TextField(max_length=400, required=False, allow_blank=True)


class PoolBody(HitPointsBody):
    """Up, down or set; `change` needs no revision, for two changes add up."""


class SheetRestoreBody(StrictSerializer):
    """Why an earlier sheet is restored, and the revision that the caller read."""

    revision = IntegerField(
        required=False, min_value=1, help_text="If it is not the current revision, the response is 409."
    )
    reason = TextField(max_length=300, required=False, allow_blank=True)


class VersionSerializer(serializers.Serializer[Any]):
    """One earlier version of a character: who changed it, when and why."""

    id = serializers.IntegerField(source="history_id")

    revision = serializers.SerializerMethodField()
    when = serializers.DateTimeField(source="history_date")
    by = serializers.CharField(source="history_user.username", default=None, allow_null=True)
    reason = serializers.CharField(source="history_change_reason", default="", allow_null=True)
    name = serializers.CharField()
    status = serializers.CharField()
    sheet = serializers.DictField()

    def get_revision(self, version: Any) -> int:
        """The number that the caller saw then."""
        return int(version.revision if self.context["is_gm"] else version.revision - version.hidden_revisions)


class CharacterQuery(serializers.Serializer[Any]):
    """The filters of characters."""

    kind = serializers.ChoiceField(Character.Kind.choices, required=False)
    status = serializers.ChoiceField(Character.Status.choices, required=False)
