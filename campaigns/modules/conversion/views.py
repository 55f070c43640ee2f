"""Pages of conversion: a foreign file with its result line by line, and the conversion tables."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.modules import actions as module_actions
from campaigns.modules import stats_conversion
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.adapters import ADAPTERS, Draft, NotUnderstood
from campaigns.modules.conversion import actions as conversion_actions
from campaigns.modules.forms import ConvertForm
from campaigns.modules.stats_conversion import explain
from campaigns.modules.views import show_refused
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_with_message
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest

# The page shows at most this many monsters, because nobody reads more; the others are converted too.
MOST_SHOWN = 60
MOST_LINES = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def convert_file(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Converts a foreign file and shows each figure with its rule and result; once edited, it becomes a module."""
    membership = get_gm_membership(request.user, campaign_id)
    if request.method == "POST" and "document" in request.POST:
        return _keep(request, membership)
    form = ConvertForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form, "adapters": ADAPTERS.values()}
    status = 200
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            draft = module_actions.convert(
                by=membership.user, kind=fields["kind"], data=form.data_bytes(), name=fields["name"]
            )
            context |= _draft_context(membership, draft)
        except NotUnderstood as refused:
            where = f"{refused.pointer}: " if refused.pointer else ""
            form.add_error(None, f"{where}{refused.message}")
    if request.method == "POST" and not form.is_valid():
        status = 422
    return render(
        request,
        "campaigns/modules/conversion/convert.html",
        campaign_context(membership, "campaign-modules") | context,
        status=status,
    )


def _draft_context(membership: Member, draft: Draft) -> dict[str, Any]:
    game, tables = membership.campaign.system, stats_conversion.tables_in_force(membership.campaign)
    monsters = [
        {
            "key": item["key"],
            "name": item["name"],
            "lines": explain.lines(game, item, tables),
            "block": json.dumps(stats_conversion.stats(game, item, tables) or {}, indent=1, ensure_ascii=False),
            "texts": item.get("blocks", []),
        }
        for item in draft.document.get("monsters", [])[:MOST_SHOWN]
    ]
    counts = {name: len(items) for name, items in draft.document.items() if isinstance(items, list)}
    return {
        "draft": draft,
        "monsters": monsters,
        "counts": counts,
        "lines": draft.review[:MOST_LINES],
        "more_lines": max(len(draft.review) + draft.more - MOST_LINES, 0),
        "more": max(len(draft.document.get("monsters", [])) - MOST_SHOWN, 0),
        "licence": draft.document["module"]["licence"],
        "document": json.dumps(draft.document, ensure_ascii=False),
    }


def _keep(request: SignedRequest, membership: Member) -> HttpResponse:
    """Stores the draft with the GM's changes in the library, and shows the preview."""
    try:
        document = module_actions.read(data=request.POST["document"].encode("utf-8", "surrogatepass"))
        posted = {name: str(value) for name, value in request.POST.items()}
        conversion_actions.edit_draft(document, membership.campaign.system, posted)
        version, _new = module_actions.upload(by=membership.user, document=document)
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except ModuleConflict as conflict:
        messages.error(request, conflict.message)
        return redirect("module-convert", campaign_id=membership.campaign_id)
    messages.success(request, _("The draft is in your library. Below is a preview of the import."))
    return redirect("module-preview", campaign_id=membership.campaign_id, version_id=version.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The tables for conversion to the campaign's game, each with its reason; a post changes one of them."""
    membership = get_gm_membership(request.user, campaign_id)
    if request.method == "POST":
        run_with_message(request, lambda: _change_table(request, membership))
        return redirect("conversion-tables", campaign_id=campaign_id)
    context = {"tables": conversion_actions.tables_with_fields(membership)}
    return render(
        request, "campaigns/modules/conversion/tables.html", campaign_context(membership, "campaign-modules") | context
    )


def _change_table(request: SignedRequest, membership: Member) -> None:
    """Changes the posted table, or gives it its default values again. ValidationError: that is impossible."""
    key, revision = request.POST.get("key", ""), posted_revision(request.POST)
    try:
        if "reset" in request.POST:
            conversion_actions.reset_table(membership=membership, key=key, revision=revision)
            messages.success(request, _("The table has its default values again."))
        else:
            conversion_actions.change_table(membership=membership, key=key, posted=request.POST, revision=revision)
            messages.success(request, _("Saved. Monsters that were converted before stay as they are."))
    except EditConflict as conflict:
        text = _("“%(name)s” was changed after you opened it. Below are the current values.")
        raise ValidationError(text % {"name": conflict.name}) from conflict
