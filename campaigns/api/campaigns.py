"""Campaigns, their members and invitations over the API; and the caller's own account."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import campaigns as actions
from campaigns.actions import members as member_actions
from campaigns.actions import tokens as token_actions
from campaigns.models import Campaign
from campaigns.serializers.campaigns import (
    CampaignBody,
    CampaignChange,
    CampaignSerializer,
    InvitationBody,
    InvitationSerializer,
    JoinBody,
    MemberSerializer,
    MeSerializer,
    RoleBody,
    RowInForceSerializer,
    RowsQuery,
    TokenSerializer,
)
from rules import queries as catalogue
from rules.api import Endpoint


def campaign_json(request: Any, campaign: Campaign) -> dict[str, Any]:
    """A campaign as the caller sees it."""
    roles = {own.campaign_id: own.role for own in access.memberships(request.user).filter(campaign=campaign.pk)}
    data: dict[str, Any] = CampaignSerializer(campaign, context={"request": request, "roles": roles}).data
    return data


class Me(Endpoint):
    """The caller."""

    @extend_schema(operation_id="me_read", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Who the token or the session belongs to, and how far the token reaches."""
        return Response(MeSerializer(self.user, context={"request": request}).data)


class Campaigns(Endpoint):
    """The caller's campaigns."""

    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every campaign whose member the caller is, newest first."""
        roles = {own.campaign_id: own.role for own in access.memberships(self.user)}
        return self.page(access.campaigns(self.user), CampaignSerializer, roles=roles)

    @extend_schema(operation_id="campaigns_create", request=CampaignBody, responses={201: CampaignSerializer})
    def post(self, request: Request) -> Response:
        """Starts a campaign; the caller is its GM."""
        access.must_be_free(self.user)
        campaign = actions.create(by=self.user, **self.taken(CampaignBody))
        return Response(campaign_json(request, campaign), 201)


class CampaignDetail(Endpoint):
    """One campaign."""

    @extend_schema(operation_id="campaigns_read", responses=CampaignSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The campaign, with the caller's role."""
        return Response(campaign_json(request, access.member(self.user, campaign_id).campaign))

    @extend_schema(operation_id="campaigns_change", request=CampaignChange, responses=CampaignSerializer)
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Changes name, words, habits or house rules; GMs only."""
        own = access.gm(self.user, campaign_id)
        fields = self.taken(CampaignChange)
        aside = fields.pop("archived", None)
        campaign = actions.change(own=own, **fields)
        if aside is not None:
            campaign = actions.archive(own=own) if aside else actions.unarchive(own=own)
        return Response(campaign_json(request, campaign))


class CatalogueInForce(Endpoint):
    """The catalogue of a campaign."""

    @extend_schema(
        operation_id="campaigns_catalogue", parameters=[RowsQuery], responses=RowInForceSerializer(many=True)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The rows in force, the campaign's own in the place of the site's; those kept for GMs only for GMs."""
        own = access.member(self.user, campaign_id)
        rows = catalogue.catalogue(
            own.campaign.system, campaign=own.campaign, gm=own.runs, **self.asked(RowsQuery)
        )  # fmt: skip
        return self.whole(rows, RowInForceSerializer)


class Members(Endpoint):
    """Who is in a campaign."""

    @extend_schema(operation_id="members_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The present members."""
        return self.page(access.members(access.member(self.user, campaign_id)), MemberSerializer, "id")


class MemberDetail(Endpoint):
    """One member."""

    @extend_schema(operation_id="members_change", request=RoleBody, responses=MemberSerializer)
    def patch(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Gives the member another role; GMs only, and the campaign always keeps one."""
        own = access.gm(self.user, campaign_id)
        member = access.found(access.members(own), pk=member_id)
        changed = member_actions.change_role(own=own, member=member, **self.taken(RoleBody))
        return Response(MemberSerializer(changed).data)

    @extend_schema(operation_id="members_remove", responses={204: None})
    def delete(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Removes the member (GMs), or leaves (one's own place)."""
        own = access.member(self.user, campaign_id)
        member = access.found(access.members(own), pk=member_id)
        if member.pk == own.pk:
            member_actions.leave(own=own)
        else:
            member_actions.remove(own=access.must_run(own), member=member)
        return Response(status=204)


class Invitations(Endpoint):
    """The invitation links of a campaign."""

    @extend_schema(operation_id="invitations_list", responses=InvitationSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The links with their state; GMs only."""
        return self.page(access.invitations(access.gm(self.user, campaign_id)), InvitationSerializer)

    @extend_schema(operation_id="invitations_create", request=InvitationBody, responses={201: InvitationSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Makes a link for one role; GMs only."""
        own = access.gm(self.user, campaign_id)
        invitation = member_actions.invite(own=own, **self.taken(InvitationBody))
        return Response(InvitationSerializer(invitation, context={"request": request}).data, 201)

    def remember(self, data: dict[str, Any]) -> dict[str, Any]:
        """The stored answer of a keyed request: the link is derived anew, as it is stored nowhere."""
        return {name: value for name, value in data.items() if name != "link"}

    def recall(self, data: dict[str, Any]) -> dict[str, Any]:
        """The answer again, with the link, for whoever still runs the campaign."""
        own = access.gm(self.user, self.kwargs["campaign_id"])
        invitation = access.found(access.invitations(own), pk=data["id"])
        told = InvitationSerializer(invitation, context={"request": self.request})
        return {**data, "link": told.data["link"]}


class InvitationDetail(Endpoint):
    """One invitation link."""

    @extend_schema(operation_id="invitations_revoke", responses={204: None})
    def delete(self, request: Request, campaign_id: int, invitation_id: int) -> Response:
        """Ends the link at once; GMs only."""
        own = access.gm(self.user, campaign_id)
        invitation = access.found(access.invitations(own), pk=invitation_id)
        member_actions.revoke_invitation(own=own, invitation=invitation)
        return Response(status=204)


class Join(Endpoint):
    """Following an invitation."""

    @extend_schema(operation_id="join", request=JoinBody, responses={200: CampaignSerializer, 201: CampaignSerializer})
    def post(self, request: Request) -> Response:
        """Makes the caller a member: 201; 200 for whoever is one already and keeps the role."""
        access.must_be_free(self.user)
        own, new = member_actions.join(user=self.user, **self.taken(JoinBody))
        return Response(campaign_json(request, own.campaign), 201 if new else 200)


class Tokens(Endpoint):
    """The caller's API tokens."""

    @extend_schema(operation_id="tokens_list", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The tokens without their secrets; new ones are made on the tokens page, signed in."""
        return self.page(access.tokens(self.user), TokenSerializer, "-created")


class TokenDetail(Endpoint):
    """One API token."""

    @extend_schema(operation_id="tokens_revoke", responses={204: None})
    def delete(self, request: Request, token_id: str) -> Response:
        """Ends the token at once."""
        token = access.found(access.tokens(self.user), token_key=token_id)
        token_actions.revoke(user=self.user, token=token)
        return Response(status=204)
