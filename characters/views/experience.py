"""Pages of the experience ledger: award an encounter to the party, take a line back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from characters import access, actions, queries, units
from characters.answers import accepted, frame
from characters.forms import AwardForm, ReasonForm
from rules import play

PAGES = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(PAGES)
def award(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Credits experience to one or all of the party, with its reason."""
    own = access.run_place(request.user, campaign_id)
    asked = request.GET.get("session", "")
    initial = {"session": asked if asked.isdecimal() else own.campaign.sessions.on_now()}
    form = AwardForm(request.POST if request.method == "POST" else None, campaign=own.campaign, initial=initial)
    if form.is_bound and accepted(lambda: actions.award_all(by=request.user, **form.cleaned_data), form):
        messages.success(request, _("Awarded. It stands in each one's history, and can be taken back there."))
        evening = form.cleaned_data["session"]
        return redirect(evening) if asked and evening else redirect("campaign-characters", campaign_id=campaign_id)
    reads = queries.reads(queries.of_campaign(own.campaign))
    by_itself = play.SYSTEMS[own.campaign.system]["experience"]["per_encounter"] is not None
    context = frame(own, "campaign-characters") | {"form": form, "party": reads, "by_itself": by_itself}
    return render(request, "characters/award.html", context)


@login_required
@require_http_methods(PAGES)
def take_back(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Asks why, then undoes a line of the ledger by a new one."""
    entry = access.entry(request.user, entry_id)
    own = access.place(request.user, entry.character.campaign_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and accepted(
        lambda: actions.take_back(entry=entry, by=request.user, reason=form.cleaned_data["reason"]), form
    ):
        return redirect("character-history", character_id=entry.character_id)
    context = frame(own, "campaign-characters") | {
        "character": entry.character, "entry": entry, "form": form,
        "title": _("Take a spend back") if entry.kind == "spend" else _("Take an award back"),
        "amount": units.unit(own.campaign.system, entry.unit).signed(entry.amount),
    }  # fmt: skip
    return render(request, "characters/take_back.html", context)
