"""Pages and buttons that change the world: GMs edit all pages, players their notes."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.world import access as world_access
from campaigns.world import actions, reveals
from campaigns.world.forms import EntryForm, PictureForm, ShowForm
from campaigns.world.page_templates.queries import available_templates, start_of_page
from campaigns.world.views import entry_context
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from common.parsing import parse_id
from people.access import get_membership, members_of, require_gm, require_player
from people.idempotency.buttons import make_row_once, new_key
from people.requests import SignedRequest

STARTS = ("kind", "name", "parent", "shared")
NOTE = "note"
PAGE_CHANGED = _("Someone else changed the page. Look at it and choose again.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Creates a page (players: a note); the query string may give `kind`, `name` and `parent`."""
    membership = require_player(get_membership(request.user, campaign_id))
    posted = request.POST if request.method == "POST" else None
    initial: dict[str, Any] = start_of_page(membership, request.GET.get("template", ""))
    initial |= {name: request.GET[name][:120] for name in STARTS if name in request.GET}
    form = EntryForm(posted, membership=membership, initial={"kind": NOTE} | initial)
    create = partial(reveals.create_shown_entry, membership=membership)
    entry_id = posted is not None and run_action(
        lambda: make_row_once(request, lambda: create(**{"kind": NOTE} | form.cleaned_data)), form
    )
    if entry_id:
        return redirect("world-entry", entry_id=entry_id)
    context = campaign_context(membership, "campaign-world") | {"form": form, "starts": initial, "key": new_key()}
    context |= {"templates": available_templates(membership), "template": request.GET.get("template", "")}
    return render(request, "campaigns/world/form.html", context)


@login_required
@require_POST
def show_entry_to(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Shows the page to everyone if the form says so, or else to the chosen members."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    form = ShowForm(request.POST, members=members_of(membership))
    form.is_valid()
    how = form.cleaned_data.get("how", "")
    members = None if "everyone" in request.POST else list(form.cleaned_data.get("members", []))
    return run_button(
        request,
        lambda: reveals.show_entry(membership=membership, entry=row, members=members, how=how),
        _("Shown."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def hide_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Hides the page from everyone but GMs and its owner."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    return run_button(
        request,
        lambda: reveals.hide_entry(membership=membership, entry=row),
        _("Hidden. Only GMs and its owner can see it now."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def close_thread(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Closes a thread, or opens it again."""
    row, membership = world_access.get_entry_as_gm(request.user, entry_id)
    closed = request.POST.get("closed") == "yes"
    return run_button(
        request,
        lambda: actions.change_entry(membership=membership, entry=row, revision=None, closed=closed),
        _("Closed.") if closed else _("Reopened."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def move_party(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Says that the party is in this location now."""
    row, membership = world_access.get_entry_as_gm(request.user, entry_id)
    return run_button(
        request,
        lambda: actions.change_entry(membership=membership, entry=row, revision=None, here=True),
        _("The party is here now."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def archive_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Archives the page."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    return run_button(
        request,
        lambda: actions.archive_entry(membership=membership, entry=row),
        _("Archived. You can restore it."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def restore_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Restores the page."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    return run_button(
        request,
        lambda: actions.restore_entry(membership=membership, entry=row),
        _("The page was restored."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def set_notebook(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Puts a note into the party notebook, or takes it out."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    shared = request.POST.get("shared") == "yes"
    return run_button(
        request,
        lambda: reveals.set_notebook(membership=membership, entry=row, shared=shared),
        _("The page is now in the party notebook.") if shared else _("The page is no longer in the party notebook."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_POST
def set_npc_known(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """Shows an NPC to everyone if the form says so, or else to the chosen players; or hides it."""
    row, membership, _viewer = world_access.get_npc(request.user, campaign_id, character_id)
    require_gm(membership)
    known, how = request.POST.get("known") == "yes", request.POST.get("how", "")[:200]
    ids = [parse_id(text) or 0 for text in request.POST.getlist("members")]
    everyone = not known or "everyone" in request.POST
    chosen = None if everyone else list(members_of(membership).filter(pk__in=ids))
    shown = _("The players can see this NPC now.") if chosen is None else _("The chosen players can see this NPC now.")
    return run_button(
        request,
        lambda: reveals.set_npc_known(membership=membership, npc=row, known=known, members=chosen, how=how),
        shown if known else _("Hidden. Only GMs see this NPC now."),
        "world-npc",
        campaign_id=campaign_id,
        character_id=character_id,
    )


@login_required
@require_POST
def upload_picture(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Gives the page a picture."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    form, revision = PictureForm(request.POST, request.FILES), posted_revision(request.POST)
    try:
        done = run_action(
            lambda: actions.set_picture(
                membership=membership,
                entry=row,
                data=form.cleaned_data["picture"],
                described=form.cleaned_data["described"],
                revision=revision,
            ),
            form,
        )
    except EditConflict as conflict:
        done, row = None, conflict.current
        form.add_error(None, PAGE_CHANGED)
    if done:
        return redirect("world-entry", entry_id=entry_id)
    return render(
        request, "campaigns/world/entry.html", entry_context(membership, membership, row) | {"picture_form": form}
    )


@login_required
@require_POST
def change_picture(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Removes the picture, or restores an earlier one."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    earlier, revision = parse_id(request.POST.get("back", "")), posted_revision(request.POST)
    try:
        if earlier is None:
            run_with_message(
                request,
                lambda: actions.remove_picture(membership=membership, entry=row, revision=revision),
                _("The picture was removed. You can restore it."),
            )
        else:
            run_with_message(
                request,
                lambda: actions.restore_picture(
                    membership=membership, entry=row, picture_id=earlier, revision=revision
                ),
                _("The picture was restored."),
            )
    except EditConflict:
        messages.error(request, PAGE_CHANGED)
    return redirect("world-entry", entry_id=entry_id)
