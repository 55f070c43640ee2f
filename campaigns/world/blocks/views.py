"""The buttons of secret blocks on a page of the world."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from campaigns.world import access as world_access
from campaigns.world.blocks import actions
from campaigns.world.forms import ShowForm
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import run_with_message
from people.access import members_of
from people.requests import SignedRequest


@login_required
@require_POST
def show_block(request: SignedRequest, entry_id: int, place: int) -> HttpResponse:
    """Opens a secret block to everyone who may read the page, or to the chosen members."""
    row, membership = world_access.get_entry_as_gm(request.user, entry_id)
    form = ShowForm(request.POST, members=members_of(membership))
    form.is_valid()
    everyone = "everyone" in request.POST
    members = None if everyone else list(form.cleaned_data.get("members", []))
    fields = {"place": place, "revision": posted_revision(request.POST), "how": form.cleaned_data.get("how", "")}
    return _run(
        request,
        lambda: actions.open_block(membership=membership, entry=row, members=members, **fields),
        _("Shown."),
        entry_id,
    )


@login_required
@require_POST
def hide_block(request: SignedRequest, entry_id: int, place: int) -> HttpResponse:
    """Closes a secret block to everyone but GMs."""
    row, membership = world_access.get_entry_as_gm(request.user, entry_id)
    revision = posted_revision(request.POST)
    return _run(
        request,
        lambda: actions.close_block(membership=membership, entry=row, place=place, revision=revision),
        _("Hidden. Only GMs can see it now."),
        entry_id,
    )


def _run(request: SignedRequest, act: Callable[[], Any], done: Promise, entry_id: int) -> HttpResponse:
    """Runs a button; after a change of the page nothing happens, because the place may be another block's."""
    try:
        run_with_message(request, act, done)
    except EditConflict:
        messages.error(request, _("Someone has changed the page. Nothing was shown or hidden. Press the button again."))
    return redirect("world-entry", entry_id=entry_id)
