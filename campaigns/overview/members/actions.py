"""Writes to members and invitations: invite, join, revoke, change a role, keep a guest, remove and leave."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.archive import place_taking
from campaigns.overview.actions import log_campaign_change
from campaigns.overview.members.gm_rights import end_gm_rights
from campaigns.overview.members.queries import other_open_links
from campaigns.sessions.guests import visits
from campaigns.sessions.guests.models import visit_end
from campaigns.sessions.models import Session
from common import live_signal
from common.edit_conflicts import require_revision
from people.access import (
    GM_ROLES,
    active_gms,
    get_invitation_by_link,
    require_account,
    require_gm,
    require_may_change_member,
)
from people.credentials.invitation_validity import DEFAULT_DAYS, MAX_DAYS, MAX_USES, PLACE_DAYS, expires_after
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Invitation, Member, Role, User

# A link cannot make a GM, because anyone who finds it would control the campaign.
BY_LINK = (Role.CO_GM, Role.PLAYER, Role.OBSERVER)
# Guests cannot be co-GMs, because they would keep what they read.
FOR_GUESTS = (Role.PLAYER, Role.OBSERVER)

JOINED = NamingSentence(gettext_lazy("%(person)s joined as %(role)s."), "person")
JOINED_AS_GUEST = NamingSentence(gettext_lazy("%(person)s joined as a guest of “%(session)s” (%(role)s)."), "person")
ROLE_CHANGED = NamingSentence(gettext_lazy("%(person)s is now %(role)s (was %(before)s)."), "person")
GUEST_KEPT = NamingSentence(gettext_lazy("%(by)s made the guest %(person)s a member."), "by", "person")
# Earlier versions wrote this sentence, and its names change too.
GUEST_KEPT_BEFORE = NamingSentence(gettext_lazy("%(by)s keeps %(person)s, who was a guest."), "by", "person")
VISIT_ENDED = NamingSentence(gettext_lazy("The visit of %(person)s has ended."), "person")
VISIT_ENDED_BY_GM = NamingSentence(gettext_lazy("%(by)s ended the visit of %(person)s."), "by", "person")
REMOVED = NamingSentence(gettext_lazy("%(by)s removed %(person)s from the campaign."), "by", "person")
LEFT = NamingSentence(gettext_lazy("%(person)s left the campaign."), "person")


@transaction.atomic
def create_invitation(
    *,
    membership: Member,
    role: str = Role.PLAYER,
    days: int = DEFAULT_DAYS,
    uses: int = 1,
    note: str = "",
    session: Session | None = None,
) -> Invitation:
    """Creates an invitation link for `days` from 1 to `MAX_DAYS`, `uses` from 1 to `MAX_USES`, and any role but GM.

    With `session` it is for guests of a planned session, as players or observers. It expires when their visit would
    end, and `days` is ignored."""
    require_gm(membership)
    if role not in BY_LINK:
        raise ValidationError({"role": _("A link can be for a co-GM, a player or an observer.")})
    if session is not None:
        session = _require_visit(membership, session, role)
    if not 1 <= days <= MAX_DAYS:
        raise ValidationError({"days": _("A link must expire within 1 to %(days)s days.") % {"days": MAX_DAYS}})
    if not 1 <= uses <= MAX_USES:
        raise ValidationError({"uses": _("A link must work 1 to %(uses)s times.") % {"uses": MAX_USES}})
    row = Invitation(
        campaign=membership.campaign,
        role=role,
        uses_left=uses,
        note=note,
        guest_of=session,
        created_by=membership.user,
        expires=visit_end(session.starts) if session and session.starts else expires_after(days),
    )
    row.full_clean()
    row.save()
    return row


def _require_visit(membership: Member, session: Session, role: str) -> Session:
    """The session, locked, whose guest someone may become in this role."""
    _require_same_campaign(membership, session.campaign_id)
    if role not in FOR_GUESTS:
        raise ValidationError({"role": _("A guest can be a player or an observer.")})
    row = Session.objects.select_for_update().get(pk=session.pk)
    visits.require_open_for_guests(row)
    return row


@transaction.atomic
def create_place_invitation(*, membership: Member, member: Member) -> Invitation:
    """Creates a link for one person to the place of an absent person in a restored campaign, for `PLACE_DAYS`.

    PermissionDenied for a co-GM if the place is a GM's. ValidationError: the place is taken or has ended."""
    member = _lock_member(membership, member)
    if not member.user.absent:
        raise ValidationError(_("This place is already taken."))
    return Invitation.objects.create(
        campaign=membership.campaign,
        role=member.role,
        place=member,
        uses_left=1,
        created_by=membership.user,
        expires=expires_after(PLACE_DAYS),
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

    Members keep their role and use up nothing; former members need a link that was created after they left. A guest
    who follows an ordinary link, or one for a later session, gets what that link gives."""
    require_account(user)
    invitation = _lock_invitation(token)
    member = (
        Member.objects.filter(campaign=invitation.campaign_id, user=user).select_related("user", "campaign").first()
    )
    if member is not None and member.left is None and not member.present:  # the job that ends visits is late
        end_membership(member, by=None, text=VISIT_ENDED.write(person=user))
    if member is not None and member.present and not prolongs_visit(invitation, member):
        return member, False
    if member is None or not member.present:
        invitation = get_invitation_by_link(token, user)
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
    if invitation.place_id is not None:
        return place_taking.take_place(user, invitation.place_id), True
    return _enter(member or Member(campaign=invitation.campaign, user=user), invitation), True


def _lock_invitation(token: str) -> Invitation:
    """The invitation of a link, its campaign and session locked; 404 for a link that does not work."""
    invitation = get_invitation_by_link(token)
    Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    if invitation.guest_of_id is not None:
        # A GM who marks the session as played locks it too, and revokes the link.
        Session.objects.select_for_update().get(pk=invitation.guest_of_id)
    return get_invitation_by_link(token)


def prolongs_visit(invitation: Invitation, member: Member) -> bool:
    """Whether a guest may stay longer with the link."""
    if member.guest_until is None or invitation.place_id is not None:
        return False
    return invitation.guest_of is None or invitation.expires > member.guest_until


def _enter(member: Member, invitation: Invitation) -> Member:
    """Makes the person of a new, former or guest's membership a member as the invitation says, and logs it."""
    member.role, member.left = invitation.role, None
    role = member.get_role_display()
    if invitation.guest_of is None:
        visits.end_visit(member)
        text = JOINED.write(person=member.user, role=role)
    else:
        visits.begin_visit(member, invitation.guest_of, invitation.expires)
        text = JOINED_AS_GUEST.write(person=member.user, session=invitation.guest_of, role=role)
    live_signal.notify_members(member.campaign_id)
    log_campaign_change(invitation.campaign, by=member.user, text=text)
    return member


@transaction.atomic
def change_role(*, membership: Member, member: Member, role: str, revision: int | None = None) -> Member:
    """Changes a member's role; the campaign always keeps a GM, and only a GM may change a GM.

    If a GM or co-GM becomes neither, `end_gm_rights` ends the access that they gave.
    EditConflict: the member no longer has the role that the writer saw."""
    member = _lock_member(membership, member)
    require_revision(member, member.user.username, revision)
    if role not in Role.values:
        raise ValidationError({"role": _("There is no role “%(role)s”.") % {"role": role}})
    if member.role == role:
        return member
    require_role_of_guest(member, role)
    if role == Role.GM and membership.role != Role.GM:
        raise PermissionDenied(_("Only a GM can make someone else a GM."))
    if member.role == Role.GM:
        require_another_gm(member)
    before = member.get_role_display()
    if role not in GM_ROLES:
        end_gm_rights(member)
    member.role = role
    member.save()
    live_signal.notify_members(member.campaign_id)
    text = ROLE_CHANGED.write(person=member.user, role=member.get_role_display(), before=before)
    log_campaign_change(membership.campaign, by=membership.user, text=text)
    return member


def require_role_of_guest(member: Member, role: str) -> None:
    """ValidationError for the guest of a session whom the role would make a GM or co-GM."""
    if member.guest_until is not None and role not in FOR_GUESTS:
        raise ValidationError({"role": _("Keep the guest first. Then you can make them a GM or co-GM.")})


@transaction.atomic
def keep_guest(*, membership: Member, member: Member) -> Member:
    """Makes the guest of a session an ordinary member. ValidationError for a member who is not a guest."""
    member = _lock_member(membership, member)
    if member.guest_until is None:
        raise ValidationError(_("%(person)s is not a guest.") % {"person": member.user.username})
    visits.end_visit(member)
    text = GUEST_KEPT.write(by=membership.user, person=member.user)
    log_campaign_change(membership.campaign, by=membership.user, text=text)
    return member


@transaction.atomic
def remove_member(
    *, membership: Member, member: Member, revision: int | None = None, revoke_links: bool = False
) -> Member:
    """Ends another person's membership at once; the row, the log and the characters stay.

    `revoke_links` also revokes the campaign's `other_open_links`, with one of which the person could come back.
    If it was a GM or co-GM, `end_gm_rights` ends the access that they gave, as when one leaves.
    EditConflict: the member no longer has the role that the caller saw."""
    member = _lock_member(membership, member)
    require_revision(member, member.user.username, revision)
    if member.role == Role.GM:
        require_another_gm(member)
    if revoke_links:
        other_open_links(member).update(revoked=timezone.now())
    sentence = REMOVED if member.guest_until is None else VISIT_ENDED_BY_GM
    text = sentence.write(by=membership.user, person=member.user)
    return end_membership(member, by=membership.user, text=text)


@transaction.atomic
def leave_campaign(*, membership: Member, revision: int | None = None) -> Member:
    """Ends the caller's membership; the last GM must first make another member GM.

    EditConflict: the caller no longer has the role that they saw."""
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    member = Member.objects.select_related("user", "campaign").get(pk=membership.pk)
    require_revision(member, member.user.username, revision)
    if member.left is None and member.role == Role.GM:
        require_another_gm(member)
    return end_membership(member, by=membership.user, text=LEFT.write(person=member.user))


def end_membership(member: Member, *, by: User | None, text: str) -> Member:
    """Ends a membership within the caller's transaction, makes live streams check access again, and logs `text`.

    Every end goes through here: a removal, a departure, and the end of a visit (`by` None for the site itself)."""
    if member.left is None:
        now = timezone.now()
        # A guest left when the visit was over, so that a link made since then works for them.
        member.left = min(now, member.guest_until or now)
        end_gm_rights(member)
        # Otherwise somebody would get a place in which nobody is a member.
        Invitation.objects.filter(place=member, revoked__isnull=True).update(revoked=now)
        visits.end_visit(member)
        live_signal.notify_members(member.campaign_id)
        log_campaign_change(member.campaign, by=by, text=text)
    return member


def _lock_member(membership: Member, member: Member) -> Member:
    """Reads the member again under the campaign's lock, so that two GMs cannot step down at the same time."""
    _require_same_campaign(membership, member.campaign_id)
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    # Sessions that get another date change the end of a visit without the campaign's lock.
    fresh = Member.objects.select_for_update(of=("self",)).select_related("user", "campaign").get(pk=member.pk)
    if not fresh.present:
        raise ValidationError(_("%(person)s has left. Send a new link.") % {"person": fresh.user.username})
    require_may_change_member(membership, fresh)
    return fresh


def _require_same_campaign(membership: Member, campaign_id: int) -> None:
    require_gm(membership)
    if membership.campaign_id != campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))


def require_another_gm(member: Member) -> None:
    """ValidationError if the campaign has no GM but this one; the caller has locked the campaign."""
    if not active_gms(member.campaign_id).exclude(pk=member.pk).exists():
        raise ValidationError(_("The campaign needs a GM. Make someone else a GM first, on the page “Members”."))
