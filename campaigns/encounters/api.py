"""The API for preparing, starting and reading encounters."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.fields import get_error_detail
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters import actions, play, queries, quick_preparation
from campaigns.encounters.access import get_encounter, require_table_runner, visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import pending_draws, physical_draws
from campaigns.encounters.serializers import (
    ArrivalBody,
    DrawBody,
    DrawQuery,
    DrawSerializer,
    EncounterBody,
    EncounterChange,
    EncounterQuery,
    EncounterSerializer,
    ParticipantSerializer,
    StartBody,
    TableSerializer,
)
from campaigns.encounters.table.api import outcome_response, running_json
from campaigns.encounters.table.serializers import OutcomeSerializer, SeatQuery
from campaigns.sessions.access import visible_sessions
from characters import access as character_access
from characters.models import Monster
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, READ, request_revision, with_entity_tag
from common.lookups import find_row
from common.revisions import revision_read
from people.access import get_membership, require_player, require_preparer
from people.models import Member


def encounter_response(
    request: Request, membership: Member, encounter: Encounter, as_: str | None = None, status: int = 200
) -> Response:
    """The encounter with its ETag; once begun, with the view from one of the member's own seats.

    A view may contain cards, which no cache may store: then there is no ETag, only `revision` in the body."""
    body = encounter_json(membership, encounter, as_)
    prepared = encounter.status == Encounter.Status.PREPARED
    return with_entity_tag(request, body, status) if prepared else Response(body, status)


def encounter_json(membership: Member, encounter: Encounter, as_: str | None = None) -> dict[str, Any]:
    """The encounter as the member may see it, with the revision of what they may read of its preparation."""
    body: dict[str, Any] = dict(EncounterSerializer(encounter, context={"membership": membership}).data)
    parts = TableSerializer(encounter, context={"membership": membership}).data
    runs_table = encounter.is_run_by(membership)
    if runs_table:
        body["groups"] = parts["groups"]
        if encounter.status == Encounter.Status.PREPARED:
            body["warnings"] = queries.setup_warnings(encounter)
    if encounter.status != Encounter.Status.PREPARED:
        body["participants"] = ParticipantSerializer(queries.known_participants(membership, encounter), many=True).data
        body |= running_json(encounter, membership, as_)
    prepared = {name: body[name] for name in ("title", "session", "options", "counts", "real_cards")}
    body["revision"] = (
        quick_preparation.preparation_revision(encounter, membership) if runs_table else revision_read(prepared)
    )
    return body


class Encounters(Endpoint):
    """The encounters of a campaign."""

    @extend_schema(
        operation_id="encounters_list", parameters=[EncounterQuery], responses=EncounterSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The encounters, newest first; players see those that have begun, and all without a dealer."""
        membership = get_membership(self.user, campaign_id)
        rows = visible_encounters(membership).filter(**self.read_parameters(EncounterQuery))
        return self.respond_with_page(rows, EncounterSerializer, membership=membership)

    @extend_schema(operation_id="encounters_create", request=EncounterBody, responses={201: TableSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Prepares an encounter with its participants. For GMs, and for every player of a campaign without a dealer."""
        membership = require_preparer(get_membership(self.user, campaign_id))
        fields = resolve_rows(membership, self.read_body(EncounterBody))
        with refusals_at_groups():
            encounter = quick_preparation.create_with_groups(membership=membership, **{"groups": [], **fields})
        return encounter_response(request, membership, encounter, status=201)


class EncounterDetail(Endpoint):
    """One encounter."""

    @extend_schema(operation_id="encounters_read", parameters=[SeatQuery, *READ], responses={200: TableSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The caller's view of a begun encounter, with its number; those who run its table also read the preparation.

        A begun encounter has no ETag, because nothing may keep a view; a change names its `revision`."""
        encounter, membership = get_encounter(self.user, encounter_id)
        return encounter_response(request, membership, encounter, self.read_parameters(SeatQuery).get("as"))

    @extend_schema(
        operation_id="encounters_change", parameters=CHANGE, request=EncounterChange, responses={200: TableSerializer}
    )
    def patch(self, request: Request, encounter_id: int) -> Response:
        """Changes title, notes or session, and before the start also the participants. For GMs, and for every player of
        an encounter without a dealer."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_table_runner(membership, encounter)
        fields = resolve_rows(membership, self.read_body(EncounterChange), encounter)
        revision = request_revision(request, fields)
        with refusals_at_groups():
            changed = quick_preparation.change_with_groups(
                membership=membership, encounter=encounter, revision=revision, **fields
            )
        return encounter_response(request, membership, changed)


@contextmanager
def refusals_at_groups() -> Iterator[None]:
    """Lets the refusal of a group point to it in the list that was sent."""
    try:
        yield
    except quick_preparation.GroupRefused as refusal:
        raise ValidationError({"groups": {str(refusal.place): get_error_detail(refusal)}}) from None


class EncounterAnswer(Endpoint):
    """Endpoints that answer with an encounter; a repeated request gets it as it is now."""

    def stored_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """Only the id, because cards, notes and groups may only be shown to those who may see them at that moment."""
        return {"id": data["id"]}

    def repeated_answer(self, data: dict[str, Any]) -> Any:
        """The encounter as it is now, if the caller still runs its table."""
        encounter, membership = get_encounter(self.user, data["id"])
        return encounter_json(require_table_runner(membership, encounter), encounter)


class Start(EncounterAnswer):
    """Starting an encounter."""

    @extend_schema(operation_id="encounters_start", request=StartBody, responses={200: TableSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Starts the encounter: participants take their seats, and cards are shuffled and dealt. For GMs, and for every
        player of an encounter without a dealer.

        With `real_cards` it is `prepared` until everyone has entered the cards that they drew, by `draws_create`."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_table_runner(membership, encounter)
        self.read_body(StartBody)
        return encounter_response(request, membership, actions.start(membership=membership, encounter=encounter))


class Draws(Endpoint):
    """Cards of the table's own deck."""

    @extend_schema(operation_id="draws_read", responses={200: DrawSerializer})
    def get(self, request: Request, encounter_id: int) -> Response:
        """The participants that a deal or a command waits for, without the cards already entered."""
        encounter, membership = get_encounter(self.user, encounter_id)
        return Response(awaited_cards_response(encounter, membership))

    @extend_schema(operation_id="draws_create", request=DrawBody, responses={200: DrawSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Enters the drawn cards; play continues when all cards are entered."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_player(membership)
        fields = self.read_body(DrawBody)
        fields["owner"] = fields.pop("as")
        physical_draws.enter_cards(encounter=encounter, by=self.user, **fields)
        return Response(awaited_cards_response(encounter, membership))

    @extend_schema(operation_id="draws_delete", parameters=[DrawQuery], responses={204: None})
    def delete(self, request: Request, encounter_id: int) -> Response:
        """Takes back the waiting draw; for the GM and the person who started it."""
        encounter, _own = get_encounter(self.user, encounter_id)
        physical_draws.cancel_draw(encounter=encounter, by=self.user, **self.read_parameters(DrawQuery))
        return Response(status=204)


def awaited_cards_response(encounter: Encounter, membership: Member) -> dict[str, Any]:
    """The cards that the encounter waits for, as far as the caller may know."""
    body = pending_draws.pending_body(encounter)
    shown = {
        "awaited": pending_draws.awaited_cards(encounter, membership),
        "conflicts": body.get("conflicts", 0) if body is not None else 0,
        "question": body.get("question", "") if body is not None else "",
    }
    return dict(DrawSerializer(shown).data)


class Copies(EncounterAnswer):
    """Copies of an encounter."""

    @extend_schema(operation_id="encounters_copy", request=StartBody, responses={201: TableSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """A new preparation like this encounter. For GMs; and for every player of an encounter without a dealer, if the
        campaign has none either."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_table_runner(membership, encounter)
        self.read_body(StartBody)
        copy = actions.copy(membership=membership, encounter=encounter)
        return encounter_response(request, membership, copy, status=201)


class Arrivals(Endpoint):
    """Newcomers to a running encounter."""

    own_key = True

    @extend_schema(operation_id="encounters_join", request=ArrivalBody, responses={200: OutcomeSerializer})
    def post(self, request: Request, encounter_id: int) -> Response:
        """Lets a character or a monster join a running encounter under a new id.

        GMs can add anyone; players add one of their own characters, through a participant (`as`) if the rules allow it.
        """
        encounter, membership = get_encounter(self.user, encounter_id)
        if not (isinstance(request.data, dict) and "as" in request.data):
            require_table_runner(membership, encounter)
        fields = self.read_body(ArrivalBody)
        actor = fields.pop("as", play.GM)
        if not play.may_act(membership, encounter, actor):
            raise PermissionDenied(_("You do not play this participant. Ask your GM to hand them over to you."))
        newcomer = read_group(membership, None, fields, gives_orders=encounter.is_run_by(membership))
        key = request.headers.get("Idempotency-Key")
        outcome = actions.join(membership=membership, encounter=encounter, actor=actor, key=key, **newcomer)
        return outcome_response(outcome)


def resolve_rows(membership: Member, fields: dict[str, Any], encounter: Encounter | None = None) -> dict[str, Any]:
    """The body with its ids replaced by rows of the caller's campaign; monsters that `encounter` has can stay."""
    if "session" in fields:
        fields["session"] = find_row(visible_sessions(membership), "session", fields["session"])
    if "groups" in fields:
        present = queries.monsters_by_id(encounter) if encounter is not None else {}
        fields["groups"] = [
            read_group(membership, place, body, present=present) for place, body in enumerate(fields["groups"])
        ]
    return fields


def read_group(
    membership: Member,
    place: int | None,
    body: dict[str, Any],
    *,
    gives_orders: bool = True,
    present: Mapping[int, Monster] = MappingProxyType({}),
) -> dict[str, Any]:
    """One group of a preparation; an id from another campaign is refused exactly like a missing one.

    A player who does not give orders there brings only characters that they may read. Monsters that are `present` can
    stay, also for players who do not know the bestiary."""
    visible = character_access.visible_characters(membership.user).filter(campaign=membership.campaign_id)
    rows = {
        "monster": character_access.available_opponents(membership),
        "character": visible
        if membership.is_gm or not gives_orders
        else queries.available_campaign_characters(membership),
    }
    resolved = dict(body)
    for name, known in rows.items():
        if body.get(name) is None:
            resolved.pop(name, None)
            continue
        kept = present.get(body[name]) if name == "monster" else None
        resolved[name] = kept or known.filter(pk=body[name]).first()
        if resolved[name] is None:
            sentence = _("There is no such %(field)s here.") % {"field": name}
            fault: dict[str, Any] = {name: [sentence]}
            raise ValidationError(fault if place is None else {"groups": {str(place): fault}}, "missing")
    return resolved
