"""Pages of the experience ledger: award an encounter to the party, take a line back."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from characters import access, actions, queries
from characters.answers import accepted, frame
from characters.forms import AwardForm, ReasonForm

PAGES = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(PAGES)
def award(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Credits an encounter to one or all of the party, with its reason."""
    own = access.run_place(request.user, campaign_id)
    form = AwardForm(request.POST if request.method == "POST" else None, campaign=own.campaign)
    if form.is_bound and accepted(lambda: actions.award_all(by=request.user, **form.cleaned_data), form):
        return redirect("campaign-characters", campaign_id=campaign_id)
    reads = queries.reads(queries.of_campaign(own.campaign))
    context = frame(own, "campaign-characters") | {"form": form, "party": reads}
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
        "character": entry.character, "entry": entry, "form": form, "title": _("Take an award back"),
    }  # fmt: skip
    return render(request, "characters/take_back.html", context)
