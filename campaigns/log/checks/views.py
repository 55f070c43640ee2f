"""The check page: resolves a check with the site's cards or dice, or with results that the group enters."""

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

from campaigns.log.checks import actions, queries
from campaigns.log.models import LogEntry
from characters.game_forms import forms_for
from characters.models import Character
from characters.sheets import queries as character_queries
from common.parsing import split_numbers
from people.access import get_membership, get_visible_row, require_player
from people.idempotency.buttons import key_of_form_and_words
from people.models import Member
from people.requests import SignedRequest
from rules import play as rules
from rules.catalogue.queries import house_of
from rules.play import Refused

MAX_VALUES = 60


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks for the inputs of the game's check, resolves it, and shows the result with its rules."""
    membership = require_player(get_membership(request.user, campaign_id))
    data = request.POST if request.method == "POST" else request.GET
    character = _chosen_character(membership, data.get("character", ""))
    refusal = ""
    if request.method == "POST":
        try:
            entry = actions.record_check(
                membership=membership,
                kind=data.get("kind", ""),
                inputs=parse_inputs(request.POST),
                character=character,
                detail=check_detail(request.POST),
                key=key_of_form_and_words(request),
            )
            return redirect(_after_check(request.POST, character, entry))
        except Refused as refused:
            refusal = refused.message
        except ValidationError as refused:
            refusal = " ".join(refused.messages)
    return render(request, "campaigns/log/checks/new.html", _context(request, membership, character, refusal))


def _after_check(posted: QueryDict, character: Character | None, entry: LogEntry) -> str:
    """The URL of the sheet if the check began there, or else of the check page with the result."""
    if character is not None and posted.get("back") == "sheet":
        return f"{reverse('character', args=[character.pk])}?done={entry.pk}"
    again = urlencode(
        {"character": character.pk if character else "", "done": entry.pk} | _choices_for_next_check(posted)
    )
    return f"{reverse('check', args=[entry.campaign_id])}?{again}"


def _choices_for_next_check(posted: QueryDict) -> dict[str, str]:
    """The choices of this check, with which the next one begins."""
    return {field[5:]: str(posted[field])[:200] for field in posted if field.startswith("text-") and posted[field]}


def parse_inputs(posted: QueryDict) -> dict[str, Any]:
    """Parses a game's form into the engine's inputs; the first word of a field's name says its type.

    `number-difficulty` is an integer, `flag-background` true if ticked, `list-cards` all ticked values, `text-name`
    text, `pick-background` a flag whose value only goes into the log, `numbers-rolls` integers however separated,
    `pairs-modifiers` values such as "3:Twice the time", `no-full` False, and `rows-sides.card` a column of a list of
    records (`rows-sides.bonus#` a column of numbers). A button's `also` holds several fields as a query string. Empty
    fields are left out. The engine checks the values."""
    fields: dict[str, Any] = {}
    for field in list(posted)[:MAX_VALUES]:
        shape, _dash, name = field.partition("-")
        value = posted.get(field, "").strip()
        if shape == "number" and value:
            fields[name] = _parse_number(value)
        elif shape in {"flag", "pick"} and value:
            fields[name] = True
        elif shape == "no":
            fields[name] = False
        elif shape == "list":
            fields[name] = posted.getlist(field)[:MAX_VALUES]
        elif shape == "text" and value:
            fields[name] = value
        elif shape == "numbers" and (words := split_numbers(" ".join(posted.getlist(field)))):
            fields[name] = [_parse_number(word) for word in words[:MAX_VALUES]]
        elif shape == "pairs":
            fields[name] = [_parse_pair(text) for text in posted.getlist(field)[:MAX_VALUES] if ":" in text]
        elif shape == "rows":
            fields[name.partition(".")[0]] = _posted_rows(posted, name.partition(".")[0])
    return fields | _button_fields(posted.get("also", ""))


def _posted_rows(posted: QueryDict, name: str) -> list[dict[str, Any]]:
    """The records from posted columns, without those whose first column is empty."""
    columns = [field for field in posted if field.startswith(f"rows-{name}.")]
    rows = []
    for values in list(zip(*(posted.getlist(field) for field in columns), strict=False))[:MAX_VALUES]:
        fields = {}
        for field, text in zip(columns, values, strict=True):
            column = field.partition(".")[2]
            if text.strip():
                fields[column.removesuffix("#")] = _parse_number(text.strip()) if column.endswith("#") else text.strip()
        if values[0].strip():
            rows.append(fields)
    return rows


def _button_fields(text: str) -> dict[str, Any]:
    """The fields of a button's `also`; its own `also` is ignored."""
    more = QueryDict(text[:1000], mutable=True)
    more.pop("also", None)
    return parse_inputs(more) if more else {}


def check_detail(posted: QueryDict) -> str:
    """The picked values, in words, for the log."""
    return ", ".join(posted.get(field, "") for field in list(posted)[:MAX_VALUES] if field.startswith("pick-"))


def _parse_pair(text: str) -> dict[str, Any]:
    value, _colon, name = text.partition(":")
    return {"name": name.strip(), "value": _parse_number(value.strip())}


def _parse_number(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def _chosen_character(membership: Member, pk: str) -> Character | None:
    return get_visible_row(queries.testable_characters(membership), pk=pk) if pk else None


def _check_template(system: str) -> str:
    """The template of the game's checks; empty if the game has none."""
    name = f"games/{system}/checks/check.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


def _context(request: HttpRequest, membership: Member, character: Character | None, refusal: str) -> dict[str, Any]:
    system = membership.campaign.system
    characters = list(queries.testable_characters(membership))
    if character is None and len(characters) == 1 and "character" not in request.GET:
        character = characters[0]
    part = _check_template(system)
    if not part:
        refusal = _("The site does not support checks for this game yet.")
    read = character_queries.read_character(character) if character else None
    if read and read.refusal:
        part, refusal, read = "", refusal or read.refusal, None
    data, house = request.POST or request.GET, house_of(character.campaign if character else membership.campaign)
    return {
        "membership": membership,
        "campaign": membership.campaign,
        "here": "check",
        "game": system,
        "part": part,
        "house": house,
        "characters": characters,
        "character": character,
        "refusal": refusal,
        "read": read,
        "asked": data,
        "done": queries.get_result(membership, request.GET.get("done", "")),
        "key": secrets.token_urlsafe(12),
        "guide": forms_for(system).guide(read, house, data),
        "sides": rules.SYSTEMS[system].get("die"),
    }
