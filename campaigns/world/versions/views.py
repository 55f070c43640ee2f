"""The pages of a page's history, and the button that restores a version."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world import access as world_access
from campaigns.world.versions import queries
from campaigns.world.versions.actions import restore_version
from common.edit_conflicts import EditConflict, seen_revision
from common.form_responses import campaign_context, run_with_message
from people.requests import SignedRequest

HERE = "campaign-world"


@login_required
@require_safe
def versions_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """The versions of a page, newest first."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    rows = queries.visible_versions(membership, row).select_related("history_user").defer("text")
    page = Paginator(rows, queries.PAGE).get_page(request.GET.get("page"))
    context = campaign_context(membership, HERE) | {"entry": row, "page": page}
    return render(request, "campaigns/world/versions/list.html", context)


@login_required
@require_safe
def version_page(request: SignedRequest, entry_id: int, version_id: int) -> HttpResponse:
    """One version, compared with the page as it is now."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    version = queries.get_version(membership, row, version_id)
    context = {"entry": row, "version": version, "lines": queries.compare_with_current(version, row)}
    return render(request, "campaigns/world/versions/version.html", campaign_context(membership, HERE) | context)


@login_required
@require_POST
def restore(request: SignedRequest, entry_id: int, version_id: int) -> HttpResponse:
    """Restores a version."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    revision = seen_revision(request.POST)
    try:
        run_with_message(
            request,
            lambda: restore_version(membership=membership, entry=row, version_id=version_id, revision=revision),
            _("The version was restored. Later versions are still in the history."),
        )
    except EditConflict:
        messages.error(
            request, _("Someone has changed the page. Compare the versions again, then press the button again.")
        )
        return redirect("world-version", entry_id=entry_id, version_id=version_id)
    return redirect("world-entry", entry_id=entry_id)
