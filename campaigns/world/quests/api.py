"""The API of quests: the steps and rewards of threads."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.quests import actions
from campaigns.world.quests.access import get_quest_line_as_gm, get_thread, get_visible_quest_line, visible_quest_lines
from campaigns.world.quests.models import QuestLine
from campaigns.world.quests.queries import read_lines
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.serializer_fields import REVISION, BooleanField, IntegerField, StrictSerializer, TextField
from people.access import require_gm


class QuestLineSerializer(serializers.ModelSerializer[Any]):
    """A step or a reward of a thread."""

    revision = serializers.IntegerField(read_only=True, help_text="A number that changes with what it says.")

    class Meta:
        model = QuestLine
        fields = ["id", "thread", "kind", "text", "done", "gm_only", "revision", "created"]
        read_only_fields = fields


class QuestLineBody(StrictSerializer):
    """A new step or reward, at the end of the others."""

    kind = serializers.ChoiceField(QuestLine.Kind.choices, default=QuestLine.Kind.STEP)
    text = TextField(max_length=200)
    gm_only = BooleanField(default=False)


class QuestLineChange(StrictSerializer):
    """The fields of a step or reward that can change."""

    text = TextField(max_length=200, required=False)
    done = BooleanField(required=False, help_text="Whether a step is done, or a reward received.")
    gm_only = BooleanField(required=False)
    earlier = BooleanField(required=False, default=False, help_text="True moves it up one place.")
    revision = IntegerField(required=False, min_value=1, help_text=REVISION)


class QuestLines(Endpoint):
    """The steps and rewards of a thread."""

    @extend_schema(operation_id="quest_lines_list", responses=QuestLineSerializer(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """The steps and rewards that the caller may see, in their order; to players their links are only words."""
        row, membership = get_thread(self.user, entry_id)
        lines = read_lines(membership, visible_quest_lines(membership).filter(thread=row))
        return self.respond_with_list(lines, QuestLineSerializer)

    @extend_schema(operation_id="quest_lines_create", request=QuestLineBody, responses={201: QuestLineSerializer})
    def post(self, request: Request, entry_id: int) -> Response:
        """Adds a step or a reward; GMs only."""
        row, membership = get_thread(self.user, entry_id)
        line = actions.add_line(membership=require_gm(membership), thread=row, **self.read_body(QuestLineBody))
        return Response(QuestLineSerializer(line).data, 201)


class QuestLineDetail(Endpoint):
    """One step or reward."""

    @extend_schema(operation_id="quest_lines_read", parameters=READ, responses=QuestLineSerializer)
    def get(self, request: Request, line_id: int) -> Response:
        """The step or reward, if the caller may see it; to players its links are only words."""
        row, membership = get_visible_quest_line(self.user, line_id)
        (line,) = read_lines(membership, [row])
        return with_entity_tag(request, QuestLineSerializer(line).data)

    @extend_schema(
        operation_id="quest_lines_change", parameters=CHANGE, request=QuestLineChange, responses=QuestLineSerializer
    )
    def patch(self, request: Request, line_id: int) -> Response:
        """Changes its words, whether it is done, who sees it, and its place; GMs only."""
        row, membership = get_quest_line_as_gm(self.user, line_id)
        fields = self.read_body(QuestLineChange)
        revision = request_revision(request, fields)
        line = actions.change_line(membership=membership, line=row, revision=revision, **fields)
        return with_entity_tag(request, QuestLineSerializer(line).data)

    @extend_schema(operation_id="quest_lines_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, line_id: int) -> Response:
        """Removes it; its history stays. GMs only."""
        row, membership = get_quest_line_as_gm(self.user, line_id)
        actions.remove_line(membership=membership, line=row, revision=request_revision(request, {}))
        return Response(status=204)
