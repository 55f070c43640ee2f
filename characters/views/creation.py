"""Guided creation: one page with sections, then a review with the figures, then the character."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from characters import access, actions, units
from characters.answers import accepted, frame
from characters.faces import face
from characters.forms import AboutForm, StartForm
from characters.views.sheets import part
from rules import play
from rules import queries as rules


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Fill in, look at the figures, create; "back" keeps what was filled in."""
    own = access.play_place(request.user, campaign_id)
    system = own.campaign.system
    posted = request.POST if request.method == "POST" else None
    initial = {"kind": request.GET.get("kind", "pc"), "owner": None if own.runs else request.user}
    about = AboutForm(posted, own=own, new=True, initial=initial)
    blank = play.new_sheet(system)
    if blank.get("finished") is False:
        return _begin(request, own, about)
    figures = face(system).sheet(posted, sheet=None if posted is not None else blank)
    start = StartForm(posted, system=system) if own.runs else None
    shown = [form for form in (about, start, figures) if form is not None]
    context = frame(own, "campaign-characters") | {
        "about": about, "figures": figures, "start": start, "part": part(system, "sheet_form.html"),
        "suggestions": _suggestions(own.campaign),
    }  # fmt: skip
    step = request.POST.get("step", "")
    if step == "create":
        made = accepted(lambda: actions.create(by=request.user, **_told(own, *shown)), *shown)
        if made:
            return redirect("character", character_id=made.pk)
    elif step == "review":
        checked = accepted(lambda: _figures(own, *shown), *shown)
        if checked:
            context |= {"read": checked, "review": part(system, "review.html"), "shown": shown}
            return render(request, "characters/review.html", context)
    return render(request, "characters/new.html", context)


def _begin(request: HttpRequest, own: Any, about: Any) -> HttpResponse:
    """A game with a budget: a name first, then the sheet is built on its own page."""
    start = StartForm(about.data if about.is_bound else None, system=own.campaign.system) if own.runs else None
    shown = [form for form in (about, start) if form is not None]
    if about.is_bound:
        made = accepted(lambda: actions.create(by=request.user, **_told(own, *shown, Blank())), *shown)
        if made:
            return redirect("character", character_id=made.pk)
    context = frame(own, "campaign-characters") | {"about": about, "start": start, "guided": True}
    return render(request, "characters/new.html", context)


class Blank:
    """A sheet that nobody filled in yet."""

    def cleaned_sheet(self) -> dict[str, Any]:
        """Nothing but what a new sheet has."""
        return {}


def _told(own: Any, about: Any, *rest: Any) -> dict[str, Any]:
    """What the forms say, as arguments of `actions.create`; a player makes its own player character."""
    fields = dict(about.cleaned_data)
    if not own.runs:
        fields |= {"owner": own.user, "kind": "pc"}
    elif fields["kind"] == "npc":
        fields["owner"] = None
    credits = (rest[0].cleaned_data.get("credits") or 0) if len(rest) > 1 else 0
    return fields | {"campaign": own.campaign, "credits": credits, "sheet": rest[-1].cleaned_sheet()}


def _figures(own: Any, *shown: Any) -> dict[str, Any]:
    told = _told(own, *shown)
    system = own.campaign.system
    progress = {units.first(system).key: told["credits"]} if told["credits"] else {}
    whole = {**play.new_sheet(system), **told["sheet"]}
    return play.sheet(system, whole, progress, house=rules.house_of(own.campaign))


def _suggestions(campaign: Any) -> dict[str, Any]:
    rows = rules.shelves(rules.catalogue(campaign.system, campaign=campaign))
    return {kind: shelf for kind, _heading, shelf in rows}
