"""JSON of the library and of imports."""

from typing import Any

from rest_framework import serializers

from campaigns.models import ImportRun, ModuleVersion
from rules.serializers import FaultSerializer, Flag, Strict, Text, Whole


class ModuleVersionSerializer(serializers.ModelSerializer[Any]):
    """One version in the library, without its document."""

    key = serializers.CharField(source="module.key")
    title = serializers.CharField(source="module.title")
    shared = serializers.SerializerMethodField()
    warnings = FaultSerializer(many=True)

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
            "created",
        ]
        read_only_fields = fields

    def get_shared(self, version: ModuleVersion) -> bool:
        """Whether everybody on this site has it."""
        return version.module.owner_id is None


class ReportSerializer(serializers.Serializer[Any]):
    """What validation found in a sound module."""

    key = serializers.CharField()
    version = serializers.CharField()
    warnings = FaultSerializer(many=True)
    truncated = serializers.BooleanField()


class ReviewLineSerializer(serializers.Serializer[Any]):
    """One thing to look at: `code` is contradiction, not_understood, assumed or left_out."""

    pointer = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    about = serializers.CharField()


class DraftSerializer(serializers.Serializer[Any]):
    """A foreign file as a Satchel draft, and what a person should look at."""

    document = serializers.DictField()
    review = ReviewLineSerializer(many=True)
    truncated = serializers.BooleanField()


class ImportBody(Strict):
    """What to import and how; with `dry_run` nothing is written."""

    module = Text(max_length=64)
    version = Text(max_length=64)
    ruleset = Text(max_length=40, required=False, allow_null=True)
    party_size = Whole(min_value=1, max_value=10, required=False, allow_null=True)
    select = serializers.ListField(child=Text(max_length=200), required=False, allow_null=True, max_length=1000)
    policy = serializers.ChoiceField(["keep_local", "take_new", "ask"], required=False)
    decisions = serializers.DictField(
        child=serializers.ChoiceField(["keep_local", "take_new"]), required=False, allow_null=True
    )
    allow_missing = serializers.ChoiceField(["monsters"], required=False, allow_null=True)
    prune = Flag(required=False)
    allow_downgrade = Flag(required=False)
    restore_deleted = Flag(required=False)
    reconvert = Flag(required=False)
    dry_run = Flag(default=False)
    background = Flag(default=False)
    plan_token = Text(max_length=200, required=False, allow_null=True)


class PlanSerializer(serializers.Serializer[Any]):
    """What an import would do; `plan_token` makes the import do just that or nothing."""

    counts = serializers.DictField(child=serializers.IntegerField())
    steps = serializers.ListField(child=serializers.DictField())
    options = serializers.DictField()
    plan_token = serializers.CharField()
    undecided = serializers.ListField(child=serializers.CharField())
    warnings = FaultSerializer(many=True)


class ImportSerializer(serializers.ModelSerializer[Any]):
    """An import as it was done."""

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
