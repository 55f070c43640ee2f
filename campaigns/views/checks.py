"""The check page: the site draws, or takes what was drawn at the table; the result is logged."""

import secrets
from typing import Any
from urllib.parse import urlencode

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
from campaigns.models import LogEntry, Member
from campaigns.queries import checks as queries
from campaigns.requests import SignedRequest
from characters import queries as character_queries
from characters.faces import face
from characters.models import Character
from rules import play as rules
from rules.play import Refused
from rules.queries import house_of

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
                session=queries.tonight(own), detail=detail(request.POST), key=request.POST.get("key", "")[:64],
            )  # fmt: skip
            return redirect(_after(request.POST, character, entry))
        except Refused as refused:
            refusal = refused.message
        except ValidationError as refused:
            refusal = " ".join(refused.messages)
    return render(request, "campaigns/checks/new.html", _context(request, own, character, refusal))


def _after(posted: QueryDict, character: Character | None, entry: LogEntry) -> str:
    """The sheet again where the check came from it, else the check's page with the result."""
    if character is not None and posted.get("back") == "sheet":
        return f"{reverse('character', args=[character.pk])}?done={entry.pk}"
    again = urlencode({"character": character.pk if character else "", "done": entry.pk} | _kept(posted))
    return f"{reverse('check', args=[entry.campaign_id])}?{again}"


def _kept(posted: QueryDict) -> dict[str, str]:
    """What was chosen, so that the next check begins there."""
    return {field[5:]: str(posted[field])[:200] for field in posted if field.startswith("text-") and posted[field]}


def inputs(posted: QueryDict) -> dict[str, Any]:
    """The fields of a game's form as the engine's inputs; the name's first word says what a value is.

    `number-difficulty` is a whole number, `flag-background` true when ticked, `list-cards` all that were
    ticked, `text-name` words, `pick-background` a flag whose value is only told, `numbers-rolls` whole numbers with
    spaces between them, `pairs-modifiers` values such as "3:Twice the time", `no-full` False, `rows-sides.card` a
    column of a list of records (`rows-sides.bonus#` of numbers); `also`, a button's,
    holds several fields as in an address. What is empty is left out. The engine checks everything."""
    told: dict[str, Any] = {}
    for field in list(posted)[:MOST_VALUES]:
        shape, _dash, name = field.partition("-")
        value = posted.get(field, "").strip()
        if shape == "number" and value:
            told[name] = _number(value)
        elif shape in {"flag", "pick"} and value:
            told[name] = True
        elif shape == "no":
            told[name] = False
        elif shape == "list":
            told[name] = posted.getlist(field)[:MOST_VALUES]
        elif shape == "text" and value:
            told[name] = value
        elif shape == "numbers" and (words := " ".join(posted.getlist(field)).replace(",", " ").split()):
            told[name] = [_number(word) for word in words[:MOST_VALUES]]
        elif shape == "pairs":
            told[name] = [_pair(text) for text in posted.getlist(field)[:MOST_VALUES] if ":" in text]
        elif shape == "rows":
            told[name.partition(".")[0]] = _rows(posted, name.partition(".")[0])
    return told | _also(posted.get("also", ""))


def _rows(posted: QueryDict, name: str) -> list[dict[str, Any]]:
    """The records whose columns were posted; one without anything in its first column is none."""
    columns = [field for field in posted if field.startswith(f"rows-{name}.")]
    rows = []
    for values in list(zip(*(posted.getlist(field) for field in columns), strict=False))[:MOST_VALUES]:
        told = {}
        for field, text in zip(columns, values, strict=True):
            column = field.partition(".")[2]
            if text.strip():
                told[column.removesuffix("#")] = _number(text.strip()) if column.endswith("#") else text.strip()
        if values[0].strip():
            rows.append(told)
    return rows


def _also(text: str) -> dict[str, Any]:
    """A button's own fields; one level, whatever is written there."""
    more = QueryDict(text[:1000], mutable=True)
    more.pop("also", None)
    return inputs(more) if more else {}


def detail(posted: QueryDict) -> str:
    """What was picked, in words, for the log."""
    return ", ".join(posted.get(field, "") for field in list(posted)[:MOST_VALUES] if field.startswith("pick-"))


def _pair(text: str) -> dict[str, Any]:
    value, _colon, name = text.partition(":")
    return {"name": name.strip(), "value": _number(value.strip())}


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
    read = character_queries.read(character) if character else None
    if read and read.refusal:
        part, refusal, read = "", refusal or read.refusal, None
    asked, house = request.POST or request.GET, house_of(character.campaign if character else own.campaign)
    return {
        "own": own, "campaign": own.campaign, "here": "check", "game": system, "part": part, "house": house,
        "characters": characters, "character": character, "refusal": refusal, "read": read, "asked": asked,
        "done": queries.result(own, request.GET.get("done", "")), "key": secrets.token_urlsafe(12),
        "guide": face(system).guide(read, house, asked), "sides": rules.SYSTEMS[system].get("die"),
    }  # fmt: skip
