"""Pages of a campaign: start one, its overview, its options, putting it aside."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access
from campaigns.actions import campaigns as actions
from campaigns.forms.campaigns import CampaignForm
from campaigns.queries import campaigns as queries
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame
from rules import play
from rules.credits import GAMES
from rules.stale import Stale, seen_revision


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedRequest) -> HttpResponse:
    """Choose the game, then name the campaign and set its options."""
    system = request.POST.get("system") or request.GET.get("system") or ""
    if system not in play.SYSTEMS:
        return render(request, "campaigns/new_game.html", {"games": GAMES})
    posted = request.POST if request.method == "POST" else None
    form = CampaignForm(posted, system=system, initial={"zone": timezone.get_current_timezone_name()})
    if posted is not None:
        made = accepted(
            lambda: actions.create(by=request.user, system=system, options=form.options, **form.plain), form
        )
        if made is not None:
            return redirect("campaign", campaign_id=made.pk)
    about = {"name": queries.game_name(system), "options": queries.offered(system)}
    return render(request, "campaigns/new.html", {"form": form, "system": system, "about": about, "game": system})


@login_required
@require_safe
def overview(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The party at a glance, what runs now, the next session, the last lines of the log."""
    own = access.member(request.user, campaign_id)
    return render(request, "campaigns/overview.html", frame(own, "campaign") | {"overview": queries.overview(own)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """What the campaign is called and how it plays; all members read, GMs change."""
    own = access.member(request.user, campaign_id)
    context = frame(own, "campaign-options") | {"options": queries.options(own.campaign)}
    if own.runs and own.campaign.system in play.SYSTEMS:
        posted = request.POST if request.method == "POST" else None
        form = CampaignForm(posted, instance=own.campaign, system=own.campaign.system)
        seen = own.campaign.revision if posted is None else seen_revision(posted)
        try:
            changed = posted is not None and accepted(
                lambda: actions.change(own=own, options=form.options, revision=seen, **form.plain), form
            )
        except Stale as stale:
            changed, seen = False, stale.revision
            theirs = CampaignForm(instance=stale.current, system=own.campaign.system)
            context |= {"stale": str(stale), "theirs": theirs}
        if changed:
            return act_or_tell(request, lambda: None, _("Saved."), "campaign-options", campaign_id=campaign_id)
        context |= {"form": form, "revision": seen}
    elif request.method == "POST":
        access.must_run(own)
    return render(request, "campaigns/options.html", context | {"changes": queries.changes(own)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks, then puts the campaign aside."""
    own = access.gm(request.user, campaign_id)
    if request.method == "POST":
        return act_or_tell(
            request, lambda: actions.archive(own=own), _("Archived."), "campaign", campaign_id=campaign_id
        )
    return render(request, "campaigns/archive.html", frame(own, "campaign-options"))


@login_required
@require_POST
def unarchive(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Takes the campaign up again."""
    own = access.gm(request.user, campaign_id)
    return act_or_tell(
        request, lambda: actions.unarchive(own=own), _("Taken up again."), "campaign", campaign_id=campaign_id
    )
