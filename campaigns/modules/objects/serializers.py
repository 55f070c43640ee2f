"""JSON of imported objects, and the bodies of the actions on them."""

from typing import Any

from rest_framework import serializers

from campaigns.log.models import LogEntry
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects.queries import ObjectDetail
from campaigns.modules.objects.states import notes_revision, revision_of
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField


class ObjectSerializer(serializers.ModelSerializer[Any]):
    """An imported object without its content."""

    module = serializers.CharField(source="module_key")
    collection: Any = serializers.ChoiceField(list(SINGULAR))
    version = serializers.CharField(source="base_version", help_text="The module version it was last imported from.")
    deleted = serializers.BooleanField(source="tombstone")
    monster: Any = serializers.IntegerField(source="monster_id", allow_null=True)
    character: Any = serializers.IntegerField(source="character_id", allow_null=True)

    class Meta:
        model = ImportedObject
        fields = [
            "id",
            "campaign",
            "module",
            "collection",
            "key",
            "title",
            "version",
            "deleted",
            "orphan",
            "monster",
            "character",
        ]
        read_only_fields = fields


class InPlaySerializer(serializers.Serializer[Any]):
    """The state of an object in play."""

    done = serializers.BooleanField(help_text="True for a sprung hazard, a found treasure or a given clue.")
    taken = serializers.ListField(child=serializers.CharField(), help_text="Keys of taken items; `coins` for coins.")
    drawn = serializers.ListField(child=serializers.CharField(), help_text="Cards of a table that were drawn.")
    paid = serializers.IntegerField(help_text="How often an award was paid.")


class ObjectDetailSerializer(ObjectSerializer):
    """An imported object with its content in the module format, and its state in play."""

    revision = serializers.IntegerField(help_text="A number that changes with the content.")
    content = serializers.DictField(help_text="In the module format; `modules/schema/` describes it.")
    encounter = serializers.IntegerField(allow_null=True, help_text="The encounter that was imported from it.")
    world = serializers.IntegerField(allow_null=True, help_text="The page of the world that shows it to the players.")
    shown = serializers.BooleanField(help_text="Whether the players can see it now.")
    can_show = serializers.BooleanField()
    play = InPlaySerializer()

    class Meta(ObjectSerializer.Meta):
        fields = [
            *ObjectSerializer.Meta.fields,
            "revision",
            "content",
            "encounter",
            "world",
            "shown",
            "can_show",
            "play",
        ]
        read_only_fields = fields

    def to_representation(self, instance: ObjectDetail) -> dict[str, object]:
        """The object with what belongs to it."""
        state, row = instance.play.state.state, instance.row
        fields: dict[str, object] = ObjectSerializer(row).data
        return fields | {
            "revision": revision_of(row),
            "content": row.current,
            "encounter": instance.encounter.pk if instance.encounter else None,
            "world": instance.play.world.pk if instance.play.world else None,
            "shown": instance.play.seen,
            "can_show": instance.play.can_show,
            "play": {
                "done": bool(state.get("done")),
                "taken": sorted(instance.play.taken),
                "drawn": state.get("drawn", []),
                "paid": state.get("paid", 0),
            },
        }


class ObjectsQuery(serializers.Serializer[Any]):
    """The filters of imported objects."""

    module = serializers.CharField(required=False, max_length=64, help_text="The key of a module.")
    collection = serializers.ChoiceField(list(SINGULAR), required=False)
    text = serializers.CharField(required=False, max_length=200, help_text="In the title or in a text block.")
    encounter = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="The id of an encounter: only the object from which it was imported, and its scenes and locations.",
    )
    deleted = serializers.BooleanField(required=False, default=False, help_text="Only those that were deleted here.")


class ObjectChange(StrictSerializer):
    """Either the whole content, or a new title and the texts of some blocks."""

    revision = IntegerField(required=False, min_value=1, help_text="The revision that you read.")
    content = JsonObjectField(required=False, help_text="In the module format, with the same key.")
    title = TextField(max_length=200, required=False)
    texts: Any = serializers.DictField(
        child=TextField(max_length=65536, allow_blank=True, trim_whitespace=False),
        required=False,
        help_text="Markdown by the key of its block.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways."""
        if "content" in attrs and ("title" in attrs or "texts" in attrs):
            raise serializers.ValidationError("Send content, or title and texts, but not both.")
        if not {"content", "title", "texts"} & set(attrs):
            raise serializers.ValidationError("Send content, title or texts.")
        return attrs


class NotesSerializer(serializers.Serializer[Any]):
    """The GM's notes about an object, which imports do not change."""

    notes = serializers.CharField()
    revision = serializers.IntegerField()

    def to_representation(self, instance: Any) -> dict[str, object]:
        """The notes with their revision."""
        return {"notes": instance.notes, "revision": notes_revision(instance)}


class NotesBody(StrictSerializer):
    """New notes."""

    notes = TextField(max_length=65536, allow_blank=True, trim_whitespace=False, help_text="Markdown.")
    revision = IntegerField(required=False, min_value=1, help_text="The revision of the notes that you read.")


class MarkBody(StrictSerializer):
    """Whether it is done."""

    done = BooleanField()


class TakeBody(StrictSerializer):
    """What is taken of a treasure."""

    item = TextField(max_length=64, help_text="The key of an item, or `coins`.")
    taken = BooleanField(default=True, help_text="False puts it back.")


class RollBody(StrictSerializer):
    """Who reads the result of a table."""

    audience = serializers.ChoiceField(
        LogEntry.Audience.choices,
        default=LogEntry.Audience.GM,
        help_text="Who reads the log entry: `gm` (GMs only) or `all` (everyone).",
    )


class PayBody(StrictSerializer):
    """Who gets an award."""

    characters = serializers.ListField(child=IdField(), min_length=1, max_length=100, help_text="Player characters.")


class PaidSerializer(serializers.Serializer[Any]):
    """What each character got."""

    amount = serializers.IntegerField()


class RollSerializer(serializers.Serializer[Any]):
    """The result of a table."""

    result = serializers.CharField(allow_blank=True, help_text="The total of the dice, or the card; may be empty.")
    row = serializers.DictField(help_text="The row of the table, in the module format.")
