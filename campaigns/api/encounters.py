"""Preparing, starting and reading encounters over the API."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, drawing, play
from campaigns.actions import encounters as actions
from campaigns.actions import preparing
from campaigns.api.table import running
from campaigns.models import Encounter, Member
from campaigns.queries import encounters as queries
from campaigns.serializers.encounters import (
    ArrivalBody,
    DrawBody,
    DrawSerializer,
    EncounterBody,
    EncounterChange,
    EncounterQuery,
    EncounterSerializer,
    StartBody,
    TableSerializer,
)
from campaigns.serializers.shared import one
from campaigns.serializers.table import OutcomeSerializer, SeatQuery
from characters import access as character_access
from rules.api import Endpoint


def answer(own: Member, encounter: Encounter, as_: str | None = None, status: int = 200) -> Response:
    """The encounter; once begun, with the view from one of the member's own seats."""
    told: dict[str, Any] = dict(EncounterSerializer(encounter, context={"own": own}).data)
    parts = TableSerializer(encounter, context={"own": own}).data
    if own.deals:
        told["groups"] = parts["groups"]
        if encounter.status == Encounter.Status.PREPARED:
            told["warnings"] = queries.warnings(encounter)
    if encounter.status != Encounter.Status.PREPARED:
        told["participants"] = parts["participants"]
        told |= running(encounter, own, as_)
    return Response(told, status)


class Encounters(Endpoint):
    """The encounters of a campaign."""

    @extend_schema(
        operation_id="encounters_list", parameters=[EncounterQuery], responses=EncounterSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The encounters, newest first; players see those that have begun."""
        own = access.member(self.user, campaign_id)
        rows = access.encounters(own).filter(**self.asked(EncounterQuery))
        return self.page(rows, EncounterSerializer, own=own)

    @extend_schema(operation_id="encounters_create", request=EncounterBody, responses={201: TableSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Prepares an encounter with everybody in it; GMs only."""
        own = access.gm(self.user, campaign_id)
        fields = named(own, self.taken(EncounterBody))
        encounter = preparing.prepare(own=own, **{"lines": [], **fields})
        return answer(own, encounter, status=201)


class EncounterDetail(Endpoint):
    """One encounter."""

    @extend_schema(operation_id="encounters_read", parameters=[SeatQuery], responses={200: TableSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The caller's view of a begun encounter, with its number; GMs also read preparations."""
        encounter, own = access.encounter(self.user, encounter_id)
        return answer(own, encounter, self.asked(SeatQuery).get("as"))

    @extend_schema(operation_id="encounters_change", request=EncounterChange, responses={200: TableSerializer})
    def patch(self, request: Request, encounter_id: int) -> Response:
        """Changes title, notes or session; before the start also everybody in it. GMs only."""
        encounter, own = access.encounter(self.user, encounter_id)
        access.must_deal(own)
        fields = named(own, self.taken(EncounterChange))
        return answer(own, preparing.rework(own=own, encounter=encounter, **fields))


class Start(Endpoint):
    """Starting an encounter."""

    @extend_schema(operation_id="encounters_start", request=StartBody, responses={200: TableSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Everybody sits down, the cards are shuffled and dealt; GMs only."""
        encounter, own = access.encounter(self.user, encounter_id)
        access.must_deal(own)
        self.taken(StartBody)
        return answer(own, actions.start(own=own, encounter=encounter))

    def remember(self, data: dict[str, Any]) -> dict[str, Any]:
        """Cards leave the engine's state through a view alone, so no stored answer holds any."""
        return {"id": data["id"]}

    def recall(self, data: dict[str, Any]) -> Any:
        """The table as it is now, for whoever still runs it."""
        encounter, own = access.encounter(self.user, data["id"])
        return answer(access.must_deal(own), encounter).data


class Draws(Endpoint):
    """Cards of the table's own deck."""

    @extend_schema(operation_id="draws_read", responses={200: DrawSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """Whom a deal or a command waits for; never which cards were said already."""
        encounter, own = access.encounter(self.user, encounter_id)
        return Response(DrawSerializer({"awaited": drawing.asked(encounter, own)}).data)

    @extend_schema(operation_id="draws_create", request=DrawBody, responses={200: DrawSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Says which cards were drawn; play goes on when nobody is missing."""
        encounter, own = access.encounter(self.user, encounter_id)
        access.must_play(own)
        fields = self.taken(DrawBody)
        drawing.hand_in(encounter=encounter, by=self.user, owner=fields["as"], cards=fields["cards"])
        return Response(DrawSerializer({"awaited": drawing.asked(encounter, own)}).data)

    @extend_schema(operation_id="draws_delete", responses={204: None})
    def delete(self, request: Request, encounter_id: int) -> Response:
        """Takes back what waits; the GM, or whoever gave it."""
        encounter, _own = access.encounter(self.user, encounter_id)
        drawing.take_back(encounter=encounter, by=self.user)
        return Response(status=204)


class Copies(Endpoint):
    """Copies of an encounter."""

    @extend_schema(operation_id="encounters_copy", request=StartBody, responses={201: TableSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """A new preparation like this encounter; GMs only."""
        encounter, own = access.encounter(self.user, encounter_id)
        access.must_deal(own)
        self.taken(StartBody)
        return answer(own, actions.copy(own=own, encounter=encounter), status=201)


class Arrivals(Endpoint):
    """Newcomers at a running encounter."""

    own_key = True

    @extend_schema(operation_id="encounters_join", request=ArrivalBody, responses={200: OutcomeSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Lets a character or a monster join a running encounter under a new id; GMs only."""
        encounter, own = access.encounter(self.user, encounter_id)
        access.must_deal(own)
        given = line(own, None, self.taken(ArrivalBody))
        newcomer = preparing.newcomer(encounter, given)
        key = request.headers.get("Idempotency-Key")
        outcome = play.join(encounter=encounter, by=self.user, line=newcomer, key=key)
        return Response({"number": outcome.number, "events": outcome.events, "view": outcome.view})


def named(own: Member, fields: dict[str, Any]) -> dict[str, Any]:
    """The body with the rows that it names, out of the caller's own campaign."""
    if "session" in fields:
        fields["session"] = one(access.sessions(own), "session", fields["session"])
    if "groups" in fields:
        fields["lines"] = [line(own, place, given) for place, given in enumerate(fields.pop("groups"))]
    return fields


def line(own: Member, place: int | None, given: dict[str, Any]) -> dict[str, Any]:
    """One line of a preparation; a foreign row is refused exactly like a missing one."""
    rows = {
        "monster": character_access.monsters(own.user, own.campaign_id),
        "character": character_access.characters(own.user).filter(campaign=own.campaign_id),
    }
    found = dict(given)
    for name, known in rows.items():
        if given.get(name) is None:
            found.pop(name, None)
            continue
        found[name] = known.filter(pk=given[name]).first()
        if found[name] is None:
            sentence = _("There is no such %(field)s here.") % {"field": name}
            fault: dict[str, Any] = {name: [sentence]}
            raise ValidationError(fault if place is None else {"groups": {str(place): fault}}, "missing")
    return found
