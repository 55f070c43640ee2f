"""Pages of encounters outside play: list, preparation, start, newcomers, hand-over, and ended encounters."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.encounters import actions, play, queries
from campaigns.encounters.access import get_encounter, require_table_runner
from campaigns.encounters.forms import EncounterForm, JoinForm
from campaigns.encounters.models import Encounter
from campaigns.encounters.preparing.page import characters_form, monsters_form, preparation_page
from campaigns.encounters.table import draw_views, views
from characters.models import Character
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_membership, get_visible_row
from people.idempotency.buttons import make_row_once, new_key, run_form_once
from people.models import Member
from people.requests import SignedRequest
from rules.play import SYSTEMS

# The buttons beside a group of a preparation: what each does, and the message afterwards.
GROUP_CHANGES: dict[str, tuple[Callable[..., None], Promise]] = {
    "up": (partial(actions.move_group, up=True), gettext_lazy("Moved.")),
    "down": (partial(actions.move_group, up=False), gettext_lazy("Moved.")),
    "hide": (partial(actions.hide_group, hidden=True), gettext_lazy("Hidden at first.")),
    "show": (partial(actions.hide_group, hidden=False), gettext_lazy("Visible from the start.")),
    "remove": (actions.remove_group, gettext_lazy("Removed.")),
}


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
    if row.status == Encounter.Status.PREPARED:
        if page := draw_views.show_dealing(request, row, membership):
            return page
        if row.is_run_by(membership):
            return draw_views.redirect_to_table(request) or preparation_page(request, row, membership)
        # The deal ended after the encounter was read: it has begun, or players may not see it any more.
        row, membership = get_encounter(request.user, encounter_id)
    if refresh := draw_views.redirect_to_table(request):
        return refresh
    if row.status == Encounter.Status.PREPARED:
        return redirect("campaign-encounters", row.campaign_id)
    return views.table_page(request, row, membership)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Changes title, session, notes and options; if someone else did so meanwhile, shows both versions."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    # From the drawer of the table the way back leads to the open drawer.
    back = reverse("encounter", args=[encounter_id]) + ("?drawer=open" if "drawer" in request.GET else "")
    build_form = partial(
        EncounterForm,
        sessions=queries.available_sessions(membership),
        campaign=membership.campaign,
        offers_dealer=queries.offers_dealer(membership, row),
        is_gm=membership.is_gm,
    )
    form = build_form(request.POST or None, instance=row)
    context = campaign_context(membership, "campaign-encounters") | {"form": form, "encounter": row, "back": back}
    context["revision"] = actions.fields_revision(row, membership)
    if request.method == "POST":
        revision = posted_revision(request.POST)
        try:
            saved = run_action(
                lambda: actions.change(
                    membership=membership, encounter=row, revision=revision, **form.changeable_fields
                ),
                form,
            )
        except EditConflict as stale:
            theirs = build_form(instance=stale.current).general_fields
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
        else:
            if saved:
                return redirect(back)
    return render(request, "campaigns/encounters/form.html", context)


@login_required
@require_POST
def add_monsters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Adds copies of a monster."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    form = monsters_form(membership, row, request.POST)
    add = partial(actions.add_monsters, membership=membership, encounter=row)
    if run_action(lambda: run_form_once(request, lambda: add(**form.cleaned_data)), form):
        return redirect("encounter", encounter_id)
    return preparation_page(request, row, membership, monsters_form=form)


@login_required
@require_POST
def add_characters(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Adds characters on one side."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    form = characters_form(membership, row, request.POST)

    def add() -> bool:
        more = {name: form.cleaned_data[name] for name in ("side", "hidden") if name in form.cleaned_data}
        actions.add_characters(
            membership=membership, encounter=row, characters=list(form.cleaned_data["characters"]), **more
        )
        return True

    if run_action(add, form):
        return redirect("encounter", encounter_id)
    return preparation_page(request, row, membership, characters_form=form)


@login_required
@require_POST
def change_group(request: SignedRequest, encounter_id: int, group_id: int) -> HttpResponse:
    """Moves a group up or down, sets whether it is hidden at first, or removes it; `do` names the change."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    group = queries.get_group(row, group_id)
    change, confirmation = GROUP_CHANGES.get(request.POST.get("do", ""), GROUP_CHANGES["down"])
    return run_button(
        request,
        lambda: change(membership=membership, encounter=row, encounter_group=group),
        str(confirmation),
        "encounter",
        encounter_id=encounter_id,
    )


