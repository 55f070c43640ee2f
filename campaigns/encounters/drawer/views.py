"""The drawer of a running table: fetched when it is opened, and a page of its own without a script."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.encounters import play
from campaigns.encounters.access import require_table_runner
from campaigns.encounters.drawer.forms import QuickNpcForm, TableNoteForm
from campaigns.encounters.drawer.queries import find_monsters, get_drawer, players_to_show
from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.actions import announce_shown
from campaigns.encounters.table.views import require_started
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.world import reveals
from campaigns.world.access import visible_entries
from characters.access import known_characters
from characters.models import Character
from characters.sheets.actions import create_character
from characters.sheets.views import template_part
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import require_gm, require_player
from people.idempotency.buttons import run_form_once
from people.models import Member, Role
from people.requests import SignedRequest

PART = "campaigns/encounters/drawer/part.html"
PAGE = "campaigns/encounters/drawer/page.html"
NOTE = "campaigns/encounters/drawer/note.html"
NPC = "campaigns/encounters/drawer/npc.html"


@login_required
@require_safe
@require_started
def drawer(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Notes and stat blocks for GMs, a player's sheets for that player, and handouts and rules for everyone."""
    return _drawer_page(request, encounter, membership, TableNoteForm(is_gm=membership.is_gm))


@login_required
@require_POST
@require_started
def add_note(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Writes a note into the campaign's log from the table."""
    require_player(membership)
    form = TableNoteForm(request.POST, is_gm=membership.is_gm)
    saved = run_action(lambda: _save_note(request, encounter, membership, form), form)
    if not request.htmx:
        if saved:
            return redirect("encounter-drawer", encounter.pk)
        return _drawer_page(request, encounter, membership, form, status=422)
    shown = TableNoteForm(is_gm=membership.is_gm) if saved else form
    context = {"encounter": encounter, "note": shown, "saved": _("Saved in the log.") if saved else ""}
    return render(request, NOTE, context, status=200 if saved else 422)


@login_required
@require_POST
@require_started
def add_npc(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Creates an NPC from a name and a few words; the answer links to its sheet."""
    require_gm(membership)
    form = QuickNpcForm(request.POST)
    saved = run_action(lambda: _save_npc(request, membership, form), form)
    if not request.htmx:
        (messages.success if saved else messages.error)(request, _("Saved.") if saved else form.errors.as_text())
        return redirect("encounter-drawer", encounter.pk)
    context = {"encounter": encounter, "npc": QuickNpcForm() if saved else form, "saved": saved and form.data["name"]}
    return render(request, NPC, context, status=200 if saved else 422)


@login_required
@require_POST
@require_started
def show_page(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """Shows a page (`entry`) or an NPC (`npc`) of the world from the table: to everyone, or to one player (`to`)."""
    require_gm(membership)
    chosen = request.POST.get("to", "")
    members = list(players_to_show(membership).filter(pk=parse_id(chosen) or 0)) if chosen else None
    how = _("shown at the table: %(title)s") % {"title": encounter.title}
    try:
        kind, pk = _show(request, membership, members, how[:200])
    except ValidationError as refusal:
        message, status = " ".join(refusal.messages), 422
    else:
        message, status = _("Shown."), 200
        announce_shown(encounter=encounter, members=members, kind=kind, pk=pk)
    if not request.htmx:
        (messages.success if status == 200 else messages.error)(request, message)
        return redirect("encounter-drawer", encounter.pk)
    return render(request, "campaigns/encounters/drawer/shown.html", {"message": message}, status=status)


def _show(request: SignedRequest, membership: Member, members: list[Member] | None, how: str) -> tuple[str, int]:
    """Shows what the form names, and returns its kind and number; ValidationError if the campaign has none such."""
    if "npc" in request.POST:
        rows = known_characters(membership).filter(kind=Character.Kind.NPC)
        npc = rows.filter(pk=parse_id(request.POST["npc"]) or 0).first()
        if npc is None:
            raise ValidationError(_("Choose an NPC of this campaign."))
        reveals.set_npc_known(membership=membership, npc=npc, known=True, members=members, how=how)
        return "npc", npc.pk
    entry = visible_entries(membership).filter(pk=parse_id(request.POST.get("entry", "")) or 0).first()
    if entry is None:
        raise ValidationError(_("Choose a page of this campaign."))
    reveals.show_entry(membership=membership, entry=entry, members=members, how=how)
    return "entry", entry.pk


@login_required
@require_safe
@require_started
def addable_monsters(request: SignedRequest, encounter: Encounter, membership: Member) -> HttpResponse:
    """The monsters that fit what the GM typed, each with a button that adds it; without a script the page for it."""
    require_table_runner(membership, encounter)
    if not request.htmx:
        return redirect("encounter-join", encounter.pk)
    monsters = find_monsters(membership, request.GET.get("q", "")[:100], parse_id(request.GET.get("level", "")))
    row = template_part(membership.campaign.system, "monsters/monster_row.html")
    waits = not play.may_join(encounter)
    context = {"encounter": encounter, "found": monsters.monsters, "more": monsters.more, "row": row, "waits": waits}
    return render(request, "campaigns/encounters/drawer/newcomers.html", context)


def _save_note(request: SignedRequest, encounter: Encounter, membership: Member, form: TableNoteForm) -> bool:
    fields = form.cleaned_data
    audience = LogEntry.Audience.GM if fields.get("secret") else LogEntry.Audience.ALL

    def write() -> None:
        log_actions.add_note(membership=membership, text=fields["text"], session=encounter.session, audience=audience)

    return run_form_once(request, write)


def _save_npc(request: SignedRequest, membership: Member, form: QuickNpcForm) -> bool:
    fields = {name: value for name, value in form.cleaned_data.items() if name != "key"}

    def write() -> None:
        create_character(campaign=membership.campaign, by=request.user, kind=Character.Kind.NPC, **fields)

    return run_form_once(request, write)


def _drawer_page(
    request: SignedRequest, encounter: Encounter, membership: Member, note: TableNoteForm, status: int = 200
) -> HttpResponse:
    context = campaign_context(membership, "campaign-encounters") | {
        "encounter": encounter,
        "drawer": get_drawer(encounter, membership, request.GET.get("q", "")[:100]),
        "npc": QuickNpcForm() if membership.is_gm else None,
        "note": note if membership.role != Role.OBSERVER else None,
    }
    return render(request, PART if request.htmx else PAGE, context, status=status)
