"""The page that prepares an encounter and can start it at once: participants, difficulty, title and notes."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.encounters import queries, quick_preparation
from campaigns.encounters.access import get_encounter, require_table_runner
from campaigns.encounters.forms import EncounterForm, MonsterGroupForm
from campaigns.encounters.preparing.forms import ParticipantsForm
from campaigns.encounters.preparing.group_changes import change_monsters, is_named_by_adventure, shown_texts
from campaigns.encounters.preparing.queries import (
    can_be_simulated,
    estimate_difficulty,
    offer_monsters,
    usual_party_ids,
)
from characters.sheets.views import template_part
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_membership, require_preparer
from people.idempotency.buttons import make_row_once, new_key
from people.models import Member
from people.requests import SignedRequest

FOLDER = "campaigns/encounters/preparing"
# Buttons that change nothing: without a script they show the page again.
PREVIEW_BUTTONS = {"find", "weigh"}


@login_required
@require_POST
def change_monster_group(request: SignedRequest, encounter_id: int, group_id: int) -> HttpResponse:
    """Changes how many monsters a group has, their names and their initiative group."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    group = queries.get_group(row, group_id)
    # What was not touched stays as it is: a name that has a comma itself, a note of two lines, names without end.
    kept = {name for name, shown in shown_texts(group).items() if request.POST.get(name, shown) == shown}
    data = {name: value for name, value in request.POST.items() if name not in kept}
    form = MonsterGroupForm(data, system=membership.campaign.system, is_named_by_adventure=is_named_by_adventure(group))

    def change() -> None:
        if not form.is_valid():
            raise ValidationError([fault for faults in form.errors.values() for fault in faults])
        fields = {name: value for name, value in form.cleaned_data.items() if name not in kept}
        fields["revision"] = posted_revision(request.POST) or None
        try:
            change_monsters(membership=membership, encounter=row, encounter_group=group, **fields)
        except EditConflict as conflict:
            raise ValidationError(str(conflict)) from conflict

    return run_button(request, change, _("Changed."), "encounter", encounter_id=encounter_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_encounter(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Prepares a new encounter with its participants, and starts it if asked."""
    membership = require_preparer(get_membership(request.user, campaign_id))
    if request.method != "POST":
        return _part(request, membership) if request.htmx else _page(request, membership, _forms(request, membership))
    form, participants = _forms(request, membership)
    if request.POST.get("do") in PREVIEW_BUTTONS:
        return _page(request, membership, (form, participants))
    starts = request.POST.get("do") == "start"
    prepare = partial(_prepare, membership, form, participants, starts=starts, suggests="session" not in request.GET)
    encounter_id = run_action(lambda: make_row_once(request, prepare), form, participants)
    if encounter_id:
        return redirect("encounter", encounter_id)
    return _page(request, membership, (form, participants))


def _prepare(
    membership: Member, form: EncounterForm, participants: ParticipantsForm, *, starts: bool, suggests: bool
) -> Any:
    act = quick_preparation.start_with_groups if starts else quick_preparation.create_with_groups
    fields = form.cleaned_data
    if starts and suggests and queries.is_suggested_for_later(membership, fields["session"]):
        fields = {**fields, "session": None}
    return act(membership=membership, groups=participants.cleaned_data["groups"], **fields)


def _forms(request: SignedRequest, membership: Member) -> tuple[EncounterForm, ParticipantsForm]:
    sessions = queries.available_sessions(membership)
    posted = request.POST if request.method == "POST" else None
    initial: dict[str, Any] = {}
    if posted is None:
        session = parse_id(request.GET.get("session", "")) or sessions.coming()
        initial = {"session": session, "title": _usual_title(membership)}
    form = EncounterForm(posted, sessions=sessions, campaign=membership.campaign, initial=initial)
    return form, _participants(membership, posted)


def _usual_title(membership: Member) -> str:
    """The day, with a number from the second encounter of that day on."""
    title = _("Encounter of %(day)s") % {"day": date_format(timezone.localdate(), "j F")}
    same = membership.campaign.encounters.filter(title__startswith=title).count()
    return f"{title} ({same + 1})" if same else title


def _participants(membership: Member, posted: Any) -> ParticipantsForm:
    characters = queries.available_campaign_characters(membership)
    return ParticipantsForm(
        posted,
        characters=characters,
        monsters=queries.available_monsters(membership) if queries.has_monsters(membership) else None,
        initial={"characters": usual_party_ids(characters)} if posted is None else None,
    )


def _part(request: SignedRequest, membership: Member) -> HttpResponse:
    """The list of monsters for a search, or the difficulty of what is chosen."""
    participants = _participants(membership, request.GET)
    context: dict[str, Any] = {"who": participants, "campaign": membership.campaign}
    if request.GET.get("part") == "monsters" and participants.monsters is not None:
        return render(request, f"{FOLDER}/monsters.html", context | _monsters(membership, participants))
    form = EncounterForm(request.GET, sessions=queries.available_sessions(membership), campaign=membership.campaign)
    return render(request, f"{FOLDER}/difficulty.html", context | _difficulty(membership, form, participants))


def _monsters(membership: Member, participants: ParticipantsForm) -> dict[str, Any]:
    row = template_part(membership.campaign.system, "monsters/monster_row.html")
    return {"offered": offer_monsters(membership, participants), "row": row}


def _difficulty(membership: Member, form: EncounterForm, participants: ParticipantsForm) -> dict[str, Any]:
    form.is_valid()  # fills `cleaned_data`; only the house rules are read here
    if not participants.is_valid():
        return {"difficulty": None}
    return {
        "difficulty": estimate_difficulty(
            membership, participants.cleaned_data["groups"], form.cleaned_data.get("options") or {}
        )
    }


def _page(request: SignedRequest, membership: Member, forms: tuple[EncounterForm, ParticipantsForm]) -> HttpResponse:
    form, participants = forms
    previews = request.POST.get("do") in PREVIEW_BUTTONS
    context: dict[str, Any] = {
        "form": form,
        "who": participants,
        "chosen": participants.chosen_characters,
        "game_groups": queries.has_initiative_groups(membership.campaign.system),
        "key": new_key(),
        "simulates": can_be_simulated(membership),
    }
    if not context["simulates"]:
        context["difficulty"] = estimate_difficulty(membership, [], {})
    if participants.monsters is not None:
        context |= _monsters(membership, participants) | {"levels": queries.has_levels(membership)}
    if participants.is_bound:
        context |= _difficulty(membership, form, participants)
    return render(
        request,
        f"{FOLDER}/new.html",
        campaign_context(membership, "campaign-encounters") | context,
        status=422 if participants.is_bound and not previews else 200,
    )
