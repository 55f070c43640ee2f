"""The running table: the page, its live part, commands, undo, the account and the odds."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns import access, guests, play
from campaigns.models import Encounter, Member
from campaigns.queries import posted
from campaigns.queries.table import Table, table
from campaigns.requests import SignedRequest
from rules.play import SYSTEMS
from rules.typed import whole

PART = "campaigns/encounters/live.html"


def page(
    request: SignedRequest, encounter: Encounter, own: Member, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The whole page, or only the table for a page that is open already."""
    asked = request.POST if request.method == "POST" else request.GET
    shown = table(encounter, own, asked.get("as"), refusal=refusal, opened=asked.get("orders", ""))
    context = {"table": shown, "part": PART, "game": encounter.campaign.system}
    template = PART if request.htmx else "campaigns/encounters/table.html"
    return render(request, template, context, status=status)


def _done(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """After a write: the fresh table, or back to the page where there is no script."""
    if request.htmx:
        encounter, own = access.encounter(request.user, encounter_id)
        return page(request, encounter, own)
    query = urlencode({"as": request.POST.get("as", "")})
    return redirect(f"{reverse('encounter', args=[encounter_id])}?{query}")


def _refused(request: SignedRequest, encounter_id: int, sentence: str, status: int) -> HttpResponse:
    """The table as it is now, with the reason on top."""
    encounter, own = access.encounter(request.user, encounter_id)
    return page(request, encounter, own, refusal=sentence, status=status)


def _number(request: SignedRequest, name: str) -> int | None:
    return whole(request.POST.get(name, ""))


def laid(view: Callable[[SignedRequest, Encounter, Member], HttpResponse]) -> Callable[..., HttpResponse]:
    """Opens the door to a table that has begun; a preparation has its own page."""

    @wraps(view)
    def opened(request: SignedRequest, encounter_id: int) -> HttpResponse:
        encounter, own = access.encounter(request.user, encounter_id)
        if encounter.status == Encounter.Status.PREPARED:
            return redirect("encounter", encounter_id)
        return view(request, encounter, own)

    return opened


def _told(request: SignedRequest, encounter: Encounter, act: Callable[[], object], stale: str) -> HttpResponse:
    """The table after a write, or as it is now with the reason why nothing was written."""
    try:
        act()
    except posted.Unreadable:
        return _refused(request, encounter.pk, _("The page sent something unreadable. Reload it and try again."), 400)
    except play.Stale:
        return _refused(request, encounter.pk, stale, 409)
    except play.KeyReused:
        return _refused(request, encounter.pk, _("This form was already used. Choose again."), 422)
    except play.Refused as refusal:
        return _refused(request, encounter.pk, refusal.message, 422)
    return _done(request, encounter.pk)


@login_required
@require_safe
@laid
def part(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """The live part of the page, fetched again whenever something changed."""
    shown = table(encounter, own, request.GET.get("as"), opened=request.GET.get("orders", ""))
    return render(request, PART, {"table": shown})


@login_required
@require_POST
@laid
def command(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """One command from a form of the page."""

    def give() -> None:
        play.submit(
            encounter=encounter, by=request.user, command=posted.command(request.POST),
            seen=_number(request, "seen"), key=request.POST.get("key") or None,
        )  # fmt: skip
        guests.answer(encounter)

    return _told(request, encounter, give, _("Somebody was faster. This is the table now; choose again."))


@login_required
@require_POST
@laid
def undo(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """Takes back everything after one command, openly."""
    access.must_deal(own)
    to = _number(request, "to")
    if to is None:
        return _refused(request, encounter.pk, _("Say to which line to go back."), 422)

    def rewind() -> None:
        play.undo(
            encounter=encounter, by=request.user, to=to, seen=_number(request, "seen"),
            key=request.POST.get("key") or None,
        )  # fmt: skip

    return _told(request, encounter, rewind, _("Something happened meanwhile. Look again before you undo."))


@login_required
@require_safe
@laid
def account(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """The whole account of an encounter, as far as the viewer may know it."""
    shown: Table = table(encounter, own, request.GET.get("as"), everything=True)
    return render(
        request, "campaigns/encounters/whole_account.html", {"table": shown, "game": encounter.campaign.system}
    )


@login_required
@require_safe
@laid
def fairness(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """Whether cards and dice are those that were committed to, checked from the public log."""
    context: dict[str, Any] = {
        "encounter": encounter, "own": own, "report": play.verify(encounter), "game": encounter.campaign.system,
        "dice": SYSTEMS[encounter.campaign.system]["chance"] == "dice",
    }  # fmt: skip
    # A deck of the site's is committed to before a card is dealt; the table's own is not.
    context["own_deck"] = not context["dice"] and not context["report"]["shuffles"]
    return render(request, "campaigns/encounters/fairness.html", context)


@login_required
@require_POST
@laid
def odds(request: SignedRequest, encounter: Encounter, own: Member) -> HttpResponse:
    """What the chosen play is worth, as far as this viewer can know; nothing when it cannot be said."""
    try:
        chance = play.odds(encounter, own, posted.command(request.POST), as_=request.POST.get("as"))
    except (posted.Unreadable, play.Refused):
        chance = None
    return render(request, "campaigns/encounters/odds.html", {"odds": chance})

