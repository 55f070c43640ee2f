"""Writes that end visits: when the session was played or cancelled, and when their time is over.

Each visit ends with `end_membership`, like the membership of anyone whom a GM removes. Nobody waits for this: the
access of a guest ends with `Member.guest_until`, whether or not the job that calls `end_overdue_visits` runs."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from campaigns.overview.members.actions import VISIT_ENDED, end_membership
from campaigns.sessions.guests.models import SessionGuest
from campaigns.sessions.models import Session
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Invitation, Member, User

VISIT_ENDED_WITH_SESSION = NamingSentence(
    gettext_lazy("The visit of %(person)s has ended with “%(session)s”."), "person"
)


def end_visits(session: Session, by: User) -> None:
    """Ends the visits and links of a locked session that was played or cancelled; within the caller's transaction."""
    Invitation.objects.filter(guest_of=session, revoked__isnull=True).update(revoked=timezone.now())
    for visit in SessionGuest.objects.filter(session=session, ended__isnull=True).order_by("member"):
        _end_visit(visit, by)


def end_overdue_visits(now: datetime | None = None) -> int:
    """Ends the visits whose time is over, and logs it in the name of the site; returns how many."""
    now = now or timezone.now()
    overdue = Member.objects.filter(left__isnull=True, guest_until__lte=now).order_by("pk")
    return sum(_end_overdue_visit(pk, campaign, now) for pk, campaign in overdue.values_list("pk", "campaign"))


@transaction.atomic
def _end_overdue_visit(member_id: int, campaign_id: int, now: datetime) -> bool:
    Campaign.objects.select_for_update().get(pk=campaign_id)
    members = Member.objects.select_for_update(of=("self",)).select_related("user", "campaign")
    member = members.filter(pk=member_id, left__isnull=True, guest_until__lte=now).first()
    if member is not None:
        end_membership(member, by=None, text=VISIT_ENDED.write(person=member.user))
    return member is not None


def _end_visit(visit: SessionGuest, by: User) -> None:
    member = Member.objects.select_for_update(of=("self",)).select_related("user", "campaign").get(pk=visit.member_id)
    if member.guest_until is not None:  # otherwise the GM has just kept the guest
        text = VISIT_ENDED_WITH_SESSION.write(person=member.user, session=visit.session)
        end_membership(member, by=by, text=text)
