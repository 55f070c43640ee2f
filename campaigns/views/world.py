"""Pages of the world: the list, one page, an NPC, the journal; each also through a player's eyes (?as=)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access, access_world
from campaigns.forms.world import PictureForm, ShowForm
from campaigns.models import Member, WorldPicture
from campaigns.queries import world as queries
from campaigns.requests import SignedRequest
from characters.answers import frame

JOURNAL_PAGE = 40


def seen_through(own: Member, seen: Member, here: str = "campaign-world") -> dict[str, Any]:
    """The frame of a page that `seen` reads; `looking` and `suffix` are set while a GM looks through other eyes."""
    looking = seen if seen.pk != own.pk else None
    return frame(own, here) | {
        "own": seen, "looking": looking, "suffix": f"?as={seen.pk}" if looking else "", "real": own,
    }  # fmt: skip


@login_required
@require_safe
def world(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Every page of the world the reader knows of."""
    own = access.member(request.user, campaign_id)
    seen = access_world.looking(own, request.GET.get("as"))
    text = request.GET.get("text", "")[:200]
    players = [one for one in access.members(own) if not one.runs] if own.runs else []
    context = {"world": queries.world(seen, text), "text": text, "players": players}
    return render(request, "campaigns/world/list.html", seen_through(own, seen) | context)


@login_required
@require_safe
def entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """One page; for GMs with whom it is shown to, its earlier pictures and its journal."""
    row, own, seen = access_world.entry(request.user, entry_id, request.GET.get("as"))
    context = seen_through(own, seen)
    page = queries.page(seen, row, context["suffix"])
    if page.writes and context["looking"] is None:
        context |= {"show": ShowForm(members=access.members(own)), "picture_form": PictureForm()}
    return render(request, "campaigns/world/entry.html", context | {"page": page, "entry": row})


@login_required
@require_safe
def npc(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """What is known of an NPC: where it is mentioned and what the log tells; GMs also its notes."""
    row, own, seen = access_world.npc(request.user, campaign_id, character_id, request.GET.get("as"))
    context = seen_through(own, seen)
    told = {
        "npc": row,
        "mentions": queries.mentions(seen, queries.wiki.folded(row.name), context["suffix"]),
        "lines": queries.lines_about(seen, row),
        "about": queries.html(seen, row.about, context["suffix"]),
        "gm_notes": queries.html(seen, row.gm_notes) if seen.runs else "",
        "journal": queries.journal(seen).filter(character=row)[:20] if seen.runs else [],
    }
    return render(request, "campaigns/world/npc.html", context | told)


@login_required
@require_safe
def journal(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Who learned what, when and by what; players read what they learned themselves."""
    own = access.member(request.user, campaign_id)
    seen = access_world.looking(own, request.GET.get("as"))
    page = Paginator(queries.journal(seen), JOURNAL_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/world/journal.html", seen_through(own, seen) | {"page": page})


@login_required
@require_http_methods(["GET", "HEAD"])
def picture(request: SignedRequest, entry_id: int) -> HttpResponse:
    """The picture of a page that the reader may see: a file to be shown inside a page, never a page itself."""
    return picture_answer(access_world.picture(request.user, entry_id, request.GET.get("as")))


def picture_answer(row: WorldPicture) -> HttpResponse:
    """A picture as a file that no browser takes for a page, whatever it holds."""
    answer = HttpResponse(bytes(row.data), content_type=row.media_type)
    answer["Content-Disposition"] = f'attachment; filename="picture-{row.pk}.webp"'
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Cache-Control"] = "no-store, private"
    return answer
