"""Characters and their sheets over the API."""

from collections.abc import Callable
from typing import Any, cast

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters import access
from characters.models import Character
from characters.sheets import queries
from characters.sheets.actions import change_pool, create_character, edit_character
from characters.sheets.quick_start import create_from_answers, create_ready_made
from characters.sheets.serializers import (
    CharacterBody,
    CharacterChange,
    CharacterQuery,
    CharacterSerializer,
    HitPointsBody,
    PoolBody,
    SheetRestoreBody,
    VersionSerializer,
)
from characters.sheets.status_actions import mark_dead, restore_character, retire_character
from characters.sheets.versions import restore_sheet
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, OPTIONAL_IF_MATCH, READ, request_revision, with_entity_tag
from people.access import get_membership, get_player_membership, members_of
from people.models import Member, User

GMS_ONLY = ("visible", "about", "gm_notes", "credits", "owner", "status")
STATUS = {"active": restore_character, "retired": retire_character, "dead": mark_dead}


def character_response(request: Request, character: Character, status: int = 200) -> Response:
    """A character with its figures, as the caller may know it, with its ETag."""
    is_gm = access.runs_campaign(cast(User, request.user), character.campaign_id)
    serializer = CharacterSerializer(queries.read_character(character), context={"is_gm": is_gm, "user": request.user})
    return with_entity_tag(request, serializer.data, status)


def refuse_gm_fields(is_gm: bool, fields: dict[str, Any]) -> None:
    """Refuses the fields that only a GM sets, each at its place; as on the pages, players may retire a character."""
    faults = {name: _("Only the GM may set this. Ask your GM.") for name in GMS_ONLY if name in fields}
    if fields.get("status") == Character.Status.RETIRED:
        faults.pop("status")
    if faults and not is_gm:
        raise ValidationError(faults)


def create_character_of(fields: dict[str, Any]) -> Callable[..., Character]:
    """The action for these fields: a sheet, a ready-made hero or answers; renames the fields for it."""
    if len({"sheet", "ready_made", "answers"} & fields.keys()) > 1:
        raise ValidationError({"ready_made": _("Send only one of sheet, ready_made and answers.")})
    if "ready_made" in fields:
        fields["key"] = fields.pop("ready_made")
        return create_ready_made
    return create_from_answers if "answers" in fields else create_character


