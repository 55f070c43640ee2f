"""The page of the search in a campaign."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.overview.search import queries
from common.form_responses import campaign_context
from people.access import get_membership
from people.requests import SignedRequest


@login_required
@require_safe
def search_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Log entries, pages, sessions and characters that contain the words."""
    membership = get_membership(request.user, campaign_id)
    text = request.GET.get("text", "")[:200].replace("\0", "")
    context = {"text": text, "found": queries.search_campaign(membership, text)}
    return render(
        request, "campaigns/overview/search/search.html", campaign_context(membership, "campaign-search") | context
    )
