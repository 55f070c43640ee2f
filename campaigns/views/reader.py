"""Reading what was imported, and everything a GM does with one object of it."""

import json
from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns import access
from campaigns.actions import modules as actions
from campaigns.actions import objects
from campaigns.actions.modules import ModuleInvalid
from campaigns.forms.modules import ObjectForm
from campaigns.models import ImportedObject, Member
from campaigns.modules.reading import BLOCK_LABELS, Check
from campaigns.queries import modules as queries
from campaigns.queries import objects as object_queries
from campaigns.requests import SignedRequest
from campaigns.views.modules import show_refused
from characters.answers import frame
from rules.play import Refused


@login_required
@require_GET
def reader(request: SignedRequest, campaign_id: int, module_key: str) -> HttpResponse:
    """An imported module from its first chapter on, with everything that is in it."""
    own = access.gm(request.user, campaign_id)
    book = queries.Reader(own, module_key)
    return render(request, "campaigns/modules/reader.html", frame(own, "campaign-modules") | {"reader": book})


@login_required
@require_GET
def read_object(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """One imported object: a place, a scene, an encounter, somebody, something; and what can be done with it."""
    own = access.gm(request.user, campaign_id)
    book = queries.Reader(own, module_key)
    row = book.object(collection, key)
    shown = book.present(row)
    before, after = book.neighbours(row)
    context = {
        "reader": book, "row": row, "shown": shown, "encounter": book.encounter(row), "before": before, "after": after,
        "resolve": _check_address(own, shown.check), "play": object_queries.in_play(own, row),
        "act": reverse("module-object-act", args=[campaign_id, module_key, collection, key]),
        "plan": object_queries.plan_of(own, book, row), "maps": object_queries.maps_with(own, book, row),
    }  # fmt: skip
    return render(request, "campaigns/modules/object.html", frame(own, "campaign-modules") | context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """Changes an object: its title and texts in a form, or the whole of it as JSON."""
    own = access.gm(request.user, campaign_id)
    book = queries.Reader(own, module_key)
    row = book.object(collection, key)
    labels = {kind: str(label) for kind, label in BLOCK_LABELS.items()}
    posted = request.POST if request.method == "POST" and "json" not in request.POST else None
    form = ObjectForm(posted, blocks=row.current.get("blocks", []), labels=labels, initial={"title": row.title})
    try:
        if request.method == "POST" and "json" in request.POST:
            item = actions.read(data=request.POST["json"].encode("utf-8", "surrogatepass"))
            objects.change(own=own, row=row, item=item)
            return redirect("module-object", campaign_id, module_key, collection, key)
        if posted is not None and form.is_valid():
            objects.write(own=own, row=row, name=form.cleaned_data["title"], texts=form.texts())
            return redirect("module-object", campaign_id, module_key, collection, key)
    except ModuleInvalid as refused:
        return show_refused(request, own, refused)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    whole = json.dumps(row.current, indent=2, ensure_ascii=False)
    context = {"reader": book, "row": row, "form": form, "whole": whole}
    return render(request, "campaigns/modules/edit.html", frame(own, "campaign-modules") | context)


@login_required
@require_POST
def act(request: SignedRequest, campaign_id: int, module_key: str, collection: str, key: str) -> HttpResponse:
    """One tap on an object: show, hide, roll, shuffle, take, pay, mark, note, delete."""
    own = access.gm(request.user, campaign_id)
    row = queries.Reader(own, module_key).object(collection, key)
    asked = request.POST.get("act", "")
    try:
        told = ACTS[asked](own, row, request.POST) if asked in ACTS else _("There is nothing of that kind to do here.")
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, told)
        if asked == "delete":
            return redirect("module-reader", campaign_id, module_key)
    return redirect("module-object", campaign_id, module_key, collection, key)


@login_required
@require_POST
def bring_back(
    request: SignedRequest, campaign_id: int, module_key: str, collection: str, deleted_key: str
) -> HttpResponse:
    """Takes the deletion of an object back."""
    own = access.gm(request.user, campaign_id)
    row = queries.Reader(own, module_key).deleted_object(collection, deleted_key)
    try:
        objects.bring_back(own=own, row=row)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("module-reader", campaign_id, module_key)
    messages.success(request, _("“%(title)s” is back.") % {"title": row.title})
    return redirect("module-object", campaign_id, module_key, collection, deleted_key)


def _show(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.show(own=own, row=row)
    return _("Shown to the players.")


def _hide(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.hide(own=own, row=row)
    return _("Hidden from the players again.")


def _roll(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    came, found = objects.roll(own=own, row=row)
    return f"{came}: {found['md']}" if came else str(found["md"])


def _shuffle(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.shuffle(own=own, row=row)
    return _("Shuffled: every card is there again.")


def _take(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.take(own=own, row=row, key=posted.get("key", ""))
    return _("Noted.")


def _pay(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    people = object_queries.characters_of(own, posted.getlist("characters"))
    amount = objects.pay(own=own, row=row, characters=people)
    return _("%(count)s characters got %(amount)s each.") % {"count": len(people), "amount": amount}


def _mark(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.mark(own=own, row=row, done=posted.get("done") == "1")
    return _("Noted.")


def _note(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.note(own=own, row=row, text=posted.get("notes", ""))
    return _("Your notes are kept; no later version touches them.")


def _delete(own: Member, row: ImportedObject, posted: QueryDict) -> str:
    objects.delete(own=own, row=row)
    return _("Deleted here. The module's page has it at its end, from where it can be brought back.")


ACTS: dict[str, Callable[[Member, ImportedObject, QueryDict], str]] = {
    "show": _show, "hide": _hide, "roll": _roll, "shuffle": _shuffle, "take": _take, "pay": _pay, "mark": _mark,
    "note": _note, "delete": _delete,
}  # fmt: skip


@login_required
@require_GET
def picture(request: SignedRequest, campaign_id: int, module_key: str, picture_key: str) -> HttpResponse:
    """A picture of an imported module; players see those of pages of the world that were shown to them."""
    own = access.gm(request.user, campaign_id)
    file = object_queries.picture(own, module_key, picture_key)
    headers = {"Cache-Control": "private, max-age=86400", "Content-Disposition": "inline"}
    return HttpResponse(bytes(file.data), content_type=file.media_type, headers=headers)


def _check_address(own: Member, check: Check | None) -> str:
    """The check page with this check's figures filled in; empty for what is no check in this game."""
    return f"{reverse('check', args=[own.campaign_id])}?{urlencode(check.fields)}" if check else ""
