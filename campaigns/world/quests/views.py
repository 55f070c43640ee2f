"""The buttons of quests on the pages of threads."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from campaigns.world.quests import actions
from campaigns.world.quests.access import get_quest_line_as_gm, get_thread
from campaigns.world.quests.forms import QuestLineForm
from common.button_responses import run_button
from people.access import require_gm
from people.idempotency.buttons import run_form_once
from people.requests import SignedRequest


@login_required
@require_POST
def add_quest_line(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Adds a step or a reward to a thread."""
    row, membership = get_thread(request.user, entry_id)
    require_gm(membership)
    form = QuestLineForm(request.POST)

    def add() -> None:
        if not form.is_valid():
            raise ValidationError(_("Write a step or a reward of at most 200 letters."))
        actions.add_line(membership=membership, thread=row, **form.cleaned_data)

    return run_button(request, lambda: run_form_once(request, add), _("Saved."), "world-entry", entry_id=entry_id)


@login_required
@require_POST
def change_quest_line(request: SignedRequest, line_id: int) -> HttpResponse:
    """Marks a step or reward as done or not, shows or hides it, moves it up, or removes it."""
    row, membership = get_quest_line_as_gm(request.user, line_id)
    pressed = request.POST.get("change", "")

    def change() -> None:
        if pressed == "remove":
            actions.remove_line(membership=membership, line=row)
        else:
            actions.change_line(membership=membership, line=row, **actions.button_fields(pressed))

    return run_button(request, change, _("Saved."), "world-entry", entry_id=row.thread_id)
