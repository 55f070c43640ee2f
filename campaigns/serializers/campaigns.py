"""JSON of campaigns, members, invitations and tokens."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns import links
from campaigns.models import ApiToken, Campaign, Invitation, Member, User
from campaigns.models.people import Role
from campaigns.queries import members as member_queries
from rules.secrets import told
from rules.serializers import CatalogueRowSerializer, Flag, JsonObject, Strict, Text, Whole

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

    class Meta:
        model = Campaign
        fields = [
            "id", "name", "system", "summary", "options", "open_sheets", "real_cards", "dealerless", "zone",
            "created", "archived", "role", "revision",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Campaign) -> dict[str, object]:
        """The campaign as the caller may know it: the summary without its secrets for everybody but GMs."""
        said: dict[str, object] = super().to_representation(instance)
        said["summary"] = told(instance.summary, runs=said["role"] in {Role.GM, Role.CO_GM})
        return said

    def get_role(self, campaign: Campaign) -> str:
        """The caller's role."""
        roles: dict[int, str] = self.context["roles"]
        return roles.get(campaign.pk, "")


class RowsQuery(serializers.Serializer[Any]):
    """How the catalogue in force may be narrowed."""

    kind = serializers.CharField(required=False, max_length=40)
    text = serializers.CharField(required=False, max_length=200)


class RowInForceSerializer(CatalogueRowSerializer):
    """A row of the catalogue in force; `campaign` is null for the site's."""

    class Meta(CatalogueRowSerializer.Meta):
        fields = [*CatalogueRowSerializer.Meta.fields, "campaign", "gm_only"]
        read_only_fields = fields


class CampaignBody(Strict):
    """What a campaign is started with."""

    name = Text(max_length=120)
    system = Text(max_length=40)
    summary = Text(max_length=4000, required=False, allow_blank=True)
    options = JsonObject(required=False)
    open_sheets = Flag(required=False)
    real_cards = Flag(required=False)
    dealerless = Flag(required=False, help_text="Played without a game master; for games that can be.")
    zone = Text(max_length=64, required=False)


class CampaignChange(Strict):
    """What a GM may change about a campaign."""

    revision = Whole(
        required=False, min_value=1, help_text="The one you read; when it is not the current one, 409 and no change."
    )
    name = Text(max_length=120, required=False)
    summary = Text(max_length=4000, required=False, allow_blank=True)
    options = JsonObject(required=False)
    open_sheets = Flag(required=False)
    real_cards = Flag(required=False)
    dealerless = Flag(required=False, help_text="Played without a game master; for games that can be.")
    zone = Text(max_length=64, required=False)
    archived = Flag(required=False, help_text="Put aside, or taken up again.")


class MemberSerializer(serializers.ModelSerializer[Any]):
    """A member of a campaign."""

    user = PersonSerializer()

    class Meta:
        model = Member
        fields = ["id", "user", "role", "joined"]
        read_only_fields = fields


class RoleBody(Strict):
    """A member's new role."""

    role = serializers.ChoiceField(Role.choices)


class InvitationSerializer(serializers.ModelSerializer[Any]):
    """An invitation with its link; GMs only."""

    link = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()

    class Meta:
        model = Invitation
        fields = ["id", "role", "note", "expires", "uses_left", "revoked", "created", "state", "link"]
        read_only_fields = fields

    def get_link(self, invitation: Invitation) -> str:
        """The address to send to whoever is invited."""
        path = f"/join/{links.token(invitation)}/"
        request: Any = self.context["request"]
        return str(request.build_absolute_uri(path))

    def get_state(self, invitation: Invitation) -> str:
        """open, expired, revoked or used"""
        return member_queries.state(invitation)


class InvitationBody(Strict):
    """What an invitation is made of."""

    role = serializers.ChoiceField(INVITED, default=Role.PLAYER)
    days = Whole(min_value=1, max_value=90, default=7)
    uses = Whole(min_value=1, max_value=50, default=1)
    note = Text(max_length=120, default="", allow_blank=True)


class JoinBody(Strict):
    """The last part of an invitation's link."""

    token = Text(max_length=200)


class TokenSerializer(serializers.ModelSerializer[Any]):
    """An API token without its secret."""

    id = serializers.CharField(source="token_key", help_text="The first characters of the token.")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "can_write", "area", "campaign", "created", "expiry", "last_used"]
        read_only_fields = fields


class MeSerializer(serializers.ModelSerializer[Any]):
    """The caller."""

    token: Any = serializers.SerializerMethodField(help_text="How far the token reaches; null when signed in.")

    class Meta:
        model = User
        fields = ["id", "username", "email", "zone", "token"]
        read_only_fields = fields

    @extend_schema_field(TokenSerializer(allow_null=True))
    def get_token(self, _row: User) -> Any:
        """The token that the request came with."""
        token = self.context["request"].auth
        return TokenSerializer(token).data if isinstance(token, ApiToken) else None
