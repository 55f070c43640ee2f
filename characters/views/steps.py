"""Pages of advancement: what can be bought and for how much, asking the GM, the GM's answer, and the creation."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from characters import access, actions, advancing, queries
from characters.answers import frame, told
from characters.faces import face
from characters.models import Character
from rules import strict_json
from rules.play import Refused

LONGEST = 100


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def advance(request: HttpRequest, character_id: int) -> HttpResponse:
    """Every step with its price, before and after; taken, asked for, or with the reason why not now."""
    row = access.editable(request.user, character_id)
    own = access.place(request.user, row.campaign_id)
    read = queries.read(row)
    found = advancing.rows(row, read.progress)
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, _take(request, own, row, found))
            return redirect("character" if queries.creating(row) else "character-advance", character_id=character_id)
        except Refused as refused:
            refusal = refused.message
        except ValidationError as refused:
            refusal = " ".join(refused.messages)
    words = request.GET.get("q", "").strip()[:LONGEST]
    context = frame(own, "campaign-characters") | {
        "character": row, "read": read, "groups": advancing.groups(found, words), "refusal": refusal,
        "finish": advancing.finishing(found), "key": secrets.token_urlsafe(12), "words": words,
        "many": len(found) > 12, "posted": request.POST, "requests": queries.requests_of(row),
    }  # fmt: skip
    return render(request, "characters/advance.html", context)


def _take(request: HttpRequest, own: Any, row: Character, found: list[advancing.Row]) -> str:
    key = advancing.repeated_key(request.POST)
    if key and (before := row.experience.filter(key=key).first()):
        return before.reason
    step = advancing.posted(found, request.POST)
    offer = queries.offer_of([one.offer for one in found], step)
    if offer is not None and offer["asks_gm"] and not own.runs:
        words = step.get("explanation") or request.POST.get("explanation", "")
        actions.ask_step(character=row, by=request.user, step=step, explanation=words)
        return _("Asked. Nothing is spent until your GM grants it.")
    taken = actions.take_step(character=row, by=request.user, step=step, key=key)
    return taken.text


@login_required
@require_POST
def build(request: HttpRequest, character_id: int) -> HttpResponse:
    """A tap of the creation: a step taken back, or one part of the sheet changed as the game's face reads it."""
    row = access.editable(request.user, character_id)
    if "undo" in request.POST:
        told(request, lambda: _undo(request, row))
        return redirect("character", character_id=character_id)
    taps = face(row.campaign.system).build
    told(request, lambda: actions.build(character=row, by=request.user, change=lambda *now: taps(request.POST, *now)))
    return redirect("character", character_id=character_id)


def _undo(request: HttpRequest, row: Character) -> None:
    step = _step(request.POST["undo"])
    if not face(row.campaign.system).undoable(step, row.sheet) and not access.runs(request.user, row.campaign_id):
        raise Refused("step.rolled", _("What was rolled stays. Only your GM takes it back."))
    actions.undo_step(character=row, by=request.user, step=step)


def _step(text: str) -> dict[str, Any]:
    try:
        step = strict_json.loads(text)
    except strict_json.Malformed as fault:
        raise Refused("step.unknown", fault.message) from fault
    if not isinstance(step, dict):
        raise Refused("step.unknown", _("Choose a step that was taken."))
    return step


@login_required
@require_POST
def answer(request: HttpRequest, request_id: int) -> HttpResponse:
    """The GM grants or declines a request, its player takes it back."""
    row = access.step_request(request.user, request_id)
    own = access.place(request.user, row.character.campaign_id)
    what, words = request.POST.get("what", ""), request.POST.get("answer", "")
    if what == "withdraw" and (row.by_id == request.user.pk or row.character.owner_id == request.user.pk):
        told(request, lambda: actions.withdraw(request=row, by=request.user), _("Taken back."))
    elif what in {"grant", "decline"} and not own.runs:
        raise PermissionDenied(_("Only the GM may answer this."))
    elif what == "grant":
        told(request, lambda: actions.grant(request=row, by=request.user, answer=words), _("Granted and paid for."))
    elif what == "decline":
        told(request, lambda: actions.decline(request=row, by=request.user, answer=words), _("Declined."))
    back = request.POST.get("back", "")
    if back == "campaign":
        return redirect("campaign-characters", campaign_id=own.campaign_id)
    return redirect("character", character_id=row.character_id)
