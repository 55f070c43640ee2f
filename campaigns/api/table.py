"""A running encounter over the API: its view, offers, events, commands, undo. Nothing else leaves a state."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, guests, play
from campaigns.models import Encounter, Member
from campaigns.serializers.shared import one
from campaigns.serializers.table import (
    CommandBody,
    ControlBody,
    EventsQuery,
    EventsSerializer,
    OddsQuery,
    OffersSerializer,
    OutcomeSerializer,
    SeatQuery,
    UndoBody,
    VerifySerializer,
)
from rules import strict_json
from rules.api import Endpoint

KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER,
    description="Kept as long as the encounter: the same command with the same key counts once.",
)  # fmt: skip


class TableEndpoint(Endpoint):
    """An address of a running encounter."""

    def table(self, encounter_id: int) -> tuple[Encounter, Member]:
        """The encounter and the caller's place; refused in the engine's words when it has not begun."""
        return access.encounter(self.user, encounter_id)


class Commands(TableEndpoint):
    """Giving a command."""

    own_key = True

    @extend_schema(
        operation_id="commands_give",
        request=CommandBody,
        responses={200: OutcomeSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, encounter_id: int) -> Response:
        """Gives a command. 422: refused by the rules; 409: chosen at an older number, and no longer fits."""
        encounter, own = self.table(encounter_id)
        access.must_play(own)
        fields = self.taken(CommandBody)
        outcome = play.submit(
            encounter=encounter, by=self.user, command=fields["command"], seen=fields.get("seen"),
            key=request.headers.get("Idempotency-Key"),
        )  # fmt: skip
        guests.answer(encounter)
        return Response({"number": outcome.number, "events": outcome.events, "view": outcome.view})


class Undo(TableEndpoint):
    """Rewinding."""

    own_key = True

    @extend_schema(operation_id="commands_undo", request=UndoBody, responses={200: OutcomeSerializer}, parameters=[KEY])
    def post(self, request: Request, encounter_id: int) -> Response:
        """Strikes every command after `to`, openly; what was revealed is dealt anew. GMs only."""
        encounter, own = self.table(encounter_id)
        access.must_deal(own)
        fields = self.taken(UndoBody)
        outcome = play.undo(
            encounter=encounter, by=self.user, to=fields["to"], seen=fields.get("seen"),
            key=request.headers.get("Idempotency-Key"),
        )  # fmt: skip
        return Response({"number": outcome.number, "events": outcome.events, "view": outcome.view})


class Offers(TableEndpoint):
    """What a seat may do now."""

    @extend_schema(operation_id="offers_list", parameters=[SeatQuery], responses={200: OffersSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The offers of one of the caller's seats; empty when it is not its time."""
        looked = play.look(*self.table(encounter_id))
        seat = looked.seat(self.asked(SeatQuery).get("as"))
        return Response({"number": looked.number, "as": seat, "seats": looked.seats, "offers": looked.offers(seat)})


class Events(TableEndpoint):
    """The account."""

    @extend_schema(operation_id="events_list", parameters=[EventsQuery], responses={200: EventsSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """Everything after a number that the seat may know, oldest first."""
        looked = play.look(*self.table(encounter_id))
        asked = self.asked(EventsQuery)
        events = looked.events(asked["after"], asked.get("as"))
        return Response({"number": looked.number, "next": None, "previous": None, "results": events})


class Odds(TableEndpoint):
    """The chance of a play."""

    @extend_schema(operation_id="odds_read", parameters=[OddsQuery], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The chance of success, from what the seat knows; null for commands without one."""
        looked = play.look(*self.table(encounter_id))
        asked = self.asked(OddsQuery)
        try:
            command = strict_json.loads(asked["command"])
        except strict_json.Malformed as fault:
            raise ParseError(f"command: {fault.message}", fault.code) from None
        return Response({"odds": looked.odds(command, asked.get("as"))})


class Verify(TableEndpoint):
    """Whether the cards were dealt fairly."""

    @extend_schema(operation_id="verify_read", responses={200: VerifySerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """Checks every opened card against what was committed to at the shuffle."""
        encounter, _own = self.table(encounter_id)
        return Response(play.verify(encounter))


class Control(TableEndpoint):
    """Who plays a participant."""

    @extend_schema(operation_id="control_change", request=ControlBody, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Hands a participant to a member, or to the GM with null; told to all. GMs only."""
        encounter, own = self.table(encounter_id)
        access.must_deal(own)
        fields = self.taken(ControlBody)
        play.take_over(
            encounter=encounter, by=self.user, participant=fields["participant"], reason=fields["reason"],
            controller=one(access.members(own), "member", fields["member"]),
        )  # fmt: skip
        return Response(running(encounter, own))

    def remember(self, data: dict[str, Any]) -> None:
        """Cards leave the engine's state through a view alone, so no stored answer holds any."""

    def recall(self, data: None) -> dict[str, Any]:
        """The table as it is now, for whoever still runs it."""
        encounter, own = self.table(self.kwargs["encounter_id"])
        return running(encounter, access.must_deal(own))


class Stream(TableEndpoint):
    """The live stream; under ASGI it is answered before Django (config/stream.py)."""

    more_problems = ("501",)

    @extend_schema(
        operation_id="stream",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, description='`event: changed`, `data: {"encounter": 12, "number": 57}`'
            )
        },
    )
    def get(self, request: Request, encounter_id: int) -> Response:
        """Server-sent events that say only that something changed; fetch your own view then."""
        self.table(encounter_id)
        raise NoStream


class NoStream(Exception):
    """This server has no live stream: it runs without ASGI."""


def running(encounter: Encounter, own: Member, as_: str | None = None) -> dict[str, Any]:
    """What the member may know of a begun encounter through one of the own seats."""
    looked = play.look(encounter, own)
    seat = looked.seat(as_)
    return {"number": looked.number, "seats": looked.seats, "as": seat, "view": looked.view(seat)}
