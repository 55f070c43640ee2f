"""The page of an earlier version of a sheet, from which it is restored."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from characters import access
from characters.sheets.history import changes_between
from characters.sheets.versions import get_version, restore_sheet
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_with_message
from people.access import get_membership
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def version_page(request: SignedRequest, character_id: int, version_id: int) -> HttpResponse:
    """What differs between an earlier sheet and the sheet now; the button restores the earlier one."""
    row = access.get_editable_character(request.user, character_id)
    membership = get_membership(request.user, row.campaign_id)
    version = get_version(row, request.user, version_id)
    context = campaign_context(membership, "campaign-characters") | {"character": row, "version": version}
    context["revision"] = row.revision_for(is_gm=membership.is_gm)
    if request.method == "POST":
        reason = context["reason"] = request.POST.get("reason", "")[:300]
        fields = {"version_id": version_id, "revision": posted_revision(request.POST)}
        try:
            restored = run_with_message(
                request,
                lambda: restore_sheet(character=row, by=request.user, reason=reason, **fields),
                _("The sheet was restored. Later versions are still in the history."),
            )
        except EditConflict as stale:
            context |= {"stale": str(stale), "revision": stale.revision}
        else:
            if restored:
                return redirect("character", character_id=character_id)
    context["changes"] = list(changes_between(version, row))
    return render(request, "characters/sheets/version.html", context)
