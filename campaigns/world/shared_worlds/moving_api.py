"""The API that moves a character to another campaign of the world."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.shared_worlds.moving import movable_characters, move_character, move_targets
from campaigns.world.shared_worlds.serializers import MoveBody
from characters.sheets.api import character_response
from characters.sheets.serializers import CharacterSerializer
from common.endpoint import Endpoint
from common.lookups import find_row
from people.access import get_gm_membership


class MovedCharacters(Endpoint):
    """The characters that move to other campaigns of the shared world."""

    @extend_schema(operation_id="shared_world_move_character", request=MoveBody, responses={201: CharacterSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Moves a character with sheet, portrait, experience and history; GMs of both campaigns. It stays here as
        retired."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(MoveBody)
        chosen: dict[str, Any] = {
            "character": find_row(movable_characters(membership), "character", fields["character"]),
            "campaign": find_row(move_targets(membership), "campaign", fields["campaign"]),
        }
        return character_response(request, move_character(membership=membership, **chosen), 201)
