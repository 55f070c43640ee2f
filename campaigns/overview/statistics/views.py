"""The page of statistics, with charts and tables."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.overview.statistics import charts, queries
from people.access import get_membership
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context


@login_required
@require_safe
def statistics_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Progress of the party, checks compared with chance, encounters by outcome, and attendance."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    figures = queries.get_statistics(viewer)
    context = viewer_context(membership, viewer, "campaign-plots") | {
        "plots": figures,
        "progress": [_progress_chart(progress) for progress in figures.progress],
        "people": [(person, _luck_chart(person)) for person in figures.people],
        "outcomes": charts.bar_chart(_("Encounters by outcome"), figures.outcomes),
        "attendance": charts.bar_chart(_("Sessions attended"), [(name, n) for name, n, _all in figures.attendance]),
    }
    return render(request, "campaigns/overview/statistics/statistics.html", context)


def _progress_chart(progress: queries.CharacterProgress) -> dict[str, object]:
    words = {"name": progress.character.name, "unit": progress.unit}
    earned = charts.line_chart(
        _("%(name)s: %(unit)s earned") % words, [(day, total) for day, total, _level in progress.points]
    )
    levels = [(day, level) for day, _total, level in progress.points if level is not None]
    level = charts.line_chart(_("%(name)s: level") % words, levels) if progress.levels else ""
    return {"of": progress, "earned": earned, "level": level}


def _luck_chart(luck: queries.CheckLuck) -> str:
    rows = [(_("succeeded"), float(luck.succeeded)), (_("expected"), round(luck.expected, 1))]
    return charts.bar_chart(_("%(name)s: successful checks") % {"name": luck.name}, rows, most=luck.checks)
