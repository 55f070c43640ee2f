"""Which sessions a person may see."""

from typing import Any

from campaigns.sessions.models import Session, SessionQuerySet
from people.access import get_row_of_campaign
from people.models import Member, User


def get_session(user: User, session_id: Any) -> tuple[Session, Member]:
    """A session of one of the person's campaigns, and the person's membership."""
    return get_row_of_campaign(Session, user, session_id)


def visible_sessions(membership: Member) -> SessionQuerySet:
    """The campaign's sessions, planned and held."""
    return Session.objects.filter(campaign=membership.campaign_id)
