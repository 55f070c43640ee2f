"""Pages of quick ways to a new character: a ready-made hero with one tap, or a few questions with a preview."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from characters.models import Character
from characters.sheets.quick_start import available_questions, create_from_answers, create_ready_made
from common.form_responses import campaign_context, run_with_message
from people.access import get_player_membership
from people.idempotency.buttons import make_row_once, new_key
from people.models import Member
from people.requests import SignedRequest
from rules import play
from rules.catalogue.queries import house_of


@login_required
@require_POST
def ready_made(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Makes a character from a ready-made hero at once."""
    membership = get_player_membership(request.user, campaign_id)
    hero = request.POST.get("ready_made", "")
    fields = _owner_fields(request, membership)
    character_id = _make_once(request, lambda: create_ready_made(by=request.user, key=hero, **fields))
    return (
        redirect("character", character_id=character_id)
        if character_id
        else redirect("character-new", campaign_id=campaign_id)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks the questions, shows the resulting character with reasons, and creates it; nothing is stored before that."""
    membership = get_player_membership(request.user, campaign_id)
    asked = available_questions(membership.campaign)
    if not asked:
        return _without_questions(request, membership)
    data = request.POST if request.method == "POST" else request.GET
    answers = {question["key"]: data[question["key"]] for question in asked if question["key"] in data}
    name, fields = data.get("name", "").strip(), _owner_fields(request, membership)
    if request.method == "POST":
        character_id = _make_once(
            request, lambda: create_from_answers(by=request.user, answers=answers, name=name, **fields)
        )
        if character_id:
            return redirect("character", character_id=character_id)
    context = campaign_context(membership, "campaign-characters") | {
        "questions": [question | {"chosen": answers.get(question["key"])} for question in asked],
        "answers": answers,
        "name": name,
        "kind": fields["kind"],
        "key": new_key(),
    }
    if answers and data.get("change") is None:
        run_with_message(request, lambda: context.update(preview=_preview(membership, answers)))
    return render(request, "characters/sheets/questions.html", context)


def _without_questions(request: SignedRequest, membership: Member) -> HttpResponse:
    """Leads to the form in a campaign that allows no answers; 404 in a game without questions."""
    if not play.creation_questions(membership.campaign.system):
        raise Http404
    text = _("The questions only lead to characters that this campaign does not allow; fill in everything yourself.")
    messages.error(request, text)
    return redirect("character-new", campaign_id=membership.campaign_id)


def _preview(membership: Member, answers: dict[str, str]) -> dict[str, Any]:
    campaign = membership.campaign
    return play.hero_from_answers(campaign.system, answers, house=house_of(campaign))


def _owner_fields(request: SignedRequest, membership: Member) -> dict[str, Any]:
    """Who gets the character: the player; a GM's has no player yet, and may be an NPC."""
    if not membership.is_gm:
        return {"campaign": membership.campaign, "owner": membership.user, "kind": Character.Kind.PC}
    data = request.POST if request.method == "POST" else request.GET
    kind = Character.Kind.NPC if data.get("kind") == Character.Kind.NPC else Character.Kind.PC
    return {"campaign": membership.campaign, "owner": None, "kind": kind}


def _make_once(request: SignedRequest, make: Callable[[], Character]) -> int | None:
    """The primary key of the new character, or of the one that the same tap made before; None after a refusal, which is
    a message."""
    created: list[int] = []
    run_with_message(request, lambda: created.append(make_row_once(request, make)))
    return created[0] if created else None
