"""The page that hands a character over, with its seats at running encounters."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.encounters.character_hand_overs import actions
from campaigns.encounters.character_hand_overs.forms import HandOverWithSeatForm
from characters import access as character_access
from common.form_responses import campaign_context, run_action
from people.access import get_membership
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: SignedRequest, character_id: int) -> HttpResponse:
    """Gives the character to another member."""
    row = character_access.get_character_as_gm(request.user, character_id)
    membership = get_membership(request.user, row.campaign_id)
    tables = actions.encounter_titles(actions.running_seats(row))
    form = HandOverWithSeatForm(
        request.POST if request.method == "POST" else None, campaign=row.campaign, tables=tables
    )
    if form.is_bound and run_action(
        lambda: actions.hand_over(membership=membership, character=row, **{"seats": False, **form.cleaned_data}), form
    ):
        return redirect("character", character_id=character_id)
    context = campaign_context(membership, "campaign-characters") | {"character": row, "form": form}
    return render(request, "campaigns/encounters/character_hand_overs/hand_over.html", context)
