"""The API of imported objects: locations, treasures, hazards, handouts, scenes, tables and all others.

GMs only, as on the pages. Players read what was shown to them as pages of the world."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.modules.access import get_imported_object
from campaigns.modules.format.faults import ModuleInvalid
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects import actions, queries, showing
from campaigns.modules.objects.serializers import (
    MarkBody,
    NotesBody,
    NotesSerializer,
    ObjectChange,
    ObjectDetailSerializer,
    ObjectSerializer,
    ObjectsQuery,
    PaidSerializer,
    PayBody,
    RollBody,
    RollSerializer,
    TakeBody,
)
from campaigns.modules.objects.states import revision_of
from common.edit_conflicts import overwrite
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.lookups import find_rows
from people.access import get_gm_membership
from people.models import Member


def object_json(membership: Member, row: ImportedObject) -> dict[str, Any]:
    """An object as a GM sees it."""
    data: dict[str, Any] = ObjectDetailSerializer(queries.read_detail(membership, row.pk)).data
    return data


class Objects(Endpoint):
    """The imported objects of a campaign."""

    @extend_schema(operation_id="objects_list", parameters=[ObjectsQuery], responses=ObjectSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The imported objects without their content, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        rows = queries.filter_objects(membership, **self.read_parameters(ObjectsQuery))
        return self.respond_with_page(rows.defer("base", "current", "made"), ObjectSerializer)


class ObjectDetail(Endpoint):
    """One imported object."""

    @extend_schema(operation_id="objects_read", parameters=READ, responses=ObjectDetailSerializer)
    def get(self, request: Request, object_id: int) -> Response:
        """Content, links and state in play; GMs only. Deleted objects can be read and restored."""
        row, membership = get_imported_object(self.user, object_id, deleted=None)
        return with_entity_tag(request, object_json(membership, row))

    @extend_schema(
        operation_id="objects_change", parameters=CHANGE, request=ObjectChange, responses=ObjectDetailSerializer
    )
    def patch(self, request: Request, object_id: int) -> Response:
        """Changes the whole content, or the title and texts; later imports keep the change. GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        fields = self.read_body(ObjectChange)
        revision = request_revision(request, fields)
        if "content" in fields:
            try:
                actions.change(membership=membership, row=row, item=fields["content"], revision=revision)
            except ModuleInvalid as refusal:
                faults = [replace(fault, pointer=f"/content{fault.pointer}") for fault in refusal.errors]
                raise ModuleInvalid(faults) from None
        elif revision is None:
            overwrite(lambda: self.write(object_id, fields))
        else:
            self.write(object_id, fields, revision)
        return with_entity_tag(request, object_json(membership, row))

    def write(self, object_id: int, fields: dict[str, Any], revision: int | None = None) -> None:
        """Changes title and texts, and keeps the others as they are at the revision, or else at the one that is
        read."""
        row, membership = get_imported_object(self.user, object_id)
        name, texts = fields.get("title", row.title), queries.require_texts(row, fields.get("texts", {}))
        revision = revision_of(row) if revision is None else revision
        actions.write(membership=membership, row=row, name=name, texts=texts, revision=revision)

    @extend_schema(operation_id="objects_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, object_id: int) -> Response:
        """Deletes the object here, so that later versions do not restore it; `restore/` does. GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        actions.delete(membership=membership, row=row, revision=request_revision(request, {}))
        return Response(status=204)


class ObjectNotes(Endpoint):
    """The GM's notes about an object."""

    @extend_schema(operation_id="objects_notes", parameters=READ, responses=NotesSerializer)
    def get(self, request: Request, object_id: int) -> Response:
        """The notes; GMs only."""
        row, _membership = get_imported_object(self.user, object_id)
        return with_entity_tag(request, NotesSerializer(queries.state_of(row)).data)

    @extend_schema(operation_id="objects_note", parameters=CHANGE, request=NotesBody, responses=NotesSerializer)
    def patch(self, request: Request, object_id: int) -> Response:
        """Replaces the notes; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        fields = self.read_body(NotesBody)
        revision = request_revision(request, fields)
        actions.note(membership=membership, row=row, text=fields["notes"], revision=revision)
        return with_entity_tag(request, NotesSerializer(queries.state_of(row)).data)


class ObjectAction(Endpoint):
    """An action on an object that returns the object."""

    def answer(self, membership: Member, row: ImportedObject) -> Response:
        """The object as it is now."""
        return Response(object_json(membership, row))


class ObjectRestore(ObjectAction):
    """Restoring an object."""

    @extend_schema(operation_id="objects_restore", request=None, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Restores a deleted object with its monster, NPC or preparation; can be repeated. GMs only."""
        row, membership = get_imported_object(self.user, object_id, deleted=None)
        actions.bring_back(membership=membership, row=row)
        return self.answer(membership, row)


class ObjectShow(ObjectAction):
    """Showing an object."""

    long_work = True
    more_problems = ("503",)

    @extend_schema(operation_id="objects_show", request=None, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Shows it to the players as a page of the world with its public texts; an NPC by name. GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        showing.show(membership=membership, row=row)
        return self.answer(membership, row)

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The object that the first request showed, as it is by now."""
        row, membership = get_imported_object(self.user, effect["object"])
        return self.answer(membership, row)


class ObjectHide(ObjectAction):
    """Hiding an object."""

    @extend_schema(operation_id="objects_hide", request=None, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Hides it from the players again; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        showing.hide(membership=membership, row=row)
        return self.answer(membership, row)


class ObjectMark(ObjectAction):
    """Marking an object."""

    @extend_schema(operation_id="objects_mark", request=MarkBody, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Marks it as done or not done; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        actions.mark(membership=membership, row=row, **self.read_body(MarkBody))
        return self.answer(membership, row)


class ObjectTake(ObjectAction):
    """Taking from a treasure."""

    @extend_schema(operation_id="objects_take", request=TakeBody, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Takes an item or the coins of a treasure, or puts them back; a repeated request changes nothing. GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        fields = self.read_body(TakeBody)
        actions.take(membership=membership, row=row, key=fields["item"], gone=fields["taken"])
        return self.answer(membership, row)


class ObjectRoll(Endpoint):
    """Rolling on a table."""

    @extend_schema(operation_id="objects_roll", request=RollBody, responses=RollSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Rolls or draws on a table and logs the result for GMs, or for everyone; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        came, table_row = actions.roll(membership=membership, row=row, **self.read_body(RollBody))
        return Response({"result": came, "row": table_row})


class ObjectShuffle(ObjectAction):
    """Shuffling the deck of a table."""

    @extend_schema(operation_id="objects_shuffle", request=None, responses=ObjectDetailSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Puts all drawn cards back into the deck of a table; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        actions.shuffle(membership=membership, row=row)
        return self.answer(membership, row)


class ObjectPay(Endpoint):
    """Paying an award."""

    @extend_schema(operation_id="objects_pay", request=PayBody, responses=PaidSerializer)
    def post(self, request: Request, object_id: int) -> Response:
        """Pays an award to player characters, the same amount to each; GMs only."""
        row, membership = get_imported_object(self.user, object_id)
        people = find_rows(queries.player_characters(membership), "characters", self.read_body(PayBody)["characters"])
        return Response({"amount": actions.pay(membership=membership, row=row, characters=people)})
