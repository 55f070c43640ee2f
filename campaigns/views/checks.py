"""The check page: the site draws, or takes what was drawn at the table; the result is logged."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.actions import checks as actions
from campaigns.models import Member
from campaigns.queries import checks as queries
from campaigns.requests import SignedRequest
from characters import queries as character_queries
from characters.models import Character
from rules.play import Refused

MOST_VALUES = 60


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks for what the game's check needs, resolves it, and shows the result with its rules."""
    own = access.must_play(access.member(request.user, campaign_id))
    asked = request.POST if request.method == "POST" else request.GET
    character = _character(own, asked.get("character", ""))
    refusal = ""
    if request.method == "POST":
        try:
            entry = actions.record_check(
                own=own, kind=asked.get("kind", ""), inputs=inputs(request.POST), character=character,
                session=queries.tonight(own), detail=detail(request.POST),
            )  # fmt: skip
            who = character.pk if character else ""
            return redirect(f"{reverse('check', args=[campaign_id])}?character={who}&done={entry.pk}")
        except Refused as refused:
            refusal = refused.message
        except ValidationError as refused:
            refusal = " ".join(refused.messages)
    return render(request, "campaigns/checks/new.html", _context(request, own, character, refusal))


def inputs(posted: QueryDict) -> dict[str, Any]:
    """The fields of a game's form as the engine's inputs; the name's first word says what a value is.

    `number-difficulty` is a whole number, `flag-background` true when ticked, `list-cards` all that were
    ticked, `text-name` words, `pick-background` a flag whose value is only told; what is empty is left out.
    The engine checks everything."""
    told: dict[str, Any] = {}
    for field in list(posted)[:MOST_VALUES]:
        shape, _dash, name = field.partition("-")
        value = posted.get(field, "").strip()
        if shape == "number" and value:
            told[name] = _number(value)
        elif shape in {"flag", "pick"} and value:
            told[name] = True
        elif shape == "list":
            told[name] = posted.getlist(field)[:MOST_VALUES]
        elif shape == "text" and value:
            told[name] = value
    return told


def detail(posted: QueryDict) -> str:
    """What was picked, in words, for the log."""
    return ", ".join(posted.get(field, "") for field in list(posted)[:MOST_VALUES] if field.startswith("pick-"))


def _number(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def _character(own: Member, pk: str) -> Character | None:
    return access.found(queries.characters(own), pk=pk) if pk else None


def _context(request: HttpRequest, own: Member, character: Character | None, refusal: str) -> dict[str, Any]:
    system = own.campaign.system
    characters = list(queries.characters(own))
    if character is None and len(characters) == 1 and "character" not in request.GET:
        character = characters[0]
    part = f"campaigns/{system}/check.html"
    try:
        get_template(part)
    except TemplateDoesNotExist:
        part, refusal = "", _("This game's checks are not on the site yet.")
    return {
        "own": own, "campaign": own.campaign, "here": "check", "game": system, "part": part,
        "characters": characters, "character": character, "refusal": refusal,
        "read": character_queries.read(character) if character else None,
        "done": queries.result(own, request.GET.get("done", "")), "asked": request.POST or request.GET,
    }  # fmt: skip
