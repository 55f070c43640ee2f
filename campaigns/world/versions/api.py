"""The API of the versions of pages."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world import access as world_access
from campaigns.world.api import entry_json
from campaigns.world.serializers import REVISION, WorldEntrySerializer
from campaigns.world.versions.actions import restore_version
from campaigns.world.versions.queries import visible_versions
from campaigns.world.versions.serializers import VersionSerializer
from common.endpoint import Endpoint
from common.entity_tags import OPTIONAL_IF_MATCH, optional_revision
from common.serializer_fields import IntegerField, StrictSerializer


class PageVersionSerializer(VersionSerializer):
    """An earlier version of a page, or the current one."""

    revision = serializers.IntegerField()
    name = serializers.CharField()
    text = serializers.CharField()


class RestoreVersionBody(StrictSerializer):
    """The page as the caller read it."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)


class PageVersions(Endpoint):
    """The versions of a page."""

    @extend_schema(operation_id="world_versions", responses=PageVersionSerializer(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """The versions of a page, newest first; for people who may change it.

        Players who did not begin a page of the party notebook get what it was since it is in the notebook."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        rows = visible_versions(membership, row).select_related("history_user")
        return self.respond_with_page(rows, PageVersionSerializer, "-history_id")


class PageVersionRestore(Endpoint):
    """Restoring a version."""

    @extend_schema(
        operation_id="world_restore_version",
        parameters=[OPTIONAL_IF_MATCH],
        request=RestoreVersionBody,
        responses=WorldEntrySerializer,
    )
    def post(self, request: Request, entry_id: int, version_id: int) -> Response:
        """Gives the page the name, text and tags of a version; those in between stay in the history."""
        row, membership = world_access.get_editable_entry(self.user, entry_id)
        seen = optional_revision(request, self.read_body(RestoreVersionBody))
        row = restore_version(membership=membership, entry=row, version_id=version_id, revision=seen)
        return Response(entry_json(membership, row))
