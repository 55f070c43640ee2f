"""Who plays along: invitations made, followed and revoked; roles changed; members removed or leaving."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import live
from campaigns.access import invitation_of_link, must_have_account, must_run
from campaigns.actions.campaigns import note
from campaigns.archive import places
from campaigns.models import Campaign, Invitation, Member, User
from campaigns.models.people import Role

LONGEST_DAYS = 90
MOST_USES = 50
# A link that makes a GM could hand the whole campaign to whoever finds it; GMs are made on the members page.
BY_LINK = (Role.CO_GM, Role.PLAYER, Role.OBSERVER)


@transaction.atomic
def invite(
    *, own: Member, role: str = Role.PLAYER, days: int = 7, uses: int = 1, note: str = ""
) -> Invitation:
    """Makes a link: `days` 1 to 90, `uses` 1 to 50, any role but GM."""
    must_run(own)
    if role not in BY_LINK:
        raise ValidationError({"role": _("A link makes a co-GM, a player or an observer.")})
    if not 1 <= days <= LONGEST_DAYS:
        raise ValidationError({"days": _("A link lasts 1 to %(days)s days.") % {"days": LONGEST_DAYS}})
    if not 1 <= uses <= MOST_USES:
        raise ValidationError({"uses": _("A link works 1 to %(uses)s times.") % {"uses": MOST_USES}})
    row = Invitation(
        campaign=own.campaign, role=role, uses_left=uses, note=note, created_by=own.user,
        expires=timezone.now() + timedelta(days=days),
    )  # fmt: skip
    row.full_clean()
    row.save()
    return row


@transaction.atomic
def invite_to_place(*, own: Member, member: Member, days: int = 30) -> Invitation:
    """Makes a link, good for one person, to the place that somebody absent holds in a restored campaign."""
    _of(own, member.campaign_id)
    if not member.user.absent or member.left is not None:
        raise ValidationError(_("Somebody holds this place."))
    return Invitation.objects.create(
        campaign=own.campaign, role=member.role, place=member, uses_left=1, created_by=own.user,
        expires=timezone.now() + timedelta(days=days),
    )  # fmt: skip


@transaction.atomic
def revoke_invitation(*, own: Member, invitation: Invitation) -> Invitation:
    """Ends a link at once; harmless when done already. PermissionDenied for another campaign's."""
    _of(own, invitation.campaign_id)
    Invitation.objects.filter(pk=invitation.pk, revoked__isnull=True).update(revoked=timezone.now())
    invitation.refresh_from_db()
    return invitation


@transaction.atomic
def join(*, user: User, token: str) -> tuple[Member, bool]:
    """Follows a link: (the place, whether it is new). 404 for a link that does not work.

    Whoever is a member keeps the role they have and uses nothing up; whoever left needs a link made since."""
    must_have_account(user)
    invitation = invitation_of_link(token)
    Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    member = Member.objects.filter(campaign=invitation.campaign_id, user=user).first()
    if member is not None and member.left is None:
        return member, False
    invitation = invitation_of_link(token, user)
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
    if invitation.place_id is not None:
        return places.take(user, invitation), True
    if member is None:
        member = Member(campaign=invitation.campaign, user=user)
    member.role, member.left = invitation.role, None
    member.save()
    words = {"person": user.username, "role": member.get_role_display()}
    note(invitation.campaign, by=user, text=_("%(person)s joins as %(role)s.") % words)
    return member, True


@transaction.atomic
def change_role(*, own: Member, member: Member, role: str) -> Member:
    """Gives a member another role; the campaign always keeps a GM, and only a GM touches a GM."""
    member = _locked(own, member)
    if role not in Role.values:
        raise ValidationError({"role": _("There is no role “%(role)s”.") % {"role": role}})
    if member.role == role:
        return member
    if role == Role.GM and own.role != Role.GM:
        raise PermissionDenied(_("Only a GM makes another GM."))
    if member.role == Role.GM:
        _keep_a_gm(member)
    before = member.get_role_display()
    member.role = role
    member.save()
    live.members_changed(member.campaign_id)
    words = {"person": member.user.username, "before": before, "role": member.get_role_display()}
    note(own.campaign, by=own.user, text=_("%(person)s, %(before)s before, is %(role)s now.") % words)
    return member


@transaction.atomic
def remove(*, own: Member, member: Member) -> Member:
    """Ends another's membership at once; the row, the log and the characters stay."""
    member = _locked(own, member)
    if member.role == Role.GM:
        _keep_a_gm(member)
    text = _("%(by)s removes %(person)s from the campaign.")
    return _out(member, own, text % {"by": own.user.username, "person": member.user.username})


@transaction.atomic
def leave(*, own: Member) -> Member:
    """Ends one's own membership; the last GM first makes somebody else GM."""
    Campaign.objects.select_for_update().get(pk=own.campaign_id)
    member = Member.objects.select_related("user").get(pk=own.pk)
    if member.left is None and member.role == Role.GM:
        _keep_a_gm(member)
    return _out(member, own, _("%(person)s leaves the campaign.") % {"person": member.user.username})


def _out(member: Member, own: Member, text: str) -> Member:
    if member.left is None:
        member.left = timezone.now()
        member.save()
        live.members_changed(member.campaign_id)
        note(own.campaign, by=own.user, text=text)
    return member


def _locked(own: Member, member: Member) -> Member:
    """The member's fresh row under the campaign's lock, so that two GMs cannot step down at once."""
    _of(own, member.campaign_id)
    Campaign.objects.select_for_update().get(pk=own.campaign_id)
    fresh = Member.objects.select_related("user").get(pk=member.pk)
    if fresh.left is not None:
        raise ValidationError(_("%(person)s has left; send a fresh link.") % {"person": fresh.user.username})
    if fresh.role == Role.GM and own.role != Role.GM:
        raise PermissionDenied(_("Only a GM may change another GM's place."))
    return fresh


def _of(own: Member, campaign_id: int) -> None:
    must_run(own)
    if own.campaign_id != campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))


def _keep_a_gm(member: Member) -> None:
    others = Member.objects.filter(
        campaign=member.campaign_id, left__isnull=True, role=Role.GM, user__is_active=True
    )
    if not others.exclude(pk=member.pk).exists():
        raise ValidationError(_("The campaign needs a GM: make somebody else GM first, on the members page."))
