"""The page of what the steps and rewards of a thread were, for GMs, and the button that restores one."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.quests.access import get_thread_as_gm
from campaigns.world.quests.versions.actions import restore_line
from campaigns.world.quests.versions.queries import list_versions, mark_restorable
from campaigns.world.versions.pages import PAGE
from common.button_responses import run_button
from common.form_responses import campaign_context
from people.requests import SignedRequest


@login_required
@require_safe
def quest_versions(request: SignedRequest, entry_id: int) -> HttpResponse:
    """What the steps and rewards of a thread were, newest first."""
    row, membership = get_thread_as_gm(request.user, entry_id)
    versions = list_versions(row).select_related("history_user")
    page = Paginator(versions, PAGE).get_page(request.GET.get("page"))
    mark_restorable(row, page.object_list)
    context = campaign_context(membership, "campaign-world") | {"entry": row, "page": page}
    return render(request, "campaigns/world/quests/versions.html", context)


@login_required
@require_POST
def quest_restore(request: SignedRequest, entry_id: int, quest_version: int) -> HttpResponse:
    """Restores a version of a step or reward."""
    row, membership = get_thread_as_gm(request.user, entry_id)
    return run_button(
        request,
        lambda: restore_line(membership=membership, thread=row, version_id=quest_version),
        _("The version was restored. Later versions are still in the history."),
        "world-entry",
        entry_id=entry_id,
    )
