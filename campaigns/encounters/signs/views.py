"""Signs at a running table: shown to everyone there, and fetched by each page for itself."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.actions import TooManySigns, show_sign
from campaigns.encounters.signs.queries import shown_notices, shown_signs
from campaigns.encounters.table.views import require_started
from people.models import Member
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@require_started
def signs(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """The signs that are shown now; a POST shows another one."""
    refusal, status = "", 200
    if request.method == "POST":
        try:
            show_sign(encounter=encounter, membership=membership, key=request.POST.get("sign", ""))
        except KeyError:
            refusal, status = _("There is no such sign."), 422
        except TooManySigns as refused:
            refusal, status = str(refused), 429
    if not request.htmx and status != 422:
        return redirect("encounter", encounter.pk)
    context = {"signs": shown_signs(encounter), "refusal": refusal, "notices": shown_notices(encounter, membership)}
    return render(request, "campaigns/encounters/signs/shown.html", context, status=status)
