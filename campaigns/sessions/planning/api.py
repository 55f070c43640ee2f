"""The API of proposed dates of a session."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.sessions.access import get_session
from campaigns.sessions.api import session_response
from campaigns.sessions.models import Session
from campaigns.sessions.planning import access, actions, queries
from campaigns.sessions.planning.models import DatePoll
from campaigns.sessions.planning.serializers import (
    AnswerBody,
    AskedSerializer,
    DateLinkSerializer,
    DatePollSerializer,
    LinkBody,
    PollQuery,
    ProposalBody,
)
from campaigns.sessions.serializers import SessionSerializer
from common.endpoint import Endpoint
from common.entity_tags import OPTIONAL_IF_MATCH, optional_revision
from common.lookups import find_row
from common.requests import site_of
from people.access import first_or_404, get_visible_row, members_of, require_gm, require_player
from people.credentials.scopes import may_change
from people.models import Member


def poll_json(membership: Member, poll: DatePoll) -> dict[str, Any]:
    """The poll as the member may see it, in two queries."""
    answers: dict[int, list[Any]] = {}
    for answer in access.visible_answers(membership).filter(date__poll=poll).order_by("member"):
        answers.setdefault(answer.date_id, []).append(answer)
    poll.seen_dates = list(poll.dates.all())  # type: ignore[attr-defined]
    for date in poll.seen_dates:  # type: ignore[attr-defined]
        date.seen_answers = answers.get(date.pk, [])
    data: dict[str, Any] = DatePollSerializer(poll).data
    return data


class ProposedDates(Endpoint):
    """The proposed dates of a session."""

    @extend_schema(operation_id="proposed_dates_read", responses=DatePollSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The dates with the answers that the caller may read; 404 if none are proposed."""
        session, membership = get_session(self.user, session_id)
        return Response(poll_json(membership, get_poll(membership, session)))

    @extend_schema(operation_id="proposed_dates_create", request=ProposalBody, responses={201: DatePollSerializer})
    def post(self, request: Request, session_id: int) -> Response:
        """Proposes dates and asks everyone who plays, by push message and mail; GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        with timezone.override(membership.campaign.zone):
            fields = self.read_body(ProposalBody)
        poll = actions.propose_dates(
            membership=membership,
            session=session,
            dates=fields["dates"],
            until=fields["expires"],
            origin=site_of(request._request),
        )
        return Response(poll_json(membership, poll), 201)

    @extend_schema(operation_id="proposed_dates_close", parameters=[PollQuery], responses={204: None})
    def delete(self, request: Request, session_id: int) -> Response:
        """Closes the poll without a date; GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        poll = get_poll(membership, session, self.read_parameters(PollQuery).get("poll"))
        actions.close_poll(membership=membership, poll=poll)
        return Response(status=204)


class ProposedDateDetail(Endpoint):
    """One proposed date."""

    @extend_schema(operation_id="proposed_dates_withdraw", responses={204: None})
    def delete(self, request: Request, date_id: int) -> Response:
        """Withdraws the date with its answers; GMs only."""
        date, membership = access.get_proposed_date(self.user, date_id)
        require_gm(membership)
        actions.withdraw_date(membership=membership, date=date)
        return Response(status=204)


class ProposedDateAnswer(Endpoint):
    """The caller's answer to a proposed date."""

    @extend_schema(operation_id="proposed_dates_answer", request=AnswerBody, responses=DatePollSerializer)
    def put(self, request: Request, date_id: int) -> Response:
        """Stores the answer; a later one replaces it. Observers are not asked."""
        date, membership = access.get_proposed_date(self.user, date_id)
        require_player(membership)
        actions.answer_date(member=membership, date=date, **self.read_body(AnswerBody))
        return Response(poll_json(membership, date.poll))


