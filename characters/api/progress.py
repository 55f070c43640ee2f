"""Experience over the API: awards, the ledger, what is bought, asked for and granted."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from characters import access, actions, queries
from characters.models import Character
from characters.serializers import (
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
from rules.api import Endpoint


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
