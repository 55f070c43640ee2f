"""Forms and buttons on maps: pins, hidden areas, and where the party was. For GMs."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.world.maps import area_actions, pin_actions, queries
from campaigns.world.maps.access import get_area_as_gm, get_map_as_gm, get_pin_as_gm, get_visit_as_gm
from campaigns.world.maps.forms import AreaForm, PinForm, VisitForm
from campaigns.world.maps.geometry import format_corners
from campaigns.world.maps.models import MapArea, MapPin, WorldMap
from campaigns.world.ties.queries import available_page_names
from common.button_responses import run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action
from people.idempotency.buttons import new_key, run_form_once
from people.models import Member
from people.requests import SignedRequest

HERE = "campaign-world"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_pin(request: SignedRequest, map_id: int) -> HttpResponse:
    """Places a pin on the map."""
    row, membership = get_map_as_gm(request.user, map_id)
    posted = request.POST if request.method == "POST" else None
    form = PinForm(posted, membership=membership, row=row, initial={"visibility": "party", "x": 50, "y": 50})
    context = _form_context(membership, row, form, _("New pin")) | {
        "names": available_page_names(membership),
        "draws": "pin",
    }
    create = partial(pin_actions.create_pin, membership=membership, row=row)
    return _save(
        request,
        context,
        lambda _revision: run_form_once(request, lambda: create(**form.cleaned_data)),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_pin(request: SignedRequest, pin_id: int) -> HttpResponse:
    """Moves a pin, or changes where it leads and who sees it."""
    pin, membership = get_pin_as_gm(request.user, pin_id)
    posted = request.POST if request.method == "POST" else None
    form = _pin_form(membership, pin, posted)
    context = _form_context(membership, pin.map, form, str(pin)) | {"draws": "pin", "pin": pin}
    context |= {"names": available_page_names(membership), "revision": pin.revision}
    return _save(
        request,
        context,
        lambda revision: pin_actions.change_pin(membership=membership, pin=pin, revision=revision, **form.cleaned_data),
        lambda current: _pin_form(membership, current),
    )


def _pin_form(membership: Member, pin: MapPin, posted: Any = None) -> PinForm:
    """The form of a pin with its values."""
    initial: dict[str, Any] = {name: getattr(pin, name) for name in ("label", "leads_to", "visibility")}
    initial |= {"x": round(pin.x * 100, 2), "y": round(pin.y * 100, 2), "players": list(pin.players.all())}
    initial["page"] = pin.page.name if pin.page else ""
    return PinForm(posted, membership=membership, row=pin.map, page=pin.page, initial=initial)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_pin(request: SignedRequest, pin_id: int) -> HttpResponse:
    """Asks for confirmation, then removes a pin."""
    pin, membership = get_pin_as_gm(request.user, pin_id)
    if request.method != "POST":
        return _ask(request, membership, pin.map, {"pin": pin})
    return run_button(
        request,
        lambda: pin_actions.remove_pin(membership=membership, pin=pin),
        gettext_lazy("The pin was removed."),
        "map",
        map_id=pin.map_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_area(request: SignedRequest, map_id: int) -> HttpResponse:
    """Hides a part of the map."""
    row, membership = get_map_as_gm(request.user, map_id)
    form = AreaForm(request.POST if request.method == "POST" else None)
    context = _form_context(membership, row, form, _("New hidden area")) | {"draws": "area"}
    create = partial(area_actions.create_area, membership=membership, row=row)
    return _save(request, context, lambda _revision: run_form_once(request, lambda: create(**form.cleaned_data)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_area(request: SignedRequest, area_id: int) -> HttpResponse:
    """Changes name and corners of an area."""
    area, membership = get_area_as_gm(request.user, area_id)
    form = _area_form(area, request.POST if request.method == "POST" else None)
    context = _form_context(membership, area.map, form, area.name)
    context |= {"draws": "area", "area": area, "revision": area.revision}
    return _save(
        request,
        context,
        lambda revision: area_actions.change_area(
            membership=membership, area=area, revision=revision, **form.cleaned_data
        ),
        _area_form,
    )


def _area_form(area: MapArea, posted: Any = None) -> AreaForm:
    """The form of an area with its values."""
    return AreaForm(posted, initial={"name": area.name, "points": format_corners(area.points)})


@login_required
@require_POST
def reveal_area(request: SignedRequest, area_id: int) -> HttpResponse:
    """Reveals an area to everyone who sees the map, or hides it again."""
    area, membership = get_area_as_gm(request.user, area_id)
    revealed = request.POST.get("revealed") == "yes"
    done = gettext_lazy("Revealed.") if revealed else gettext_lazy("Hidden again.")
    return run_button(
        request,
        lambda: area_actions.change_area(membership=membership, area=area, revision=None, revealed=revealed),
        done,
        "map",
        map_id=area.map_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_area(request: SignedRequest, area_id: int) -> HttpResponse:
    """Asks for confirmation, then removes an area."""
    area, membership = get_area_as_gm(request.user, area_id)
    if request.method != "POST":
        return _ask(request, membership, area.map, {"area": area})
    return run_button(
        request,
        lambda: area_actions.remove_area(membership=membership, area=area),
        gettext_lazy("The area was removed. Players who see the map can now see what it hid."),
        "map",
        map_id=area.map_id,
    )


@login_required
@require_POST
def add_visit(request: SignedRequest, map_id: int) -> HttpResponse:
    """Says that the party was at a pin in a session."""
    row, membership = get_map_as_gm(request.user, map_id)
    form = VisitForm(request.POST, membership=membership, row=row)

    def add() -> None:
        if not form.is_valid():
            raise ValidationError(_("Choose a pin of this map and a session."))
        pin, session = form.cleaned_data["pin"], form.cleaned_data["session"]
        pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)

    return run_button(
        request, lambda: run_form_once(request, add), gettext_lazy("The party was here."), "map", map_id=map_id
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_visit(request: SignedRequest, visit_id: int) -> HttpResponse:
    """Asks for confirmation, then takes a stop out of the party's path."""
    visit, membership = get_visit_as_gm(request.user, visit_id)
    if request.method != "POST":
        return _ask(request, membership, visit.pin.map, {"visit": visit})
    return run_button(
        request,
        lambda: pin_actions.remove_visit(membership=membership, visit=visit),
        gettext_lazy("The stop was removed."),
        "map",
        map_id=visit.pin.map_id,
    )


