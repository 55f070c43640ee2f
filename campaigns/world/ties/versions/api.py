"""The API of the earlier versions of ties; GMs only."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.ties.access import get_tie_as_gm
from campaigns.world.ties.api import tie_json
from campaigns.world.ties.serializers import TieSerializer
from campaigns.world.ties.versions.actions import restore_tie
from campaigns.world.versions.queries import list_versions
from campaigns.world.versions.serializers import VersionSerializer
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, request_revision, with_entity_tag


class TieVersionSerializer(VersionSerializer):
    """The words and times of a tie at an earlier time, or now."""

    revision = serializers.IntegerField()
    words = serializers.CharField()
    back = serializers.CharField()
    since = serializers.CharField()
    until = serializers.CharField()


class TieVersions(Endpoint):
    """What a tie was."""

    @extend_schema(operation_id="tie_versions", responses=TieVersionSerializer(many=True))
    def get(self, request: Request, tie_id: int) -> Response:
        """The versions of a tie, newest first; GMs only."""
        row, _membership = get_tie_as_gm(self.user, tie_id)
        rows = list_versions(row).select_related("history_user")
        return self.respond_with_page(rows, TieVersionSerializer, "-history_id")


class TieVersionRestore(Endpoint):
    """Restoring a version of a tie."""

    @extend_schema(operation_id="tie_restore_version", parameters=CHANGE, request=None, responses=TieSerializer)
    def post(self, request: Request, tie_id: int, tie_version: int) -> Response:
        """Gives the tie the words and times of a version; those in between stay in the history."""
        row, membership = get_tie_as_gm(self.user, tie_id)
        revision = request_revision(request, {})
        row = restore_tie(membership=membership, tie=row, version_id=tie_version, revision=revision)
        return with_entity_tag(request, tie_json(membership, row))
