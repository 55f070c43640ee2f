"""Writes to pins and to the party's path: GMs place, change and remove pins, and say where the party was."""

from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.access import known_sessions
from campaigns.world.maps.actions import lock_campaign, lock_map
from campaigns.world.maps.area_actions import cover_pins
from campaigns.world.maps.audiences import choose_players
from campaigns.world.maps.models import MapPin, MapVisit, WorldMap
from common.edit_conflicts import require_revision
from common.rows import lock_row, save_with_history, validate_row
from people.access import require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text

FIELDS: Final = ("x", "y", "label", "page", "leads_to", "visibility")
MAX_PINS: Final = 500
MOST_STOPS: Final = 1000
DIGITS: Final = 4


@transaction.atomic
def create_pin(*, membership: Member, row: WorldMap, players: Sequence[Member] | None = None, **fields: Any) -> MapPin:
    """Places a pin on the map."""
    lock_campaign(membership)
    row = lock_map(membership, row)
    _require_room(row, 1)
    pin = MapPin(campaign=membership.campaign, map=row, by=membership.user)
    return _save_pin(membership, pin, fields, players, _("written"))


@transaction.atomic
def create_pins(*, membership: Member, row: WorldMap, pins: Sequence[dict[str, Any]]) -> list[MapPin | None]:
    """Places many pins on the map, for which nobody is chosen; None for one that would lead in a circle of maps."""
    lock_campaign(membership)
    row = lock_map(membership, row)
    _require_room(row, len(pins))
    made: list[MapPin | None] = []
    for fields in pins:
        pin = MapPin(campaign=membership.campaign, map=row, by=membership.user, **fields)
        circle = pin.leads_to is not None and row.pk in _maps_below(pin)
        made.append(None if circle else _store_pin(membership, pin, {}, (), _("written")))
    cover_pins(row)
    return made


def count_free_pins(row: WorldMap) -> int:
    """How many more pins the map can have."""
    return max(0, MAX_PINS - MapPin.objects.filter(map=row).count())


def _require_room(row: WorldMap, pins: int) -> None:
    if pins > count_free_pins(row):
        raise ValidationError(_("A map has at most %(most)s pins. Remove one first.") % {"most": MAX_PINS})


@transaction.atomic
def change_pin(
    *, membership: Member, pin: MapPin, revision: int | None, players: Sequence[Member] | None = None, **fields: Any
) -> MapPin:
    """Moves a pin, or changes where it leads and who sees it. None for `revision` overwrites whatever is there."""
    lock_campaign(membership)
    pin = _lock_pin(membership, pin)
    require_revision(pin, str(pin), revision)
    pin.revision += 1
    return _save_pin(membership, pin, fields, players, "")


@transaction.atomic
def remove_pin(*, membership: Member, pin: MapPin, revision: int | None = None) -> None:
    """Removes a pin with its stops on the party's path; its history stays.

    EditConflict: it no longer has that revision."""
    pin = _lock_pin(membership, pin)
    require_revision(pin, str(pin), revision)
    pin._history_user = membership.user  # type: ignore[attr-defined]
    pin.delete()


@transaction.atomic
def add_visit(*, membership: Member, pin: MapPin, session_id: int) -> MapVisit:
    """Says that the party was at the pin in a session, after the other stops of that session."""
    pin = _lock_pin(membership, pin)
    session = known_sessions(membership).filter(pk=session_id).first()
    if session is None:
        raise ValidationError({"session": _("Choose a session of this campaign.")})
    if MapVisit.objects.filter(pin__map=pin.map_id).count() >= MOST_STOPS:
        raise ValidationError(_("The path on a map has at most %(most)s stops.") % {"most": MOST_STOPS})
    return MapVisit.objects.create(campaign=membership.campaign, pin=pin, session=session, by=membership.user)


@transaction.atomic
def remove_visit(*, membership: Member, visit: MapVisit) -> None:
    """Takes a stop out of the party's path."""
    _lock_pin(membership, visit.pin)
    MapVisit.objects.filter(pk=visit.pk).delete()


def _lock_pin(membership: Member, pin: MapPin) -> MapPin:
    require_gm(membership)
    if pin.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = lock_map(membership, pin.map)
    locked = lock_row(MapPin.objects.select_related("page", "leads_to"), pin.pk)
    locked.map, locked.campaign = row, membership.campaign
    return locked


def _save_pin(
    membership: Member, pin: MapPin, fields: dict[str, Any], players: Sequence[Member] | None, reason: str
) -> MapPin:
    _store_pin(membership, pin, fields, players, reason)
    cover_pins(pin.map)
    return pin


def _store_pin(
    membership: Member, pin: MapPin, fields: dict[str, Any], players: Sequence[Member] | None, reason: str
) -> MapPin:
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A pin has no field %(names)s.") % {"names": ", ".join(unknown)})
    for field, value in fields.items():
        setattr(pin, field, value)
    pin.label = " ".join(pin.label.split())
    _require_place(pin)
    pin.x, pin.y = round(pin.x, DIGITS), round(pin.y, DIGITS)
    _require_target(pin)
    require_plain_text(label=pin.label)
    validate_row(pin)
    chosen = choose_players(pin, players)
    save_with_history(pin, membership.user, reason)
    pin.players.set(chosen)
    return pin


def _require_place(pin: MapPin) -> None:
    for field in ("x", "y"):
        value = getattr(pin, field)
        if value is None or not 0 <= value <= 1:
            raise ValidationError({field: _("Place the pin on the picture.")})


def _require_target(pin: MapPin) -> None:
    """Requires a page, a map or a label, all of this campaign, and no circle of maps."""
    if pin.page is not None and pin.leads_to is not None:
        raise ValidationError({"leads_to": _("A pin leads to a page or to a map, not to both.")})
    if pin.page is None and pin.leads_to is None and not pin.label:
        raise ValidationError({"label": _("Choose a page or a map, or write a label.")})
    if any(target is not None and target.campaign_id != pin.campaign_id for target in (pin.page, pin.leads_to)):
        raise PermissionDenied(_("This belongs to another campaign."))
    if pin.leads_to is not None and pin.map_id in _maps_below(pin):
        raise ValidationError(
            {"leads_to": _("That map already leads to this one. Maps cannot lead to each other in a circle.")}
        )


def _maps_below(pin: MapPin) -> set[int]:
    """The map that the pin leads to, and all maps inside it."""
    rows = MapPin.objects.filter(campaign=pin.campaign_id, leads_to__isnull=False).exclude(pk=pin.pk)
    inside: dict[int, set[int]] = {}
    for above, below in rows.values_list("map", "leads_to"):
        inside.setdefault(above, set()).add(below)
    map_ids: set[int] = set()
    waiting = {pin.leads_to_id} if pin.leads_to_id is not None else set()
    while waiting:
        map_ids |= waiting
        waiting = {below for map_id in waiting for below in inside.get(map_id, ())} - map_ids
    return map_ids
