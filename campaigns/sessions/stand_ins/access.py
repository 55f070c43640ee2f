"""Which stand-ins a person may see, and for which characters they may choose one."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.sessions.models import Session
from campaigns.sessions.stand_ins.models import StandIn
from characters import access as character_access
from characters.models import Character
from people.access import campaigns_of, get_visible_row, members_of, membership_for
from people.models import Member, Role, User


def visible_stand_ins(membership: Member) -> QuerySet[StandIn]:
    """The stand-ins of characters that the member knows."""
    known = character_access.known_characters(membership)
    return StandIn.objects.filter(session__campaign=membership.campaign_id, character__in=known)


def get_stand_in(user: User, stand_in_id: Any) -> tuple[StandIn, Member]:
    """A stand-in in one of the person's campaigns, and the person's membership."""
    rows = StandIn.objects.filter(session__campaign__in=campaigns_of(user))
    row = get_visible_row(rows.select_related("session"), pk=stand_in_id)
    membership = membership_for(user, row.session)
    rows = visible_stand_ins(membership).select_related("session__campaign", "character", "member__user")
    return get_visible_row(rows, pk=row.pk), membership


def characters_to_cover(membership: Member) -> QuerySet[Character]:
    """The active characters for which the member may choose a stand-in: own ones; for GMs those of all players."""
    rows = Character.objects.filter(
        campaign=membership.campaign_id, kind=Character.Kind.PC, status=Character.Status.ACTIVE, owner__isnull=False
    )
    if membership.role == Role.OBSERVER:
        return rows.none()
    return rows if membership.is_gm else rows.filter(owner=membership.user_id)


def possible_stand_ins(membership: Member) -> QuerySet[Member]:
    """Who can play for someone: everyone in the campaign except observers."""
    return members_of(membership).exclude(role=Role.OBSERVER)


def may_end(membership: Member, stand_in: StandIn) -> bool:
    """Whether the member may end it: a GM, the character's player, or the stand-in; observers only watch."""
    is_involved = stand_in.character.owner_id == membership.user_id or stand_in.member_id == membership.pk
    return membership.is_gm or (is_involved and membership.role != Role.OBSERVER)


def list_stand_ins(membership: Member, session: Session) -> list[StandIn]:
    """The session's stand-ins that the member may see, each with `.may_end`, and `.gone`: why the table does not seat
    this person although nobody has ended it."""
    rows = list(visible_stand_ins(membership).filter(session=session).select_related("character", "member__user"))
    for row in rows:
        row.may_end = row.ended is None and may_end(membership, row)  # type: ignore[attr-defined]
        row.gone = "" if row.ended else _why_gone(row.member)  # type: ignore[attr-defined]
    return rows


def _why_gone(member: Member) -> str:
    if not member.present:
        return _("has left")
    return _("is an observer now") if member.role == Role.OBSERVER else ""
