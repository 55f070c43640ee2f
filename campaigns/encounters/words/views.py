"""Pages for the words from which an encounter is dealt."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.encounters.access import get_encounter, get_word_table, require_table_runner
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.words import actions
from common.button_responses import run_button
from common.form_responses import campaign_context
from people.access import require_player
from people.requests import SignedRequest
from rules.play import Refused


@login_required
@require_POST
def ask(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Starts or stops asking the players for words."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    stop = "stop" in request.POST
    done = (
        _("Players are no longer asked for a word.")
        if stop
        else _("Your players are asked for a word on their campaign page.")
    )
    return run_button(
        request,
        lambda: actions.ask(membership=membership, encounter=row, stop=stop),
        done,
        "encounter",
        encounter_id=encounter_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def words(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """The page where a player gives a word and sees the seal of an earlier one."""
    row, membership = get_word_table(request.user, encounter_id)
    if request.method == "POST":
        require_player(membership)
        try:
            actions.give(membership=membership, encounter=row, word=request.POST.get("word", ""))
        except Refused as refused:
            messages.error(request, refused.sentence)
        except ValidationError as fault:
            messages.error(request, " ".join(fault.messages))
        return redirect("encounter-words", encounter_id)
    if row.status != Encounter.Status.PREPARED:
        return redirect("encounter", encounter_id)
    # Players know nothing of a preparation: the page names neither the encounter nor its participants.
    context = {
        "encounter_id": row.pk,
        "promise": seeds.promise(row),
        "given": seeds.own_word(row, membership),
        "others": seeds.word_seals(row),
        "longest": actions.LONGEST_WORD,
    }
    return render(
        request, "campaigns/encounters/words/words.html", campaign_context(membership, "campaign-encounters") | context
    )
