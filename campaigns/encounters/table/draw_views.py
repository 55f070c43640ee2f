"""Pages on which players enter the cards that they drew from their own deck, at the deal and during play."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from campaigns.encounters import play
from campaigns.encounters.access import get_encounter
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import physical_draws
from campaigns.encounters.table import draw_queries as queries
from campaigns.encounters.table import views
from common.form_responses import campaign_context
from people.models import Member
from people.requests import SignedRequest

PAGE, PART = "campaigns/encounters/table/draws/dealing.html", "campaigns/encounters/table/draws/dealing_part.html"


def show_dealing(
    request: SignedRequest, encounter: Encounter, membership: Member, refusal: str = "", status: int = 200
) -> HttpResponse | None:
    """The page on which each player enters their hand; None while no cards are being dealt.

    An open page that names the `state` it shows gets 204 (No Content) while nothing has changed."""
    refused = queries.refused_cards(request.POST) if refusal else None
    pending_draw = queries.get_draw_page(encounter, membership, refusal, refused)
    if pending_draw is None:
        return None
    if request.htmx and request.GET.get("state") == pending_draw.state:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = campaign_context(membership, "campaign-encounters")
    context |= {"encounter": encounter, "pending_draw": pending_draw}
    return render(request, PART if request.htmx else PAGE, context, status=status)


@login_required
@require_POST
def enter_cards(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Stores the drawn cards, or takes back the command that waits for them."""
    encounter, _own = get_encounter(request.user, encounter_id)
    question = request.POST.get("question", "")
    try:
        if "take-back" in request.POST:
            physical_draws.cancel_draw(encounter=encounter, by=request.user, question=question)
        else:
            physical_draws.enter_cards(
                encounter=encounter,
                by=request.user,
                owner=request.POST.get("owner", ""),
                cards=[card for card in request.POST.getlist("cards") if card],
                question=question,
            )
    except play.Refused as refused:
        return _page(request, encounter_id, refused.sentence, 422)
    except PermissionDenied as denied:
        return _page(request, encounter_id, str(denied), 403)
    if request.htmx:
        return _page(request, encounter_id)
    return redirect("encounter", encounter_id)


def _page(request: SignedRequest, encounter_id: int, refusal: str = "", status: int = 200) -> HttpResponse:
    encounter, membership = get_encounter(request.user, encounter_id)
    if encounter.status == Encounter.Status.PREPARED:
        return show_dealing(request, encounter, membership, refusal, status) or redirect("encounter", encounter_id)
    refused = queries.refused_cards(request.POST) if refusal else None
    return redirect_to_table(request) or views.table_page(request, encounter, membership, refusal, status, refused)


def redirect_to_table(request: SignedRequest) -> HttpResponse | None:
    """After the deal: leads from the page of the deal to the table, or a GM to the preparation."""
    return HttpResponseClientRefresh() if request.htmx and request.htmx.target == "dealing" else None
