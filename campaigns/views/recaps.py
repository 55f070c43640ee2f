"""Pages of recaps: what is told of an evening to GMs, to everybody, to one character's player; and its editing."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access, access_world, recaps
from campaigns.actions import recaps as actions
from campaigns.forms.sessions import RecapForm
from campaigns.models import Member, Recap
from campaigns.queries import sessions as queries
from campaigns.queries import world
from campaigns.requests import SignedRequest
from campaigns.views.world import seen_through
from characters.access import found
from characters.answers import accepted, frame
from characters.models import Character
from rules.stale import Stale, seen_revision
from rules.typed import whole


@login_required
@require_safe
def recap(request: SignedRequest, session_id: int) -> HttpResponse:
    """The recap for whom `for` names: gm, party (when it names nobody), or a character's id."""
    row, own, seen = access_world.evening(request.user, session_id, request.GET.get("as"))
    audience, character = whom(seen, request.GET.get("for", ""))
    stored = queries.stored_recap(seen, row, audience, character)
    text = stored.text if stored else recaps.draft(seen, row, audience, character)
    context = seen_through(own, seen, "campaign-sessions")
    context |= {"session": row, "stored": stored, "audience": audience, "character": character}
    context |= {"html": world.html(seen, text, context["suffix"]), "characters": queries.recap_characters(seen, row)}
    context |= {"chosen": str(character.pk) if character else audience}
    return render(request, "campaigns/sessions/recap.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedRequest, session_id: int) -> HttpResponse:
    """Changes a recap; `draft` in the address begins anew from the log."""
    row, own = access.session(request.user, session_id)
    access.must_run(own)
    audience, character = whom(own, request.GET.get("for", ""))
    stored = queries.stored_recap(own, row, audience, character)
    fresh = stored is None or "draft" in request.GET
    text = recaps.draft(own, row, audience, character) if fresh else stored.text if stored else ""
    posted = request.POST if request.method == "POST" else None
    form = RecapForm(posted, initial={"text": text})
    chosen = str(character.pk) if character else audience
    context: dict[str, Any] = frame(own, "campaign-sessions")
    context |= {"form": form, "session": row, "character": character, "audience": audience, "chosen": chosen}
    context |= {"revision": stored.revision if stored else 0, "stored": stored}
    if posted is not None:
        context["revision"] = seen = seen_revision(request.POST)
        what: dict[str, Any] = {"session": row, "audience": audience, "character": character, "revision": seen}
        try:
            saved = accepted(lambda: actions.save(own=own, text=form.cleaned_data["text"], **what), form)
        except Stale as stale:
            context |= {"stale": str(stale), "theirs": stale.current, "revision": stale.revision}
        else:
            if saved:
                return redirect(f"{reverse('session-recap', args=[session_id])}?for={chosen}")
    return render(request, "campaigns/sessions/recap_form.html", context)


def whom(own: Member, text: str) -> tuple[str, Character | None]:
    """For whom a recap is: 403 for the GMs' to others, 404 for a character that is not the reader's."""
    if text == Recap.Audience.GM:
        access.must_run(own)
        return text, None
    if text in {"", Recap.Audience.PARTY}:
        return Recap.Audience.PARTY, None
    return Recap.Audience.CHARACTER, found(access_world.told_characters(own), pk=whole(text))
