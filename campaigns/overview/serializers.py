"""JSON of campaigns, members, invitations and tokens."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.overview.members import queries as member_queries
from campaigns.world.readable_text import Reader
from common.revisions import READ, revision_read
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField
from people.credentials import invitation_links
from people.credentials.invitation_validity import DEFAULT_DAYS, MAX_DAYS, MAX_USES
from people.credentials.models import ApiToken
from people.credentials.scopes import SCOPES, may_change
from people.models import PASS_AFTER, Campaign, Invitation, Member, Role, User
from rules.pages.serializers import CatalogueRowSerializer

INVITED = [role for role in Role.choices if role[0] != Role.GM]


class PersonSerializer(serializers.ModelSerializer[Any]):
    """A person as others in the campaign see them."""

    class Meta:
        model = User
        fields = ["id", "username"]
        read_only_fields = fields


class CampaignSerializer(serializers.ModelSerializer[Any]):
    """A campaign, with the caller's role in it."""

    role = serializers.SerializerMethodField()
    revision = serializers.IntegerField(read_only=True, help_text=READ)

    class Meta:
        model = Campaign
        fields = [
            "id",
            "name",
            "system",
            "summary",
            "options",
            "open_sheets",
            "real_cards",
            "dealerless",
            "pass_after",
            "zone",
            "created",
            "archived",
            "restored",
            "role",
            "revision",
        ]
        read_only_fields = fields

    def to_representation(self, instance: Campaign) -> dict[str, object]:
        """The campaign as the caller may see it: only GMs see the secrets of the summary."""
        data: dict[str, object] = super().to_representation(instance)
        if data["role"] in {Role.GM, Role.CO_GM}:
            return data
        membership: Member = self.context["seats"][instance.pk]
        data["summary"] = Reader(membership).text(instance.summary)
        return data | {"revision": revision_read(data)}

    def get_role(self, campaign: Campaign) -> str:
        """The caller's role."""
        seats: dict[int, Member] = self.context["seats"]
        return seats[campaign.pk].role if campaign.pk in seats else ""


class RowsQuery(serializers.Serializer[Any]):
    """The filters of the catalogue in force."""

    kind = serializers.CharField(required=False, max_length=40)
    text = serializers.CharField(required=False, max_length=200)


class RowInForceSerializer(CatalogueRowSerializer):
    """A row of the catalogue in force; `campaign` is null for the site's."""

    class Meta(CatalogueRowSerializer.Meta):
        fields = [*CatalogueRowSerializer.Meta.fields, "campaign", "gm_only"]
        read_only_fields = fields


class CampaignBody(StrictSerializer):
    """The fields of a new campaign."""

    name = TextField(max_length=120)
    system = TextField(max_length=40)
    summary = TextField(max_length=4000, required=False, allow_blank=True)
    options = JsonObjectField(required=False)
    open_sheets = BooleanField(required=False)
    real_cards = BooleanField(required=False)
    dealerless = BooleanField(required=False, help_text="New encounters have no dealer, if the game allows it.")
    pass_after = serializers.ChoiceField(choices=PASS_AFTER, required=False, help_text="Days; 0: never.")
    zone = TextField(max_length=64, required=False)


class CampaignChange(StrictSerializer):
    """The fields of a campaign that a GM may change."""

    revision = IntegerField(
        required=False,
        min_value=1,
        help_text="The revision that you read. If it is not the current one, the response is 409 and nothing changes.",
    )
    name = TextField(max_length=120, required=False)
    summary = TextField(max_length=4000, required=False, allow_blank=True)
    options = JsonObjectField(required=False)
    open_sheets = BooleanField(required=False)
    real_cards = BooleanField(required=False)
    dealerless = BooleanField(required=False, help_text="New encounters have no dealer, if the game allows it.")
    pass_after = serializers.ChoiceField(choices=PASS_AFTER, required=False, help_text="Days; 0: never.")
    zone = TextField(max_length=64, required=False)
    archived = BooleanField(required=False, help_text="Archived, or active again.")


