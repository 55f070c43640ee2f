"""Writes to members and invitations: invite, join, revoke, change a role, remove and leave."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.archive import membership_claims
from campaigns.overview.actions import log_campaign_change
from common import live_signal
from common.edit_conflicts import EditConflict
from people.access import get_invitation_by_link, require_account, require_gm
from people.models import Campaign, Invitation, Member, Role, User

MAX_DAYS = 90
MAX_USES = 50
# A link cannot make a GM, because anyone who finds it would control the campaign.
BY_LINK = (Role.CO_GM, Role.PLAYER, Role.OBSERVER)


@transaction.atomic
def create_invitation(
    *, membership: Member, role: str = Role.PLAYER, days: int = 7, uses: int = 1, note: str = ""
) -> Invitation:
    """Creates an invitation link: `days` 1 to 90, `uses` 1 to 50, any role but GM."""
    require_gm(membership)
    if role not in BY_LINK:
        raise ValidationError({"role": _("A link can be for a co-GM, a player or an observer.")})
    if not 1 <= days <= MAX_DAYS:
        raise ValidationError({"days": _("A link must expire within 1 to %(days)s days.") % {"days": MAX_DAYS}})
    if not 1 <= uses <= MAX_USES:
        raise ValidationError({"uses": _("A link must work 1 to %(uses)s times.") % {"uses": MAX_USES}})
    row = Invitation(
        campaign=membership.campaign,
        role=role,
        uses_left=uses,
        note=note,
        created_by=membership.user,
        expires=timezone.now() + timedelta(days=days),
    )
    row.full_clean()
    row.save()
    return row


@transaction.atomic
def create_place_invitation(*, membership: Member, member: Member, days: int = 30) -> Invitation:
    """Creates a link for one person to the place of an absent person in a restored campaign."""
    _require_same_campaign(membership, member.campaign_id)
    if not member.user.absent or member.left is not None:
        raise ValidationError(_("This place is already taken."))
    return Invitation.objects.create(
        campaign=membership.campaign,
        role=member.role,
        place=member,
        uses_left=1,
        created_by=membership.user,
        expires=timezone.now() + timedelta(days=days),
    )


@transaction.atomic
def revoke_invitation(*, membership: Member, invitation: Invitation) -> Invitation:
    """Revokes a link at once. Can be repeated. PermissionDenied for a link of another campaign."""
    _require_same_campaign(membership, invitation.campaign_id)
    Invitation.objects.filter(pk=invitation.pk, revoked__isnull=True).update(revoked=timezone.now())
    invitation.refresh_from_db()
    return invitation


@transaction.atomic
def join_by_link(*, user: User, token: str) -> tuple[Member, bool]:
    """Joins by a link and returns (the membership, whether it is new). 404 for a link that does not work.

    Members keep their role and use up nothing; former members need a link that was created after they left."""
    require_account(user)
    invitation = get_invitation_by_link(token)
    Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    member = Member.objects.filter(campaign=invitation.campaign_id, user=user).first()
    if member is not None and member.left is None:
        return member, False
    invitation = get_invitation_by_link(token, user)
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
    if invitation.place_id is not None:
        return membership_claims.claim_membership(user, invitation), True
    if member is None:
        member = Member(campaign=invitation.campaign, user=user)
    member.role, member.left = invitation.role, None
    member.save()
    words = {"person": user.username, "role": member.get_role_display()}
    log_campaign_change(invitation.campaign, by=user, text=_("%(person)s joined as %(role)s.") % words)
    return member, True


@transaction.atomic
def change_role(*, membership: Member, member: Member, role: str, revision: int | None = None) -> Member:
    """Changes a member's role; the campaign always keeps a GM, and only a GM may change a GM.

    EditConflict: the member no longer has the role that the writer saw."""
    member = _lock_member(membership, member)
    if revision is not None and revision != member.revision:
        raise EditConflict(member, member.user.username)
    if role not in Role.values:
        raise ValidationError({"role": _("There is no role “%(role)s”.") % {"role": role}})
    if member.role == role:
        return member
    if role == Role.GM and membership.role != Role.GM:
        raise PermissionDenied(_("Only a GM can make someone else a GM."))
    if member.role == Role.GM:
        _require_another_gm(member)
    before = member.get_role_display()
    member.role = role
    member.save()
    live_signal.notify_members(member.campaign_id)
    words = {"person": member.user.username, "before": before, "role": member.get_role_display()}
    log_campaign_change(
        membership.campaign, by=membership.user, text=_("%(person)s is now %(role)s (was %(before)s).") % words
    )
    return member


@transaction.atomic
def remove_member(*, membership: Member, member: Member) -> Member:
    """Ends another person's membership at once; the row, the log and the characters stay."""
    member = _lock_member(membership, member)
    if member.role == Role.GM:
        _require_another_gm(member)
    text = _("%(by)s removed %(person)s from the campaign.")
    return _end_membership(member, membership, text % {"by": membership.user.username, "person": member.user.username})


@transaction.atomic
def leave_campaign(*, membership: Member) -> Member:
    """Ends the caller's membership; the last GM must first make another member GM."""
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    member = Member.objects.select_related("user").get(pk=membership.pk)
    if member.left is None and member.role == Role.GM:
        _require_another_gm(member)
    return _end_membership(member, membership, _("%(person)s left the campaign.") % {"person": member.user.username})


def _end_membership(member: Member, membership: Member, text: str) -> Member:
    if member.left is None:
        member.left = timezone.now()
        member.save()
        live_signal.notify_members(member.campaign_id)
        log_campaign_change(membership.campaign, by=membership.user, text=text)
    return member


def _lock_member(membership: Member, member: Member) -> Member:
    """Reads the member again under the campaign's lock, so that two GMs cannot step down at the same time."""
    _require_same_campaign(membership, member.campaign_id)
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    fresh = Member.objects.select_related("user").get(pk=member.pk)
    if fresh.left is not None:
        raise ValidationError(_("%(person)s has left. Send a new link.") % {"person": fresh.user.username})
    if fresh.role == Role.GM and membership.role != Role.GM:
        raise PermissionDenied(_("Only a GM may change the role of another GM."))
    return fresh


def _require_same_campaign(membership: Member, campaign_id: int) -> None:
    require_gm(membership)
    if membership.campaign_id != campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))


def _require_another_gm(member: Member) -> None:
    others = Member.objects.filter(campaign=member.campaign_id, left__isnull=True, role=Role.GM, user__is_active=True)
    if not others.exclude(pk=member.pk).exists():
        raise ValidationError(_("The campaign needs a GM. Make someone else a GM first, on the page “Members”."))
