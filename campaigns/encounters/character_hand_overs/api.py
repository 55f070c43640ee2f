"""The API for handing over a character with its seats at running encounters."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters.character_hand_overs import actions
from characters import access as character_access
from characters.sheets.api import character_response
from characters.sheets.serializers import CharacterSerializer
from common.endpoint import Endpoint
from common.serializer_fields import BooleanField, IdField, StrictSerializer, TextField
from people.access import get_membership, members_of
from people.models import Member, User


class HandOverBody(StrictSerializer):
    """The new player of the character."""

    owner = IdField(allow_null=True, help_text="A person's id; null: the GM plays it.")
    seats = BooleanField(required=False, default=True, help_text="Also its seats at running encounters.")
    reason = TextField(max_length=400, required=False, allow_blank=True, default="")


class HandOver(Endpoint):
    """A character's player."""

    @extend_schema(operation_id="characters_hand_over", request=HandOverBody, responses=CharacterSerializer)
    def post(self, request: Request, character_id: int) -> Response:
        """Gives the character to another member, with the seats at running encounters; the old player loses the hand
        at once. GMs only."""
        row = character_access.get_character_as_gm(self.user, character_id)
        membership = get_membership(self.user, row.campaign_id)
        fields = self.read_body(HandOverBody)
        to = player(membership, fields.pop("owner"))
        return character_response(request, actions.hand_over(membership=membership, character=row, to=to, **fields))


def player(membership: Member, person: int | None) -> User | None:
    """The person with this id; one who is not a member is refused like a missing one."""
    if person is None:
        return None
    player_membership = members_of(membership).filter(user=person).select_related("user").first()
    if player_membership is None:
        raise ValidationError({"owner": [_("There is no such owner here.")]}, "missing")
    return player_membership.user
