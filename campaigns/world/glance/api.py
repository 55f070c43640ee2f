"""The API of the campaign at a glance."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.blocks.queries import number_blocks
from campaigns.world.glance.queries import get_glance
from campaigns.world.serializers import RevealSerializer
from common.endpoint import Endpoint
from people.access import get_membership


class NamedSerializer(serializers.Serializer[Any]):
    """A page or an NPC."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class OpenThreadSerializer(NamedSerializer):
    """An open thread with its steps."""

    steps = serializers.IntegerField()
    done = serializers.IntegerField()
    next_step = serializers.CharField(allow_null=True)


class GlanceSerializer(serializers.Serializer[Any]):
    """Where the party is, who is near, what is open, and what was learned last."""

    place = NamedSerializer(allow_null=True)
    near = NamedSerializer(many=True)
    threads = OpenThreadSerializer(many=True)
    learned = RevealSerializer(many=True)


class GlanceDetail(Endpoint):
    """The campaign at a glance."""

    @extend_schema(operation_id="world_glance", responses=GlanceSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """What the first page of the world shows at the top, as the caller may see it."""
        membership = get_membership(self.user, campaign_id)
        glance = get_glance(membership)
        threads = [
            {
                "id": row.pk,
                "name": row.name,
                "steps": len(quest.steps),
                "done": quest.done,
                "next_step": quest.next_step.text if quest.next_step else None,
            }
            for row, quest in glance.threads
        ]
        learned = number_blocks(membership, glance.learned)
        fields = {"place": glance.place, "near": glance.near, "threads": threads, "learned": learned}
        return Response(GlanceSerializer(fields).data)
