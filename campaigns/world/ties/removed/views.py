"""The page of removed ties, for GMs, and the button that brings one back."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.ties.removed.access import get_removed_tie, removed_ties
from campaigns.world.ties.removed.actions import bring_back_tie
from common.button_responses import run_button
from common.form_responses import campaign_context
from people.access import get_gm_membership
from people.requests import SignedRequest

PAGE = 60


@login_required
@require_safe
def removed_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The removed ties of a campaign, the one that was removed last first."""
    membership = get_gm_membership(request.user, campaign_id)
    page = Paginator(removed_ties(membership), PAGE).get_page(request.GET.get("page"))
    context = campaign_context(membership, "campaign-world") | {"page": page}
    return render(request, "campaigns/world/ties/removed.html", context)


@login_required
@require_POST
def bring_back(request: SignedRequest, removed_tie: int) -> HttpResponse:
    """Brings a removed tie back."""
    row, membership = get_removed_tie(request.user, removed_tie)
    return run_button(
        request,
        lambda: bring_back_tie(membership=membership, tie=row),
        _("The tie was restored."),
        "campaign-removed-ties",
        campaign_id=row.campaign_id,
    )
