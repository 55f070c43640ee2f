"""The API of campaigns, members and invitations, and of the caller's account."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.overview import actions
from campaigns.overview.members import actions as member_actions
from campaigns.overview.serializers import (
    CampaignBody,
    CampaignChange,
    CampaignSerializer,
    InvitationBody,
    InvitationSerializer,
    JoinBody,
    MemberSerializer,
    MeSerializer,
    RemovalQuery,
    RoleBody,
    TokenSerializer,
)
from campaigns.sessions.access import visible_sessions
from common.endpoint import Endpoint, InvalidParameter
from common.entity_tags import CHANGE, OPTIONAL_IF_MATCH, READ, optional_revision, request_revision, with_entity_tag
from common.lookups import find_row
from people import actions as token_actions
from people.access import (
    campaigns_of,
    get_gm_membership,
    get_membership,
    get_visible_row,
    invitations_of,
    members_of,
    memberships_of,
    require_gm,
    require_unbound_token,
    tokens_of,
)
from people.models import Campaign


def campaign_json(request: Any, campaign: Campaign) -> dict[str, Any]:
    """A campaign as the caller sees it."""
    seats = {
        membership.campaign_id: membership for membership in memberships_of(request.user).filter(campaign=campaign.pk)
    }
    data: dict[str, Any] = CampaignSerializer(campaign, context={"request": request, "seats": seats}).data
    return data


class Me(Endpoint):
    """The caller."""

    @extend_schema(operation_id="me_read", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The owner of the token or session, and what the token may access."""
        return Response(MeSerializer(self.user, context={"request": request}).data)


