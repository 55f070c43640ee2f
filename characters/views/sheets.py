"""Pages of characters: the campaign's list, the sheet, changing it, its history."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters import access, actions, chronicle, queries
from characters.answers import accepted, frame, told
from characters.faces import face
from characters.forms import AboutForm, HandOverForm, ReasonForm
from characters.models import Character
from rules import queries as rules

PAGES = ["GET", "HEAD", "POST"]
STATUS = {"retire": actions.retire, "kill": actions.kill, "restore": actions.restore}


@login_required
@require_safe
def roster(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everyone of the campaign the member knows: the party with its figures, NPCs, those who are gone."""
    own = access.place(request.user, campaign_id)
    readable = set(access.characters(request.user).filter(campaign=campaign_id).values_list("pk", flat=True))
    reads = queries.reads(access.roster(own))
    context = frame(own, "campaign-characters") | {
        "readable": readable,
        "party": [one for one in reads if one.character.status == "active" and one.character.kind == "pc"],
        "npcs": [one for one in reads if one.character.status == "active" and one.character.kind == "npc"],
        "gone": [one for one in reads if one.character.status != "active"],
    }
    return render(request, "characters/roster.html", context)


@login_required
@require_safe
def sheet(request: HttpRequest, character_id: int) -> HttpResponse:
    """The sheet, by its game's own template."""
    row = access.character(request.user, character_id)
    own = access.place(request.user, row.campaign_id)
    context = frame(own, "campaign-characters") | {
        "character": row, "read": queries.read(row), "may_edit": access.may_edit(request.user, row),
        "private": own.runs or row.owner_id == request.user.pk,
        "part": part(row.campaign.system, "sheet.html"),
    }  # fmt: skip
    return render(request, "characters/sheet.html", context)


@login_required
@require_POST
def hit_points(request: HttpRequest, character_id: int) -> HttpResponse:
    """A step up or down, or a full rest; the reason may be left out."""
    row = access.editable(request.user, character_id)
    step, reason = request.POST.get("change", ""), request.POST.get("reason", "")[:400]
    steps: dict[str, Any] = {"rest": {}} | {f"{n:+d}": {"change": n} for n in range(-20, 21) if n}
    if step in steps:
        change = {"character": row, "by": request.user, "reason": reason} | steps[step]
        told(request, lambda: actions.change_hit_points(**change))
    return redirect("character", character_id=character_id)


@login_required
@require_http_methods(PAGES)
def edit(request: HttpRequest, character_id: int) -> HttpResponse:
    """The whole sheet as a form; when somebody else changed it meanwhile both versions are shown."""
    row = access.editable(request.user, character_id)
    own = access.place(request.user, row.campaign_id)
    posted = request.POST if request.method == "POST" else None
    about = AboutForm(posted, instance=row, own=own)
    figures = face(row.campaign.system).sheet(posted, sheet=row.sheet)
    context = _form_page(own, row) | {"about": about, "figures": figures, "revision": row.revision}
    if posted is not None:
        try:
            saved = accepted(lambda: _save(request, row, about, figures), about, figures)
        except actions.Stale as stale:
            context |= _both(row, stale)
        else:
            context["revision"] = _seen(request)
            if saved:
                return redirect("character", character_id=character_id)
    return render(request, "characters/edit.html", context)


def _save(request: HttpRequest, row: Character, about: Any, figures: Any) -> Character:
    return actions.edit(
        character=row, by=request.user, revision=_seen(request), changes=about.cleaned_data,
        sheet=figures.cleaned_sheet(), reason=request.POST.get("reason", ""),
    )  # fmt: skip


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _both(row: Character, stale: actions.Stale) -> dict[str, Any]:
    """What stands now beside what was typed; saving again is on the newest revision, knowingly."""
    system = row.campaign.system
    theirs = {"about": stale.current, "figures": face(system).sheet(sheet=stale.current.sheet)}
    return {"stale": str(stale), "theirs": theirs, "revision": stale.revision}


@login_required
@require_safe
def history(request: HttpRequest, character_id: int) -> HttpResponse:
    """Every change with who, when and why, and the experience ledger in between."""
    row = access.editable(request.user, character_id)
    own = access.place(request.user, row.campaign_id)
    try:
        before = parse_datetime(request.GET.get("before", ""))
    except ValueError:
        before = None
    if before is not None and before.tzinfo is None:
        before = None
    lines, more = chronicle.history(row, gm=own.runs, before=before)
    context = frame(own, "campaign-characters") | {
        "character": row, "read": queries.read(row), "lines": lines,
        "older": lines[-1].when.isoformat() if more else None,
    }  # fmt: skip
    return render(request, "characters/history.html", context)


@login_required
@require_http_methods(PAGES)
def status(request: HttpRequest, character_id: int, what: str) -> HttpResponse:
    """Asks why, then retires, kills or restores; a player may retire only."""
    row = access.editable(request.user, character_id)
    if what != "retire":
        access.run_place(request.user, row.campaign_id)
    own = access.place(request.user, row.campaign_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and accepted(
        lambda: STATUS[what](character=row, by=request.user, reason=form.cleaned_data["reason"]), form
    ):
        return redirect("character", character_id=character_id)
    context = frame(own, "campaign-characters") | {"character": row, "form": form, "what": what}
    return render(request, "characters/status.html", context)


@login_required
@require_http_methods(PAGES)
def hand_over(request: HttpRequest, character_id: int) -> HttpResponse:
    """Gives the character to another member."""
    row = access.run_by(request.user, character_id)
    own = access.place(request.user, row.campaign_id)
    form = HandOverForm(request.POST if request.method == "POST" else None, campaign=row.campaign)
    if form.is_bound and accepted(lambda: actions.hand_over(character=row, by=request.user, **form.cleaned_data), form):
        return redirect("character", character_id=character_id)
    context = frame(own, "campaign-characters") | {"character": row, "form": form}
    return render(request, "characters/hand_over.html", context)


def part(system: str, name: str) -> str:
    """The game's own template for a part of a page, or the plain one."""
    chosen: Any = select_template([f"characters/{system}/{name}", f"characters/plain/{name}"])
    return str(chosen.template.name)


def _form_page(own: Any, row: Character) -> dict[str, Any]:
    system = row.campaign.system
    suggestions = rules.shelves(rules.catalogue(system, campaign=row.campaign))
    return frame(own, "campaign-characters") | {
        "character": row, "part": part(system, "sheet_form.html"),
        "suggestions": {kind: rows for kind, _heading, rows in suggestions},
    }  # fmt: skip
