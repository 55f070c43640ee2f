"""The API of the earlier versions of sessions and recaps; GMs only."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.report_serializers import RecapSerializer
from campaigns.sessions.serializers import SessionSerializer
from campaigns.sessions.versions.access import get_recap_as_gm, get_session_as_gm
from campaigns.sessions.versions.actions import restore_recap, restore_session
from campaigns.world.versions.queries import list_versions
from campaigns.world.versions.serializers import VersionSerializer
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, request_revision, with_entity_tag


class SessionVersionSerializer(VersionSerializer):
    """The texts of a session at an earlier time, or now."""

    revision = serializers.IntegerField()
    title = serializers.CharField()
    agenda = serializers.CharField()
    notes = serializers.CharField()
    gm_notes = serializers.CharField()


class RecapVersionSerializer(VersionSerializer):
    """A recap at an earlier time, or now."""

    revision = serializers.IntegerField()
    text = serializers.CharField(help_text="Markdown.")


class SessionVersions(Endpoint):
    """What a session's texts were."""

    @extend_schema(operation_id="session_versions", responses=SessionVersionSerializer(many=True))
    def get(self, request: Request, session_id: int) -> Response:
        """The versions of a session's texts, newest first; GMs only."""
        row, _membership = get_session_as_gm(self.user, session_id)
        rows = list_versions(row).select_related("history_user")
        return self.respond_with_page(rows, SessionVersionSerializer, "-history_id")


class SessionVersionRestore(Endpoint):
    """Restoring a version of a session's texts."""

    @extend_schema(operation_id="session_restore_version", parameters=CHANGE, request=None, responses=SessionSerializer)
    def post(self, request: Request, session_id: int, session_version: int) -> Response:
        """Gives the session the title, agenda and notes of a version; those in between stay in the history."""
        row, membership = get_session_as_gm(self.user, session_id)
        revision = request_revision(request, {})
        row = restore_session(membership=membership, session=row, version_id=session_version, revision=revision)
        return with_entity_tag(request, SessionSerializer(row, context={"membership": membership}).data)


class RecapVersions(Endpoint):
    """What a recap was."""

    @extend_schema(operation_id="recap_versions", responses=RecapVersionSerializer(many=True))
    def get(self, request: Request, session_id: int, edition: str) -> Response:
        """The versions of a stored recap, newest first; GMs only. `edition` is gm, party, or a character's id."""
        row, _membership = get_recap_as_gm(self.user, session_id, edition)
        rows = list_versions(row).select_related("history_user")
        return self.respond_with_page(rows, RecapVersionSerializer, "-history_id")


class RecapVersionRestore(Endpoint):
    """Restoring a version of a recap."""

    @extend_schema(operation_id="recap_restore_version", parameters=CHANGE, request=None, responses=RecapSerializer)
    def post(self, request: Request, session_id: int, edition: str, recap_version: int) -> Response:
        """Gives the recap the text of a version; those in between stay in the history."""
        row, membership = get_recap_as_gm(self.user, session_id, edition)
        revision = request_revision(request, {})
        row = restore_recap(membership=membership, recap=row, version_id=recap_version, revision=revision)
        stored: dict[str, Any] = {"audience": row.audience, "character": row.character_id, "text": row.text}
        return with_entity_tag(request, stored | {"revision": row.revision})