class Characters(Endpoint):
    """The characters of a campaign."""

    @extend_schema(
        operation_id="characters_list", parameters=[CharacterQuery], responses=CharacterSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The characters whose sheets the caller may read, with figures."""
        membership = get_membership(self.user, campaign_id)
        rows = access.visible_characters(self.user).filter(
            campaign=membership.campaign_id, **self.read_parameters(CharacterQuery)
        )
        shown = queries.read_characters(self.read_page(rows))
        serializer = CharacterSerializer(shown, many=True, context={"is_gm": membership.is_gm, "user": self.user})
        return self.get_paginated_response(serializer.data)

    @extend_schema(operation_id="characters_create", request=CharacterBody, responses={201: CharacterSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a character for the caller; GMs also for others, NPCs, and at a higher level."""
        membership = get_player_membership(self.user, campaign_id)
        fields = self.read_body(CharacterBody)
        if not membership.is_gm and fields.get("owner") == membership.user_id:
            del fields["owner"]  # the default, which is no choice of a GM
        refuse_gm_fields(membership.is_gm, fields)
        if fields["kind"] == Character.Kind.NPC and not membership.is_gm:
            raise PermissionDenied(_("Only the GM can make NPCs. Ask your GM."))
        owner, create = self.owner(membership, fields), create_character_of(fields)
        character = create(campaign=membership.campaign, by=self.user, owner=owner, **fields)
        return character_response(request, character, 201)

    def owner(self, membership: Member, fields: dict[str, Any]) -> Any:
        """Who plays the character to be: the one named, else the caller, and nobody an NPC."""
        if "owner" not in fields:
            return None if fields["kind"] == Character.Kind.NPC or membership.is_gm else membership.user
        person = fields.pop("owner")
        if person is None:
            return None
        member = members_of(membership).filter(user=person).first()
        if member is None:
            raise ValidationError({"owner": _("There is no such owner here.")}, "missing")
        return member.user


class CharacterDetail(Endpoint):
    """One character."""

    @extend_schema(operation_id="characters_read", parameters=READ, responses=CharacterSerializer)
    def get(self, request: Request, character_id: int) -> Response:
        """The sheet with its figures."""
        return character_response(request, access.get_character(self.user, character_id))

    @extend_schema(
        operation_id="characters_change",
        request=CharacterChange,
        responses=CharacterSerializer,
        parameters=CHANGE,
    )
    def patch(self, request: Request, character_id: int) -> Response:
        """Changes the sheet; 412 (409 for `revision` in the body) if someone changed it first."""
        row = access.get_editable_character(self.user, character_id)
        fields = self.read_body(CharacterChange)
        is_gm = access.runs_campaign(self.user, row.campaign_id)
        refuse_gm_fields(is_gm, fields)
        status, reason = fields.pop("status", None), fields.pop("reason", "")
        sheet, revision = fields.pop("sheet", None), request_revision(request, fields)
        with transaction.atomic():
            row = edit_character(
                character=row, by=self.user, revision=revision, changes=fields, sheet=sheet, reason=reason
            )
            if status is not None:
                row = STATUS[status](character=row, by=self.user, reason=reason)
        return character_response(request, row)


class HitPoints(Endpoint):
    """The hit points of a character between encounters: its pool `hp`."""

    @extend_schema(operation_id="characters_hit_points", request=HitPointsBody, responses=CharacterSerializer)
    def post(self, request: Request, character_id: int) -> Response:
        """Changes the hit points by `change`, or sets them to `to`.

        Without both, they get their value after a full rest. They never exceed the sheet's maximum."""
        row = access.get_editable_character(self.user, character_id)
        changed = change_pool(character=row, by=self.user, pool="hp", **self.read_body(HitPointsBody))
        return character_response(request, changed)


class Pools(Endpoint):
    """The pools of a sheet between encounters: hit points, wounds, fortune, ..."""

    @extend_schema(operation_id="characters_pool", request=PoolBody, responses=CharacterSerializer)
    def post(self, request: Request, character_id: int, key: str) -> Response:
        """Changes one of the sheet's `figures.pools` by `change`, or sets it to `to`.

        Without both, it gets its value after a full rest."""
        row = access.get_editable_character(self.user, character_id)
        changed = change_pool(character=row, by=self.user, pool=key, **self.read_body(PoolBody))
        return character_response(request, changed)


class HistoryRestore(Endpoint):
    """Restoring an earlier sheet."""

    @extend_schema(
        operation_id="history_restore",
        parameters=[OPTIONAL_IF_MATCH],
        request=SheetRestoreBody,
        responses=CharacterSerializer,
    )
    def post(self, request: Request, character_id: int, version_id: int) -> Response:
        """Gives the character the sheet of an earlier version, by its `id`; what came later stays in the history.

        Name, notes, player, status and experience entries stay. A player cannot change what was bought."""
        row = access.get_editable_character(self.user, character_id)
        fields = self.read_body(SheetRestoreBody)
        fields.setdefault("revision", row.revision_for(is_gm=access.runs_campaign(self.user, row.campaign_id)))
        revision = request_revision(request, fields)
        row = restore_sheet(
            character=row, by=self.user, version_id=version_id, revision=revision, reason=fields.get("reason", "")
        )
        return character_response(request, row)


class History(Endpoint):
    """What a character was before."""

    @extend_schema(operation_id="history_list", responses=VersionSerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """Every version, newest first; for its player and GMs."""
        row = access.get_editable_character(self.user, character_id)
        is_gm = access.runs_campaign(self.user, row.campaign_id)
        rows = queries.versions(row, is_gm=is_gm).select_related("history_user")
        return self.respond_with_page(rows, VersionSerializer, "-history_id", is_gm=is_gm)
