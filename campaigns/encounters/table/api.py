"""A running encounter over the API: its view, offers, events, commands, undo. Nothing else leaves a state."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters import demo_visitors, play
from campaigns.encounters.access import get_encounter, require_table_runner
from campaigns.encounters.models import Encounter
from campaigns.encounters.table.serializers import (
    CommandBody,
    ControlBody,
    EventsQuery,
    EventsSerializer,
    OddsQuery,
    OddsSerializer,
    OffersSerializer,
    OutcomeSerializer,
    PassBody,
    SeatQuery,
    SeatViewSerializer,
    UndoBody,
    VerifySerializer,
)
from common import strict_json
from common.endpoint import TAB, Endpoint, FileEndpoint, InvalidParameter, NoStreamHere
from common.lookups import find_row
from people.access import members_of, require_player
from people.models import Member

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Kept as long as the encounter. A command that is repeated with the same key counts once.",
    pattern=r"^[\x21-\x7e]{1,200}$",
)


class TableEndpoint(Endpoint):
    """An address of a running encounter."""

    def table(self, encounter_id: int) -> tuple[Encounter, Member]:
        """The encounter and the caller's membership; 404 if the caller may not see it."""
        return get_encounter(self.user, encounter_id)


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
        """Gives a command. 422: refused by the rules; 409: chosen at an older number and no longer valid."""
        try:
            fields = self.read_body(CommandBody)
        except ValidationError:
            # Check access before reporting errors in the body: others and observers get 404 or 403.
            require_player(self.table(encounter_id)[1])
            raise
        try:
            outcome = play.submit_by_id(
                encounter_id=encounter_id,
                by=self.user,
                command=fields["command"],
                seen=fields.get("seen"),
                key=request.headers.get("Idempotency-Key"),
            )
        except play.Refused as refused:
            if refused.code == "encounter.prepared":
                require_player(self.table(encounter_id)[1])
            raise
        answer = outcome_response(outcome)
        demo_visitors.play_for_site(outcome.encounter)
        return answer


class Undo(TableEndpoint):
    """Undoing commands."""

    own_key = True

    @extend_schema(operation_id="commands_undo", request=UndoBody, responses={200: OutcomeSerializer}, parameters=[KEY])
    def post(self, request: Request, encounter_id: int) -> Response:
        """Undoes every command after `to`, visibly; what was not revealed is dealt again. For GMs, and for
        every player of an encounter without a dealer."""
        encounter, membership = self.table(encounter_id)
        require_table_runner(membership, encounter)
        fields = self.read_body(UndoBody)
        outcome = play.undo(
            encounter=encounter,
            by=self.user,
            to=fields["to"],
            seen=fields.get("seen"),
            key=request.headers.get("Idempotency-Key"),
        )
        return outcome_response(outcome)


class Offers(TableEndpoint):
    """What a seat may do now."""

    @extend_schema(operation_id="offers_list", parameters=[SeatQuery], responses={200: OffersSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The offers of one of the caller's seats; empty when that seat may not act.

        To accept an offer that has the choice `participant`, POST to `arrivals/` with `as`: the site builds the
        participant from the character.
        """
        reading = play.read_encounter(*self.table(encounter_id))
        seat = reading.seat(self.read_parameters(SeatQuery).get("as"))
        return Response({"number": reading.number, "as": seat, "seats": reading.seats, "offers": reading.offers(seat)})


class Events(TableEndpoint):
    """The events of an encounter."""

    @extend_schema(operation_id="events_list", parameters=[EventsQuery], responses={200: EventsSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """All events after a number that the seat may see, oldest first."""
        reading = play.read_encounter(*self.table(encounter_id))
        parameters = self.read_parameters(EventsQuery)
        events = reading.events(parameters["after"], parameters.get("as"))
        return Response({"number": reading.number, "next": None, "previous": None, "results": events})


class Odds(TableEndpoint):
    """The chance that a command succeeds."""

    @extend_schema(operation_id="odds_read", parameters=[OddsQuery], responses={200: OddsSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The chance of success, from what the seat knows; null for commands without one."""
        reading = play.read_encounter(*self.table(encounter_id))
        parameters = self.read_parameters(OddsQuery)
        try:
            command = strict_json.loads(parameters["command"])
        except strict_json.MalformedJson as fault:
            raise InvalidParameter("command", fault.message, fault.code) from None
        return Response({"odds": reading.odds(command, parameters.get("as"))})


class Verify(TableEndpoint):
    """Whether the cards were dealt fairly."""

    @extend_schema(operation_id="verify_read", responses={200: VerifySerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """Checks the public log: the order of consumption, every opening, every shuffle and every die."""
        encounter, _own = self.table(encounter_id)
        return Response(VerifySerializer(play.verify(encounter)).data)


class PassFor(TableEndpoint):
    """Passing for a player who is away."""

    @extend_schema(operation_id="encounters_pass_for", request=PassBody, responses={204: None})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Acts for an absent player, as little as the rules allow, in campaigns that allow it. For GMs, and for every
        player of an encounter without a dealer after the days that the campaign chose."""
        encounter, membership = self.table(encounter_id)
        require_table_runner(membership, encounter)
        play.pass_for(encounter=encounter, by=self.user, **self.read_body(PassBody))
        return Response(status=204)


class Control(TableEndpoint):
    """Who plays a participant."""

    @extend_schema(operation_id="control_change", request=ControlBody, responses={200: SeatViewSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Hands a participant to a member, or with null to the GM; everyone is notified. For GMs, and for every
        player of an encounter without a dealer."""
        encounter, membership = self.table(encounter_id)
        require_table_runner(membership, encounter)
        fields = self.read_body(ControlBody)
        play.hand_over_participant(
            encounter=encounter,
            by=self.user,
            participant=fields["participant"],
            reason=fields["reason"],
            controller=find_row(members_of(membership), "member", fields["member"]),
        )
        return Response(running_json(encounter, membership))

    def stored_answer(self, data: dict[str, Any]) -> None:
        """The stored answer has no view, because a view holds cards and may only be built for its reader."""

    def repeated_answer(self, _data: None) -> dict[str, Any]:
        """The table as it is now, for a person who still runs it."""
        encounter, membership = self.table(self.kwargs["encounter_id"])
        return running_json(encounter, require_table_runner(membership, encounter))


class Stream(FileEndpoint, TableEndpoint):
    """The live stream; under ASGI it is answered before Django (config/live/stream.py)."""

    more_problems = ("501",)

    @extend_schema(
        operation_id="stream",
        parameters=[TAB],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description='`event: changed`, `data: {"encounter": 12, "number": 57}`; `event: here` after '
                "20 seconds without another",
            )
        },
    )
    def get(self, request: Request, encounter_id: int) -> Response:
        """Server-sent events that only say that something changed; then fetch your own view.

        The first event comes at once, so nothing is missed after a lost connection. `Last-Event-ID` has no effect."""
        self.table(encounter_id)
        raise NoStreamHere


def outcome_response(outcome: play.Outcome) -> Response:
    """The response to an accepted command; a header says whether it was carried out by an earlier request."""
    headers = {"Idempotent-Replayed": "true"} if outcome.repeated else {}
    return Response({"number": outcome.number, "events": outcome.events, "view": outcome.view}, headers=headers)


def running_json(encounter: Encounter, membership: Member, as_: str | None = None) -> dict[str, Any]:
    """What the member may know of a begun encounter through one of their seats."""
    reading = play.read_encounter(encounter, membership)
    seat = reading.seat(as_)
    return {"number": reading.number, "seats": reading.seats, "as": seat, "view": reading.view(seat)}
