"""Pages of shared pages: reading and taking one, sharing a page, withdrawing it, and taking over changes."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.world.access import get_entry_as_gm
from campaigns.world.queries import render_text
from campaigns.world.shared_worlds import npc_actions, page_actions, queries
from campaigns.world.shared_worlds.access import get_copy, get_shared_page
from campaigns.world.shared_worlds.editions import Draft, draft_of
from campaigns.world.shared_worlds.forms import ShareForm
from campaigns.world.shared_worlds.maps.actions import take_map
from campaigns.world.shared_worlds.maps.queries import pin_lines
from campaigns.world.shared_worlds.models import MAP, NPC, SharedPageCopy, addresses_of
from campaigns.world.shared_worlds.sharing import SeenEdition, merge_with_newest
from campaigns.world.shared_worlds.ties.queries import needs_warning, offered_tie_lines, tie_changes, tie_lines
from characters.models import Character
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from common.text_merge import CHOICES
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest

HERE = "campaign-world"
MOST_CONFLICTS = 200
TAKE: Final[dict[str, Callable[..., Any]]] = {NPC: npc_actions.take_npc, MAP: take_map}


@login_required
@require_safe
def shared_page(request: SignedRequest, campaign_id: int, page_id: int) -> HttpResponse:
    """A shared page as its newest edition has it, for GMs."""
    membership = get_gm_membership(request.user, campaign_id)
    page, world_place = get_shared_page(membership, page_id)
    queries.mark_copies(membership, [page])
    edition = queries.newest_edition(page)
    context = campaign_context(membership, HERE) | {
        "page": page,
        "world_place": world_place,
        "edition": edition,
        "html": render_text(membership, edition.text),
        "editions": list(queries.editions_of(page)[: queries.PAGE]),
        "ties": offered_tie_lines(membership, edition),
        "pins": pin_lines(membership, (edition.map or {}).get("pins", ())),
    }
    return render(request, "campaigns/world/shared_worlds/page.html", context)


@login_required
@require_POST
def take_page(request: SignedRequest, campaign_id: int, page_id: int) -> HttpResponse:
    """Takes a shared page into this campaign."""
    membership = get_gm_membership(request.user, campaign_id)
    page, _table = get_shared_page(membership, page_id)
    taken: list[Any] = []
    done = _("Only GMs of this campaign see it until you show it.")
    take = TAKE.get(page.kind, page_actions.take_page)
    if run_with_message(request, lambda: taken.append(take(membership=membership, page=page)), done):
        return redirect(addresses_of(taken[0]).page)
    return redirect("shared-page", campaign_id=campaign_id, page_id=page_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def share_entry(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Shows what the other GMs will get of a page, and shares it."""
    entry, membership = get_entry_as_gm(request.user, entry_id)
    share = partial(
        page_actions.share_entry, membership=membership, entry=entry, revision=posted_revision(request.POST)
    )
    return show_share_page(request, membership, entry, share, draft_of)


def show_share_page(
    request: SignedRequest, membership: Member, thing: Any, share: Callable[..., Any], draft_for: Callable[..., Draft]
) -> HttpResponse:
    """What the other GMs will get of a page or an NPC; a POST shares it with `share(gm_part=…)`."""
    sharing = queries.get_sharing(membership, thing)
    posted = request.POST if request.method == "POST" else None
    with_gm_part = (request.GET if posted is None else posted).get("gm_part") == "on"
    gm_part = sharing.with_gm_part or (with_gm_part and sharing.may_share_secret_blocks)
    form = ShareForm(posted)
    context = campaign_context(membership, HERE) | {"entry": thing, "sharing": sharing, "form": form}
    context["npc"] = isinstance(thing, Character)
    if posted is not None:
        try:
            if run_action(lambda: share(gm_part=with_gm_part), form):
                messages.success(request, _("This is shared with the GMs of the world."))
                return redirect(sharing.addresses.page)
        except EditConflict as stale:
            context["stale"] = str(stale)
    draft = draft_for(sharing.world_place, thing, gm_part=gm_part)
    context |= {"gm_part": gm_part, "draft": draft, "html": render_text(membership, draft.text)}
    context["ties"] = tie_lines(membership, [tie.fields for tie in draft.ties.ties])
    return render(request, "campaigns/world/shared_worlds/share.html", context)


@login_required
@require_POST
def withdraw_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Withdraws a shared page."""
    copy, membership = get_copy(request.user, entry_id)
    return run_button(
        request,
        lambda: page_actions.withdraw_page(membership=membership, entry=copy.thing),
        _("The page is no longer shared. Campaigns that took it keep their copies."),
        "world-entry",
        entry_id=entry_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_changes(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Shows what other campaigns changed in a shared page, and takes it over."""
    copy, membership = get_copy(request.user, entry_id)
    if request.method != "POST":
        return show_changes(request, membership, copy)
    seen = read_seen(request.POST)
    take = partial(page_actions.take_changes, membership=membership, entry=copy.thing, seen=seen)
    try:
        if run_with_message(request, take, _("The changes are in your page.")):
            return redirect("world-entry", entry_id=entry_id)
    except EditConflict as stale:
        messages.error(request, str(stale))
    return redirect("world-take-changes", entry_id=entry_id)


def show_changes(request: SignedRequest, membership: Member, copy: SharedPageCopy) -> HttpResponse:
    """What other campaigns changed in a shared page or NPC, with a form that takes it over."""
    if not copy.behind:
        messages.info(request, _("All shared changes are here already."))
        return redirect(copy.addresses.page)
    merge, newest = merge_with_newest(copy)
    ties = tie_changes(membership, copy, newest)
    context = campaign_context(membership, HERE) | {
        "entry": copy.thing,
        "addresses": copy.addresses,
        "known": copy.known_to_players or needs_warning(ties),
        "ties": ties,
        "newest": newest,
        "lines": queries.compare_editions(copy, newest),
        "conflict": merge if merge.conflicts else None,
    }
    return render(request, "campaigns/world/shared_worlds/changes.html", context)


def read_seen(posted: Any) -> SeenEdition:
    """What the GM compared, from the form."""
    number = posted.get("number", "")
    chosen = [posted[f"choice-{n}"] for n in range(MOST_CONFLICTS) if f"choice-{n}" in posted]
    return SeenEdition(
        revision=posted_revision(posted),
        number=int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0,
        digest=posted.get("conflicts", ""),
        choices=tuple(choice for choice in chosen if choice in CHOICES),
    )
