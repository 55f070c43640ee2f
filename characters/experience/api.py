"""Experience over the API: awards, the ledger, what is bought, asked for and granted."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters import access
from characters.experience.actions import award_experience, take_back
from characters.experience.serializers import (
    AwardBody,
    EntrySerializer,
    StepAnswerBody,
    StepBody,
    StepOfferSerializer,
    StepRequestQuery,
    StepRequestSerializer,
    StepTakenSerializer,
    TakeBackBody,
)
from characters.experience.step_actions import decline_request, grant_request, request_step, take_step, withdraw_request
from characters.models import Character
from characters.sheets import queries
from common.endpoint import Endpoint
from people.access import get_gm_membership, get_membership


class Awards(Endpoint):
    """Experience credited to a character."""

    @extend_schema(operation_id="awards_create", request=AwardBody, responses={201: EntrySerializer})
    def post(self, request: Request, character_id: int) -> Response:
        """Writes an award into the experience ledger; GMs only, once an encounter."""
        row = access.get_character_as_gm(self.user, character_id)
        fields = self.read_body(AwardBody)
        for name in ("encounter", "session"):
            fields[name] = self.find_named_row(row, name, fields.get(name))
        entry = award_experience(character=row, by=self.user, **fields)
        return Response(EntrySerializer(entry).data, 201)

    def find_named_row(self, row: Character, name: str, row_id: int | None) -> Any:
        """The campaign's encounter or session that the body names."""
        if row_id is None:
            return None
        named_row = getattr(row.campaign, f"{name}s").filter(pk=row_id).first()
        if named_row is None:
            raise ValidationError({name: _("There is no such %(field)s here.") % {"field": name}}, "missing")
        return named_row


class Ledger(Endpoint):
    """The experience ledger of a character."""

    @extend_schema(operation_id="ledger_list", responses=EntrySerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """All entries, newest first; levels are sums of these."""
        return self.respond_with_page(queries.ledger_of(access.get_character(self.user, character_id)), EntrySerializer)


class TakeBack(Endpoint):
    """Undoing an entry of the ledger."""

    @extend_schema(operation_id="ledger_take_back", request=TakeBackBody, responses={201: EntrySerializer})
    def post(self, request: Request, character_id: int, entry_id: int) -> Response:
        """Takes an entry back with a new one; GMs only, once."""
        entry = access.get_ledger_entry(self.user, entry_id)
        if entry.character_id != character_id:
            raise Http404
        undo = take_back(entry=entry, by=self.user, **self.read_body(TakeBackBody))
        return Response(EntrySerializer(undo).data, 201)


class Steps(Endpoint):
    """The ways to advance."""

    @extend_schema(operation_id="steps_list", responses=StepOfferSerializer(many=True))
    def get(self, request: Request, character_id: int) -> Response:
        """Every step with its price, its effect, and the reason if it is not available; for the player and GMs."""
        row = access.get_editable_character(self.user, character_id)
        offers = StepOfferSerializer(queries.advancement_steps(row), many=True).data
        return self.respond_with_results(offers)

    @extend_schema(operation_id="steps_take", request=StepBody, responses={201: StepTakenSerializer})
    def post(self, request: Request, character_id: int) -> Response:
        """Takes a step and pays for it; with `explanation`, asks the GM for one that only a GM grants."""
        row = access.get_editable_character(self.user, character_id)
        fields, is_gm = self.read_body(StepBody), access.runs_campaign(self.user, row.campaign_id)
        if "explanation" in fields:
            step_request = request_step(character=row, by=self.user, **fields)
            revision = row.revision_for(is_gm=is_gm)
            serializer = StepTakenSerializer(
                {"text": step_request.label, "entry": None, "request": step_request, "revision": revision}
            )
            return Response(serializer.data, 201)
        taken = take_step(character=row, by=self.user, **fields)
        revision = taken.character.revision_for(is_gm=is_gm)
        serializer = StepTakenSerializer(
            {"text": taken.text, "entry": taken.entry, "request": None, "revision": revision}
        )
        return Response(serializer.data, 201, headers={"ETag": f'"{revision}"'})


class StepRequests(Endpoint):
    """What was asked of the GM."""

    @extend_schema(
        operation_id="step_requests_list", parameters=[StepRequestQuery], responses=StepRequestSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The requests of the caller's characters, or all requests for GMs; newest first."""
        membership = get_membership(self.user, campaign_id)
        rows = access.visible_step_requests(self.user).filter(character__campaign=membership.campaign_id)
        return self.respond_with_page(
            rows.filter(**self.read_parameters(StepRequestQuery)), StepRequestSerializer, "-id"
        )


class StepAnswer(Endpoint):
    """The answer to a request."""

    @extend_schema(operation_id="step_requests_answer", request=StepAnswerBody, responses=StepRequestSerializer)
    def post(self, request: Request, request_id: int) -> Response:
        """Grants (the step is taken and paid for) or declines it, GMs only; its player takes it back."""
        row = access.get_step_request(self.user, request_id)
        fields = self.read_body(StepAnswerBody)
        if fields["what"] == "withdraw":
            if self.user.pk not in (row.by_id, row.character.owner_id):
                raise PermissionDenied(_("Only the player can take back a request. You can decline it."))
            return Response(StepRequestSerializer(withdraw_request(request=row, by=self.user)).data)
        get_gm_membership(self.user, row.character.campaign_id)
        act = grant_request if fields["what"] == "grant" else decline_request
        answered = act(request=row, by=self.user, answer=fields.get("answer", ""))
        return Response(StepRequestSerializer(answered).data)