class Campaigns(Endpoint):
    """The caller's campaigns."""

    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every campaign whose member the caller is, newest first."""
        seats = {membership.campaign_id: membership for membership in memberships_of(self.user)}
        return self.respond_with_page(campaigns_of(self.user), CampaignSerializer, seats=seats)

    @extend_schema(operation_id="campaigns_create", request=CampaignBody, responses={201: CampaignSerializer})
    def post(self, request: Request) -> Response:
        """Starts a campaign; the caller is its GM."""
        require_unbound_token(self.user)
        campaign = actions.create_campaign(by=self.user, **self.read_body(CampaignBody))
        return with_entity_tag(request, campaign_json(request, campaign), 201)


class CampaignDetail(Endpoint):
    """One campaign."""

    @extend_schema(operation_id="campaigns_read", parameters=READ, responses=CampaignSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The campaign, with the caller's role."""
        return with_entity_tag(request, campaign_json(request, get_membership(self.user, campaign_id).campaign))

    @extend_schema(
        operation_id="campaigns_change", parameters=CHANGE, request=CampaignChange, responses=CampaignSerializer
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Changes name, summary, settings or house rules; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(CampaignChange)
        archived = fields.pop("archived", None)
        revision = request_revision(request, fields)
        campaign = actions.change_campaign(membership=membership, revision=revision, **fields)
        if archived is not None:
            campaign = (
                actions.archive_campaign(membership=membership)
                if archived
                else actions.unarchive_campaign(membership=membership)
            )
        return with_entity_tag(request, campaign_json(request, campaign))


class Members(Endpoint):
    """The members of a campaign."""

    @extend_schema(operation_id="members_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The present members."""
        rows = members_of(get_membership(self.user, campaign_id)).prefetch_related("visits")
        return self.respond_with_page(rows, MemberSerializer, "id")


class MemberDetail(Endpoint):
    """One member."""

    @extend_schema(operation_id="members_read", parameters=READ, responses=MemberSerializer)
    def get(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """The member with their role."""
        member = get_visible_row(members_of(get_membership(self.user, campaign_id)), pk=member_id)
        return with_entity_tag(request, MemberSerializer(member).data)

    @extend_schema(operation_id="members_change", parameters=CHANGE, request=RoleBody, responses=MemberSerializer)
    def patch(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Gives the member another role; GMs only, and the campaign always keeps one."""
        membership = get_gm_membership(self.user, campaign_id)
        member = get_visible_row(members_of(membership), pk=member_id)
        fields = self.read_body(RoleBody)
        revision = request_revision(request, fields)
        changed = member_actions.change_role(membership=membership, member=member, revision=revision, **fields)
        return with_entity_tag(request, MemberSerializer(changed).data)

    @extend_schema(operation_id="members_remove", parameters=[RemovalQuery, OPTIONAL_IF_MATCH], responses={204: None})
    def delete(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Removes the member (GMs), or leaves the campaign (the caller's own membership)."""
        membership = get_membership(self.user, campaign_id)
        member = get_visible_row(members_of(membership), pk=member_id)
        fields, seen = self.read_parameters(RemovalQuery), optional_revision(request, {})
        if member.pk != membership.pk:
            require_gm(membership)
            member_actions.remove_member(membership=membership, member=member, revision=seen, **fields)
        elif fields["revoke_links"]:
            raise InvalidParameter("revoke_links", _("only for the removal of another member."))
        else:
            member_actions.leave_campaign(membership=membership, revision=seen)
        return Response(status=204)


class KeptGuest(Endpoint):
    """The guest of a session who becomes an ordinary member."""

    @extend_schema(operation_id="members_keep", request=None, responses=MemberSerializer)
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Makes a guest an ordinary member; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        member = get_visible_row(members_of(membership), pk=member_id)
        kept = member_actions.keep_guest(membership=membership, member=member)
        return with_entity_tag(request, MemberSerializer(kept).data)


class InvitationAnswer(Endpoint):
    """Endpoints that answer with a new invitation, whose link is stored nowhere."""

    def stored_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """The invitation without its link."""
        return {name: value for name, value in data.items() if name != "link"}

    def repeated_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """The invitation with its link; 403 if the caller no longer runs the campaign."""
        membership = get_gm_membership(self.user, self.kwargs["campaign_id"])
        invitation = get_visible_row(invitations_of(membership), pk=data["id"])
        serializer = InvitationSerializer(invitation, context={"request": self.request})
        return {**data, "link": serializer.data["link"]}


class PlaceInvitations(InvitationAnswer):
    """The place of an absent person in a restored campaign."""

    @extend_schema(operation_id="members_offer_place", request=None, responses={201: InvitationSerializer})
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Makes a link for one person to an absent person's place; send it only to that person.

        GMs only; co-GMs cannot make one to a GM's place."""
        membership = get_gm_membership(self.user, campaign_id)
        member = get_visible_row(members_of(membership), pk=member_id)
        invitation = member_actions.create_place_invitation(membership=membership, member=member)
        return Response(InvitationSerializer(invitation, context={"request": request}).data, 201)


class Invitations(InvitationAnswer):
    """The invitation links of a campaign."""

    @extend_schema(operation_id="invitations_list", responses=InvitationSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The links with their state; GMs only. Co-GMs do not see links to a GM's place."""
        rows = invitations_of(get_gm_membership(self.user, campaign_id)).select_related("place")
        return self.respond_with_page(rows, InvitationSerializer)

    @extend_schema(operation_id="invitations_create", request=InvitationBody, responses={201: InvitationSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a link for one role, or for guests of one session; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        fields = self.read_body(InvitationBody)
        fields["session"] = find_row(visible_sessions(membership), "session", fields.get("session"))
        invitation = member_actions.create_invitation(membership=membership, **fields)
        return Response(InvitationSerializer(invitation, context={"request": request}).data, 201)


class InvitationDetail(Endpoint):
    """One invitation link."""

    @extend_schema(operation_id="invitations_revoke", responses={204: None})
    def delete(self, request: Request, campaign_id: int, invitation_id: int) -> Response:
        """Revokes the link immediately; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        invitation = get_visible_row(invitations_of(membership), pk=invitation_id)
        member_actions.revoke_invitation(membership=membership, invitation=invitation)
        return Response(status=204)


class Join(Endpoint):
    """Following an invitation."""

    @extend_schema(operation_id="join", request=JoinBody, responses={200: CampaignSerializer, 201: CampaignSerializer})
    def post(self, request: Request) -> Response:
        """Makes the caller a member (201; 200 if they are one already). A guest is one until the session is over."""
        require_unbound_token(self.user)
        membership, new = member_actions.join_by_link(user=self.user, **self.read_body(JoinBody))
        return Response(campaign_json(request, membership.campaign), 201 if new else 200)


class Tokens(Endpoint):
    """The caller's API tokens."""

    @extend_schema(operation_id="tokens_list", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The tokens without their secrets. Make new ones on the page “API tokens”."""
        return self.respond_with_page(tokens_of(self.user), TokenSerializer, "-created")


class TokenDetail(Endpoint):
    """One API token."""

    @extend_schema(operation_id="tokens_revoke", responses={204: None})
    def delete(self, request: Request, token_id: str) -> Response:
        """Revokes the token immediately."""
        token = get_visible_row(tokens_of(self.user), token_key=token_id)
        token_actions.revoke_token(user=self.user, token=token)
        return Response(status=204)
