"""Which sessions and recaps a person may see."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.sessions.models import Recap, Session, SessionQuerySet
from characters.models import Character
from people.access import get_row_of_campaign
from people.models import Member, User

# Moments between these can be moved by hours without leaving the range of dates.
FIRST_DAY: Final = datetime(2, 1, 1, tzinfo=UTC)
LAST_DAY: Final = datetime(9998, 12, 31, tzinfo=UTC)


def get_session(user: User, session_id: Any) -> tuple[Session, Member]:
    """A session of one of the person's campaigns, and the person's membership."""
    return get_row_of_campaign(Session, user, session_id)


def visible_sessions(membership: Member) -> SessionQuerySet:
    """The campaign's sessions: planned, held and cancelled."""
    return Session.objects.filter(campaign=membership.campaign_id)


def require_planned(session: Session, field: str = NON_FIELD_ERRORS) -> None:
    """ValidationError if a locked session was played or cancelled; `field` is the field that the refusal names."""
    if session.status == Session.Status.HELD:
        raise ValidationError({field: _("The session has already been played.")})
    require_not_cancelled(session, field)


def require_not_cancelled(session: Session, field: str = NON_FIELD_ERRORS) -> None:
    """ValidationError if a locked session was cancelled; `field` is the field that the refusal names."""
    if session.status == Session.Status.CANCELLED:
        raise ValidationError({field: _("The session was cancelled. Mark it as planned again first.")})


def visible_recaps(membership: Member) -> QuerySet[Recap]:
    """The stored recaps that the member may read: everyone's and those of own characters; all for GMs."""
    rows = Recap.objects.filter(session__campaign=membership.campaign_id)
    if membership.is_gm:
        return rows
    mine = Q(audience=Recap.Audience.CHARACTER, character__owner=membership.user_id)
    return rows.filter(Q(audience=Recap.Audience.PARTY) | mine)


def recap_characters(membership: Member) -> QuerySet[Character]:
    """The characters whose recaps the member may read: own characters; all player characters for GMs."""
    rows = Character.objects.filter(campaign=membership.campaign_id, kind=Character.Kind.PC)
    return rows if membership.is_gm else rows.filter(owner=membership.user_id)


def sessions_at(membership: Member, moments: Sequence[datetime | None]) -> list[Session | None]:
    """The session that was running at each moment (None: now), in one query."""
    now = timezone.now()
    wanted = [min(max(moment or now, FIRST_DAY), LAST_DAY) for moment in moments]
    if not wanted:
        return []
    rows = list(visible_sessions(membership).near(min(wanted), max(wanted)))
    return [next((row for row in rows if row.was_running(moment)), None) for moment in wanted]
