"""The API of what the steps and rewards of a thread were; GMs only."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.quests.access import get_thread_as_gm
from campaigns.world.quests.api import QuestLineSerializer
from campaigns.world.quests.models import QuestLine
from campaigns.world.quests.versions.actions import restore_line
from campaigns.world.quests.versions.queries import list_versions
from campaigns.world.versions.serializers import VersionSerializer
from common.endpoint import Endpoint


class QuestVersionSerializer(VersionSerializer):
    """A step or a reward at an earlier time, now, or when it was removed."""

    line = serializers.IntegerField(source="id", help_text="The id of the step or reward.")
    kind = serializers.ChoiceField(QuestLine.Kind.choices)
    text = serializers.CharField()
    done = serializers.DateTimeField(allow_null=True)
    gm_only = serializers.BooleanField()
    removed = serializers.SerializerMethodField(help_text="Whether it was removed then.")

    def get_removed(self, version: QuestLine) -> bool:
        """Whether the version is the mark of a removal."""
        kind: str = version.history_type  # type: ignore[attr-defined]
        return kind == "-"


class QuestVersions(Endpoint):
    """What the steps and rewards of a thread were."""

    @extend_schema(operation_id="quest_versions", responses=QuestVersionSerializer(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """The versions of all steps and rewards of a thread, newest first, with removed ones; GMs only."""
        row, _membership = get_thread_as_gm(self.user, entry_id)
        rows = list_versions(row).select_related("history_user")
        return self.respond_with_page(rows, QuestVersionSerializer, "-history_id")


class QuestVersionRestore(Endpoint):
    """Restoring a version of a step or reward."""

    @extend_schema(operation_id="quest_restore_version", request=None, responses=QuestLineSerializer)
    def post(self, request: Request, entry_id: int, quest_version: int) -> Response:
        """Gives a step or reward the words of a version; a removed one returns at the end. GMs only."""
        row, membership = get_thread_as_gm(self.user, entry_id)
        line = restore_line(membership=membership, thread=row, version_id=quest_version)
        return Response(QuestLineSerializer(line).data)
