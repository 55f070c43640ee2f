"""JSON of the library and of imports."""

from typing import Any

from rest_framework import serializers

from campaigns.modules.format.faults import MORE
from campaigns.modules.models import ImportRun, ModuleVersion
from common.serializer_fields import BooleanField, IntegerField, StrictSerializer, TextField
from rules.pages.serializers import FaultSerializer


class ModuleVersionSerializer(serializers.ModelSerializer[Any]):
    """One version in the library, without its document."""

    key = serializers.CharField(source="module.key")
    title = serializers.CharField(source="module.title")
    shared = serializers.SerializerMethodField()
    warnings = FaultSerializer(many=True)
    truncated = serializers.SerializerMethodField(help_text="Whether there are more warnings than those shown.")

    class Meta:
        model = ModuleVersion
        fields = [
            "id",
            "key",
            "version",
            "title",
            "digest",
            "licence",
            "attribution",
            "shared",
            "warnings",
            "truncated",
            "created",
        ]
        read_only_fields = fields

    def get_shared(self, version: ModuleVersion) -> bool:
        """Whether everyone on this site can use it."""
        return version.module.owner_id is None

    def get_truncated(self, version: ModuleVersion) -> bool:
        """Whether the last stored warning says that there are more."""
        return bool(version.warnings) and version.warnings[-1].get("code") == MORE


class ReportSerializer(serializers.Serializer[Any]):
    """The validation result of a valid module."""

    key = serializers.CharField()
    version = serializers.CharField()
    warnings = FaultSerializer(many=True)
    truncated = serializers.BooleanField()


class ReviewLineSerializer(serializers.Serializer[Any]):
    """A point to check: `code` is contradiction, not_understood, assumed or left_out."""

    pointer = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    about = serializers.CharField()


class RecognisedSerializer(serializers.Serializer[Any]):
    """What the file was recognised as: its format, the game it is for, and the game's edition; "" where unknown."""

    format = serializers.CharField()
    system = serializers.CharField(allow_blank=True)
    edition = serializers.CharField(allow_blank=True)


class DraftSerializer(serializers.Serializer[Any]):
    """A file of another system as a Satchel draft, and the points that a person should check."""

    document = serializers.DictField()
    review = ReviewLineSerializer(many=True)
    truncated = serializers.BooleanField()
    recognised = RecognisedSerializer()


class ImportBody(StrictSerializer):
    """What to import and how; with `dry_run` nothing is imported."""

    module = TextField(max_length=64)
    version = TextField(max_length=64)
    ruleset = TextField(max_length=40, required=False, allow_null=True)
    party_size = IntegerField(min_value=1, max_value=10, required=False, allow_null=True)
    select = serializers.ListField(
        child=TextField(max_length=200), required=False, allow_null=True, min_length=1, max_length=1000
    )
    policy = serializers.ChoiceField(["keep_local", "take_new", "ask"], required=False)
    decisions = serializers.DictField(
        child=serializers.ChoiceField(["keep_local", "take_new"]), required=False, allow_null=True
    )
    allow_missing = serializers.ChoiceField(["monsters"], required=False, allow_null=True)
    prune = BooleanField(required=False)
    allow_downgrade = BooleanField(required=False)
    restore_deleted = BooleanField(required=False)
    reconvert = BooleanField(required=False)
    dry_run = BooleanField(default=False)
    background = BooleanField(default=False)
    plan_token = TextField(max_length=200, required=False, allow_null=True)


class PlanSerializer(serializers.Serializer[Any]):
    """What an import would do; with `plan_token` the import does exactly that or nothing."""

    counts = serializers.DictField(child=serializers.IntegerField())
    steps = serializers.ListField(child=serializers.DictField())
    options = serializers.DictField()
    plan_token = serializers.CharField()
    undecided = serializers.ListField(child=serializers.CharField())
    warnings = FaultSerializer(many=True)
    truncated = serializers.BooleanField(help_text="Whether there are more than the 200 warnings shown.")


class ImportSerializer(serializers.ModelSerializer[Any]):
    """An import with its result."""

    module = serializers.CharField(source="version.module.key")
    version = serializers.CharField(source="version.version")
    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    options = serializers.DictField()
    result = serializers.DictField()

    class Meta:
        model = ImportRun
        fields = [
            "id",
            "campaign",
            "module",
            "version",
            "status",
            "stage",
            "done",
            "total",
            "options",
            "result",
            "by",
            "created",
        ]
        read_only_fields = fields
