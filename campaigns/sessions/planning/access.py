"""Which polls, proposed dates and answers a person may see, signed in or by a link."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.sessions.guests.access import invited_to
from campaigns.sessions.models import Session
from campaigns.sessions.planning import links
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll, ProposedDate
from common.compiled_query import Value
from common.rate_counts import count_one
from people.access import campaigns_of, get_visible_row, is_membership_of, members_of, membership_for
from people.models import Member, Role, User

HOUR: Final = 60 * 60
# Limits for an hour, well above the answers and mistaken links of the people in one network.
MOST_USES: Final = 120


class TooManyUses(Exception):
    """A visitor's network has tried more wrong links, or answered more often, than it may in an hour."""


def visible_polls(membership: Member) -> QuerySet[DatePoll]:
    """The polls of the campaign; every member sees the dates."""
    return DatePoll.objects.filter(session__campaign=membership.campaign_id)


def find_poll(membership: Member, session: Session) -> DatePoll | None:
    """The poll about a session's date."""
    return visible_polls(membership).filter(session=session).first()


def visible_answers(membership: Member) -> QuerySet[DateAnswer]:
    """The answers that the member may read: GMs everyone's, others their own."""
    rows = DateAnswer.objects.filter(date__poll__session__campaign=membership.campaign_id)
    return rows if membership.is_gm else rows.filter(member=membership.pk)


def answering_members(membership: Member, session: Session) -> QuerySet[Member]:
    """Who is asked for dates of a session: everyone in the campaign except observers and the guests of other sessions.

    A guest of another session who has answered without being asked counts too."""
    answered = DateAnswer.objects.filter(date__poll__session=session).values("member")
    rows = members_of(membership).exclude(role=Role.OBSERVER)
    return rows.filter(invited_to(session) | Q(pk__in=answered))


def unanswered_dates(poll: DatePoll, member: Member | None, now: datetime) -> QuerySet[ProposedDate]:
    """The proposed dates ahead that a member has not answered."""
    return poll.dates.filter(starts__gt=now).exclude(answers__member=member)


def unanswered_polls(memberships: QuerySet[Member], now: Value) -> QuerySet[DatePoll]:
    """The open polls in which one of these members has not answered each date ahead; observers and the guests of
    other sessions are not asked."""
    guests = Q(visits__session=OuterRef("poll__session"), visits__ended__isnull=True)
    invited = memberships.exclude(role=Role.OBSERVER).filter(Q(guest_until__isnull=True) | guests)
    invited = invited.filter(campaign=OuterRef("poll__session__campaign"))
    answered = DateAnswer.objects.filter(date=OuterRef("pk"), member__in=memberships.values("pk"))
    dates = ProposedDate.objects.filter(Exists(invited), ~Exists(answered), poll=OuterRef("pk"), starts__gt=now)
    return (
        DatePoll.objects.filter(Exists(dates), closed__isnull=True, expires__gt=now)
        .select_related("session__campaign")
        .order_by("expires", "id")
    )


def get_proposed_date(user: User, date_id: Any) -> tuple[ProposedDate, Member]:
    """A proposed date in one of the person's campaigns, and the person's membership."""
    rows = ProposedDate.objects.filter(poll__session__campaign__in=campaigns_of(user))
    row = get_visible_row(rows.select_related("poll__session__campaign"), pk=date_id)
    return row, membership_for(user, row.poll.session)


def get_link(key: str) -> DateLink:
    """The link of a key; one and the same 404 for unknown, revoked and expired links, and for former members."""
    rows = DateLink.objects.select_related("poll__session__campaign", "member__user", "member__campaign")
    row = rows.filter(pk=links.id_in(key) or 0).first()
    if row is not None and links.is_genuine(key, row) and _is_valid(row):
        return row
    raise Http404(_("This link does not work, or no longer works. Ask your GM for a new one."))


def _is_valid(link: DateLink) -> bool:
    member = link.member
    answers = member.role != Role.OBSERVER and is_membership_of(member.user, member)
    return link.revoked is None and link.poll.expires > timezone.now() and answers


def count_use(network: str) -> None:
    """Counts a wrong link or an answer; raises `TooManyUses` at the limit of the visitor's network."""
    if count_one(f"date-links:{network}", seconds=HOUR) > MOST_USES:
        raise TooManyUses(_("Too many links and answers came from your network. Try again in an hour."))
