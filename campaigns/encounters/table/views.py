"""The running table: the page, its live part, commands, undo, the event log and the odds."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.encounters import demo_visitors, play
from campaigns.encounters.access import get_encounter, require_table_runner
from campaigns.encounters.models import Encounter
from campaigns.encounters.table import command_parsing, shared_part
from campaigns.encounters.table.draw_queries import RefusedCards
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.queries import get_table
from campaigns.encounters.table.shared_part import PART, render_part
from common.parsing import parse_id
from people.models import Member
from people.requests import SignedRequest


def table_page(
    request: SignedRequest,
    encounter: Encounter,
    membership: Member,
    refusal: str = "",
    status: int = 200,
    refused_cards: RefusedCards | None = None,
) -> HttpResponse:
    """The page of a table, or only its table part for a page that is open already."""
    parameters = request.POST if request.method == "POST" else request.GET
    shown = get_table(encounter, membership, parameters.get("as"), refusal=refusal, opened=parameters.get("orders", ""))
    if refused_cards and shown.pending_draw:
        shown.pending_draw = replace(shown.pending_draw, refusal=refusal, refused=refused_cards)
    if request.htmx:
        return render_part(request, shown, status)
    context = {"table": shown, "part": PART, "game": encounter.campaign.system}
    return render(request, "campaigns/encounters/table/table.html", context, status=status)


def _after_write(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """The response after a write: the new table part, or a redirect to the page without a script."""
    if request.htmx:
        encounter, membership = get_encounter(request.user, encounter_id)
        return table_page(request, encounter, membership)
    query = urlencode({"as": request.POST.get("as", "")})
    return redirect(f"{reverse('encounter', args=[encounter_id])}?{query}")


def _refusal_page(request: SignedRequest, encounter_id: int, sentence: str, status: int) -> HttpResponse:
    """The current table with the reason of a refusal; a preparation has its own page."""
    encounter, membership = get_encounter(request.user, encounter_id)
    if encounter.status == Encounter.Status.PREPARED:
        return redirect("encounter", encounter_id)
    return table_page(request, encounter, membership, refusal=sentence, status=status)


def _read_number(request: SignedRequest, name: str) -> int | None:
    return parse_id(request.POST.get(name, ""))


def require_started(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: passes the encounter and the membership to the view; redirects a preparation to its own page."""

    @wraps(view)
    def opened(request: SignedRequest, encounter_id: int, **parameters: str) -> HttpResponse:
        encounter, membership = get_encounter(request.user, encounter_id)
        if encounter.status == Encounter.Status.PREPARED:
            return redirect("encounter", encounter_id)
        return view(request, encounter, membership, **parameters)

    return opened


def _write_and_show(request: SignedRequest, encounter_id: int, act: Callable[[], object], stale: str) -> HttpResponse:
    """Runs a write and shows the table, or the current table with the reason why nothing was written."""
    try:
        act()
    except command_parsing.UnreadableForm:
        sentence = _("The site could not read what this page sent. Reload the page and try again.")
        return _refusal_page(request, encounter_id, sentence, 400)
    except play.StaleCommand:
        return _refusal_page(request, encounter_id, stale, 409)
    except play.KeyReused:
        return _refusal_page(request, encounter_id, _("This form was already used. Choose again."), 422)
    except play.Refused as refusal:
        return _refusal_page(request, encounter_id, refusal.sentence, 422)
    except PermissionDenied as denied:
        return _refusal_page(request, encounter_id, str(denied), 403)
    return _after_write(request, encounter_id)


@login_required
@require_safe
@require_started
def live_part(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """The live part of the page, which is fetched again after every change."""
    reading = play.read_encounter(encounter, membership)
    return shared_part.live_part(request, reading, request.GET.get("as"), request.GET.get("orders", ""))


@login_required
@require_POST
def command(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Gives one command from a form of the page."""

    def give() -> None:
        outcome = play.submit_by_id(
            encounter_id=encounter_id,
            by=request.user,
            command=command_parsing.parse_command(request.POST),
            seen=_read_number(request, "seen"),
            key=request.POST.get("key") or None,
        )
        demo_visitors.play_for_site(outcome.encounter)

    stale = _("The table has changed in the meantime, so nothing was done.")
    return _write_and_show(request, encounter_id, give, stale)


@login_required
@require_POST
@require_started
def undo(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Undoes everything after one command; the event log shows it."""
    require_table_runner(membership, encounter)
    to = _read_number(request, "to")
    if to is None:
        return _refusal_page(request, encounter.pk, _("Choose the line to go back to."), 422)

    def undo_later_commands() -> None:
        play.undo(
            encounter=encounter,
            by=request.user,
            to=to,
            seen=_read_number(request, "seen"),
            key=request.POST.get("key") or None,
        )

    return _write_and_show(
        request, encounter.pk, undo_later_commands, _("Something has happened since. Look again before you undo.")
    )


@login_required
@require_POST
@require_started
def pass_for(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Passes for a player who is away; the event log shows it."""
    require_table_runner(membership, encounter)
    actor, number = request.POST.get("actor", ""), _read_number(request, "number")
    return _write_and_show(
        request,
        encounter.pk,
        lambda: play.pass_for(encounter=encounter, by=request.user, actor=actor, number=number),
        _("The table is no longer waiting for this participant."),
    )


@login_required
@require_safe
@require_started
def event_log_page(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """The whole event log of an encounter as the viewer may see it; for the live table only its folded part."""
    if request.htmx and request.GET.get("part") == "older":
        recent = get_table(encounter, membership, request.GET.get("as"))
        return render(request, "campaigns/encounters/table/event_log/older_lines.html", {"table": recent})
    shown: Table = get_table(encounter, membership, request.GET.get("as"), everything=True)
    return render(
        request,
        "campaigns/encounters/table/event_log/event_log.html",
        {"table": shown, "game": encounter.campaign.system},
    )


@login_required
@require_POST
@require_started
def odds(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """The odds of the chosen play, from what this viewer knows; empty if there are none."""
    try:
        chance = play.odds(
            encounter, membership, command_parsing.parse_command(request.POST), as_=request.POST.get("as")
        )
    except (command_parsing.UnreadableForm, play.Refused):
        chance = None
    return render(request, "campaigns/encounters/table/odds.html", {"odds": chance})
