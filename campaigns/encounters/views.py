"""Pages of encounters outside play: list, preparation, start, newcomers, hand-over, and ended encounters."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.encounters import actions, play, queries
from campaigns.encounters.access import get_encounter
from campaigns.encounters.forms import CharactersForm, EncounterForm, JoinForm, MonstersForm
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.preparing.queries import party
from campaigns.encounters.table import draw_views, views
from common.button_responses import run_button
from common.form_responses import campaign_context, run_action
from common.typed import parse_id
from people.access import get_membership, get_visible_row, require_dealer
from people.idempotency.buttons import make_row_once, new_key, run_form_once
from people.models import Member
from people.requests import SignedRequest
from rules.play import SYSTEMS


@login_required
@require_safe
def encounter_list(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The running, prepared and ended encounters."""
    membership = get_membership(request.user, campaign_id)
    before = parse_id(request.GET.get("before", ""))
    context = {"listed": queries.list_encounters(membership, before), "from_top": before is None}
    return render(
        request, "campaigns/encounters/list.html", campaign_context(membership, "campaign-encounters") | context
    )


@login_required
@require_safe
def show_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """The preparation, the table or the result, depending on the status."""
    row, membership = get_encounter(request.user, encounter_id)
    if row.status != Encounter.Status.PREPARED:
        return draw_views.redirect_to_table(request) or views.table_page(request, row, membership)
    return draw_views.show_dealing(request, row, membership) or _preparation_page(request, row, membership)


def _preparation_page(request: SignedRequest, row: Encounter, membership: Member, **forms: Any) -> HttpResponse:
    missing = queries.missing_sides_sentence(row)
    game = SYSTEMS[membership.campaign.system]
    trial = not missing and game.get("simulates", False)
    available = queries.available_characters(membership, row)
    # Ticked in advance, as on the page that prepares a new encounter: an imported one has no characters yet.
    ticked = [] if queries.has_characters(row) else party(available)
    context = {
        "encounter": row,
        "lines": queries.preparation_lines(row),
        "missing": missing,
        "warnings": [] if missing else queries.setup_warnings(row),
        "monsters": queries.has_monsters(membership),
        "monsters_form": MonstersForm(
            system=membership.campaign.system,
            monsters=queries.available_monsters(membership),
            dealt=_dealt(membership),
            auto_id="monsters_%s",
        ),
        "characters_form": CharactersForm(
            characters=available,
            sides=queries.has_monsters(membership),
            dealt=_dealt(membership),
            auto_id="characters_%s",
            initial={"characters": ticked},
        ),
        "trial": trial,
        "chance": game["chance"],
        "verdict": queries.simulate_difficulty(row) if trial and "trial" in request.GET else None,
        "words": {"asked": seeds.asks_for_words(row), "given": seeds.word_seals(row)},
        "nobody_left": not available.exists(),
        "key": new_key(),
    }
    return render(
        request,
        "campaigns/encounters/prepare.html",
        campaign_context(membership, "campaign-encounters") | context | forms,
        status=422 if forms else 200,
    )


def _dealt(membership: Member) -> bool:
    """Whether a dealer runs the campaign's tables, so that participants may be hidden."""
    return not membership.campaign.dealerless


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Changes title, session, notes and options."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    form = EncounterForm(
        request.POST or None,
        instance=row,
        sessions=queries.available_sessions(membership),
        campaign=membership.campaign,
    )
    if request.method == "POST" and run_action(
        lambda: actions.change(membership=membership, encounter=row, **form.cleaned_data), form
    ):
        return redirect("encounter", encounter_id)
    return render(
        request,
        "campaigns/encounters/form.html",
        campaign_context(membership, "campaign-encounters") | {"form": form, "encounter": row},
    )


@login_required
@require_POST
def add_monsters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Adds copies of a monster."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    form = MonstersForm(
        request.POST,
        system=membership.campaign.system,
        monsters=queries.available_monsters(membership),
        dealt=_dealt(membership),
        auto_id="monsters_%s",
    )
    add = partial(actions.add_monsters, membership=membership, encounter=row)
    if run_action(lambda: run_form_once(request, lambda: add(**form.cleaned_data)), form):
        return redirect("encounter", encounter_id)
    return _preparation_page(request, row, membership, monsters_form=form)


