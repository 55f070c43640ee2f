"""Guided creation of a character: a page with sections, then a review with the figures."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from characters.experience import units
from characters.game_forms import forms_for
from characters.models import Character
from characters.sheets.actions import create_character
from characters.sheets.forms import AboutForm, StartForm
from characters.sheets.quick_start import available_heroes, available_questions
from characters.sheets.views import template_part
from common.form_responses import campaign_context, run_action
from common.one_line import one_line
from people.access import get_player_membership
from people.idempotency.buttons import make_row_once, new_key, run_form_once
from people.models import Campaign, Member
from people.requests import SignedRequest
from rules import play
from rules.catalogue import queries as rules


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_character(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Shows the form, then the figures, and creates the character; "back" keeps what was filled in."""
    membership = get_player_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    initial = {"kind": request.GET.get("kind", "pc"), "owner": None if membership.is_gm else request.user}
    quick = None
    if request.POST.get("step") == "quick" and membership.is_gm:
        quick = _quick_form(membership, request.POST)
        npc = run_action(lambda: _create_npc(request, membership, quick), quick)
        if npc:
            return redirect("world-npc", campaign_id=campaign_id, character_id=npc.pk)
        posted, initial = None, {"kind": "npc"}
    about = AboutForm(posted, membership=membership, new=True, initial=initial)
    blank = play.new_sheet(membership.campaign.system)
    if blank.get("finished") is False:
        return _start_creation(request, membership, about, quick)
    return _fill_in_sheet(request, membership, about, quick, blank)


def _fill_in_sheet(
    request: SignedRequest, membership: Member, about: AboutForm, quick: AboutForm | None, blank: dict[str, Any]
) -> HttpResponse:
    """In a game without a budget: the whole sheet in one form, then its figures, then the new character."""
    system = membership.campaign.system
    posted = about.data if about.is_bound else None
    figures = forms_for(system).sheet(posted, sheet=None if posted is not None else blank)
    start = StartForm(posted, system=system) if membership.is_gm else None
    shown = [form for form in (about, start, figures) if form is not None]
    context = campaign_context(membership, "campaign-characters") | {
        "about": about,
        "figures": figures,
        "start": start,
        "part": template_part(system, "sheet/sheet_form.html"),
        "suggestions": _suggestions(membership.campaign),
        **_quick_starts(membership, about, quick),
        "key": _page_key(request),
    }
    step = request.POST.get("step", "")
    if step == "create":
        character_id = _create_once(request, membership, shown, shown)
        if character_id:
            return redirect("character", character_id=character_id)
    elif step == "review":
        checked = run_action(lambda: _preview_figures(membership, *shown), *shown)
        if checked:
            context |= {"read": checked, "review": template_part(system, "sheet/review.html"), "shown": shown}
            return render(request, "characters/sheets/review.html", context)
    return render(request, "characters/sheets/new.html", context)


def _create_once(request: SignedRequest, membership: Member, shown: list[Any], with_sheet: list[Any]) -> int | None:
    """The id of the new character of the forms `with_sheet`; a second tap gives the same one.

    None if the character is refused; the forms `shown` then have the errors."""

    def create() -> Character:
        return create_character(by=request.user, **_creation_arguments(membership, *with_sheet))

    return run_action(lambda: make_row_once(request, create), *shown)


def _page_key(request: SignedRequest) -> str:
    """The key of the posted form, which the review and the form after it keep; a new one for a new page."""
    return request.POST.get("key", "")[:64] or new_key()


def _create_npc(request: SignedRequest, membership: Member, quick: AboutForm) -> Character | None:
    """An NPC with an empty sheet, from a name and a few words; a second tap gives the one that the first tap made."""
    fields = quick.cleaned_data | {"owner": None, "kind": Character.Kind.NPC}
    run_form_once(request, lambda: create_character(campaign=membership.campaign, by=request.user, **fields))
    rows = Character.objects.filter(campaign=membership.campaign_id, kind=Character.Kind.NPC)
    return rows.filter(name=one_line(fields["name"])).order_by("-pk").first()


def _quick_form(membership: Member, posted: Any = None) -> AboutForm:
    form = AboutForm(
        posted, membership=membership, new=True, initial={"kind": "npc", "visible": False}, auto_id="quick_%s"
    )
    form.fields["gm_notes"].widget.attrs["rows"] = form.fields["about"].widget.attrs["rows"] = 2
    return form


def _start_creation(request: SignedRequest, membership: Member, about: Any, quick: Any = None) -> HttpResponse:
    """In a game with a budget: first the name, then the sheet is built on its own page."""
    start = (
        StartForm(about.data if about.is_bound else None, system=membership.campaign.system)
        if membership.is_gm
        else None
    )
    shown = [form for form in (about, start) if form is not None]
    if about.is_bound:
        character_id = _create_once(request, membership, shown, [*shown, BlankForm()])
        if character_id:
            return redirect("character", character_id=character_id)
    context = campaign_context(membership, "campaign-characters") | {"about": about, "start": start, "guided": True}
    context |= _quick_starts(membership, about, quick) | {"key": _page_key(request)}
    return render(request, "characters/sheets/new.html", context)


def _quick_starts(membership: Member, about: Any, quick: Any = None) -> dict[str, Any]:
    """The ready-made heroes, the questions and, for an NPC, the short form that the page offers beside the form."""
    campaign = membership.campaign
    kind = about["kind"].value() if "kind" in about.fields else "pc"
    return {
        "quick": quick or (_quick_form(membership) if kind == "npc" and not about.is_bound else None),
        "heroes": available_heroes(campaign),
        "has_questions": bool(available_questions(campaign)),
        "kind": kind,
    }


class BlankForm:
    """The sheet of a new character, without fields."""

    def cleaned_sheet(self) -> dict[str, Any]:
        """An empty sheet."""
        return {}


def _creation_arguments(membership: Member, about: Any, *rest: Any) -> dict[str, Any]:
    """The values of the forms as arguments of `create_character`; a player makes their own player character."""
    fields = dict(about.cleaned_data)
    if not membership.is_gm:
        fields |= {"owner": membership.user, "kind": "pc"}
    elif fields["kind"] == "npc":
        fields["owner"] = None
    credits = (rest[0].cleaned_data.get("credits") or 0) if len(rest) > 1 else 0
    return fields | {"campaign": membership.campaign, "credits": credits, "sheet": rest[-1].cleaned_sheet()}


def _preview_figures(membership: Member, *shown: Any) -> play.CheckedSheet:
    arguments = _creation_arguments(membership, *shown)
    system = membership.campaign.system
    progress = {units.default_unit(system).key: arguments["credits"]} if arguments["credits"] else {}
    sheet = {**play.new_sheet(system), **arguments["sheet"]}
    return play.sheet(system, sheet, progress, house=rules.house_of(membership.campaign))


def _suggestions(campaign: Campaign) -> dict[str, Any]:
    rows = rules.rows_by_kind(rules.catalogue(campaign.system, campaign=campaign))
    return {kind: shelf for kind, _heading, shelf in rows}
