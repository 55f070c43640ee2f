"""The bestiary over the API."""

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters import access
from characters.monsters.actions import copy_monster, create_monster, edit_monster
from characters.monsters.serializers import CopyBody, MonsterBody, MonsterChange, MonsterQuery, MonsterSerializer
from characters.sheets import queries
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, READ, request_revision, with_entity_tag
from people.access import get_gm_membership


class Monsters(Endpoint):
    """The bestiary of a campaign."""

    @extend_schema(operation_id="monsters_list", parameters=[MonsterQuery], responses=MonsterSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The shipped rows of the game and the campaign's own rows; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        rows = access.gm_monsters(self.user, membership.campaign_id)
        return self.respond_with_page(
            queries.matching_monsters(rows, **self.read_parameters(MonsterQuery)), MonsterSerializer
        )

    @extend_schema(operation_id="monsters_create", request=MonsterBody, responses={201: MonsterSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a monster of the campaign's own; the rules check its figures."""
        membership = get_gm_membership(self.user, campaign_id)
        monster = create_monster(campaign=membership.campaign, by=self.user, **self.read_body(MonsterBody))
        return with_entity_tag(request, MonsterSerializer(monster).data, 201)


class MonsterDetail(Endpoint):
    """One row of the bestiary."""

    @extend_schema(operation_id="monsters_read", parameters=READ, responses=MonsterSerializer)
    def get(self, request: Request, monster_id: int) -> Response:
        """The monster with its figures; GMs only."""
        return with_entity_tag(request, MonsterSerializer(access.get_monster(self.user, monster_id)).data)

    @extend_schema(
        operation_id="monsters_change", parameters=CHANGE, request=MonsterChange, responses=MonsterSerializer
    )
    def patch(self, request: Request, monster_id: int) -> Response:
        """Changes a campaign's own monster; running encounters keep the figures they began with."""
        row = access.get_monster(self.user, monster_id)
        fields = self.read_body(MonsterChange)
        revision = request_revision(request, fields)
        changed = edit_monster(monster=row, by=self.user, revision=revision, **fields)
        return with_entity_tag(request, MonsterSerializer(changed).data)


class MonsterCopies(Endpoint):
    """Copies of a row in a campaign."""

    @extend_schema(operation_id="monsters_copy", request=CopyBody, responses={201: MonsterSerializer})
    def post(self, request: Request, monster_id: int) -> Response:
        """Copies the row into a campaign, where it may be changed."""
        row = access.get_monster(self.user, monster_id)
        fields = self.read_body(CopyBody)
        try:
            membership = get_gm_membership(self.user, fields["campaign"])
        except Http404:
            raise ValidationError({"campaign": _("There is no such campaign here.")}, "missing") from None
        copy = copy_monster(monster=row, campaign=membership.campaign, by=self.user, name=fields.get("name", ""))
        return Response(MonsterSerializer(copy).data, 201)
