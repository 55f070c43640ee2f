"""Pages of templates: list, add, edit, delete; for GMs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.world.page_templates import actions
from campaigns.world.page_templates.access import get_template, visible_templates
from campaigns.world.page_templates.forms import TemplateForm
from campaigns.world.page_templates.presets import PRESETS
from campaigns.world.page_templates.queries import start_of_page
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership
from people.requests import SignedRequest

HERE = "campaign-world"


@login_required
@require_safe
def templates_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The templates of a campaign, and those that come with the site."""
    membership = get_gm_membership(request.user, campaign_id)
    context = {"templates": visible_templates(membership), "presets": PRESETS}
    return render(request, "campaigns/world/page_templates/list.html", campaign_context(membership, HERE) | context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_template(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Adds a template; `?from=` begins with another one."""
    membership = get_gm_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    form = TemplateForm(posted, initial=start_of_page(membership, request.GET.get("from", "")))
    template = posted is not None and run_action(
        lambda: actions.create_template(membership=membership, **form.cleaned_data), form
    )
    if template:
        return redirect("page-templates", campaign_id=campaign_id)
    context = campaign_context(membership, HERE) | {"form": form}
    return render(request, "campaigns/world/page_templates/form.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_template(request: SignedRequest, template_id: int) -> HttpResponse:
    """Changes a template; after an edit conflict, shows the current template too."""
    row, membership = get_template(request.user, template_id)
    posted = request.POST if request.method == "POST" else None
    form = TemplateForm(posted, instance=row)
    context = campaign_context(membership, HERE) | {"form": form, "template": row, "revision": row.revision}
    if posted is not None:
        revision = context["revision"] = posted_revision(posted)
        try:
            saved = run_action(
                lambda: actions.change_template(
                    membership=membership, template=row, revision=revision, **form.cleaned_data
                ),
                form,
            )
        except EditConflict as stale:
            theirs = list(TemplateForm(instance=stale.current))
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
        else:
            if saved:
                return redirect("page-templates", campaign_id=membership.campaign_id)
    return render(request, "campaigns/world/page_templates/form.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_template(request: SignedRequest, template_id: int) -> HttpResponse:
    """Asks for confirmation, then deletes a template."""
    row, membership = get_template(request.user, template_id)
    if request.method != "POST":
        context = campaign_context(membership, HERE) | {"template": row}
        return render(request, "campaigns/world/page_templates/delete.html", context)
    return run_button(
        request,
        lambda: actions.delete_template(membership=membership, template=row),
        _("The template was deleted. Pages that began with it stay as they are."),
        "page-templates",
        campaign_id=membership.campaign_id,
    )
