"""The API of shared worlds: the world of a campaign, its campaigns, and the pages that they share."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.calendar.api import calendar_json
from campaigns.log.calendar.serializers import CalendarSerializer
from campaigns.world.access import get_entry_as_gm
from campaigns.world.api import entry_json
from campaigns.world.serializers import WorldEntrySerializer
from campaigns.world.shared_worlds import actions, page_actions, queries
from campaigns.world.shared_worlds import serializers as forms
from campaigns.world.shared_worlds.access import PAGE, get_copy, get_shared_page, get_world_place, require_view
from campaigns.world.shared_worlds.models import NO_PAGES, SharedPage, SharedPageCopy, WorldTable
from campaigns.world.shared_worlds.sharing import SeenEdition, merge_with_newest
from campaigns.world.shared_worlds.ties.queries import tie_changes
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.revisions import content_revision
from people.access import first_or_404, get_gm_membership, get_membership
from people.models import Member


def world_json(membership: Member, world_place: WorldTable) -> dict[str, Any]:
    """A shared world as the member may see it."""
    facts = {
        "name": world_place.world.name,
        "revision": actions.world_revision(world_place)
        if membership.is_gm
        else content_revision([world_place.world.name]),
        "open_to_players": world_place.open_to_players if membership.is_gm else None,
        "campaigns": queries.list_world_campaigns(membership, world_place),
    }
    data: dict[str, Any] = forms.SharedWorldSerializer(facts, context={"is_gm": membership.is_gm}).data
    return data


def page_json(membership: Member, page: SharedPage) -> dict[str, Any]:
    """A shared page with the text of its newest edition."""
    queries.mark_copies(membership, [page])
    queries.mark_newest(membership, page)
    data: dict[str, Any] = forms.SharedPageDetailSerializer(page).data
    return data


def changes_json(membership: Member, copy: SharedPageCopy) -> dict[str, Any]:
    """What taking over the newest edition of a page or an NPC would give."""
    merge, newest = merge_with_newest(copy)
    facts = {"revision": copy.thing.revision, "edition": newest.number, "text": merge.resolve()}
    facts |= {"conflicts": merge.conflicts, "digest": merge.digest}
    facts["ties"] = tie_changes(membership, copy, newest)
    data: dict[str, Any] = forms.SharedChangesSerializer(facts).data
    return data


def seen_edition(request: Request, fields: dict[str, Any]) -> SeenEdition:
    """The edition that the caller compared with, and how each conflict was decided."""
    return SeenEdition(
        revision=request_revision(request, fields),
        number=fields["edition"],
        digest=fields.get("digest", ""),
        choices=tuple(fields.get("choices", ())),
    )


class SharedWorldDetail(Endpoint):
    """The shared world of a campaign."""

    @extend_schema(operation_id="shared_world_read", parameters=READ, responses=forms.SharedWorldSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The campaigns of the shared world; players see those that show themselves to players."""
        membership = get_membership(self.user, campaign_id)
        world_place = first_or_404([view for view in [require_view(membership)] if view is not None])
        return with_entity_tag(request, world_json(membership, world_place))

    @extend_schema(
        operation_id="shared_world_start",
        request=forms.SharedWorldStartBody,
        responses={201: forms.SharedWorldSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Starts a shared world with this campaign as its first one; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        world_place = actions.start_world(membership=membership, **self.read_body(forms.SharedWorldStartBody))
        return with_entity_tag(request, world_json(membership, world_place), 201)

    @extend_schema(
        operation_id="shared_world_change",
        parameters=CHANGE,
        request=forms.SharedWorldChangeBody,
        responses=forms.SharedWorldSerializer,
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Renames the world, or shows this campaign to players of the others; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(forms.SharedWorldChangeBody)
        revision = request_revision(request, fields)
        world_place = actions.change_world(membership=membership, revision=revision, **fields)
        return with_entity_tag(request, world_json(membership, world_place))


class SharedWorldJoin(Endpoint):
    """Joining a shared world."""

    @extend_schema(
        operation_id="shared_world_join",
        request=forms.SharedWorldJoinBody,
        responses={201: forms.SharedWorldSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Joins the world of a code that a GM of another campaign made; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        world_place = actions.join_world(membership=membership, **self.read_body(forms.SharedWorldJoinBody))
        return with_entity_tag(request, world_json(membership, world_place), 201)


class SharedWorldInvitations(Endpoint):
    """Codes with which other campaigns join."""

    @extend_schema(operation_id="shared_world_invite", request=None, responses={201: forms.SharedWorldCodeSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a code for one other campaign; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        row, code = actions.create_invitation(membership=membership)
        return Response({"id": row.pk, "code": code}, 201)

    @extend_schema(operation_id="shared_world_revoke", parameters=[forms.SharedWorldCodeQuery], responses={204: None})
    def delete(self, request: Request, campaign_id: int) -> Response:
        """Revokes the open codes of this campaign, or one of them; GMs only. It may be repeated."""
        membership = get_gm_membership(self.user, campaign_id)
        code = self.read_parameters(forms.SharedWorldCodeQuery).get("id")
        actions.revoke_invitations(membership=membership, invitation_id=code)
        return Response(status=204)


class SharedWorldLeave(Endpoint):
    """Leaving a shared world."""

    @extend_schema(operation_id="shared_world_leave", request=None, responses={204: None})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Leaves the shared world; the campaign keeps its copies of shared pages. GMs only."""
        actions.leave_world(membership=get_gm_membership(self.user, campaign_id))
        return Response(status=204)


class SharedWorldCalendar(Endpoint):
    """The calendar of another campaign."""

    @extend_schema(
        operation_id="shared_world_calendar", request=forms.SharedWorldCalendarBody, responses=CalendarSerializer
    )
    def post(self, request: Request, campaign_id: int, table_id: int) -> Response:
        """Gives this campaign the calendar of another one of the world; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(forms.SharedWorldCalendarBody)
        row = actions.take_calendar(membership=membership, table_id=table_id, **fields)
        return Response(calendar_json(row))


class SharedPages(Endpoint):
    """The shared pages of a world."""

    @extend_schema(
        operation_id="shared_pages_list",
        parameters=[forms.SharedPagesQuery],
        responses=forms.SharedPageSerializer(many=True),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The pages that the campaigns of the world share, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        rows = queries.pages_of(get_world_place(membership), **self.read_parameters(forms.SharedPagesQuery))
        rows = rows.exclude(kind__in=NO_PAGES)
        self.sort_by("-id")
        shown = self.read_page(rows)
        queries.mark_copies(membership, shown)
        return self.get_paginated_response(forms.SharedPageSerializer(shown, many=True).data)


class SharedPageDetail(Endpoint):
    """One shared page."""

    @extend_schema(operation_id="shared_pages_read", responses=forms.SharedPageDetailSerializer)
    def get(self, request: Request, campaign_id: int, page_id: int) -> Response:
        """The newest edition of a shared page; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, page_id, kind=PAGE)
        return Response(page_json(membership, page))


class SharedPageTake(Endpoint):
    """Taking a shared page."""

    @extend_schema(operation_id="shared_pages_take", request=None, responses={201: WorldEntrySerializer})
    def post(self, request: Request, campaign_id: int, page_id: int) -> Response:
        """Copies a shared page into this campaign, for GMs until it is shown. A second time gives the same copy."""
        membership = get_gm_membership(self.user, campaign_id)
        page, _table = get_shared_page(membership, page_id, kind=PAGE)
        return with_entity_tag(
            request, entry_json(membership, page_actions.take_page(membership=membership, page=page)), 201
        )


class WorldShare(Endpoint):
    """Sharing a page."""

    @extend_schema(
        operation_id="shared_pages_share",
        parameters=[IF_MATCH],
        request=forms.SharedPageBody,
        responses=forms.SharedPageDetailSerializer,
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Shares a page, or its changes, with the GMs of the other campaigns of the world."""
        entry, membership = get_entry_as_gm(self.user, entry_id)
        fields = self.read_body(forms.SharedPageBody)
        revision = request_revision(request, fields)
        page = page_actions.share_entry(membership=membership, entry=entry, revision=revision, **fields)
        return Response(page_json(membership, page))


class WorldWithdraw(Endpoint):
    """Withdrawing a shared page."""

    @extend_schema(operation_id="shared_pages_withdraw", request=None, responses={204: None})
    def post(self, request: Request, entry_id: int) -> Response:
        """Stops sharing a page; copies stay. GMs of the campaign that shared it first."""
        copy, membership = get_copy(self.user, entry_id)
        page_actions.withdraw_page(membership=membership, entry=copy.thing)
        return Response(status=204)


class WorldSharedChanges(Endpoint):
    """What other campaigns changed in a shared page."""

    @extend_schema(operation_id="shared_pages_changes", responses=forms.SharedChangesSerializer)
    def get(self, request: Request, entry_id: int) -> Response:
        """What taking over the newest edition would give; GMs only."""
        copy, membership = get_copy(self.user, entry_id)
        return Response(changes_json(membership, copy))

    @extend_schema(
        operation_id="shared_pages_take_changes",
        parameters=[IF_MATCH],
        request=forms.SharedChangesBody,
        responses=WorldEntrySerializer,
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Takes over the changes of the newest edition; what this campaign wrote stays. GMs only."""
        copy, membership = get_copy(self.user, entry_id)
        fields = self.read_body(forms.SharedChangesBody)
        seen = seen_edition(request, fields)
        row = page_actions.take_changes(membership=membership, entry=copy.thing, seen=seen)
        return with_entity_tag(request, entry_json(membership, row))
