"""The access rules of people and campaigns: what you may not see is 404, what you may not do is 403."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from common.compiled_query import CompiledQuery
from common.parsing import parse_id
from people.credentials import invitation_links
from people.credentials.models import ApiToken
from people.models import Campaign, Invitation, Member, Role, User
from people.viewer_queries import UserQuery

Row = TypeVar("Row", bound=Model)
GM_ROLES: Final = (Role.GM, Role.CO_GM)


def first_or_404(rows: Iterable[Row]) -> Row:
    """The first row, or the same 404 for a row that is missing and a row that the person may not see."""
    row = next(iter(rows), None)
    if row is None:
        raise Http404(_("This does not exist, or you may not see it."))
    return row


def get_visible_row(rows: QuerySet[Row], **by: Any) -> Row:
    """The one row that fits, or 404."""
    try:
        return first_or_404(rows.filter(**by)[:1])
    except (ValueError, OverflowError):  # an id that no database column holds
        return first_or_404([])


def get_compiled_row(query: UserQuery[Row], user: User, row_id: Any) -> Row:
    """The one row of a query of (user, id), or 404."""
    pk = parse_id(row_id)
    return first_or_404([] if pk is None else query.rows(user, pk))


def memberships_of(user: User) -> QuerySet[Member]:
    """Where the person is a member now; empty for the anonymous and the deactivated."""
    if not _may_be_member(user):
        return Member.objects.none()
    rows = Member.objects.present().filter(user=user).select_related("campaign", "user")
    bound = getattr(user, "bound_campaign_id", None)  # set by a token that was made for one campaign
    return rows if bound is None else rows.filter(campaign=bound)


def is_membership_of(user: User, membership: Member) -> bool:
    """Whether a row that was read already is one of `memberships_of`."""
    bound = getattr(user, "bound_campaign_id", None)
    is_present = membership.user_id == user.pk and membership.present
    return is_present and _may_be_member(user) and (bound is None or membership.campaign_id == bound)


def _may_be_member(user: User) -> bool:
    # The site's own account is always inactive, because nobody may sign in with it.
    return user.is_authenticated and (user.is_active or user.is_site)


def require_unbound_token(user: User) -> None:
    """Stops a token that was made for one campaign from acting outside every campaign."""
    if getattr(user, "bound_campaign_id", None) is not None:
        raise PermissionDenied(_("This token is for one campaign only. Use a token for all campaigns."))


def require_account(user: User) -> None:
    """Stops visitors of the demo table, who play there and do nothing else."""
    if user.is_demo_visitor:
        raise PermissionDenied(_("Visitors can only play at the demo table. Sign up to do this."))


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """The campaigns whose member the person is."""
    return Campaign.objects.filter(pk__in=memberships_of(user).values("campaign"))


def campaigns_run_by(user: User) -> QuerySet[Campaign]:
    """The campaigns whose GM or co-GM the person is; none for the site's own account, which only plays."""
    rows = Campaign.objects.filter(pk__in=memberships_of(user).filter(role__in=GM_ROLES).values("campaign"))
    return rows if user.is_active else rows.none()


# Nearly every page runs this query.
MEMBERSHIP: Final = UserQuery(lambda user, campaign: memberships_of(user).filter(campaign=campaign))


def get_membership(user: User, campaign_id: Any) -> Member:
    """The person's membership in a campaign, with `.campaign`; 404 for others, with a reason for former members."""
    try:
        return get_compiled_row(MEMBERSHIP, user, campaign_id)
    except Http404:
        # Neither a token that was made for another campaign nor a deactivated account reads a campaign's name.
        if user.is_authenticated and user.is_active and getattr(user, "bound_campaign_id", None) is None:
            _explain_departure(user, campaign_id)
        raise


def _explain_departure(user: User, campaign_id: Any) -> None:
    # Only former members and guests whose visit is over come here; members were found before.
    former_member = get_visible_row(Member.objects.filter(user=user).select_related("campaign"), campaign=campaign_id)
    name = _name_at_departure(former_member)
    is_named = _("You are no longer a member of “%(name)s” and cannot see it.") % {"name": name}
    sentence = is_named if name else _("You are no longer a member of this campaign and cannot see it.")
    advice = _("Your texts and characters are still there. To come back, ask the GM for an invitation.")
    raise Http404(f"{sentence} {advice}")


def _name_at_departure(former_member: Member) -> str:
    """The name that the campaign had when the membership ended; a later one may say what happened since."""
    moments = [moment for moment in (former_member.left, former_member.guest_until) if moment is not None]
    versions = former_member.campaign.history.filter(history_date__lte=min(moments, default=timezone.now()))
    version = versions.order_by("-history_date", "-history_id").only("name").first()
    return version.name if version is not None else ""


def get_gm_membership(user: User, campaign_id: Any) -> Member:
    """The person's membership as GM or co-GM; 403 for other members, 404 for everyone else."""
    return require_gm(get_membership(user, campaign_id))


def require_gm(membership: Member) -> Member:
    """The membership of a GM or co-GM; 403 for everyone else."""
    if not membership.is_gm:
        raise PermissionDenied(_("Only the GM may do this. Ask your GM."))
    return membership


def may_change_member(membership: Member, member: Member) -> bool:
    """Whether the person may change the role of a member or remove them; only a GM may do so to a GM."""
    return membership.is_gm and (member.role != Role.GM or membership.role == Role.GM)


def require_may_change_member(membership: Member, member: Member) -> None:
    """Refuses everyone but GMs and co-GMs, and co-GMs if the member is a GM."""
    require_gm(membership)
    if not may_change_member(membership, member):
        raise PermissionDenied(_("Only a GM may change the role of another GM."))