@login_required
@require_POST
def add_characters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Adds characters on one side."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    form = CharactersForm(
        request.POST,
        characters=queries.available_characters(membership, row),
        sides=queries.has_monsters(membership),
        dealt=_dealt(membership),
        auto_id="characters_%s",
    )

    def add() -> bool:
        more = {name: form.cleaned_data[name] for name in ("side", "hidden") if name in form.cleaned_data}
        actions.add_characters(
            membership=membership, encounter=row, characters=list(form.cleaned_data["characters"]), **more
        )
        return True

    if run_action(add, form):
        return redirect("encounter", encounter_id)
    return _preparation_page(request, row, membership, characters_form=form)


@login_required
@require_POST
def change_line(request: SignedRequest, encounter_id: int, line_id: int) -> HttpResponse:
    """Moves a line up or down, sets whether it is hidden at first, or removes it."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    line = queries.get_line(row, line_id)
    if request.POST.get("do") == "remove":
        done = _("Removed.")
        return run_button(
            request,
            lambda: actions.remove_line(membership=membership, encounter=row, line=line),
            done,
            "encounter",
            encounter_id=encounter_id,
        )
    if request.POST.get("do") in ("hide", "show"):
        hidden = request.POST["do"] == "hide"
        done = _("Hidden at first.") if hidden else _("Visible from the start.")
        return run_button(
            request,
            lambda: actions.hide_line(membership=membership, encounter=row, line=line, hidden=hidden),
            done,
            "encounter",
            encounter_id=encounter_id,
        )
    up = request.POST.get("do") == "up"
    return run_button(
        request,
        lambda: actions.move_line(membership=membership, encounter=row, line=line, up=up),
        _("Moved."),
        "encounter",
        encounter_id=encounter_id,
    )


@login_required
@require_POST
def start_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Starts the encounter: deals cards, or seals dice."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    cards = SYSTEMS[membership.campaign.system]["chance"] == "cards"
    begun = _("The cards are dealt.") if cards and not row.by_hand else _("The encounter has begun.")
    return run_button(
        request,
        lambda: actions.start(membership=membership, encounter=row),
        begun,
        "encounter",
        encounter_id=encounter_id,
    )


@login_required
@require_POST
def copy_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Prepares the same encounter again."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    return redirect("encounter", make_row_once(request, lambda: actions.copy(membership=membership, encounter=row)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Lets a newcomer join a running encounter, brought by the GM or by a participant (`as`)."""
    row, membership = get_encounter(request.user, encounter_id)
    actor = request.GET.get("as") or play.GM
    if actor == play.GM:
        require_dealer(membership)
    elif not play.may_act(membership, row, actor):
        raise Http404
    form = JoinForm(
        request.POST or None,
        system=membership.campaign.system,
        monsters=queries.available_monsters(membership)
        if actor == play.GM and queries.has_monsters(membership)
        else None,
        characters=queries.available_newcomers(membership, row, mine=actor != play.GM),
        hides=actor == play.GM and _dealt(membership),
    )
    if request.method == "POST" and run_action(
        lambda: actions.join(
            membership=membership,
            encounter=row,
            actor=actor,
            key=request.POST.get("key") or None,
            **form.cleaned_data,
        ),
        form,
    ):
        return redirect("encounter", encounter_id)
    if request.htmx and form.errors and row.status != Encounter.Status.PREPARED:
        # A button of the drawer: its answer takes the table's place.
        why = " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)
        return views.table_page(request, row, membership, refusal=why, status=422)
    context = {"form": form, "encounter": row, "entering": actor != play.GM, "key": new_key()}
    return render(
        request, "campaigns/encounters/join.html", campaign_context(membership, "campaign-encounters") | context
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Changes who plays which participant; the table is notified."""
    row, membership = get_encounter(request.user, encounter_id)
    require_dealer(membership)
    if request.method == "POST":
        try:
            chosen = request.POST.get("controller")
            play.take_over(
                encounter=row,
                by=membership.user,
                participant=request.POST.get("participant", ""),
                controller=get_visible_row(queries.available_players(membership), pk=chosen) if chosen else None,
                reason=request.POST.get("reason", "")[:200],
            )
            return redirect("encounter", encounter_id)
        except play.Refused as refused:
            messages.error(request, refused.sentence)
        except ValidationError as fault:
            messages.error(request, " ".join(fault.messages))
    context = {
        "encounter": row,
        "players": queries.available_players(membership),
        "participants": queries.seated_participants(row),
    }
    return render(
        request, "campaigns/encounters/hand_over.html", campaign_context(membership, "campaign-encounters") | context
    )
