"""Editing a page together with others."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.world import access as world_access
from campaigns.world.co_editing.access import find_note_writer
from campaigns.world.co_editing.actions import PageConflict, SeenPage, save_page
from campaigns.world.co_editing.form_saves import FormSave, find_save, remember_save
from campaigns.world.co_editing.presence import mark_editing, other_editors, stop_editing
from campaigns.world.forms import EntryForm
from campaigns.world.models import WorldEntry
from campaigns.world.text_pictures.actions import remove_unused
from campaigns.world.versions.queries import list_versions
from common.edit_conflicts import posted_revision
from common.form_responses import campaign_context, run_action
from common.text_merge import CHOICES
from people.idempotency.buttons import new_key, posted_key
from people.models import Member
from people.requests import SignedRequest

MOST_CONFLICTS = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Changes a page. If someone saved it meanwhile, both changes are kept, or the writer chooses.

    A refusal shows the posted text again, because the writer may have it nowhere else."""
    try:
        return _edit_entry(request, entry_id)
    except (Http404, PermissionDenied) as refusal:
        if request.method != "POST" or not request.POST.get("text"):
            raise
        return _show_posted_text(request, refusal)


def _show_posted_text(request: SignedRequest, refusal: Exception) -> HttpResponse:
    """What someone wrote who may not change the page, with a form that saves it as a note; nothing of the page.

    The campaign is the one that the form names, so that the answer does not tell whether the page exists."""
    missing = isinstance(refusal, Http404)
    context = {
        "reason": str(refusal),
        "text": request.POST["text"],
        "name": request.POST.get("name", "")[:120],
        "writer": find_note_writer(request.user, request.POST.get("campaign", "")),
        "key": new_key(),
    }
    return render(request, "campaigns/world/co_editing/refused.html", context, status=404 if missing else 403)


def _edit_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    before = row.revision
    posted = request.POST if request.method == "POST" else None
    form = EntryForm(posted, membership=membership, instance=row)
    context = campaign_context(membership, "campaign-world") | {"form": form, "entry": row, "revision": before}
    key = posted_key(request.POST)
    context |= {"base": before, "key": key or new_key()}
    if posted is not None:
        posted_seen = _read_seen(posted)
        seen = _with_form_save(posted_seen, find_save(membership, row, key))
        # The form sends the posted base again, because the cache may have forgotten the earlier save by then.
        context |= {"revision": seen.revision, "base": posted_seen.base}
        save = partial(save_page, membership=membership, entry=row, seen=seen, reason=posted.get("reason", ""))
        try:
            saved = run_action(lambda: save(**form.cleaned_data), form)
        except PageConflict as conflict:
            theirs = [(form[name].label, getattr(conflict.current, name)) for name in conflict.merge.fields]
            context |= {"conflict": conflict.merge, "revision": conflict.revision, "theirs": theirs}
        else:
            if saved:
                merged = seen.written is not None or saved.revision > seen.base + 1
                remember_save(membership, saved, key, form.cleaned_data, merged=merged, choices=seen.choices)
                return _leave(request, membership, saved, seen)
    mark_editing(membership, row)
    context["others"] = other_editors(membership, row)
    return render(request, "campaigns/world/form.html", context)


def _read_seen(posted: Any) -> SeenPage:
    revision = posted_revision(posted)
    base = posted_revision({"revision": posted.get("base", "")}) or revision
    numbers = range(min(len(posted), MOST_CONFLICTS))
    chosen = [posted.get(f"choice-{number}", "") for number in numbers if f"choice-{number}" in posted]
    return SeenPage(
        base, revision, posted.get("conflicts", ""), tuple(choice for choice in chosen if choice in CHOICES)
    )


def _with_form_save(seen: SeenPage, saved: FormSave | None) -> SeenPage:
    """The same with the form's own earlier save as its base, so that this is not merged as somebody else's.

    Not if that save decided a conflict otherwise: then the conflict is shown again."""
    if saved is None or saved.revision < seen.base or (saved.choices and saved.choices != seen.choices):
        return seen
    return replace(seen, base=saved.revision, written=saved.written)


def _leave(request: SignedRequest, membership: Member, row: WorldEntry, seen: SeenPage) -> HttpResponse:
    stop_editing(membership, row)
    remove_unused(row)
    since = list_versions(row).filter(revision__gt=seen.base)
    if row.revision > seen.base + 1 and since.exclude(history_user=request.user).exists():
        whole = _("Someone else has also saved this page. It contains your changes and theirs.")
        decided = _("Someone else has also saved this page. It contains what you chose, and all other changes.")
        messages.success(request, decided if seen.digest else whole)
    return redirect("world-entry", entry_id=row.pk)


@login_required
@require_POST
def register_editor(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Remembers that the person is editing the page, and tells who else is, as JSON."""
    row, membership = world_access.get_editable_entry(request.user, entry_id)
    mark_editing(membership, row)
    response = JsonResponse({"others": other_editors(membership, row), "revision": row.revision})
    response["Cache-Control"] = "no-store"
    return response