def get_player_membership(user: User, campaign_id: Any) -> Member:
    """The person's membership as anything but an observer; 403 for observers, 404 for everyone else."""
    return require_player(get_membership(user, campaign_id))


def require_preparer(membership: Member) -> Member:
    """The membership of a member who may prepare new encounters; 403 for everyone else."""
    if membership.prepares_encounters:
        return membership
    # Both refuse. They say what would work: without a dealer a player may, with one only a GM.
    return require_player(membership) if membership.campaign.dealerless else require_gm(membership)


def require_player(membership: Member) -> Member:
    """The membership of anyone but an observer; 403 for observers, who only watch."""
    if membership.role == Role.OBSERVER:
        raise PermissionDenied(_("Observers can only watch. Ask your GM to make you a player."))
    return membership


def membership_for(user: User, row: Any) -> Member:
    """The person's membership in the campaign of a row with a `campaign_id`; the same 404 for everyone else."""
    return get_compiled_row(MEMBERSHIP, user, row.campaign_id)


@cache
def _rows_of_campaigns(model: type[Row]) -> UserQuery[Row]:
    return UserQuery(lambda user, pk: model._default_manager.filter(campaign__in=campaigns_of(user), pk=pk))


def get_row_of_campaign(model: type[Row], user: User, row_id: Any) -> tuple[Row, Member]:
    """A row with a `campaign` whose member the person is, and the membership; 404 for everyone else.

    The caller checks whether the member may see this row."""
    row: Any = get_compiled_row(_rows_of_campaigns(model), user, row_id)
    return row, membership_for(user, row)


def invitations_of(membership: Member) -> QuerySet[Invitation]:
    """The invitations of the campaign; GMs only. Co-GMs do not get links to a GM's place, which would make them GM."""
    rows = Invitation.objects.filter(campaign=require_gm(membership).campaign_id)
    return rows if membership.role == Role.GM else rows.exclude(place__role=Role.GM)


def active_gms(campaign_id: int) -> QuerySet[Member]:
    """The GMs (not co-GMs) of a campaign who can sign in."""
    return Member.objects.present().filter(campaign=campaign_id, role=Role.GM, user__is_active=True)


def may_give_its_role(invitation: Invitation) -> bool:
    """Whether the person who made a link may still give what it gives: only a GM's link leads to a GM's place."""
    if invitation.place is None or invitation.place.role != Role.GM:
        return True
    return active_gms(invitation.campaign_id).filter(user=invitation.created_by_id).exists()


def get_invitation(user: User, invitation_id: Any) -> tuple[Invitation, Member]:
    """An invitation of a campaign that the person runs, and the person's membership; 403 for its other members.

    404 for co-GMs if it leads to a GM's place."""
    row = get_visible_row(Invitation.objects.filter(campaign__in=campaigns_of(user)), pk=invitation_id)
    membership = membership_for(user, row)
    return get_visible_row(invitations_of(membership).select_related("campaign", "place"), pk=row.pk), membership


def get_invitation_by_link(token: str, user: User | None = None) -> Invitation:
    """The invitation that a link opens; the same 404 for unknown, expired, revoked and used-up links.

    With `user`, it also does not work for a person who left the campaign after the link was made. For members of the
    campaign it always works, because people keep the message with the link and follow it again."""
    row = (
        Invitation.objects.filter(pk=invitation_links.invitation_id_of(token) or 0)
        .select_related("campaign", "created_by", "guest_of", "place")
        .first()
    )
    now = timezone.now()
    is_genuine = row is not None and invitation_links.is_genuine(token, row)
    if row and is_genuine and user and memberships_of(user).filter(campaign=row.campaign_id).exists():
        return row
    is_open = row is not None and row.revoked is None and row.expires > now and row.uses_left > 0
    if row and is_genuine and is_open and may_give_its_role(row):
        left_since = Member.objects.filter(campaign=row.campaign_id, left__gt=row.created)
        if user is None or not user.is_authenticated or not left_since.filter(user=user).exists():
            return row
    raise Http404(_("This invitation does not work, or no longer works. Ask your GM for a new link."))


def get_other_member(user: User, member_id: Any) -> tuple[Member, Member]:
    """A current member of one of the person's campaigns, and the person's own membership there."""
    rows = Member.objects.present().filter(campaign__in=campaigns_of(user))
    row = get_visible_row(rows.select_related("user", "campaign"), pk=member_id)
    return row, membership_for(user, row)


def members_of(membership: Member) -> QuerySet[Member]:
    """Who is in the campaign now."""
    return Member.objects.present().filter(campaign=membership.campaign_id).select_related("user")


NOBODY: Final = 0  # the id of no row


def is_anonymous_member(membership: Member) -> bool:
    """Whether this is an `anonymous_member`."""
    return membership.pk == NOBODY


def anonymous_member(membership: Member) -> Member:
    """A membership that sees only what everyone in the campaign sees: its ids belong to no row."""
    return Member(pk=NOBODY, campaign=membership.campaign, user=User(pk=NOBODY), role=Role.OBSERVER)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The person's own API tokens, each with `.is_member`: whether the person is a member of its campaign.

    With a token for one campaign, only those for that campaign."""
    if not user.is_authenticated:
        return ApiToken.objects.none()
    here = campaigns_of(user).filter(pk=OuterRef("campaign")).order_by()
    rows = ApiToken.objects.filter(user=user).select_related("campaign").annotate(is_member=Exists(here))
    bound = getattr(user, "bound_campaign_id", None)
    return rows if bound is None else rows.filter(campaign=bound)


# The token by the start of its key. Every call of the API runs this query, before anyone is signed in.
TOKENS: Final = CompiledQuery(lambda key: ApiToken.objects.filter(token_key=key).select_related("user"))
