"""Pages of characters: the campaign's list, the sheet, editing it, its history."""

import secrets
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from characters import access
from characters.experience import step_queries
from characters.experience.kept_answers import pop_answers
from characters.game_forms import forms_for
from characters.models import Character
from characters.sheets import history as sheet_history
from characters.sheets import queries
from characters.sheets.actions import change_pool, edit_character
from characters.sheets.forms import AboutForm, StatusForm
from characters.sheets.status_actions import mark_dead, restore_character, retire_character
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_gm_membership, get_membership
from people.idempotency.buttons import run_keyed_with_message
from people.models import Member
from people.requests import SignedRequest
from rules import play
from rules.catalogue import queries as rules
from rules.catalogue.queries import house_of

MOST_STEP = 20
STATUS = {"retire": retire_character, "kill": mark_dead, "restore": restore_character}


@login_required
@require_safe
def character_list(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """All characters of the campaign that the member knows: the party with figures, NPCs, and former ones."""
    membership = get_membership(request.user, campaign_id)
    readable = set(access.visible_characters(request.user).filter(campaign=campaign_id).values_list("pk", flat=True))
    reads = queries.read_characters(access.known_characters(membership))
    requests = queries.open_requests([read.character for read in reads]) if membership.is_gm else []
    context = campaign_context(membership, "campaign-characters") | {
        "readable": readable,
        "requests": requests,
        "answers": pop_answers(request),
        "party": [read for read in reads if read.character.status == "active" and read.character.kind == "pc"],
        "npcs": [read for read in reads if read.character.status == "active" and read.character.kind == "npc"],
        "gone": [read for read in reads if read.character.status != "active"],
    }
    return render(request, "characters/sheets/roster.html", context)


@login_required
@require_safe
def sheet_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """The sheet, by its game's own template."""
    row = access.get_character(request.user, character_id)
    return render_sheet(request, get_membership(request.user, row.campaign_id), row)


def render_sheet(request: SignedRequest, membership: Member, row: Character, refusal: str = "") -> HttpResponse:
    """The page of the sheet; with the `refusal` of a step of the creation, what was posted is in its form again."""
    read, may_edit = queries.read_character(row), access.member_may_edit(membership, row)
    system = row.campaign.system
    context = campaign_context(membership, "campaign-characters") | {
        "character": row,
        "read": read,
        "may_edit": may_edit,
        "part": template_part(system, "sheet/sheet.html"),
        "private": membership.is_gm or row.owner_id == request.user.pk,
        "key": secrets.token_urlsafe(12),
        "refusal": refusal,
        "posted": request.POST,
        "answers": pop_answers(request),
    }
    if not read.refusal:
        context |= forms_for(system).shown(read, house_of(row.campaign))
    if may_edit:
        context |= _creation_context(row, read, request.POST) | {"done": _last_check(row, request.GET.get("done", ""))}
        context["sides"] = play.SYSTEMS[system].get("die")
    return render(request, "characters/sheets/sheet.html", context)


def _last_check(row: Character, entry_id: str) -> Any:
    """The log entry of a check that was just made from the sheet."""
    entry_pk = parse_id(entry_id)
    return entry_pk and row.campaign.log.filter(pk=entry_pk, kind="check", character=row).first()


def _creation_context(row: Character, read: queries.CharacterReading, posted: QueryDict) -> dict[str, Any]:
    """What only its player and GMs see: the creation or, once it is finished, steps and requests."""
    creating = queries.is_being_created(row)
    rows = step_queries.fill_in_posted(step_queries.step_rows(row, read.progress), posted)
    context: dict[str, Any] = {"creating": creating, "requests": queries.requests_of_character(row)}
    if creating:
        context |= {
            "creation": template_part(row.campaign.system, "sheet/creation.html"),
            "finish": step_queries.final_step(rows),
            "house": house_of(row.campaign),
            "groups": step_queries.group_steps(rows),
        }
    can_advance = any(step_row.ready for step_row in rows if step_row.offer["step"].get("type") != step_queries.FINISH)
    return context | {"can_advance": can_advance, "advances": bool(rows) and not creating}


@login_required
@require_POST
def change_pool_page(request: SignedRequest, character_id: int, key: str) -> HttpResponse:
    """Change a pool, set it by its boxes, or rest; the reason is optional."""
    row = access.get_editable_character(request.user, character_id)
    step, reason = request.POST.get("change", ""), request.POST.get("reason", "")[:400]
    steps: dict[str, Any] = {"rest": {}} | {f"{n:+d}": {"change": n} for n in range(-MOST_STEP, MOST_STEP + 1) if n}
    steps |= {f"={n}": {"to": n} for n in range(MOST_STEP * 10)}
    typed = request.POST.get("by", "").strip()
    if step in {"more", "less"} and typed.isascii() and typed.isdigit() and len(typed) < 5:
        steps[step] = {"change": int(typed) if step == "more" else -int(typed)}
    if step in steps:
        change = {"character": row, "by": request.user, "pool": key, "reason": reason} | steps[step]
        run_keyed_with_message(request, lambda: change_pool(**change))
    return redirect("character", character_id=character_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_character_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """The whole sheet as a form; when someone else saved meanwhile, both versions are shown."""
    row = access.get_editable_character(request.user, character_id)
    membership = get_membership(request.user, row.campaign_id)
    posted = request.POST if request.method == "POST" else None
    about = AboutForm(posted, instance=row, membership=membership)
    figures = forms_for(row.campaign.system).sheet(posted, sheet=row.sheet)
    if not membership.is_gm:
        hook = "for_player_creating" if queries.is_being_created(row) else "for_player"
        getattr(figures, hook, lambda: None)()
    context = _form_page(membership, row) | {
        "about": about,
        "figures": figures,
        "revision": row.revision_for(is_gm=membership.is_gm),
    }
    if posted is not None:
        try:
            saved = run_action(lambda: _save_character(request, row, about, figures), about, figures)
        except EditConflict as stale:
            saved = queries.has_values(stale.current, about.cleaned_data, figures.cleaned_sheet())
            context |= _conflict_context(row, stale)
        else:
            context["revision"] = posted_revision(request.POST)
        if saved:
            return redirect("character", character_id=character_id)
    return render(request, "characters/sheets/edit.html", context)


def _save_character(request: SignedRequest, row: Character, about: Any, figures: Any) -> Character:
    return edit_character(
        character=row,
        by=request.user,
        revision=posted_revision(request.POST),
        changes=about.cleaned_data,
        sheet=figures.cleaned_sheet(),
        reason=request.POST.get("reason", ""),
    )


def _conflict_context(row: Character, stale: EditConflict) -> dict[str, Any]:
    """The context after an edit conflict: the stored values beside the typed ones; saving again overwrites the newest
    revision."""
    system = row.campaign.system
    theirs = {"about": stale.current, "figures": forms_for(system).sheet(sheet=stale.current.sheet)}
    return {"stale": str(stale), "theirs": theirs, "revision": stale.revision}


@login_required
@require_safe
def history_page(request: SignedRequest, character_id: int) -> HttpResponse:
    """Every change with who, when and why, and the experience entries in between."""
    row = access.get_editable_character(request.user, character_id)
    membership = get_membership(request.user, row.campaign_id)
    before = _parse_moment(request.GET.get("before", ""))
    lines, more = sheet_history.character_history(row, gm=membership.is_gm, before=before)
    context = campaign_context(membership, "campaign-characters") | {
        "character": row,
        "read": queries.read_character(row),
        "lines": lines,
        "older": lines[-1].when.isoformat() if more else None,
    }
    return render(request, "characters/sheets/history.html", context)


def _parse_moment(text: str) -> datetime | None:
    """The moment in UTC; None without a time zone, and for what no database holds."""
    try:
        moment = parse_datetime(text)
        return moment.astimezone(UTC) if moment is not None and moment.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_status(request: SignedRequest, character_id: int, what: str) -> HttpResponse:
    """Asks why, then retires, kills or restores; a player may retire only."""
    row = access.get_editable_character(request.user, character_id)
    if what != "retire":
        get_gm_membership(request.user, row.campaign_id)
    membership = get_membership(request.user, row.campaign_id)
    form = StatusForm(request.POST if request.method == "POST" else None)
    if form.is_bound and run_action(
        lambda: STATUS[what](character=row, by=request.user, reason=form.cleaned_data["reason"]), form
    ):
        return redirect("character", character_id=character_id)
    context = campaign_context(membership, "campaign-characters") | {"character": row, "form": form, "what": what}
    return render(request, "characters/sheets/status.html", context)


def template_part(system: str, name: str) -> str:
    """The game's own template for a part of a page, or the plain one."""
    chosen: Any = select_template([f"games/{system}/{name}", f"games/plain/{name}"])
    return str(chosen.template.name)


def _form_page(membership: Member, row: Character) -> dict[str, Any]:
    system = row.campaign.system
    suggestions = rules.rows_by_kind(rules.catalogue(system, campaign=row.campaign))
    return campaign_context(membership, "campaign-characters") | {
        "character": row,
        "part": template_part(system, "sheet/sheet_form.html"),
        "suggestions": {kind: rows for kind, _heading, rows in suggestions},
    }
