"""The page of the one search through a campaign."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import access
from campaigns.queries import finding
from campaigns.requests import SignedRequest
from characters.answers import frame


@login_required
@require_safe
def search(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """What of the log, the world, the evenings and the people holds the words."""
    own = access.member(request.user, campaign_id)
    text = request.GET.get("text", "")[:200].replace("\0", "")
    context = {"text": text, "found": finding.find(own, text)}
    return render(request, "campaigns/search.html", frame(own, "campaign-search") | context)
