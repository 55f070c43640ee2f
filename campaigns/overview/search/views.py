"""The page of the search in a campaign."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.overview.search import queries
from campaigns.overview.search.forms import SearchFilterForm
from people.access import get_membership
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context


@login_required
@require_safe
def search_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Log entries, pages, sessions and characters that contain the words."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    text = request.GET.get("text", "")[:200].replace("\0", "")
    form = SearchFilterForm(request.GET, membership=viewer)
    filters = form.filters
    context = {"text": text, "form": form, "filtered": bool(filters)}
    context["found"] = queries.search_campaign(viewer, text, filters)
    return render(
        request,
        "campaigns/overview/search/search.html",
        viewer_context(membership, viewer, "campaign-search") | context,
    )
