"""Pages of the calendar: today and the month, advancing the date, choosing and editing it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.log.calendar import actions, queries
from campaigns.log.calendar.access import find_calendar, get_calendar
from campaigns.log.calendar.definition_forms import DefinitionForms
from campaigns.log.calendar.forms import AdvanceForm, EventForm, StartForm
from campaigns.log.calendar.models import Calendar
from campaigns.log.calendar.previews import Preview, describe_definition, list_presets, preview_definition
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from common.button_responses import redirect_with_message, run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from people.access import get_gm_membership, get_membership
from people.idempotency.buttons import answer_form_once, new_key
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

HERE = "campaign-calendar"


@login_required
@require_safe
def calendar_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The current date with its moons, a month, and planned events; a campaign without a calendar chooses one."""
    membership = get_membership(request.user, campaign_id)
    calendar = find_calendar(membership)
    viewer = get_viewer(membership, get_views(request))
    context: dict[str, Any] = viewer_context(membership, viewer, HERE)
    if calendar is None:
        return render(request, "campaigns/log/calendar/none.html", context)
    month = queries.parse_month(calendar, request.GET.get("month", ""))
    context["page"] = queries.get_calendar_page(viewer, calendar, month)
    if viewer.is_gm:
        context |= {"advance": AdvanceForm(calendar=calendar), "event": EventForm(calendar=calendar)}
        context["key"] = new_key()
    return render(request, "campaigns/log/calendar/calendar.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start_calendar(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """A GM chooses a preset and the current date."""
    membership = get_gm_membership(request.user, campaign_id)
    if find_calendar(membership) is not None:
        return redirect("calendar-edit", campaign_id=campaign_id)
    posted = request.POST if request.method == "POST" else None
    presets = list_presets()
    form = StartForm(posted, choices=[(preset.key, preset.label) for preset in presets])
    started = posted is not None and run_action(
        lambda: actions.save_calendar(
            membership=membership,
            definition=write_definition(PRESETS[form.cleaned_data["preset"]][1]),
            date=form.cleaned_data["date"],
        ),
        form,
    )
    if started:
        return redirect_with_message(request, _("The campaign has a calendar."), HERE, campaign_id=campaign_id)
    context = campaign_context(membership, HERE) | {"form": form, "presets": presets}
    return render(request, "campaigns/log/calendar/start.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_calendar(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """A GM edits every part of the calendar; "preview" only shows what today would look like."""
    membership = get_gm_membership(request.user, campaign_id)
    calendar = get_calendar(membership)
    posted = request.POST if request.method == "POST" else None
    forms = DefinitionForms(calendar.reckoning.definition, posted)
    context = campaign_context(membership, HERE) | {
        "forms": forms,
        "revision": calendar.revision if posted is None else posted_revision(posted),
        "preview": Preview(queries.describe_day(calendar.reckoning, calendar.now)),
    }
    if posted is not None and "preview" in posted:
        context["preview"] = preview_definition(calendar, forms)
    elif posted is not None:
        saved = _save_definition(membership, forms, posted, context)
        if saved:
            return redirect_with_message(request, _("Saved."), HERE, campaign_id=campaign_id)
    return render(request, "campaigns/log/calendar/edit.html", context)


def _save_definition(membership: Member, forms: DefinitionForms, posted: Any, context: dict[str, Any]) -> Any:
    """Saves the posted definition; on a refusal puts it into the context and returns None."""
    if not forms.is_valid():
        context["refusal"] = gettext("Some rows cannot be read. Correct the marked rows.")
        return None
    try:
        return actions.save_calendar(
            membership=membership,
            definition=forms.read(),
            revision=posted_revision(posted),
            move_dates="move_dates" in posted,
            renamed=forms.renamed(),
        )
    except EditConflict as stale:
        theirs = describe_definition(stale.current.reckoning.definition)
        context |= {"refusal": str(stale), "revision": stale.revision, "theirs": theirs}
    except ValidationError as refusal:
        context["refusal"] = " ".join(refusal.messages)
        context["asks_to_move"] = "move_dates" in getattr(refusal, "error_dict", {})
    return None


@login_required
@require_POST
def advance_date(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Moves the current date by some days or a week, or to a date, and says what fell due."""
    membership = get_gm_membership(request.user, campaign_id)
    calendar = get_calendar(membership)
    due: list[str] = []

    def advance() -> list[str]:
        step = request.POST.get("step", "")
        if step:
            events = actions.advance_days(membership=membership, days=_days(calendar, step))
        else:
            events = actions.advance_to(membership=membership, date=request.POST.get("date", "")[:400])
        return [event.title for event in events]

    back = "campaign" if request.POST.get("back") == "campaign" else HERE
    answer = run_button(
        request, lambda: due.extend(answer_form_once(request, advance)), "", back, campaign_id=campaign_id
    )
    if due:
        sentence = ngettext("%(count)s event fell due: %(names)s.", "%(count)s events fell due: %(names)s.", len(due))
        messages.success(request, sentence % {"count": len(due), "names": ", ".join(due[:5])})
    return answer


def _days(calendar: Calendar, step: str) -> int:
    """The days of a button: a number, or "week"."""
    if step == "week":
        return len(calendar.reckoning.definition.weekdays) or 7
    return -1 if step == "-1" else parse_id(step) or 0
