"""Pages of ties: the graph and the list of one thing, all ties of a campaign, and the forms."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.world.models import WorldEntry
from campaigns.world.ties import actions, queries
from campaigns.world.ties.access import find_thing, get_editable_tie, may_edit_thing
from campaigns.world.ties.forms import NewTieForm, TieForm
from campaigns.world.ties.graph import Graph, draw_campaign_graph, draw_graph
from campaigns.world.ties.models import Thing, Tie
from campaigns.world.ties.wording import suggest_words
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from common.parsing import parse_id
from people.access import get_membership, require_player
from people.idempotency.buttons import new_key, run_form_once
from people.models import Member, Role
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

HERE = "campaign-world"
MOST_LISTED = 60


@login_required
@require_safe
def ties_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The graph and the ties of the thing that `page` or `person` names; without one, all ties, newest first."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    context = viewer_context(membership, viewer, HERE)
    thing = _asked_thing(request, viewer)
    folded = frozenset(request.GET.getlist("fold")[:40])
    if thing is None:
        context |= _all_ties(viewer, parse_id(request.GET.get("beyond", "")), folded)
        context["may_tie"] = membership.role != Role.OBSERVER and context["viewed"] is None
        return render(request, "campaigns/world/ties/all.html", context)
    depth = 2 if request.GET.get("depth") == "2" else 1
    context |= {
        "thing": thing,
        "described": queries.describe(thing),
        "end": queries.tie_end_of(thing),
        "asked": _thing_query(thing),
        "depth": depth,
        "graph": draw_graph(viewer, thing, depth=depth, folded=folded),
        "ties": queries.ties_of(viewer, thing),
        "may_tie": context["viewed"] is None and may_tie(viewer, thing),
    }
    _write_fold_links(context["graph"], folded, f"{context['asked']}&depth={depth}")
    return render(request, "campaigns/world/ties/graph.html", context)


def _all_ties(viewer: Member, beyond: int | None, folded: frozenset[str]) -> dict[str, Any]:
    """A page of all ties, newest first; the first page has the graph of the campaign."""
    lines = queries.newest_ties(viewer, beyond, MOST_LISTED)
    context: dict[str, Any] = {"lines": lines[:MOST_LISTED], "more": len(lines) > MOST_LISTED, "beyond": beyond}
    context["last"] = str(lines[MOST_LISTED - 1].tie.pk) if context["more"] else ""
    if lines and beyond is None:
        context["graph"] = draw_campaign_graph(viewer, folded)
        _write_fold_links(context["graph"], folded, "")
    return context


def _write_fold_links(graph: Graph, folded: frozenset[str], kept: str) -> None:
    """Gives each box the address of the page on which it is folded or open; `kept` is the rest of the query string."""
    for box in graph.boxes:
        folds = urlencode([("fold", node) for node in sorted(folded ^ {box.key})])
        box.toggle = f"?{'&'.join(filter(None, (kept, folds)))}#graph"


def may_tie(membership: Member, thing: Thing) -> bool:
    """Whether the page of a thing offers to tie it to something."""
    return membership.role != Role.OBSERVER and may_edit_thing(membership, thing)


def _asked_thing(request: SignedRequest, membership: Member) -> Thing | None:
    page, person = request.GET.get("page"), request.GET.get("person")
    if not page and not person:
        return None
    if page:
        return find_thing(membership, page=parse_id(page) or 0)
    return find_thing(membership, person=parse_id(person) or 0)


def _thing_query(thing: Thing) -> str:
    return f"page={thing.pk}" if isinstance(thing, WorldEntry) else f"person={thing.pk}"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_tie(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Ties what `page` or `person` names, or what the form names, to something else."""
    membership = require_player(get_membership(request.user, campaign_id))
    thing = _asked_thing(request, membership)
    posted = request.POST if request.method == "POST" else None
    form = NewTieForm(posted, membership=membership, thing=thing)
    create = partial(actions.create_tie, membership=membership)
    if posted is not None and run_action(lambda: run_form_once(request, lambda: create(**form.fields_of_tie())), form):
        return _go_to(membership, thing or form.cleaned_data["this"])
    context = campaign_context(membership, HERE) | {"form": form, "thing": thing, **_offers(membership)}
    context["key"] = new_key()
    context["back"] = _ties_address(membership, thing)
    context["title"] = _("Tie of %(name)s") % {"name": thing.name} if thing else _("New tie")
    return render(request, "campaigns/world/ties/form.html", context)


def _go_to(membership: Member, thing: Thing) -> HttpResponseRedirect:
    return HttpResponseRedirect(_ties_address(membership, thing))


def _ties_address(membership: Member, thing: Thing | None) -> str:
    address = reverse("campaign-ties", args=[membership.campaign_id])
    return f"{address}?{_thing_query(thing)}" if thing is not None else address


def _offers(membership: Member) -> dict[str, Any]:
    return {"names": queries.available_names(membership), "suggested": suggest_words()}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_tie(request: SignedRequest, tie_id: int) -> HttpResponse:
    """Changes words, times and audience of a tie; after an edit conflict, shows the current tie too."""
    row, membership = get_editable_tie(request.user, tie_id)
    posted = request.POST if request.method == "POST" else None
    form = TieForm(posted, membership=membership, initial=_tie_values(row))
    context = campaign_context(membership, HERE) | {"form": form, "tie": row, "revision": row.revision}
    context |= {"back": _ties_address(membership, row.start), "title": f"{row.start.name} – {row.end.name}"}
    if posted is not None:
        revision = context["revision"] = posted_revision(posted)
        try:
            saved = run_action(
                lambda: actions.change_tie(membership=membership, tie=row, revision=revision, **form.cleaned_data), form
            )
        except EditConflict as stale:
            theirs = TieForm(membership=membership, initial=_tie_values(stale.current))
            del theirs.fields["how"]  # part of "Who learned what", not of the tie
            context |= {"stale": str(stale), "theirs": list(theirs), "revision": stale.revision}
        else:
            if saved:
                return _go_to(membership, row.start)
    return render(request, "campaigns/world/ties/form.html", context | _offers(membership))


def _tie_values(row: Tie) -> dict[str, Any]:
    """What the form of a tie shows of it."""
    return {name: getattr(row, name) for name in (*actions.TEXTS, "visibility")} | {"players": list(row.players.all())}


@login_required
@require_POST
def remove_tie(request: SignedRequest, tie_id: int) -> HttpResponse:
    """Removes a tie."""
    row, membership = get_editable_tie(request.user, tie_id)
    run_with_message(request, lambda: actions.remove_tie(membership=membership, tie=row), _("The tie was removed."))
    return _go_to(membership, row.start)
