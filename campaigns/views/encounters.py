"""Encounters before and after: the list, preparing, starting, who joins later, what an ended one left."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, play
from campaigns.actions import encounters as actions
from campaigns.forms.encounters import CharactersForm, EncounterForm, JoinForm, MonstersForm
from campaigns.models import Encounter, Member
from campaigns.queries import encounters as queries
from campaigns.requests import SignedRequest
from campaigns.views import draws, table
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame
from rules.play import SYSTEMS
from rules.typed import whole


@login_required
@require_safe
def encounters(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """What runs, what is prepared, what was."""
    own = access.member(request.user, campaign_id)
    before = whole(request.GET.get("before", ""))
    context = {"listed": queries.listed(own, before), "from_top": before is None}
    return render(request, "campaigns/encounters/list.html", frame(own, "campaign-encounters") | context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Begins a preparation."""
    own = access.must_deal(access.member(request.user, campaign_id))
    evening = whole(request.GET.get("session", "")) or queries.sessions(own).coming()
    initial = {"session": evening}
    form = EncounterForm(
        request.POST or None, sessions=queries.sessions(own), campaign=own.campaign, initial=initial
    )  # fmt: skip
    made = request.method == "POST" and accepted(lambda: actions.create(own=own, **form.cleaned_data), form)
    if made:
        return redirect("encounter", made.pk)
    return render(request, "campaigns/encounters/form.html", frame(own, "campaign-encounters") | {"form": form})


@login_required
@require_safe
def encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """The encounter as it stands: its preparation, or the table."""
    row, own = access.encounter(request.user, encounter_id)
    if row.status != Encounter.Status.PREPARED:
        return draws.begun(request) or table.page(request, row, own)
    return draws.dealing(request, row, own) or _preparation(request, row, own)


def _preparation(request: SignedRequest, row: Encounter, own: Member, **forms: Any) -> HttpResponse:
    missing = queries.nobody_yet(row)
    game = SYSTEMS[own.campaign.system]
    trial = not missing and game.get("simulates", False)
    context = {
        "encounter": row,
        "lines": queries.lines(row),
        "missing": missing,
        "warnings": [] if missing else queries.warnings(row),
        "monsters": queries.has_monsters(own),
        "monsters_form": MonstersForm(
            system=own.campaign.system, monsters=queries.monsters(own), auto_id="monsters_%s"
        ),
        "characters_form": CharactersForm(
            characters=queries.characters(own, row), sides=queries.has_monsters(own), auto_id="characters_%s"
        ),
        "trial": trial,
        "chance": game["chance"],
        "verdict": queries.verdict(row) if trial and "trial" in request.GET else None,
        "nobody_left": not queries.characters(own, row).exists(),
    }
    return render(
        request,
        "campaigns/encounters/prepare.html",
        frame(own, "campaign-encounters") | context | forms,
        status=422 if forms else 200,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Title, evening and notes."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    form = EncounterForm(request.POST or None, instance=row, sessions=queries.sessions(own), campaign=own.campaign)
    if request.method == "POST" and accepted(lambda: actions.change(own=own, encounter=row, **form.cleaned_data), form):
        return redirect("encounter", encounter_id)
    return render(
        request, "campaigns/encounters/form.html", frame(own, "campaign-encounters") | {"form": form, "encounter": row}
    )


@login_required
@require_POST
def add_monsters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """So many of a monster."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    form = MonstersForm(
        request.POST, system=own.campaign.system, monsters=queries.monsters(own), auto_id="monsters_%s"
    )
    if accepted(lambda: actions.add_monsters(own=own, encounter=row, **form.cleaned_data), form):
        return redirect("encounter", encounter_id)
    return _preparation(request, row, own, monsters_form=form)


@login_required
@require_POST
def add_characters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Characters on one side."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    form = CharactersForm(
        request.POST, characters=queries.characters(own, row), sides=queries.has_monsters(own), auto_id="characters_%s"
    )

    def add() -> bool:
        side = {"side": form.cleaned_data["side"]} if "side" in form.cleaned_data else {}
        actions.add_characters(own=own, encounter=row, characters=list(form.cleaned_data["characters"]), **side)
        return True

    if accepted(add, form):
        return redirect("encounter", encounter_id)
    return _preparation(request, row, own, characters_form=form)


@login_required
@require_POST
def change_line(request: SignedRequest, encounter_id: int, line_id: int) -> HttpResponse:
    """Moves a line up or down, or takes it out."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    line = queries.line(row, line_id)
    if request.POST.get("do") == "remove":
        done = _("Taken out.")
        return act_or_tell(
            request, lambda: actions.remove_line(own=own, encounter=row, line=line), done, "encounter",
            encounter_id=encounter_id,
        )  # fmt: skip
    up = request.POST.get("do") == "up"
    return act_or_tell(
        request, lambda: actions.move_line(own=own, encounter=row, line=line, up=up), _("Moved."), "encounter",
        encounter_id=encounter_id,
    )  # fmt: skip


@login_required
@require_POST
def start(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Begins it: cards are dealt, or dice sealed."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    cards = SYSTEMS[own.campaign.system]["chance"] == "cards"
    begun = _("The cards are dealt.") if cards and not row.by_hand else _("It has begun.")
    return act_or_tell(
        request, lambda: actions.start(own=own, encounter=row), begun, "encounter",
        encounter_id=encounter_id,
    )  # fmt: skip


@login_required
@require_POST
def copy(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Prepares the same again."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    return redirect("encounter", actions.copy(own=own, encounter=row).pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Lets somebody join a running encounter: by the GM's order, or by a participant's own (`as`)."""
    row, own = access.encounter(request.user, encounter_id)
    actor = request.GET.get("as") or play.GM
    if actor == play.GM:
        access.must_deal(own)
    elif not play.may_act(own, row, actor):
        raise Http404
    form = JoinForm(
        request.POST or None, system=own.campaign.system,
        monsters=queries.monsters(own) if actor == play.GM and queries.has_monsters(own) else None,
        characters=queries.newcomers(own, row, mine=actor != play.GM),
    )  # fmt: skip
    if request.method == "POST" and accepted(
        lambda: actions.join(own=own, encounter=row, actor=actor, **form.cleaned_data), form
    ):
        return redirect("encounter", encounter_id)
    context = {"form": form, "encounter": row, "entering": actor != play.GM}
    return render(request, "campaigns/encounters/join.html", frame(own, "campaign-encounters") | context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Who plays whom; the whole table is told of every change."""
    row, own = access.encounter(request.user, encounter_id)
    access.must_deal(own)
    if request.method == "POST":
        try:
            chosen = request.POST.get("controller")
            play.take_over(
                encounter=row, by=own.user, participant=request.POST.get("participant", ""),
                controller=access.found(queries.players(own), pk=chosen) if chosen else None,
                reason=request.POST.get("reason", "")[:200],
            )  # fmt: skip
            return redirect("encounter", encounter_id)
        except play.Refused as refused:
            messages.error(request, refused.message)
        except ValidationError as fault:
            messages.error(request, " ".join(fault.messages))
    context = {"encounter": row, "players": queries.players(own), "participants": queries.seated(row)}
    return render(request, "campaigns/encounters/hand_over.html", frame(own, "campaign-encounters") | context)
