"""Pages of maps: the list, a map, its picture, and the forms of a map itself."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.world.maps import actions, queries
from campaigns.world.maps.access import get_map, get_map_as_gm
from campaigns.world.maps.forms import DistanceForm, MapForm, MapPictureForm, NewMapForm, VisitForm
from campaigns.world.maps.models import MapRendering, WorldMap
from campaigns.world.maps.renderings import CURRENT, get_visible_rendering
from campaigns.world.shared_worlds.queries import sharing_of
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from common.parsing import parse_id
from common.picture_requests import safe_picture_response
from people.access import get_gm_membership, get_membership
from people.idempotency.buttons import make_row_once, new_key
from people.models import Member
from people.requests import SignedRequest
from people.viewing import get_viewer, get_views, viewer_context

HERE = "campaign-world"


@login_required
@require_safe
def maps_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The maps that the reader may see."""
    membership = get_membership(request.user, campaign_id)
    viewer = get_viewer(membership, get_views(request))
    context = viewer_context(membership, viewer, HERE)
    context |= {"maps": queries.list_maps(viewer), "may_write": membership.is_gm and context["viewed"] is None}
    context["archived"] = queries.list_maps(viewer, archived=True) if viewer.is_gm else []
    return render(request, "campaigns/world/maps/list.html", context)


@login_required
@require_safe
def map_page(request: SignedRequest, map_id: int) -> HttpResponse:
    """A map with its pins and the party's path; `start` and `end` ask for the distance of two pins."""
    row, membership, viewer = get_map(request.user, map_id, get_views(request))
    context = _map_context(membership, viewer, row, request.GET if "start" in request.GET else None)
    return render(request, "campaigns/world/maps/map.html", context)


def _map_context(membership: Member, viewer: Member, row: WorldMap, asked: QueryDict | None = None) -> dict[str, Any]:
    """What the template of a map needs; `asked` are the fields of the form of distances."""
    context = viewer_context(membership, viewer, HERE) | {"page": queries.get_map_page(viewer, row), "map": row}
    page = context["page"]
    if page.scale and len(page.marks) > 1:
        form = DistanceForm(asked, membership=viewer, row=row)
        context["distance_form"] = form
        if form.is_bound and form.is_valid():
            ends = form.cleaned_data
            context["distance"] = queries.describe_distance(page.scale, ends["start"], ends["end"])
    context["may_write"] = membership.is_gm and context["viewed"] is None
    context["sharing"] = sharing_of(membership, row) if context["may_write"] and row.archived is None else None
    if context["may_write"]:
        context |= {"visit_form": VisitForm(membership=membership, row=row), "key": new_key()}
        context["picture_form"] = MapPictureForm()
    return context


@login_required
@require_safe
def picture_file(request: SignedRequest, map_id: int, rendering: str) -> HttpResponse:
    """The picture of a map as the reader sees it now, by its digest or as `now`; 404 for what it was before, or is
    for others."""
    row, _membership, viewer = get_map(request.user, map_id, get_views(request))
    try:
        sent = get_visible_rendering(viewer, row, "" if rendering == CURRENT else rendering)
    except ValidationError:
        sent = None
    if sent is None:
        raise Http404(_("The picture of this map has changed. Open the page of the map again."))
    return rendering_response(sent, request.headers.get("If-None-Match", ""))


def rendering_response(rendering: MapRendering, known: str = "") -> HttpResponse:
    """A rendering. A browser may keep it, but asks each time whether the person may still see it."""
    name = f"map-{rendering.map_id}.webp"
    return safe_picture_response(bytes(rendering.data), rendering.media_type, name, tag=rendering.sha256, known=known)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_map(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Makes a map from a picture; `place` in the query string is the location that it shows."""
    membership = get_gm_membership(request.user, campaign_id)
    posted, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    initial = {"place": parse_id(request.GET.get("place", "")), "visibility": "gm"}
    form = NewMapForm(posted, files, membership=membership, initial=initial)

    def create() -> int:
        fields = form.cleaned_data
        picture = actions.decode_picture(fields.pop("picture"))
        return make_row_once(request, lambda: actions.create_map_of(membership=membership, picture=picture, **fields))

    map_id = posted is not None and run_action(create, form)
    if map_id:
        return redirect("map", map_id=map_id)
    context = campaign_context(membership, HERE) | {"form": form, "title": _("New map"), "key": new_key()}
    return render(request, "campaigns/world/maps/form.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_map(request: SignedRequest, map_id: int) -> HttpResponse:
    """Changes title, place, scale and audience of a map; after an edit conflict, shows the current map too."""
    row, membership = get_map_as_gm(request.user, map_id)
    posted = request.POST if request.method == "POST" else None
    form = MapForm(posted, membership=membership, initial=_map_values(row))
    context = campaign_context(membership, HERE) | {"form": form, "map": row, "title": row.title}
    context["revision"] = row.revision
    if posted is not None:
        revision = context["revision"] = posted_revision(posted)
        try:
            saved = run_action(
                lambda: actions.change_map(membership=membership, row=row, revision=revision, **form.cleaned_data), form
            )
        except EditConflict as stale:
            theirs = MapForm(membership=membership, initial=_map_values(stale.current))
            context |= {"stale": str(stale), "theirs": list(theirs), "revision": stale.revision}
        else:
            if saved:
                return redirect("map", map_id=map_id)
    return render(request, "campaigns/world/maps/form.html", context)


def _map_values(row: WorldMap) -> dict[str, Any]:
    """What the form of a map shows of it."""
    return {name: getattr(row, name) for name in actions.FIELDS} | {"players": list(row.players.all())}


@login_required
@require_POST
def upload_picture(request: SignedRequest, map_id: int) -> HttpResponse:
    """Gives the map another picture."""
    row, membership = get_map_as_gm(request.user, map_id)
    form, revision = MapPictureForm(request.POST, request.FILES), posted_revision(request.POST)
    try:
        done = run_action(
            lambda: actions.set_picture(
                membership=membership, row=row, data=form.cleaned_data["picture"], revision=revision
            ),
            form,
        )
    except EditConflict as conflict:
        done, row = None, conflict.current
        form.add_error(None, _("Someone else changed the map. Look at it and choose again."))
    if done:
        return redirect("map", map_id=map_id)
    context = _map_context(membership, membership, row) | {"picture_form": form}
    return render(request, "campaigns/world/maps/map.html", context)


@login_required
@require_POST
def archive_map(request: SignedRequest, map_id: int) -> HttpResponse:
    """Archives the map, or restores it."""
    row, membership = get_map_as_gm(request.user, map_id)
    archived = request.POST.get("archived") == "yes"
    return run_button(
        request,
        lambda: actions.change_map(membership=membership, row=row, revision=None, archived=archived),
        gettext_lazy("Archived. You can restore it.") if archived else gettext_lazy("The map was restored."),
        "map",
        map_id=map_id,
    )
