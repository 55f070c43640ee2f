"""Pages of characters: the campaign's list, the sheet, changing it, its history."""

import secrets
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters import access, actions, advancing, chronicle, queries
from characters.answers import accepted, frame, told
from characters.faces import face
from characters.forms import AboutForm, HandOverForm, ReasonForm
from characters.models import Character
from rules import play
from rules import queries as rules
from rules.queries import house_of
from rules.stale import Stale, seen_revision
from rules.typed import whole

PAGES = ["GET", "HEAD", "POST"]
MOST_STEP = 20
STATUS = {"retire": actions.retire, "kill": actions.kill, "restore": actions.restore}


@login_required
@require_safe
def roster(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Everyone of the campaign the member knows: the party with its figures, NPCs, those who are gone."""
    own = access.place(request.user, campaign_id)
    readable = set(access.characters(request.user).filter(campaign=campaign_id).values_list("pk", flat=True))
    reads = queries.reads(access.roster(own))
    asked = queries.open_requests([one.character for one in reads]) if own.runs else []
    context = frame(own, "campaign-characters") | {
        "readable": readable, "requests": asked,
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
    read, may_edit = queries.read(row), access.may_edit(request.user, row)
    system = row.campaign.system
    context = frame(own, "campaign-characters") | {
        "character": row, "read": read, "may_edit": may_edit, "part": part(system, "sheet.html"),
        "private": own.runs or row.owner_id == request.user.pk, "key": secrets.token_urlsafe(12),
    }  # fmt: skip
    if not read.refusal:
        context |= face(system).shown(read, house_of(row.campaign))
    if may_edit:
        context |= _growing(row, read) | {"done": _done(row, request.GET.get("done", ""))}
        context["sides"] = play.SYSTEMS[system].get("die")
    return render(request, "characters/sheet.html", context)


def _done(row: Character, entry_id: str) -> Any:
    """The line of a check that was made from the sheet just now."""
    made = whole(entry_id)
    return made and row.campaign.log.filter(pk=made, kind="check", character=row).first()


def _growing(row: Character, read: queries.Read) -> dict[str, Any]:
    """What its player and the GM see besides: the creation while it lasts, then the steps, and what was asked."""
    creating, found = queries.creating(row), advancing.rows(row, read.progress)
    told: dict[str, Any] = {"creating": creating, "requests": queries.requests_of(row)}
    if creating:
        told |= {
            "creation": part(row.campaign.system, "creation.html"), "finish": advancing.finishing(found),
            "house": house_of(row.campaign), "groups": advancing.groups(found),
        }  # fmt: skip
    steps = sum(one.ready for one in found if one.offer["step"].get("type") != advancing.FINISH)
    return told | {"steps": steps, "advances": bool(found) and not creating}


@login_required
@require_POST
def pool(request: HttpRequest, character_id: int, key: str) -> HttpResponse:
    """A pool up, down, set by a tap on a box, or rested; the reason may be left out."""
    row = access.editable(request.user, character_id)
    step, reason = request.POST.get("change", ""), request.POST.get("reason", "")[:400]
    steps: dict[str, Any] = {"rest": {}} | {f"{n:+d}": {"change": n} for n in range(-MOST_STEP, MOST_STEP + 1) if n}
    steps |= {f"={n}": {"to": n} for n in range(MOST_STEP * 10)}
    typed = request.POST.get("by", "").strip()
    if step in {"more", "less"} and typed.isascii() and typed.isdigit() and len(typed) < 5:
        steps[step] = {"change": int(typed) if step == "more" else -int(typed)}
    if step in steps:
        change = {"character": row, "by": request.user, "pool": key, "reason": reason} | steps[step]
        told(request, lambda: actions.change_pool(**change))
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
    if not own.runs and not queries.creating(row) and hasattr(figures, "for_player"):
        figures.for_player()
    context = _form_page(own, row) | {"about": about, "figures": figures, "revision": row.revision}
    if posted is not None:
        try:
            saved = accepted(lambda: _save(request, row, about, figures), about, figures)
        except Stale as stale:
            context |= _both(row, stale)
        else:
            context["revision"] = seen_revision(request.POST)
            if saved:
                return redirect("character", character_id=character_id)
    return render(request, "characters/edit.html", context)


def _save(request: HttpRequest, row: Character, about: Any, figures: Any) -> Character:
    return actions.edit(
        character=row, by=request.user, revision=seen_revision(request.POST), changes=about.cleaned_data,
        sheet=figures.cleaned_sheet(), reason=request.POST.get("reason", ""),
    )  # fmt: skip


def _both(row: Character, stale: Stale) -> dict[str, Any]:
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
