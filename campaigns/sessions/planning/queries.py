"""Reads of a poll about a session's date: dates with answers, who is missing, and the links."""

from dataclasses import dataclass, field

from campaigns.sessions.models import Session
from campaigns.sessions.planning.access import answering_members, find_poll, visible_answers
from campaigns.sessions.planning.links import link_key
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll, ProposedDate
from people.models import Member

Answer = DateAnswer.Answer


@dataclass(frozen=True)
class DateRow:
    """A proposed date: the reader's own answer and, for GMs, the names by answer."""

    date: ProposedDate
    own: str = ""
    names: dict[str, list[str]] = field(default_factory=dict)
    best: bool = False

    @property
    def cells(self) -> list[tuple[str, str, list[str]]]:
        """(value, word, names) of each answer."""
        words = [(value, str(label)) for value, label in Answer.choices]
        return [(value, label, self.names.get(value, [])) for value, label in words]

    @property
    def names_without_answer(self) -> list[str]:
        """The names of those who have not answered."""
        return self.names.get("", [])


@dataclass(frozen=True)
class MemberLink:
    """A member who is asked, how many dates they answered, and their link's key and revision, if it is not revoked.

    `answered_ahead` leaves out the dates that are past."""

    member: Member
    answered: int
    key: str = ""
    revision: int | None = None
    answered_ahead: int = 0


@dataclass(frozen=True)
class PollPage:
    """A poll as a member may see it; `links` only for GMs."""

    poll: DatePoll
    dates: list[DateRow]
    links: list[MemberLink] = field(default_factory=list)

    @property
    def ahead(self) -> list[DateRow]:
        """The dates that can still be answered and chosen."""
        return [row for row in self.dates if not row.date.is_past]


def get_poll_page(membership: Member, session: Session) -> PollPage | None:
    """The poll of a session; None if no dates were proposed."""
    poll = find_poll(membership, session)
    if poll is None:
        return None
    dates = list(poll.dates.all())
    answers = list(visible_answers(membership).filter(date__poll=poll))
    own_answers = {answer.date_id: answer.answer for answer in answers if answer.member_id == membership.pk}
    if not membership.is_gm:
        return PollPage(poll, [DateRow(date, own_answers.get(date.pk, "")) for date in dates])
    members = list(answering_members(membership, session).order_by("user__username"))
    answers_by_member = {(answer.date_id, answer.member_id): answer.answer for answer in answers}
    rows = [DateRow(date, own_answers.get(date.pk, ""), _names(date, members, answers_by_member)) for date in dates]
    return PollPage(poll, _mark_best(rows), _member_links(poll, members, dates, answers_by_member))


def own_answers(link: DateLink) -> list[DateRow]:
    """The proposed dates with the answers of the link's member."""
    answers = dict(
        DateAnswer.objects.filter(date__poll=link.poll_id, member=link.member_id).values_list("date", "answer")
    )
    return [DateRow(date, answers.get(date.pk, "")) for date in link.poll.dates.all()]


def _names(date: ProposedDate, members: list[Member], answers: dict[tuple[int, int], str]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for member in members:
        names.setdefault(answers.get((date.pk, member.pk), ""), []).append(member.user.username)
    return names


def _mark_best(rows: list[DateRow]) -> list[DateRow]:
    """Marks the dates ahead on which most people can come: those with most yes and maybe, then with most yes."""

    def weight(row: DateRow) -> tuple[int, int]:
        sure = len(row.names.get(Answer.YES, []))
        return sure + len(row.names.get(Answer.MAYBE, [])), sure

    ahead = [row for row in rows if not row.date.is_past]
    most = max(map(weight, ahead), default=(0, 0))
    best = [row for row in ahead if most > (0, 0) and weight(row) == most]
    return [DateRow(row.date, row.own, row.names, row in best) for row in rows]


def _member_links(
    poll: DatePoll, members: list[Member], dates: list[ProposedDate], answers: dict[tuple[int, int], str]
) -> list[MemberLink]:
    ahead = {date.pk for date in dates if not date.is_past}
    links = {link.member_id: link for link in poll.links.filter(revoked__isnull=True)}
    return [
        MemberLink(
            member,
            sum(answering == member.pk for _date, answering in answers),
            link_key(links[member.pk]) if member.pk in links else "",
            links[member.pk].revision if member.pk in links else None,
            sum((date, member.pk) in answers for date in ahead),
        )
        for member in members
    ]
