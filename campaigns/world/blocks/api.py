"""The API of secret blocks."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world import access as world_access
from campaigns.world.api import entry_json
from campaigns.world.blocks import actions
from campaigns.world.blocks.queries import BlockFacts, blocks_of
from campaigns.world.serializers import REVISION, ShowBody, WorldEntrySerializer
from common.endpoint import Endpoint
from common.entity_tags import OPTIONAL_IF_MATCH, optional_revision
from common.lookups import find_rows
from common.serializer_fields import IntegerField, StrictSerializer
from people.access import members_of


class BlockSerializer(serializers.Serializer[Any]):
    """A secret block of a page."""

    place = serializers.IntegerField(help_text="Its place among the blocks of the page, from 0.")
    number = serializers.IntegerField(
        allow_null=True, help_text="The number in its first line, `:::secret {2}`; null until it is first shown."
    )
    text = serializers.CharField(help_text="Markdown.")
    everyone = serializers.BooleanField(help_text="Whether everyone who may read the page may read the block.")
    members = serializers.ListField(child=serializers.IntegerField(), help_text="The members to whom it was shown.")

    def to_representation(self, instance: BlockFacts) -> dict[str, Any]:
        """The block with the ids of its readers."""
        return {
            "place": instance.place,
            "number": instance.number,
            "text": instance.text,
            "everyone": instance.everyone,
            "members": [member.pk for member in instance.members],
        }


class BlockShowBody(ShowBody):
    """To whom a secret block is shown: everyone who may read the page, or the listed members."""

    session = None  # type: ignore[assignment]  # a block has no session of its own
    # Required: after a change of the page the place may be another block's.
    revision = IntegerField(min_value=1, help_text=REVISION)


class BlockHideBody(StrictSerializer):
    """The page as the caller read it."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)


class Blocks(Endpoint):
    """The secret blocks of a page."""

    @extend_schema(operation_id="world_blocks", responses=BlockSerializer(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """The secret blocks of a page in their order, with who may read them; GMs only."""
        row, membership = world_access.get_entry_as_gm(self.user, entry_id)
        return self.respond_with_list(blocks_of(membership, row), BlockSerializer)


class BlockShow(Endpoint):
    """Showing a secret block."""

    @extend_schema(operation_id="world_block_show", request=BlockShowBody, responses=WorldEntrySerializer)
    def post(self, request: Request, entry_id: int, place: int) -> Response:
        """Shows a secret block to everyone who may read the page or to the listed members; GMs only.

        It is recorded under “Who learned what”. The block gets a number if it has none, which changes the page's
        revision."""
        row, membership = world_access.get_entry_as_gm(self.user, entry_id)
        fields = self.read_body(BlockShowBody)
        ids = fields.get("members")
        row = actions.open_block(
            membership=membership,
            entry=row,
            place=place,
            revision=fields["revision"],
            members=None if ids is None else find_rows(members_of(membership), "members", ids),
            how=fields.get("how", ""),
        )
        return Response(entry_json(membership, row))


class BlockHide(Endpoint):
    """Hiding a secret block."""

    @extend_schema(
        operation_id="world_block_hide",
        parameters=[OPTIONAL_IF_MATCH],
        request=BlockHideBody,
        responses=WorldEntrySerializer,
    )
    def post(self, request: Request, entry_id: int, place: int) -> Response:
        """Hides a secret block from everyone but GMs, and records that under “Who learned what”; GMs only."""
        row, membership = world_access.get_entry_as_gm(self.user, entry_id)
        seen = optional_revision(request, self.read_body(BlockHideBody))
        row = actions.close_block(membership=membership, entry=row, place=place, revision=seen)
        return Response(entry_json(membership, row))
