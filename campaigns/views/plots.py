"""The page of plots: figures of a campaign over time, drawn small and written out beneath."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns import access, charts
from campaigns.queries import plots as queries
from campaigns.requests import SignedRequest
from characters.answers import frame


@login_required
@require_safe
def plots(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Progress of the party, checks against chance, encounters by outcome, attendance."""
    own = access.member(request.user, campaign_id)
    told = queries.plots(own)
    context = frame(own, "campaign-plots") | {
        "plots": told,
        "progress": [_drawn(one) for one in told.progress],
        "people": [(one, _luck(one)) for one in told.people],
        "outcomes": charts.bars(_("Encounters by outcome"), told.outcomes),
        "attendance": charts.bars(_("Evenings attended"), [(name, n) for name, n, _all in told.attendance]),
    }
    return render(request, "campaigns/plots.html", context)


def _drawn(one: queries.Progress) -> dict[str, object]:
    words = {"name": one.character.name, "unit": one.unit}
    earned = charts.line(_("%(name)s: %(unit)s earned") % words, [(day, total) for day, total, _level in one.points])
    levels = [(day, level) for day, _total, level in one.points if level is not None]
    level = charts.line(_("%(name)s: level") % words, levels) if one.levels else ""
    return {"of": one, "earned": earned, "level": level}


def _luck(one: queries.Luck) -> str:
    rows = [(_("succeeded"), float(one.succeeded)), (_("expected"), round(one.expected, 1))]
    return charts.bars(_("%(name)s: checks that succeeded") % {"name": one.name}, rows, most=one.checks)
