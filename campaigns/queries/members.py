"""Reads for the members page: who is in, who left, and which links work."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from campaigns import access, links
from campaigns.models import Invitation, Member
from characters import access as character_access
from characters.models import Character


@dataclass(frozen=True)
class Link:
    """An invitation with the text of its link; `state` is open, expired, revoked or used."""

    invitation: Invitation
    token: str
    state: str


def present(own: Member) -> list[Member]:
    """Who is in the campaign now, with `.plays`: the characters the viewer may know about."""
    seen = character_access.characters(own.user).filter(campaign=own.campaign_id, kind="pc", status="active")
    plays: dict[int, list[Character]] = {}
    for character in seen:
        if character.owner_id:
            plays.setdefault(character.owner_id, []).append(character)
    rows = list(access.members(own))
    for member in rows:
        member.plays = plays.get(member.user_id, [])  # type: ignore[attr-defined]
    return rows


def past(own: Member) -> list[Member]:
    """Who has left, newest first; GMs only."""
    access.must_run(own)
    gone = Member.objects.filter(campaign=own.campaign_id, left__isnull=False)
    return list(gone.select_related("user").order_by("-left"))


def state(invitation: Invitation) -> str:
    """Whether a link works: open, or why it does not."""
    if invitation.revoked is not None:
        return "revoked"
    if not invitation.uses_left:
        return "used"
    return "expired" if invitation.expires <= timezone.now() else "open"


def invitation_links(own: Member) -> list[Link]:
    """The campaign's invitations, those that work first; GMs only."""
    found = access.invitations(own).select_related("place__user")[:100]
    rows = [Link(row, links.token(row), state(row)) for row in found]
    return sorted(rows, key=lambda link: link.state != "open")


def by_attendance() -> Prefetch:
    """Who came to a session, with names, in one query."""
    return Prefetch("attendance", queryset=Member.objects.select_related("user"))
