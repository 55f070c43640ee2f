"""Queues notices about a session in the transaction of what happened; job.py sends them."""

from collections.abc import Iterable
from datetime import datetime

from campaigns.sessions.models import Session
from campaigns.sessions.notices.models import SessionNotice
from people.models import Member


def tell_members(session: Session, kind: str, moment: datetime, origin: str, *, to: Iterable[Member]) -> None:
    """Stores a notice for each of the members, due now. A newer notice of the same kind replaces one not sent yet."""
    rows = [
        SessionNotice(session=session, member=member, kind=kind, moment=moment, origin=origin, due=moment)
        for member in to
    ]
    waiting = SessionNotice.objects.filter(session=session, kind=kind, due__isnull=False, tries=0)
    waiting.filter(member__in=[row.member_id for row in rows]).delete()
    SessionNotice.objects.bulk_create(rows, ignore_conflicts=True)
