"""Pages of a campaign: create it, overview, options, archive."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.overview import actions, queries
from campaigns.overview.forms import CampaignForm
from common.button_responses import redirect_with_message, run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership, get_membership, require_gm
from people.idempotency.buttons import new_key
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context
from rules import play
from rules.pages.credits import list_games


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: SignedRequest) -> HttpResponse:
    """Asks for the game, then for the name and the options of the campaign."""
    system = request.POST.get("system") or request.GET.get("system") or ""
    if system not in play.SYSTEMS:
        return render(request, "campaigns/overview/new_game.html", {"games": list_games()})
    posted = request.POST if request.method == "POST" else None
    form = CampaignForm(posted, system=system, initial={"zone": timezone.get_current_timezone_name()})
    if posted is not None:
        campaign = run_action(
            lambda: actions.create_campaign(by=request.user, system=system, options=form.options, **form.plain), form
        )
        if campaign is not None:
            return redirect("campaign", campaign_id=campaign.pk)
    about = {"name": queries.game_name(system), "options": queries.game_options(system)}
    return render(
        request, "campaigns/overview/new.html", {"form": form, "system": system, "about": about, "game": system}
    )


@login_required
@require_safe
def campaign_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The party, running encounters, the next session, and recent log entries."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    context = viewer_context(membership, viewer, "campaign")
    context |= {"overview": queries.get_overview(viewer), "key": new_key()}
    return render(request, "campaigns/overview/overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Name, settings and options of the campaign; all members may read them, GMs may change them."""
    membership = get_membership(request.user, campaign_id)
    context = campaign_context(membership, "campaign-options") | {
        "options": queries.campaign_options(membership.campaign)
    }
    if membership.is_gm and membership.campaign.system in play.SYSTEMS:
        posted = request.POST if request.method == "POST" else None
        form = CampaignForm(posted, instance=membership.campaign, system=membership.campaign.system)
        revision = membership.campaign.revision if posted is None else posted_revision(posted)
        try:
            changed = posted is not None and run_action(
                lambda: actions.change_campaign(
                    membership=membership, options=form.options, revision=revision, **form.plain
                ),
                form,
            )
        except EditConflict as stale:
            changed, revision = False, stale.revision
            theirs = CampaignForm(instance=stale.current, system=membership.campaign.system)
            context |= {"stale": str(stale), "theirs": theirs}
        if changed:
            return redirect_with_message(request, _("Saved."), "campaign-options", campaign_id=campaign_id)
        context |= {"form": form, "revision": revision}
    elif request.method == "POST":
        require_gm(membership)
    return render(request, "campaigns/overview/options.html", context | {"changes": queries.recent_changes(membership)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def archive_campaign_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks for confirmation, then archives the campaign."""
    membership = get_gm_membership(request.user, campaign_id)
    if request.method == "POST":
        return run_button(
            request,
            lambda: actions.archive_campaign(membership=membership),
            _("Archived."),
            "campaign",
            campaign_id=campaign_id,
        )
    return render(request, "campaigns/overview/archive.html", campaign_context(membership, "campaign-options"))


@login_required
@require_POST
def unarchive_campaign_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Makes an archived campaign active again."""
    membership = get_gm_membership(request.user, campaign_id)
    return run_button(
        request,
        lambda: actions.unarchive_campaign(membership=membership),
        _("The campaign is active again."),
        "campaign",
        campaign_id=campaign_id,
    )