@login_required
@require_POST
def start_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Starts the encounter: deals cards, or seals dice."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    return run_button(
        request,
        lambda: actions.start(membership=membership, encounter=row),
        _start_sentence(row),
        "encounter",
        encounter_id=encounter_id,
    )


def _start_sentence(encounter: Encounter) -> str:
    """What the start of an encounter means for the people at the table."""
    if SYSTEMS[encounter.campaign.system]["chance"] != "cards":
        return _("The encounter has begun.")
    if encounter.uses_physical_chance:
        return _("Everyone now enters the cards they drew.")
    return _("The cards are dealt.")


@login_required
@require_POST
def copy_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Prepares the same encounter again."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    return redirect("encounter", make_row_once(request, lambda: actions.copy(membership=membership, encounter=row)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_encounter(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Lets a newcomer join a running encounter, brought by the GM or by a participant (`as`)."""
    row, membership = get_encounter(request.user, encounter_id)
    actor = request.GET.get("as") or play.GM
    if actor == play.GM:
        require_table_runner(membership, row)
    elif not play.may_act(membership, row, actor):
        raise Http404
    seated = queries.find_seated_character(membership, row, request.POST.get("character", ""), mine=actor != play.GM)
    if seated:  # the form was sent twice
        return _already_seated(request, row, membership, seated)
    form = _join_form(request, row, membership, actor)
    key = request.POST.get("key") or None
    if request.method == "POST" and run_action(lambda: _join_once(membership, row, form, actor, key), form):
        return redirect("encounter", encounter_id)
    if request.htmx and form.errors and row.status != Encounter.Status.PREPARED:
        # A button of the drawer: its answer takes the table's place.
        refusal = " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)
        return views.table_page(request, row, membership, refusal=refusal, status=422)
    context = {"form": form, "encounter": row, "entering": actor != play.GM, "key": new_key()}
    if row.status == Encounter.Status.RUNNING:
        context["help"] = play.join_help(row, actor)
    return render(
        request, "campaigns/encounters/join.html", campaign_context(membership, "campaign-encounters") | context
    )


def _join_once(membership: Member, encounter: Encounter, form: JoinForm, actor: str, key: str | None) -> play.Outcome:
    """Lets the newcomer of the form join. ValidationError: the form has added another one already."""
    try:
        return actions.join(membership=membership, encounter=encounter, actor=actor, key=key, **form.cleaned_data)
    except play.KeyReused:
        raise ValidationError(_("This form was already used. Choose again.")) from None


def _already_seated(
    request: SignedRequest, encounter: Encounter, membership: Member, seated: Character
) -> HttpResponse:
    """The table, with a sentence that the newcomer is there."""
    sentence = _("%(name)s is at the table already.") % {"name": seated.name}
    if request.htmx:
        return views.table_page(request, encounter, membership, refusal=sentence, status=422)
    messages.info(request, sentence)
    return redirect("encounter", encounter.pk)


def _join_form(request: SignedRequest, encounter: Encounter, membership: Member, actor: str) -> JoinForm:
    """The form for newcomers: a participant brings own characters, a GM also monsters, and hides them at first."""
    by_gm = actor == play.GM
    return JoinForm(
        request.POST or None,
        system=membership.campaign.system,
        monsters=queries.available_monsters(membership) if by_gm and queries.has_monsters(membership) else None,
        characters=queries.available_newcomers(membership, encounter, mine=not by_gm),
        hides=by_gm and not encounter.dealerless,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over_participant(request: SignedRequest, encounter_id: int) -> HttpResponse:
    """Changes who plays which participant; the table is notified."""
    row, membership = get_encounter(request.user, encounter_id)
    require_table_runner(membership, row)
    if request.method == "POST":
        try:
            chosen = request.POST.get("controller")
            play.hand_over_participant(
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
        request,
        "campaigns/encounters/hand_over_participant.html",
        campaign_context(membership, "campaign-encounters") | context,
    )
