"""Pages of experience: awarding it to the party, taking an entry back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from characters import access
from characters.experience import units
from characters.experience.actions import award_party, is_refundable, take_back
from characters.sheets import queries
from characters.sheets.forms import AwardForm, TakeBackForm
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_gm_membership, get_membership
from people.idempotency.buttons import new_key, run_form_once
from people.models import Campaign
from people.requests import SignedRequest
from rules import play


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def award_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Credits experience to one or all of the party, with its reason."""
    membership = get_gm_membership(request.user, campaign_id)
    session_id, encounter_id = (parse_id(request.GET.get(name, "")) for name in ("session", "encounter"))
    initial = {
        "session": _session_of_award(membership.campaign, encounter_id) if session_id is None else session_id,
        "encounter": encounter_id,
    }
    form = AwardForm(request.POST if request.method == "POST" else None, campaign=membership.campaign, initial=initial)
    if form.is_bound and run_action(lambda: _award_once(request, form), form):
        messages.success(request, _("Awarded. The award is in each character's history, where you can take it back."))
        session, encounter = form.cleaned_data["session"], form.cleaned_data["encounter"]
        if encounter:
            return redirect("encounter", encounter_id=encounter.pk)
        return redirect(session) if session_id and session else redirect("campaign-characters", campaign_id=campaign_id)
    reads = queries.read_characters(queries.characters_in_play(membership.campaign))
    by_itself = play.SYSTEMS[membership.campaign.system]["experience"]["per_encounter"] is not None
    context = campaign_context(membership, "campaign-characters") | {
        "form": form,
        "party": reads,
        "by_itself": by_itself,
        "key": new_key(),
    }
    return render(request, "characters/experience/award.html", context)


def _session_of_award(campaign: Campaign, encounter_id: int | None) -> Any:
    """The id of the encounter's session, or the session that is running."""
    fought = campaign.encounters.filter(pk=encounter_id, session__isnull=False).first() if encounter_id else None
    return fought.session_id if fought else campaign.sessions.running()


def _award_once(request: SignedRequest, form: AwardForm) -> bool:
    # If the list of sessions was sent with "none", the award belongs to no session, even while one is running.
    outside_sessions = "session" in request.POST and form.cleaned_data["session"] is None
    return run_form_once(
        request, lambda: award_party(by=request.user, outside_sessions=outside_sessions, **form.cleaned_data)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Asks why, then undoes a line of the ledger by a new one."""
    entry = access.get_ledger_entry(request.user, entry_id)
    membership = get_membership(request.user, entry.character.campaign_id)
    form = TakeBackForm(request.POST if request.method == "POST" else None, refundable=is_refundable(entry))
    if form.is_bound and run_action(lambda: take_back(entry=entry, by=request.user, **form.cleaned_data), form):
        return redirect("character-history", character_id=entry.character_id)
    context = campaign_context(membership, "campaign-characters") | {
        "character": entry.character,
        "entry": entry,
        "form": form,
        "title": _("Take a purchase back") if entry.kind == "spend" else _("Take an award back"),
        "amount": units.get_unit(membership.campaign.system, entry.unit).with_sign(entry.amount),
    }
    return render(request, "characters/experience/take_back.html", context)