def _ask(request: SignedRequest, membership: Member, row: WorldMap, removed: dict[str, Any]) -> HttpResponse:
    """The page that says what happens when something is removed, with the button that removes it."""
    context = campaign_context(membership, HERE) | {"map": row} | removed
    return render(request, "campaigns/world/maps/remove.html", context)


def _form_context(membership: Member, row: WorldMap, form: forms.BaseForm, title: str) -> dict[str, Any]:
    context = campaign_context(membership, HERE) | {"form": form, "map": row, "title": title, "may_write": True}
    return context | {"page": queries.get_map_page(membership, row), "key": new_key()}


def _save(
    request: SignedRequest,
    context: dict[str, Any],
    act: Callable[[int], Any],
    form_of: Callable[[Any], forms.BaseForm] | None = None,
) -> HttpResponse:
    """Carries out the posted form and leads to the map; shows the form with its faults, or an edit conflict.

    `form_of` gives the form with the values of the row as it stands now."""
    if request.method == "POST":
        revision = context["revision"] = posted_revision(request.POST)
        try:
            if run_action(lambda: act(revision), context["form"]):
                return redirect("map", map_id=context["map"].pk)
        except EditConflict as stale:
            theirs = list(form_of(stale.current)) if form_of else []
            context |= {"stale": str(stale), "theirs": theirs, "revision": stale.revision}
    return render(request, "campaigns/world/maps/draw.html", context)
