"""Cards of the table's own deck: who says what was drawn, at the deal and while a command waits."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from campaigns import access, drawing, play
from campaigns.models import Encounter, Member
from campaigns.queries import draws as queries
from campaigns.requests import SignedRequest
from campaigns.views import table
from characters.answers import frame

PAGE, PART = "campaigns/encounters/dealing.html", "campaigns/encounters/dealing_part.html"


def dealing(
    request: SignedRequest, encounter: Encounter, own: Member, refusal: str = "", status: int = 200
) -> HttpResponse | None:
    """The page on which everybody says what the own hand holds; None where nothing is being dealt."""
    drawn = queries.drawn(encounter, own, refusal)
    if drawn is None:
        return None
    context = frame(own, "campaign-encounters") | {"encounter": encounter, "drawn": drawn}
    return render(request, PART if request.htmx else PAGE, context, status=status)


@login_required
@require_POST
def cards(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Says which cards were drawn, or takes back what waits for them."""
    encounter, _own = access.encounter(request.user, encounter_id)
    try:
        if "take-back" in request.POST:
            drawing.take_back(encounter=encounter, by=request.user)
        else:
            drawing.hand_in(
                encounter=encounter, by=request.user, owner=request.POST.get("owner", ""),
                cards=[card for card in request.POST.getlist("cards") if card],
            )  # fmt: skip
    except play.Refused as refused:
        return _page(request, encounter_id, refused.message, 422)
    except PermissionDenied as denied:
        return _page(request, encounter_id, str(denied), 403)
    if request.htmx:
        return _page(request, encounter_id)
    return redirect("encounter", encounter_id)


def _page(request: SignedRequest, encounter_id: int, refusal: str = "", status: int = 200) -> HttpResponse:
    encounter, own = access.encounter(request.user, encounter_id)
    if encounter.status == Encounter.Status.PREPARED:
        return dealing(request, encounter, own, refusal, status) or redirect("encounter", encounter_id)
    return begun(request) or table.page(request, encounter, own, refusal, status)


def begun(request: SignedRequest) -> HttpResponse | None:
    """For the page of the deal: the table is laid, and has a page of its own."""
    return HttpResponseClientRefresh() if request.htmx and request.htmx.target == "dealing" else None
