"""Pages of the world: list, page, NPC and journal; GMs can view each as another member."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.log.calendar.queries import dates_of
from campaigns.world import access as world_access
from campaigns.world import link_names, page_lists, queries
from campaigns.world.forms import PictureForm, ShowForm
from campaigns.world.glance.queries import get_glance
from campaigns.world.maps.queries import maps_with_page
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.quests.forms import QuestLineForm
from campaigns.world.quests.queries import quests_of
from campaigns.world.shared_worlds.queries import may_open_world_page, sharing_of
from campaigns.world.tags import fold_tag, tags_of
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.ties.access import may_edit_thing
from campaigns.world.ties.queries import ties_of
from campaigns.world.wiki_links import fold_name
from common.parsing import parse_id
from common.picture_requests import safe_picture_response
from people.access import get_membership, members_of
from people.idempotency.buttons import new_key
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

JOURNAL_PAGE = 40
MOST_TAGS = 40


@login_required
@require_safe
def world_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The pages of the world that the reader may see."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    text, kind = request.GET.get("text", "")[:200], request.GET.get("kind", "")
    kind = kind if kind in page_lists.KINDS else ""
    skip = min(parse_id(request.GET.get("skip", "")) or 0, 10**6) if kind else 0
    players = [member for member in members_of(membership) if not member.is_gm] if membership.is_gm else []
    tag = fold_tag(request.GET.get("tag", "")[:80].replace("\0", ""))
    context = {"world": page_lists.get_world_page(viewer, text, kind, skip, tag), "text": text, "players": players}
    context["glance"] = None if text.strip() or kind or tag else get_glance(viewer)
    context |= {"tag": tag, "tags": tags_of(viewer)[:MOST_TAGS]}
    context["shared_world"] = may_open_world_page(viewer)
    context |= {"only": kind, "skip": skip, "after": str(skip + page_lists.ROWS_IN_ONE_LIST)}
    return render(request, "campaigns/world/list.html", viewer_context(membership, viewer, "campaign-world") | context)


@login_required
@require_safe
def names_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The names to choose from while a link is written, as JSON."""
    membership = get_membership(request.user, campaign_id)
    response = JsonResponse({"names": link_names.suggest_names(membership, request.GET.get("text", "")[:120])})
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_safe
def entry_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """One page; for GMs with its audience, earlier pictures and journal."""
    row, membership, viewer = world_access.get_entry(request.user, entry_id, get_views(request))
    context = entry_context(membership, viewer, row, whole=request.GET.get("inside") == "all")
    return render(request, "campaigns/world/entry.html", context)


def entry_context(membership: Member, viewer: Member, row: WorldEntry, *, whole: bool = False) -> dict[str, Any]:
    """What the template of a page needs; `whole` lists everything inside a location."""
    context = viewer_context(membership, viewer, "campaign-world")
    page = queries.get_entry_page(viewer, row, whole=whole)
    context["ties"] = ties_of(viewer, row) if row.archived is None else None
    context["maps"] = maps_with_page(viewer, row) if row.archived is None else []
    if row.kind == WorldEntry.Kind.THREAD:
        context["quest"] = quests_of(viewer, [row])[row.pk]
        if membership.is_gm and context["viewed"] is None:
            context |= {"quest_form": QuestLineForm(), "key": new_key()}
    if page.writes and context["viewed"] is None:
        context |= {
            "may_tie": row.archived is None,
            "show": ShowForm(members=members_of(membership)),
            "picture_form": PictureForm(),
            "sharing": sharing_of(membership, row) if row.archived is None else None,
        }
    return context | {"page": page, "entry": row}


@login_required
@require_safe
def npc_page(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """An NPC with its mentions and log entries; for GMs also with its notes."""
    row, membership, viewer = world_access.get_npc(request.user, campaign_id, character_id, get_views(request))
    context = viewer_context(membership, viewer, "campaign-world")
    npc_context = {
        "npc": row,
        "dates": dates_of(viewer, character=row),
        "ties": ties_of(viewer, row),
        "may_tie": context["viewed"] is None and may_edit_thing(membership, row),
        "mentions": queries.mentions_of(viewer, fold_name(row.name)),
        "lines": queries.log_entries_about(viewer, row),
        "about": queries.render_text(viewer, row.about),
        "gm_notes": queries.render_text(viewer, row.gm_notes) if viewer.is_gm else "",
        "journal": queries.get_journal(viewer).filter(character=row)[:20] if viewer.is_gm else [],
    }
    if membership.is_gm and context["viewed"] is None:
        npc_context |= queries.viewers_of_npc(membership, row) | {"sharing": sharing_of(membership, row)}
    return render(request, "campaigns/world/npc.html", context | npc_context)


@login_required
@require_safe
def journal_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The reveal journal; players see what they learned themselves."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    page = Paginator(queries.get_journal(viewer), JOURNAL_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "campaigns/world/journal.html", viewer_context(membership, viewer, "campaign-world") | {"page": page}
    )


@login_required
@require_http_methods(["GET", "HEAD"])
def picture_file(request: SignedRequest, entry_id: int) -> HttpResponse:
    """The picture of a page that the reader may see."""
    return picture_response(world_access.get_picture(request.user, entry_id, get_views(request)))


def picture_response(row: WorldPicture | TextPicture) -> HttpResponse:
    """A picture of a page or in its text."""
    return safe_picture_response(bytes(row.data), row.media_type, f"picture-{row.pk}.webp")
