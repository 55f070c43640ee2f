"""The fairness page, the public log, and the verifier for download."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.encounters.models import Encounter
from campaigns.encounters.play import fairness as play_fairness
from campaigns.encounters.table.views import require_started
from people.models import Member
from people.requests import SignedRequest
from rules.pages import fairness as page_fairness
from rules.play import SYSTEMS


@login_required
@require_safe
@require_started
def page(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Shows whether cards and dice match their commitments, and what that proves and does not prove."""
    receipt = request.GET.get("receipt", "").strip().lower()[:64]
    report = play_fairness.verify(encounter)
    context: dict[str, Any] = {
        "encounter": encounter,
        "membership": membership,
        "report": report,
        "game": encounter.campaign.system,
        "dice": SYSTEMS[encounter.campaign.system]["chance"] == "dice",
        "own_deck": report["own_deck"],
        "kept": receipt,
        "known": page_fairness.has_receipt(report, receipt),
    }
    return render(request, "campaigns/encounters/fairness.html", context)


@login_required
@require_safe
@require_started
def log(request: SignedRequest, encounter: Encounter, _membership: Member) -> HttpResponse:
    """The public log, as the verifier reads it."""
    answer = JsonResponse(play_fairness.fairness_log(encounter), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="fairness-{encounter.pk}.json"'
    return answer


@login_required
@require_safe
def verifier(request: SignedRequest) -> HttpResponse:
    """The verifier, which is one Python file."""
    answer = HttpResponse(page_fairness.verifier_source(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{page_fairness.VERIFIER_NAME}"'
    return answer
