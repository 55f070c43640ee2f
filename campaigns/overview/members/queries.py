"""Reads for the members page: present and former members, and invitation links."""

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from campaigns.sessions.guests.access import add_visited_sessions
from characters import access as character_access
from characters.models import Character
from people.access import GM_ROLES, invitations_of, may_change_member, may_give_its_role, members_of, require_gm
from people.credentials import invitation_links as people_invitation_links
from people.models import Invitation, Member


@dataclass(frozen=True)
class InvitationLink:
    """An invitation with its link; `state` is open, expired, revoked or used."""

    invitation: Invitation
    token: str
    state: str


def present_members(membership: Member) -> list[Member]:
    """The present members, with `.plays`: their characters that the viewer may see, `.may_change`: whether the viewer
    may change their role or remove them, and for guests `.visited`."""
    visible = character_access.visible_characters(membership.user).filter(
        campaign=membership.campaign_id, kind="pc", status="active"
    )
    plays: dict[int, list[Character]] = {}
    for character in visible:
        if character.owner_id:
            plays.setdefault(character.owner_id, []).append(character)
    rows = list(members_of(membership))
    for member in rows:
        member.plays = plays.get(member.user_id, [])  # type: ignore[attr-defined]
        member.may_change = member.pk != membership.pk and may_change_member(membership, member)  # type: ignore[attr-defined]
    add_visited_sessions(rows)
    return rows


def former_members(membership: Member) -> list[Member]:
    """The former members, newest first; GMs only."""
    require_gm(membership)
    gone = Member.objects.filter(campaign=membership.campaign_id, left__isnull=False)
    return list(gone.select_related("user").order_by("-left"))


def invitation_state(invitation: Invitation) -> str:
    """Whether a link works: open, or why it does not."""
    if invitation.revoked is not None or not may_give_its_role(invitation):
        return "revoked"
    if not invitation.uses_left:
        return "used"
    return "expired" if invitation.expires <= timezone.now() else "open"


def links_to_revoke(member: Member) -> QuerySet[Invitation]:
    """The open links to revoke when a GM or co-GM leaves, because they could come back with them under another name:
    those that the person made, and all that make co-GMs. None for other members."""
    if not member.is_gm:
        return Invitation.objects.none()
    # A link to a place gives the role that the place has now.
    return _open_links(member).filter(Q(role__in=GM_ROLES) | Q(place__role__in=GM_ROLES) | Q(created_by=member.user_id))


def other_open_links(member: Member) -> QuerySet[Invitation]:
    """The open links that a removal does not revoke by itself, although the person may know them and come back with one
    under another name. Links to a place are not among them: each was sent to one other person."""
    rows = _open_links(member).filter(place__isnull=True).select_related("guest_of")
    return rows.exclude(pk__in=links_to_revoke(member).order_by().values("pk"))


def _open_links(member: Member) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        campaign=member.campaign_id, revoked__isnull=True, uses_left__gt=0, expires__gt=timezone.now()
    )


def list_invitations(membership: Member) -> list[InvitationLink]:
    """The campaign's invitations, open ones first; GMs only."""
    invitations = invitations_of(membership).select_related("place__user", "guest_of")[:100]
    rows = [InvitationLink(row, people_invitation_links.link_token(row), invitation_state(row)) for row in invitations]
    return sorted(rows, key=lambda link: link.state != "open")


def attendance_prefetch() -> Prefetch:
    """A prefetch of the members who came to a session, with their users."""
    return Prefetch("attendance", queryset=Member.objects.select_related("user"))