class MemberSerializer(serializers.ModelSerializer[Any]):
    """A member of a campaign."""

    user = PersonSerializer()
    revision = serializers.IntegerField(read_only=True, help_text="A number that changes with the role.")
    guest_of = serializers.SerializerMethodField(help_text="The session whose guest the member is; null for others.")
    guest_until = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="When the membership of a guest ends at the latest; null for others."
    )

    class Meta:
        model = Member
        fields = ["id", "user", "role", "joined", "revision", "guest_of", "guest_until"]
        read_only_fields = fields

    def get_guest_of(self, member: Member) -> int | None:
        """The session of the visit that lasts; lists prefetch `visits`."""
        if member.guest_until is None:
            return None
        return next((visit.session_id for visit in member.visits.all() if visit.ended is None), None)


class RoleBody(StrictSerializer):
    """A member's new role."""

    role = serializers.ChoiceField(Role.choices)
    revision = IntegerField(required=False, min_value=1, help_text="The revision that you read.")


class InvitationSerializer(serializers.ModelSerializer[Any]):
    """An invitation with its link; GMs only."""

    link = serializers.SerializerMethodField(
        help_text="The address to send to the invited person. It lets anyone join: empty for tokens that may only read."
    )
    state = serializers.SerializerMethodField()

    class Meta:
        model = Invitation
        fields = ["id", "role", "note", "guest_of", "expires", "uses_left", "revoked", "created", "state", "link"]
        read_only_fields = fields

    def get_link(self, invitation: Invitation) -> str:
        """The address to send to the invited person."""
        path = f"/join/{invitation_links.link_token(invitation)}/"
        request: Any = self.context["request"]
        if not may_change(request.auth, "campaign"):
            return ""
        return str(request.build_absolute_uri(path))

    def get_state(self, invitation: Invitation) -> str:
        """open, expired, revoked or used"""
        return member_queries.invitation_state(invitation)


class InvitationBody(StrictSerializer):
    """The fields of a new invitation."""

    role = serializers.ChoiceField(INVITED, default=Role.PLAYER)
    days = IntegerField(min_value=1, max_value=MAX_DAYS, default=DEFAULT_DAYS)
    uses = IntegerField(min_value=1, max_value=MAX_USES, default=1)
    note = TextField(max_length=120, default="", allow_blank=True)
    session = IdField(
        required=False,
        allow_null=True,
        help_text="For guests of this planned session. The link then works until a day after its start.",
    )


class RemovalQuery(serializers.Serializer[Any]):
    """What else the removal of a member ends."""

    revoke_links = serializers.BooleanField(
        required=False,
        default=False,
        help_text="True also revokes the open invitation links of the campaign, except links to places. The person may "
        "know one and could come back with it under another name. Only for the removal of another member.",
    )


class JoinBody(StrictSerializer):
    """The last part of an invitation's link."""

    token = TextField(max_length=200)


class TokenSerializer(serializers.ModelSerializer[Any]):
    """An API token without its secret."""

    id = serializers.CharField(source="token_key", help_text="The first characters of the token.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(list(SCOPES)), help_text="What the token is for; empty: everything."
    )
    area: Any = serializers.SerializerMethodField(
        help_text="`modules` if all scopes are about modules. Use `scopes` instead."
    )

    class Meta:
        model = ApiToken
        fields = ["id", "name", "can_write", "scopes", "area", "campaign", "created", "expiry", "last_used"]
        read_only_fields = fields

    @extend_schema_field({"enum": ["", "modules"], "type": "string"})
    def get_area(self, token: ApiToken) -> str:
        """Scopes as earlier versions named them."""
        return "modules" if token.scopes and all(scope.startswith("modules:") for scope in token.scopes) else ""


class MeSerializer(serializers.ModelSerializer[Any]):
    """The caller."""

    email: Any = serializers.SerializerMethodField(
        help_text="The address of the account; empty for a token with scopes or for one campaign."
    )
    token: Any = serializers.SerializerMethodField(help_text="What the token may access; null when signed in.")

    class Meta:
        model = User
        fields = ["id", "username", "email", "zone", "token"]
        read_only_fields = fields

    def get_email(self, row: User) -> str:
        """The address, which other people's services with a limited token do not need."""
        token = self._token()
        return "" if token is not None and (token.scopes or token.campaign_id) else row.email

    @extend_schema_field(TokenSerializer(allow_null=True))
    def get_token(self, _row: User) -> Any:
        """The token that the request came with."""
        token = self._token()
        return None if token is None else TokenSerializer(token).data

    def _token(self) -> ApiToken | None:
        token = self.context["request"].auth
        return token if isinstance(token, ApiToken) else None