class ProposedDateChoice(Endpoint):
    """The choice of a proposed date."""

    @extend_schema(operation_id="proposed_dates_choose", request=None, responses=SessionSerializer)
    def post(self, request: Request, date_id: int) -> Response:
        """Gives the session this date, closes the poll and tells everyone; GMs only."""
        date, membership = access.get_proposed_date(self.user, date_id)
        require_gm(membership)
        session = actions.choose_date(membership=membership, date=date, origin=site_of(request._request))
        return session_response(request, membership, session)


class DateLinks(Endpoint):
    """The members' links to the proposed dates, whose addresses are stored nowhere."""

    def stored_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """The link without its address."""
        return {name: value for name, value in data.items() if name != "url"}

    def repeated_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """The link with the member's present address; 403 if the caller no longer runs the campaign."""
        session, membership = get_session(self.user, self.kwargs["session_id"])
        require_gm(membership)
        links = _links(self.request, membership, session)
        return {**data, "url": next((link["url"] for link in links if link["member"] == data["member"]), None)}

    @extend_schema(operation_id="date_links_list", responses=DateLinkSerializer(many=True))
    def get(self, request: Request, session_id: int) -> Response:
        """Each member who is asked, with the link; GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        return self.respond_with_list(_links(request, membership, session), DateLinkSerializer)

    @extend_schema(operation_id="date_links_renew", request=LinkBody, responses={201: DateLinkSerializer})
    def post(self, request: Request, session_id: int) -> Response:
        """Gives a member a new link and returns it; the old one ends at once. GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        fields = self.read_body(LinkBody)
        member = find_row(members_of(membership), "member", fields["member"])
        assert member is not None  # the body must name one
        actions.renew_link(membership=membership, poll=get_poll(membership, session), member=member)
        created = next(link for link in _links(request, membership, session) if link["member"] == member.pk)
        return Response(created, 201)


class DateLinkDetail(Endpoint):
    """A member's link."""

    @extend_schema(operation_id="date_links_revoke", parameters=[OPTIONAL_IF_MATCH], responses={204: None})
    def delete(self, request: Request, session_id: int, member_id: int) -> Response:
        """Revokes the link at once; the answers stay. GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        member = get_visible_row(members_of(membership), pk=member_id)
        poll, seen = get_poll(membership, session), optional_revision(request, {})
        actions.revoke_link(membership=membership, poll=poll, member=member, revision=seen)
        return Response(status=204)


class DateReminder(Endpoint):
    """Asking again."""

    @extend_schema(operation_id="proposed_dates_ask", request=None, responses=AskedSerializer)
    def post(self, request: Request, session_id: int) -> Response:
        """Asks those who have not answered every date; GMs only."""
        session, membership = get_session(self.user, session_id)
        require_gm(membership)
        poll = get_poll(membership, session)
        count = actions.ask_again(membership=membership, poll=poll, origin=site_of(request._request))
        return Response({"count": count})


def get_poll(membership: Member, session: Session, poll_id: int | None = None) -> DatePoll:
    """The poll of a session, or 404; also 404 if it has another id than this one."""
    poll = access.find_poll(membership, session)
    return first_or_404([poll] if poll is not None and poll_id in {None, poll.pk} else [])


def _links(request: Request, membership: Member, session: Session) -> list[dict[str, Any]]:
    """The links of everyone who is asked; none without proposed dates."""
    page = queries.get_poll_page(membership, session)
    return [link_json(request, link) for link in (page.links if page else [])]


def link_json(request: Request, link: queries.MemberLink) -> dict[str, Any]:
    """A member's link with its full address, which a token that may only read does not get."""
    shown = bool(link.key) and may_change(request.auth, "log")
    address = request.build_absolute_uri(reverse("date-link", args=[link.key])) if shown else None
    values = {"member": link.member.pk, "name": link.member.user.username, "answered": link.answered}
    values |= {"revision": link.revision, "url": address}
    data: dict[str, Any] = DateLinkSerializer(values).data
    return data
