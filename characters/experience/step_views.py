"""Pages of advancement: what can be bought and for how much, asking the GM, the GM's answer, and the creation."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from characters import access
from characters.experience import step_queries
from characters.experience.kept_answers import keep_answer, pop_answers
from characters.experience.step_actions import (
    decline_request,
    grant_request,
    request_step,
    take_step,
    undo_step,
    withdraw_request,
)
from characters.game_forms import forms_for
from characters.models import Character, StepRequest
from characters.sheets import queries
from characters.sheets.actions import apply_creation_tap
from characters.sheets.views import render_sheet
from common import strict_json
from common.form_responses import campaign_context, run_with_message
from people.access import get_membership
from people.idempotency.buttons import answer_form_once, run_form_once, run_keyed_with_message
from people.models import Member
from people.requests import SignedRequest
from rules.play import Refused

LONGEST = 100
MANY = 12
ANSWERS: dict[str, tuple[Callable[..., StepRequest], Any]] = {
    "grant": (grant_request, gettext_lazy("Granted. The price was paid.")),
    "decline": (decline_request, gettext_lazy("Declined.")),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def advance_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """Every step with its price, before and after; it can be taken or asked for, or says why not.

    A refusal during the creation is on the sheet, from which its steps are taken."""
    row = access.get_editable_character(request.user, character_id)
    membership = get_membership(request.user, row.campaign_id)
    read = queries.read_character(row)
    rows = step_queries.step_rows(row, read.progress)
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, _take(request, membership, row, rows))
            return redirect(
                "character" if queries.is_being_created(row) else "character-advance", character_id=character_id
            )
        except Refused as refused:
            refusal = refused.message
        except ValidationError as refused:
            refusal = " ".join(refused.messages)
        if queries.is_being_created(row):
            return render_sheet(request, membership, row, refusal)
        rows = step_queries.fill_in_posted(rows, request.POST)
    words = request.GET.get("q", "").strip()[:LONGEST]
    many = len(rows) > MANY
    context = campaign_context(membership, "campaign-characters") | {
        "character": row,
        "read": read,
        "groups": step_queries.group_steps(rows, words, folded=many, chosen=request.POST.get("step", "")),
        "refusal": refusal,
        "finish": step_queries.final_step(rows),
        "key": secrets.token_urlsafe(12),
        "words": words,
        "many": many,
        "posted": request.POST,
        "requests": queries.requests_of_character(row),
        "answers": pop_answers(request),
    }
    return render(request, "characters/experience/advance.html", context)


def _take(request: SignedRequest, membership: Member, row: Character, rows: list[step_queries.Row]) -> str:
    """Takes or asks for the chosen step and returns the sentence about it; once for each form, because a step of the
    creation has no entry in the ledger that would show that it was taken."""
    sentence: str = answer_form_once(request, lambda: _take_chosen_step(request, membership, row, rows))
    return sentence


def _take_chosen_step(request: SignedRequest, membership: Member, row: Character, rows: list[step_queries.Row]) -> str:
    key = step_queries.step_key(request.POST)
    if key and (before := row.experience.filter(key=key).first()):
        return before.reason
    step = step_queries.parse_step(rows, request.POST)
    offer = queries.offer_for_step([step_row.offer for step_row in rows], step)
    if offer is not None and offer["asks_gm"] and not membership.is_gm:
        words = step.get("explanation") or request.POST.get("explanation", "")
        request_step(character=row, by=request.user, step=step, explanation=words)
        return _("Your request was sent. Nothing is spent until your GM grants it.")
    taken = take_step(character=row, by=request.user, step=step, key=key)
    return taken.text


@login_required
@require_POST
def build_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """Press a button of the creation: take a step back, or change a part of the sheet."""
    row = access.get_editable_character(request.user, character_id)
    if "undo" in request.POST:
        run_with_message(request, lambda: run_form_once(request, lambda: _undo(request, row)))
        return redirect("character", character_id=character_id)
    taps = forms_for(row.campaign.system).build
    run_keyed_with_message(
        request,
        lambda: apply_creation_tap(character=row, by=request.user, change=lambda *now: taps(request.POST, *now)),
    )
    return redirect("character", character_id=character_id)


def _undo(request: SignedRequest, row: Character) -> None:
    step = _step(request.POST["undo"])
    if not forms_for(row.campaign.system).undoable(step, row.sheet) and not access.runs_campaign(
        request.user, row.campaign_id
    ):
        raise Refused("step.rolled", _("Rolled results stay. Only your GM can take them back."))
    undo_step(character=row, by=request.user, step=step)


def _step(text: str) -> dict[str, Any]:
    try:
        step = strict_json.loads(text)
    except strict_json.MalformedJson as fault:
        raise Refused("step.unknown", fault.message) from fault
    if not isinstance(step, dict):
        raise Refused("step.unknown", _("Choose a step to take back."))
    return step


@login_required
@require_POST
def answer_request(request: SignedRequest, request_id: int) -> HttpResponse:
    """The GM grants or declines a request; its player withdraws it."""
    row = access.get_step_request(request.user, request_id)
    membership = get_membership(request.user, row.character.campaign_id)
    decision, words = request.POST.get("what", ""), request.POST.get("answer", "")
    if decision == "withdraw" and (row.by_id == request.user.pk or row.character.owner_id == request.user.pk):
        run_with_message(request, lambda: withdraw_request(request=row, by=request.user), _("Taken back."))
    elif decision in ANSWERS and not membership.is_gm:
        raise PermissionDenied(_("Only the GM may answer this."))
    elif decision in ANSWERS:
        act, done = ANSWERS[decision]
        if not run_with_message(request, lambda: act(request=row, by=request.user, answer=words), done):
            keep_answer(request, row.pk, words)
    back = request.POST.get("back", "")
    if back == "campaign":
        return redirect("campaign-characters", campaign_id=membership.campaign_id)
    return redirect("character", character_id=row.character_id)
