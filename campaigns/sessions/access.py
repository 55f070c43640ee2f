"""Which sessions a person may see."""

from typing import Any

from campaigns.sessions.models import Session, SessionQuerySet
from people.access import campaigns_of, get_visible_row, membership_for
from people.models import Member, User


def get_session(user: User, session_id: Any) -> tuple[Session, Member]:
    """A session of one of the person's campaigns, and the person's membership."""
    row = get_visible_row(Session.objects.filter(campaign__in=campaigns_of(user)), pk=session_id)
    return row, membership_for(user, row)


def visible_sessions(membership: Member) -> SessionQuerySet:
    """The campaign's sessions, planned and held."""
    return Session.objects.filter(campaign=membership.campaign_id)
