"""The page of the search in a campaign."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaigns.log.periods import Period
from campaigns.overview.search import queries
from common.form_widgets import DayInput
from people.access import get_membership
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context


class DaysForm(forms.Form):
    """The days to which a search is limited; a day that is none limits nothing."""

    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Until"), required=False, widget=DayInput)

    @property
    def period(self) -> Period:
        """The days that were understood."""
        self.is_valid()
        return Period(self.cleaned_data.get("since"), self.cleaned_data.get("until"))


@login_required
@require_safe
def search_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Log entries, pages, sessions and characters that contain the words."""
    membership = get_membership(request.user, campaign_id)
    seen = get_viewer(membership, get_views(request))
    text = request.GET.get("text", "")[:200].replace("\0", "")
    days = DaysForm(request.GET)
    context = {"text": text, "days": days, "found": queries.search_campaign(seen, text, days.period)}
    return render(
        request, "campaigns/overview/search/search.html", viewer_context(membership, seen, "campaign-search") | context
    )
