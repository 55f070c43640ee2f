"""Characters, their experience and the bestiary over the API."""

import re
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters import access, actions, queries
from characters.models import Character
from characters.serializers import (
    AwardBody,
    CharacterBody,
    CharacterChange,
    CharacterQuery,
    CharacterSerializer,
    CopyBody,
    EntrySerializer,
    HitPointsBody,
    MonsterBody,
    MonsterChange,
    MonsterQuery,
    MonsterSerializer,
    PoolBody,
    StepAnswerBody,
    StepBody,
    StepOfferSerializer,
    StepRequestQuery,
    StepRequestSerializer,
    StepTakenSerializer,
    TakeBackBody,
    VersionSerializer,
)
from rules.api import Endpoint

GMS_ONLY = ("visible", "about", "gm_notes", "credits", "owner", "status")
STATUS = {"active": actions.restore, "retired": actions.retire, "dead": actions.kill}
ETAG = re.compile(r'(?:W/)?"?([1-9][0-9]{0,8})"?')
IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The revision you saw.")


def answer(request: Request, character: Character, status: int = 200) -> Response:
    """A character with its figures, as the caller may know it; ETag is its revision."""
    runs = access.runs(request.user, character.campaign_id)
    told = CharacterSerializer(queries.read(character), context={"runs": runs, "user": request.user})
    return Response(told.data, status, headers={"ETag": f'"{character.revision}"'})


def only_for_gms(runs: bool, fields: dict[str, Any]) -> None:
    """Refuses the fields that only a GM sets, each at its place."""
    faults = {name: _("Only the GM may set this. Ask your GM.") for name in GMS_ONLY if name in fields}
    if faults and not runs:
        raise ValidationError(faults)


def seen(request: Request, fields: dict[str, Any]) -> int:
    """The revision the caller saw, from the body or If-Match; refused when neither says it."""
    given = fields.pop("revision", None)
    match = ETAG.fullmatch(request.headers.get("If-Match", "").strip())
    if given is None and match is None:
        raise ValidationError({"revision": _("Send the revision that you saw, or If-Match with the ETag.")})
    return int(given if given is not None else match[1] if match else 0)


