"""JSON of the library and of imports."""

from typing import Any

from rest_framework import serializers

from campaigns.modules.format.faults import MORE
from campaigns.modules.imports.plans import ACTIONS
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

    module = TextField(max_length=64, help_text="The key of a module in your library.")
    version = TextField(max_length=64)
    ruleset = TextField(
        max_length=40, required=False, allow_null=True, help_text="The game of the campaign, which is the default."
    )
    party_size = IntegerField(
        min_value=1,
        max_value=10,
        required=False,
        allow_null=True,
        help_text="If left out: as in the latest import of the module here, or else what it is designed for.",
    )
    select = serializers.ListField(
        child=TextField(max_length=200),
        required=False,
        allow_null=True,
        min_length=1,
        max_length=1000,
        help_text="References of the objects to import, such as `location:the-landing`. If left out: all.",
    )
    policy = serializers.ChoiceField(
        ["keep_local", "take_new", "ask"],
        required=False,
        help_text="What happens to places that were changed both here and in the module: they stay as they are here "
        "(the default), they become as in the module, or each needs a decision.",
    )
    decisions = serializers.DictField(
        child=serializers.ChoiceField(["keep_local", "take_new"]),
        required=False,
        allow_null=True,
        help_text="What happens to single places, whatever the policy is. The keys are those in `undecided` of a plan "
        "with the policy `ask`, such as `location:the-landing#/title`.",
    )
    allow_missing = serializers.ChoiceField(
        ["monsters"],
        required=False,
        allow_null=True,
        help_text="Monsters that neither the module nor its required modules contain are replaced, with a warning.",
    )
    prune = BooleanField(
        required=False,
        help_text="Removes objects that the module no longer has, if nobody changed them and nothing in play refers to "
        "them. Otherwise they stay as orphans.",
    )
    allow_downgrade = BooleanField(required=False, help_text="Imports a version older than the one that is here.")
    restore_deleted = BooleanField(required=False, help_text="Brings back objects that were deleted here.")
    reconvert = BooleanField(
        required=False,
        help_text="Converts figures again that came from another game, with the current conversion tables.",
    )
    dry_run = BooleanField(default=False, help_text="Returns the plan and imports nothing.")
    background = BooleanField(default=False, help_text="The import continues after the response.")
    plan_token = TextField(
        max_length=200,
        required=False,
        allow_null=True,
        help_text="From a plan with the same options: the import does exactly what that plan says, or is refused with "
        "409 `plan.stale`.",
    )


class PlanChangeSerializer(serializers.Serializer[Any]):
    """A place of an object that differs. A conflict has the values before, here and in the module, if there are any."""

    pointer = serializers.CharField(help_text="JSON pointer into the object; entries of lists are named by their key.")
    what = serializers.ChoiceField(["keep", "update", "converged", "conflict"])
    base = serializers.JSONField(required=False, help_text="As it was imported last.")
    local = serializers.JSONField(required=False, help_text="As it is in the campaign.")
    new = serializers.JSONField(required=False, help_text="As it is in the module.")
    taken = serializers.ChoiceField(["keep_local", "take_new"], required=False, help_text="How a conflict ends.")


class PlanStepSerializer(serializers.Serializer[Any]):
    """What happens to one object.

    `keep`: only this campaign changed it. `converged`: both made the same change. `orphan`: the module no longer has
    it, and it stays. `skipped_deleted`: it was deleted here, and stays deleted.
    """

    ref = serializers.CharField(help_text="Such as `location:the-landing`.")
    title = serializers.CharField()
    action = serializers.ChoiceField(ACTIONS)
    note = serializers.CharField()
    changes = PlanChangeSerializer(many=True, required=False)


class PlanSerializer(serializers.Serializer[Any]):
    """What an import would do; with `plan_token` the import does exactly that or nothing."""

    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How many steps have each action.")
    steps = PlanStepSerializer(many=True)
    options = serializers.DictField(help_text="All options, completed.")
    plan_token = serializers.CharField()
    undecided = serializers.ListField(
        child=serializers.CharField(), help_text="With the policy `ask`: the places that need one of `decisions`."
    )
    warnings = FaultSerializer(many=True)
    truncated = serializers.BooleanField(help_text="Whether there are more than the 200 warnings shown.")


class ImportSerializer(serializers.ModelSerializer[Any]):
    """An import with its result."""

    module = serializers.CharField(source="version.module.key")
    version = serializers.CharField(source="version.version")
    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    options = serializers.DictField(help_text="All options, completed.")
    result = serializers.DictField(
        help_text="`counts`, `steps` and `warnings` as in a plan, and `created`, the references of new objects. After "
        "a rollback also `rollback`: the references that were `restored`, `removed` and `kept`. If the status is "
        "`failed` or `cancelled`, only `refused`: its `code` and `message`. Empty while the import is running."
    )

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
