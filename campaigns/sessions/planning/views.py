"""Pages of proposed dates: for members, and for anyone with a member's link."""

from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.sessions.access import get_session
from campaigns.sessions.models import Session
from campaigns.sessions.planning import access, actions, queries
from campaigns.sessions.planning.forms import ProposalForm
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll
from common.button_responses import redirect_with_message, run_button
from common.client_address import client_network
from common.form_responses import campaign_context, run_action, run_with_message
from common.parsing import parse_id
from common.requests import site_of
from people.access import first_or_404, get_visible_row, members_of, require_gm, require_player
from people.models import Member
from people.requests import SignedRequest

# The address of the page is the key: no program keeps it, and no other site is told of it. (A stricter referrer policy
# than this would make browsers send the form without its origin, which Django refuses.)
PRIVATE: Final = {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def poll_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """The proposed dates with the reader's answers; for GMs everyone's answers, the links, and the form."""
    session, membership = get_session(request.user, session_id)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        require_gm(membership)
    page = queries.get_poll_page(membership, session)
    form = ProposalForm(posted, until=page.poll.expires if page and page.poll.is_open else None)
    if posted is not None and run_action(lambda: _propose(request, membership, session, form), form):
        return redirect_with_message(request, _("The dates are proposed."), "session-poll", session_id=session_id)
    context: dict[str, Any] = campaign_context(membership, "campaign-sessions")
    context |= {"session": session, "page": page, "form": form, "choices": DateAnswer.Answer.choices}
    if page is not None and membership.is_gm:
        context["links"] = [
            (link, request.build_absolute_uri(reverse("date-link", args=[link.key])) if link.key else "")
            for link in page.links
        ]
    return render(request, "campaigns/sessions/planning/poll.html", context)


def _propose(request: SignedRequest, membership: Member, session: Session, form: ProposalForm) -> DatePoll:
    dates, until = form.cleaned_data["dates"], form.cleaned_data["until"]
    return actions.propose_dates(
        membership=membership, session=session, dates=dates, until=until, origin=site_of(request)
    )


@login_required
@require_POST
def answer_page(request: SignedRequest, date_id: int) -> HttpResponse:
    """Stores the person's own answer to a proposed date."""
    date, membership = access.get_proposed_date(request.user, date_id)
    require_player(membership)
    answer = request.POST.get("answer", "")
    return run_button(
        request,
        lambda: actions.answer_date(member=membership, date=date, answer=answer),
        "",
        "session-poll",
        session_id=date.poll.session_id,
    )


@login_required
@require_POST
def choose_page(request: SignedRequest, date_id: int) -> HttpResponse:
    """Gives the session this date."""
    date, membership = access.get_proposed_date(request.user, date_id)
    require_gm(membership)
    return run_button(
        request,
        lambda: actions.choose_date(membership=membership, date=date, origin=site_of(request)),
        _("The date is set, and everyone will be told."),
        "session",
        session_id=date.poll.session_id,
    )


@login_required
@require_POST
def withdraw_page(request: SignedRequest, date_id: int) -> HttpResponse:
    """Withdraws a proposed date."""
    date, membership = access.get_proposed_date(request.user, date_id)
    require_gm(membership)
    return run_button(
        request,
        lambda: actions.withdraw_date(membership=membership, date=date),
        _("The date is withdrawn."),
        "session-poll",
        session_id=date.poll.session_id,
    )


@login_required
@require_POST
def poll_button_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """The GM's buttons of a poll: `do` is ask, close, or renew or revoke with `member`."""
    session, membership = get_session(request.user, session_id)
    require_gm(membership)
    poll = first_or_404(filter(None, [access.find_poll(membership, session)]))
    what = request.POST.get("do", "")
    if what in {"renew", "revoke"}:
        member = get_visible_row(members_of(membership), pk=parse_id(request.POST.get("member", "")))
        change = actions.renew_link if what == "renew" else actions.revoke_link
        message = _("There is a new link.") if what == "renew" else _("The link is revoked.")
        run_with_message(request, lambda: change(membership=membership, poll=poll, member=member), message)
    elif what == "ask":
        message = _("Those who have not answered every date will be asked again.")
        run_with_message(
            request, lambda: actions.ask_again(membership=membership, poll=poll, origin=site_of(request)), message
        )
    elif what == "close":
        run_with_message(
            request, lambda: actions.close_poll(membership=membership, poll=poll), _("This poll is closed.")
        )
    else:
        messages.error(request, _("Choose one of the buttons."))
    return redirect("session-poll", session_id=session_id)


@sensitive_variables("key")
@require_http_methods(["GET", "HEAD", "POST"])
def link_page(request: HttpRequest, key: str) -> HttpResponse:
    """The proposed dates for anyone with a member's link: titles and dates alone, and the member's own answers."""
    try:
        link = _counted_link(request, key)
    except access.TooManyUses as refusal:
        answer = render(request, "errors/429.html", {"sentence": str(refusal)}, status=429)
        answer["Retry-After"] = str(access.HOUR)
        return answer
    if request.method == "POST":
        _answer_by_link(request, link)
        answer = redirect("date-link", key=key)
    else:
        answer = _link_response(request, queries.own_answers(link), link.poll, link.member)
    for name, value in PRIVATE.items():
        answer[name] = value
    return answer


def _answer_by_link(request: HttpRequest, link: DateLink) -> None:
    """Stores the answer; says so if the GM has withdrawn the date meanwhile."""
    dates = link.poll.dates.select_related("poll__session")
    date = dates.filter(pk=parse_id(request.POST.get("date", "")) or 0).first()
    if date is None:
        messages.error(request, _("This date is no longer proposed."))
        return
    answer = request.POST.get("answer", "")
    run_with_message(request, lambda: actions.answer_date(member=link.member, date=date, answer=answer))


def _counted_link(request: HttpRequest, key: str) -> DateLink:
    """The link of a key; counts wrong keys and answers."""
    try:
        link = access.get_link(key)
    except Http404:
        access.count_use(client_network(request))
        raise
    if request.method == "POST":
        access.count_use(client_network(request))
    return link


def _link_response(request: HttpRequest, dates: list[queries.DateRow], poll: DatePoll, member: Member) -> HttpResponse:
    zone = member.user.zone or member.campaign.zone
    context = {
        "title": f"{member.campaign.name}: {poll.session}",
        "dates": dates,
        "is_any_ahead": any(not row.date.is_past for row in dates),
        "poll": poll,
        "cancelled": poll.session.status == Session.Status.CANCELLED,
        "starts": poll.session.starts if poll.closed else None,
        "choices": DateAnswer.Answer.choices,
        "zone": zone.replace("_", " "),
    }
    with timezone.override(ZoneInfo(zone)):
        return render(request, "campaigns/sessions/planning/link.html", context)