class Characters(Endpoint):
    """The characters of a campaign."""

    @extend_schema(
        operation_id="characters_list", parameters=[CharacterQuery], responses=CharacterSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The characters whose sheets the caller may read, with figures."""
        own = access.place(self.user, campaign_id)
        rows = access.characters(self.user).filter(campaign=own.campaign_id, **self.asked(CharacterQuery))
        shown = queries.reads(self.shown(rows))
        told = CharacterSerializer(shown, many=True, context={"runs": own.runs, "user": self.user})
        return self.get_paginated_response(told.data)

    @extend_schema(operation_id="characters_create", request=CharacterBody, responses={201: CharacterSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a character: one's own; GMs also for others, NPCs, and at a higher level."""
        own = access.play_place(self.user, campaign_id)
        fields = self.taken(CharacterBody)
        only_for_gms(own.runs, fields)
        if fields["kind"] == Character.Kind.NPC and not own.runs:
            raise PermissionDenied(_("Only the GM makes NPCs. Ask your GM."))
        owner = self.owner(own, fields)
        made = actions.create(campaign=own.campaign, by=self.user, owner=owner, **fields)
        return answer(request, made, 201)

    def owner(self, own: Any, fields: dict[str, Any]) -> Any:
        """Who plays the character to be: the one named, else the caller, and nobody an NPC."""
        if "owner" not in fields:
            return None if fields["kind"] == Character.Kind.NPC or own.runs else own.user
        person = fields.pop("owner")
        if person is None:
            return None
        member = own.campaign.members.filter(user=person, left__isnull=True).select_related("user").first()
        if member is None:
            raise ValidationError({"owner": _("There is no such owner here.")}, "missing")
        return member.user


class CharacterDetail(Endpoint):
    """One character."""

    @extend_schema(operation_id="characters_read", responses=CharacterSerializer)
    def get(self, request: Request, character_id: int) -> Response:
        """The sheet with its figures."""
        return answer(request, access.character(self.user, character_id))

    @extend_schema(
        operation_id="characters_change", request=CharacterChange, responses=CharacterSerializer,
        parameters=[IF_MATCH],
    )  # fmt: skip
    def patch(self, request: Request, character_id: int) -> Response:
        """Changes the sheet; 409 with the current revision when somebody was faster."""
        row = access.editable(self.user, character_id)
        fields = self.taken(CharacterChange)
        only_for_gms(access.runs(self.user, row.campaign_id), fields)
        status, reason = fields.pop("status", None), fields.pop("reason", "")
        sheet, revision = fields.pop("sheet", None), seen(request, fields)
        row = actions.edit(character=row, by=self.user, revision=revision, changes=fields, sheet=sheet, reason=reason)
        if status is not None:
            row = STATUS[status](character=row, by=self.user, reason=reason)
        return answer(request, row)


class HitPoints(Endpoint):
    """The hit points of a character between encounters: its pool `hp`."""

    @extend_schema(operation_id="characters_hit_points", request=HitPointsBody, responses=CharacterSerializer)
    def post(self, request: Request, character_id: int) -> Response:
        """Hurts, heals, sets or rests; at most the sheet's maximum."""
        row = access.editable(self.user, character_id)
        changed = actions.change_pool(character=row, by=self.user, pool="hp", **self.taken(HitPointsBody))
        return answer(request, changed)


class Pools(Endpoint):
    """What a sheet counts up or down between encounters: hit points, wounds, fortune, ..."""

    @extend_schema(operation_id="characters_pool", request=PoolBody, responses=CharacterSerializer)
    def post(self, request: Request, character_id: int, key: str) -> Response:
        """Changes one of the sheet's `figures.pools` by `change`, sets it `to`, or (neither) rests it."""
        row = access.editable(self.user, character_id)
        changed = actions.change_pool(character=row, by=self.user, pool=key, **self.taken(PoolBody))
        return answer(request, changed)


class Awards(Endpoint):
    """Experience credited to a character."""

    @extend_schema(operation_id="awards_create", request=AwardBody, responses={201: EntrySerializer})
    def post(self, request: Request, character_id: int) -> Response:
        """Writes an award into the experience ledger; GMs only, once an encounter."""
        row = access.run_by(self.user, character_id)
        fields = self.taken(AwardBody)
        for name in ("encounter", "session"):
            fields[name] = self.named(row, name, fields.get(name))
        entry = actions.award(character=row, by=self.user, **fields)
        return Response(EntrySerializer(entry).data, 201)

    def named(self, row: Character, name: str, row_id: int | None) -> Any:
        """The campaign's encounter or session that the body names."""
        if row_id is None:
            return None
        found = getattr(row.campaign, f"{name}s").filter(pk=row_id).first()
        if found is None:
            raise ValidationError({name: _("There is no such %(field)s here.") % {"field": name}}, "missing")
        return found


class Ledger(Endpoint):
    """The experience ledger of a character."""

    @extend_schema(operation_id="ledger_list", responses=EntrySerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """Every line, newest first; levels are sums of these."""
        return self.page(queries.ledger(access.character(self.user, character_id)), EntrySerializer)


class TakeBack(Endpoint):
    """Undoing a line of the ledger."""

    @extend_schema(operation_id="ledger_take_back", request=TakeBackBody, responses={201: EntrySerializer})
    def post(self, request: Request, character_id: int, entry_id: int) -> Response:
        """Takes an entry back by a new one; GMs only, once."""
        entry = access.entry(self.user, entry_id)
        if entry.character_id != character_id:
            raise Http404
        undo = actions.take_back(entry=entry, by=self.user, **self.taken(TakeBackBody))
        return Response(EntrySerializer(undo).data, 201)


class Steps(Endpoint):
    """The ways to advance."""

    @extend_schema(operation_id="steps_list", responses=StepOfferSerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """Every step with its price, before and after, and why not now; for its player and GMs."""
        row = access.editable(self.user, character_id)
        offers = StepOfferSerializer(queries.steps(row), many=True).data
        return Response({"next": None, "previous": None, "results": offers})

    @extend_schema(operation_id="steps_take", request=StepBody, responses={201: StepTakenSerializer})
    def post(self, request: Request, character_id: int) -> Response:
        """Takes a step and pays for it; with `explanation`, asks the GM for one that only a GM grants."""
        row = access.editable(self.user, character_id)
        fields = self.taken(StepBody)
        if "explanation" in fields:
            asked = actions.ask_step(character=row, by=self.user, **fields)
            told = StepTakenSerializer({"text": asked.label, "entry": None, "request": asked, "revision": row.revision})
            return Response(told.data, 201)
        taken = actions.take_step(character=row, by=self.user, **fields)
        revision = taken.character.revision
        told = StepTakenSerializer({"text": taken.text, "entry": taken.entry, "request": None, "revision": revision})
        return Response(told.data, 201, headers={"ETag": f'"{revision}"'})


class StepRequests(Endpoint):
    """What was asked of the GM."""

    @extend_schema(
        operation_id="step_requests_list", parameters=[StepRequestQuery], responses=StepRequestSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The requests of one's own characters; all of them for GMs. The newest first."""
        own = access.place(self.user, campaign_id)
        rows = access.step_requests(self.user).filter(character__campaign=own.campaign_id)
        return self.page(rows.filter(**self.asked(StepRequestQuery)), StepRequestSerializer, "-id")


class StepAnswer(Endpoint):
    """The answer to a request."""

    @extend_schema(operation_id="step_requests_answer", request=StepAnswerBody, responses=StepRequestSerializer)
    def post(self, request: Request, request_id: int) -> Response:
        """Grants (the step is taken and paid for) or declines it, GMs only; its player takes it back."""
        row = access.step_request(self.user, request_id)
        fields = self.taken(StepAnswerBody)
        if fields["what"] == "withdraw":
            if self.user.pk not in (row.by_id, row.character.owner_id):
                raise PermissionDenied(_("Only its player may take a request back. Decline it."))
            return Response(StepRequestSerializer(actions.withdraw(request=row, by=self.user)).data)
        access.run_place(self.user, row.character.campaign_id)
        act = actions.grant if fields["what"] == "grant" else actions.decline
        answered = act(request=row, by=self.user, answer=fields.get("answer", ""))
        return Response(StepRequestSerializer(answered).data)


class History(Endpoint):
    """What a character was before."""

    @extend_schema(operation_id="history_list", responses=VersionSerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """Every version, newest first; for its player and GMs."""
        row = access.editable(self.user, character_id)
        return self.page(row.history.select_related("history_user"), VersionSerializer, "-history_id")


class Monsters(Endpoint):
    """The bestiary of a campaign."""

    @extend_schema(operation_id="monsters_list", parameters=[MonsterQuery], responses=MonsterSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The site's rows of the game and the campaign's own; GMs only."""
        own = access.run_place(self.user, campaign_id)
        rows = access.monsters(self.user, own.campaign_id)
        return self.page(queries.matching_monsters(rows, **self.asked(MonsterQuery)), MonsterSerializer)

    @extend_schema(operation_id="monsters_create", request=MonsterBody, responses={201: MonsterSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a monster of the campaign's own; the rules check its figures."""
        own = access.run_place(self.user, campaign_id)
        made = actions.create_monster(campaign=own.campaign, by=self.user, **self.taken(MonsterBody))
        return Response(MonsterSerializer(made).data, 201)


class MonsterDetail(Endpoint):
    """One row of the bestiary."""

    @extend_schema(operation_id="monsters_read", responses=MonsterSerializer)
    def get(self, request: Request, monster_id: int) -> Response:
        """The monster with its figures; GMs only."""
        return Response(MonsterSerializer(access.monster(self.user, monster_id)).data)

    @extend_schema(operation_id="monsters_change", request=MonsterChange, responses=MonsterSerializer)
    def patch(self, request: Request, monster_id: int) -> Response:
        """Changes a campaign's own monster; running encounters keep the figures they began with."""
        row = access.monster(self.user, monster_id)
        changed = actions.edit_monster(monster=row, by=self.user, **self.taken(MonsterChange))
        return Response(MonsterSerializer(changed).data)


class MonsterCopies(Endpoint):
    """Copies of a row in a campaign."""

    @extend_schema(operation_id="monsters_copy", request=CopyBody, responses={201: MonsterSerializer})
    def post(self, request: Request, monster_id: int) -> Response:
        """Copies the row into a campaign, where it may be changed."""
        row = access.monster(self.user, monster_id)
        fields = self.taken(CopyBody)
        try:
            own = access.run_place(self.user, fields["campaign"])
        except Http404:
            raise ValidationError({"campaign": _("There is no such campaign here.")}, "missing") from None
        copy = actions.copy_monster(monster=row, campaign=own.campaign, by=self.user, name=fields.get("name", ""))
        return Response(MonsterSerializer(copy).data, 201)
