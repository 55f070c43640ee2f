"""Pages that show and edit recaps."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.sessions import queries as session_queries
from campaigns.sessions.access import get_session, recap_characters
from campaigns.sessions.forms import RecapForm
from campaigns.sessions.models import Recap
from campaigns.sessions.note_pictures.queries import draft_pictures, recap_pictures
from campaigns.sessions.recaps import actions, drafts, recipients
from campaigns.world import access as world_access
from campaigns.world import queries as world_queries
from characters.models import Character
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, has_values, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from common.requests import site_of
from people.access import get_visible_row, require_gm
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_views, viewer_context


@login_required
@require_safe
def recap_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """The recap for the audience in `for`: gm, party (the default), or a character's id."""
    row, membership, viewer = world_access.get_session_and_viewer(request.user, session_id, get_views(request))
    audience, character = recap_audience(viewer, request.GET.get("for", ""))
    stored = session_queries.get_stored_recap(viewer, row, audience, character)
    if stored:
        text, pictures = stored.text, recap_pictures(stored, row.campaign_id)
    else:
        text = drafts.draft_recap(viewer, row, audience, character)
        pictures = draft_pictures(viewer, row, text)
    context = viewer_context(membership, viewer, "campaign-sessions")
    context |= {"session": row, "stored": stored, "audience": audience, "character": character}
    context |= {
        "html": world_queries.render_text(viewer, text, pictures=pictures),
        "characters": session_queries.list_recap_characters(viewer, row),
    }
    context |= {"chosen": str(character.pk) if character else audience}
    if membership.is_gm:
        context["missed"] = recipients.get_absent_members(membership, row)
    return render(request, "campaigns/sessions/recaps/recap.html", context)


@login_required
@require_POST
def send_recap_page(request: SignedRequest, session_id: int) -> HttpResponse:
    """Sends the recap to those who missed the session."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    origin = site_of(request)
    return run_button(
        request,
        lambda: actions.send_recap(membership=membership, session=row, origin=origin),
        _("The recap will be sent to those who missed the session."),
        "session-recap",
        session_id=session_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_recap(request: SignedRequest, session_id: int) -> HttpResponse:
    """Changes a recap; `draft` in the query string begins again from the generated draft."""
    row, membership = get_session(request.user, session_id)
    require_gm(membership)
    audience, character = recap_audience(membership, request.GET.get("for", ""))
    stored = session_queries.get_stored_recap(membership, row, audience, character)
    fresh = stored is None or "draft" in request.GET
    text = drafts.draft_recap(membership, row, audience, character) if fresh else stored.text if stored else ""
    posted = request.POST if request.method == "POST" else None
    form = RecapForm(posted, initial={"text": text})
    chosen = str(character.pk) if character else audience
    context: dict[str, Any] = campaign_context(membership, "campaign-sessions")
    context |= {"form": form, "session": row, "character": character, "audience": audience, "chosen": chosen}
    context |= {"revision": stored.revision if stored else 0, "stored": stored}
    if posted is not None:
        context["revision"] = seen = posted_revision(request.POST)
        what: dict[str, Any] = {"session": row, "audience": audience, "character": character, "revision": seen}
        try:
            saved = run_action(
                lambda: actions.save_recap(membership=membership, text=form.cleaned_data["text"], **what), form
            )
        except EditConflict as stale:
            saved = has_values(stale.current, form.cleaned_data)
            context |= {"stale": str(stale), "theirs": stale.current, "revision": stale.revision}
        if saved:
            return redirect(f"{reverse('session-recap', args=[session_id])}?for={chosen}")
    return render(request, "campaigns/sessions/recaps/recap_form.html", context)


def recap_audience(membership: Member, text: str) -> tuple[str, Character | None]:
    """The audience of a recap. Others than GMs get 403 for the GMs' recap, and 404 for a character of someone else."""
    if text == Recap.Audience.GM:
        require_gm(membership)
        return text, None
    if text in {"", Recap.Audience.PARTY}:
        return Recap.Audience.PARTY, None
    return Recap.Audience.CHARACTER, get_visible_row(recap_characters(membership), pk=parse_id(text))
