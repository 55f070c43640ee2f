"""Pages of imported modules and objects, and the actions on an object."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.modules import actions as module_actions
from campaigns.modules import queries
from campaigns.modules.actions import ModuleInvalid
from campaigns.modules.format.text import as_words
from campaigns.modules.forms import ObjectForm
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects import actions as object_actions
from campaigns.modules.objects import queries as object_queries
from campaigns.modules.objects import showing
from campaigns.modules.objects.states import notes_revision, revision_of
from campaigns.modules.reading import BLOCK_LABELS, Check
from campaigns.modules.views import show_refused
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context
from people.access import get_gm_membership
from people.idempotency.buttons import answer_form_once, new_key
from people.models import Member
from people.requests import SignedRequest
from rules.play import Refused


@login_required
@require_GET
def reader(request: SignedRequest, campaign_id: int, module_key: str) -> HttpResponse:
    """An imported module with all its chapters and objects."""
    membership = get_gm_membership(request.user, campaign_id)
    book = queries.AdventureReader(membership, module_key)
    return render(
        request,
        "campaigns/modules/objects/reader.html",
        campaign_context(membership, "campaign-modules") | {"reader": book},
    )


@login_required
@require_GET
def read_object(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """One imported object with the possible actions."""
    membership = get_gm_membership(request.user, campaign_id)
    return _show_object(request, membership, queries.AdventureReader(membership, module_key), collection, key)


def _show_object(
    request: SignedRequest,
    membership: Member,
    book: queries.AdventureReader,
    collection: str,
    key: str,
    typed: str | None = None,
) -> HttpResponse:
    """The page of an object. `typed`: notes that were not saved, because someone else saved some meanwhile."""
    row = book.object(collection, key)
    shown = book.present(row)
    play = object_queries.in_play(membership, row)
    notes = {"notes": play.state.notes if typed is None else typed, "notes_revision": notes_revision(play.state)}
    before, after = book.neighbours(row)
    context = {
        "reader": book,
        "row": row,
        "shown": shown,
        "encounter": book.encounter(row),
        "before": before,
        "after": after,
        "resolve": _check_address(membership, shown.check),
        "play": play,
        "act": reverse("module-object-act", args=[membership.campaign_id, book.key, collection, key]),
        "plan": object_queries.plan_of(membership, book, row),
        "maps": object_queries.maps_with(membership, book, row),
        "places": object_queries.places_with(membership, book, row),
        "key": new_key(),
    }
    return render(
        request,
        "campaigns/modules/objects/object.html",
        campaign_context(membership, "campaign-modules") | context | notes,
        status=200 if typed is None else 409,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """Changes an object: its title and texts in a form, or everything as JSON."""
    membership = get_gm_membership(request.user, campaign_id)
    book = queries.AdventureReader(membership, module_key)
    row = book.object(collection, key)
    labels = {kind: str(label) for kind, label in BLOCK_LABELS.items()}
    posted = request.POST if request.method == "POST" and "json" not in request.POST else None
    form = ObjectForm(posted, blocks=row.current.get("blocks", []), labels=labels, initial={"title": row.title})
    json_text = json.dumps(row.current, indent=2, ensure_ascii=False)
    context: dict[str, Any] = {"revision": revision_of(row)}
    if request.method == "POST" and "json" in request.POST:
        json_text = request.POST["json"]
    try:
        if request.method == "POST" and _save_edit(request, membership, row, form):
            return redirect("module-object", campaign_id, module_key, collection, key)
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except EditConflict as stale:
        context |= {"stale": str(stale), "revision": stale.revision}
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    context |= {"reader": book, "row": row, "form": form, "json_text": json_text}
    return render(
        request,
        "campaigns/modules/objects/edit.html",
        campaign_context(membership, "campaign-modules") | context,
        status=409 if "stale" in context else 200,
    )


def _save_edit(request: SignedRequest, membership: Member, row: ImportedObject, form: ObjectForm) -> bool:
    """Saves the posted JSON, or the form's title and texts; false if the form is not valid.

    Raises ModuleInvalid, ValidationError or EditConflict if the object cannot be saved."""
    revision = posted_revision(request.POST)
    if "json" in request.POST:
        item = module_actions.read(data=request.POST["json"].encode("utf-8", "surrogatepass"))
        object_actions.change(membership=membership, row=row, item=item, revision=revision)
        return True
    if not form.is_valid():
        return False
    title = form.cleaned_data["title"]
    object_actions.write(membership=membership, row=row, name=title, texts=form.texts(), revision=revision)
    return True


@login_required
@require_POST
def act(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """Runs one action on an object: show, hide, roll, shuffle, take, pay, mark, note, delete."""
    membership = get_gm_membership(request.user, campaign_id)
    book = queries.AdventureReader(membership, module_key)
    row = book.object(collection, key)
    action = request.POST.get("act", "")
    try:
        message = ACTS[action](membership, row, request) if action in ACTS else _("This action is not possible here.")
    except EditConflict as stale:
        messages.error(request, str(stale))
        if action == "note":
            return _show_object(request, membership, book, collection, key, request.POST.get("notes", ""))
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, message)
        if action == "delete":
            return redirect("module-reader", campaign_id, module_key)
    return redirect("module-object", campaign_id, module_key, collection, key)


@login_required
@require_POST
def bring_back(
    request: SignedRequest, campaign_id: int, module_key: str, collection: str, deleted_key: str
) -> HttpResponse:
    """Undoes the deletion of an object."""
    membership = get_gm_membership(request.user, campaign_id)
    row = queries.AdventureReader(membership, module_key).deleted_object(collection, deleted_key)
    try:
        object_actions.bring_back(membership=membership, row=row)
    except ModuleInvalid as refused:
        return show_refused(request, membership, refused)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("module-reader", campaign_id, module_key)
    messages.success(request, _("“%(title)s” was restored.") % {"title": row.title})
    return redirect("module-object", campaign_id, module_key, collection, deleted_key)


def _show(membership: Member, row: ImportedObject, _request: SignedRequest) -> str:
    showing.show(membership=membership, row=row)
    return _("Shown to the players.")


def _hide(membership: Member, row: ImportedObject, _request: SignedRequest) -> str:
    showing.hide(membership=membership, row=row)
    return _("Hidden from the players again.")


def _roll(membership: Member, row: ImportedObject, _request: SignedRequest) -> str:
    came, table_row = object_actions.roll(membership=membership, row=row)
    words = as_words(table_row["md"])
    return f"{came}: {words}" if came else words


def _shuffle(membership: Member, row: ImportedObject, _request: SignedRequest) -> str:
    object_actions.shuffle(membership=membership, row=row)
    return _("Shuffled. All cards are in the deck again.")


def _take(membership: Member, row: ImportedObject, request: SignedRequest) -> str:
    gone = {"1": True, "0": False}.get(request.POST.get("gone", ""))
    object_actions.take(membership=membership, row=row, key=request.POST.get("key", ""), gone=gone)
    return _("Saved.")


def _pay(membership: Member, row: ImportedObject, request: SignedRequest) -> str:
    people = object_queries.characters_of(membership, request.POST.getlist("characters"))
    amount = answer_form_once(request, lambda: object_actions.pay(membership=membership, row=row, characters=people))
    text = ngettext("%(count)s character got %(amount)s.", "%(count)s characters got %(amount)s each.", len(people))
    return text % {"count": len(people), "amount": amount}


def _mark(membership: Member, row: ImportedObject, request: SignedRequest) -> str:
    object_actions.mark(membership=membership, row=row, done=request.POST.get("done") == "1")
    return _("Saved.")


def _note(membership: Member, row: ImportedObject, request: SignedRequest) -> str:
    text, revision = request.POST.get("notes", ""), posted_revision(request.POST)
    object_actions.note(membership=membership, row=row, text=text, revision=revision)
    return _("Your notes were saved. Module updates do not change them.")


def _delete(membership: Member, row: ImportedObject, request: SignedRequest) -> str:
    object_actions.delete(membership=membership, row=row, revision=posted_revision(request.POST))
    return _("Deleted here. You can restore it at the end of the module's page.")


ACTS: dict[str, Callable[[Member, ImportedObject, SignedRequest], str]] = {
    "show": _show,
    "hide": _hide,
    "roll": _roll,
    "shuffle": _shuffle,
    "take": _take,
    "pay": _pay,
    "mark": _mark,
    "note": _note,
    "delete": _delete,
}


@login_required
@require_GET
def picture(request: SignedRequest, campaign_id: int, module_key: str, picture_key: str) -> HttpResponse:
    """A picture of an imported module, for GMs; players see pictures on pages of the world."""
    membership = get_gm_membership(request.user, campaign_id)
    file = object_queries.picture(membership, module_key, picture_key)
    headers = {"Cache-Control": "private, max-age=86400", "Content-Disposition": "inline"}
    return HttpResponse(bytes(file.data), content_type=file.media_type, headers=headers)


def _check_address(membership: Member, check: Check | None) -> str:
    """The URL of the check page with this check's figures; empty if the game has no such check."""
    return f"{reverse('check', args=[membership.campaign_id])}?{urlencode(check.fields)}" if check else ""
