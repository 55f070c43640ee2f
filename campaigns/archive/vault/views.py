"""The page where the world comes in and goes out as a vault of notes."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.archive.vault import actions
from campaigns.archive.vault.forms import VaultForm
from common.form_responses import campaign_context, run_action
from people.access import get_gm_membership, get_membership
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Imports a vault, for GMs; the next page shows the progress and what came in."""
    membership = get_gm_membership(request.user, campaign_id)
    posted = request.method == "POST"
    form = VaultForm(request.POST if posted else None, request.FILES if posted else None)
    if posted:
        row = run_action(
            lambda: actions.start_vault_import(membership=membership, data=form.cleaned_data["file"].read()), form
        )
        if row is not None:
            return redirect("transfer", key=row.key)
    context = campaign_context(membership, "campaign-data") | {"form": form}
    return render(request, "campaigns/archive/vault/import.html", context)


@login_required
@require_POST
def export_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Starts the export of the world as notes."""
    membership = get_membership(request.user, campaign_id)
    try:
        return redirect("transfer", key=actions.start_vault_export(membership=membership).key)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("campaign-data", campaign_id=campaign_id)
