"""Writes to hidden areas: GMs draw, change, reveal, hide and remove them."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.maps.actions import lock_map, log_for_gms, log_reveal, render_after_commit
from campaigns.world.maps.geometry import contains, has_crossing_sides, read_corners
from campaigns.world.maps.models import MapArea, MapPin, Visibility, WorldMap
from campaigns.world.reveals import write_reveal
from common.edit_conflicts import require_revision
from common.rows import lock_row, save_with_history, validate_row
from people.models import Member
from rules.pages.plain_text import require_plain_text

MAX_AREAS: Final = 100


@transaction.atomic
def create_area(*, membership: Member, row: WorldMap, name: str, points: Any) -> MapArea:
    """Hides a part of the map from the players."""
    row = lock_map(membership, row)
    if MapArea.objects.filter(map=row).count() >= MAX_AREAS:
        raise ValidationError(_("A map has at most %(most)s areas. Remove one first.") % {"most": MAX_AREAS})
    area = MapArea(campaign=membership.campaign, map=row, by=membership.user)
    return _save_area(membership, area, {"name": name, "points": points}, _("hidden"))


@transaction.atomic
def change_area(
    *,
    membership: Member,
    area: MapArea,
    revision: int | None,
    revealed: bool | None = None,
    **fields: Any,
) -> MapArea:
    """Changes name or corners of an area, and reveals it to everyone who sees the map, or hides it again.

    None for `revision` overwrites whatever is there. The log names the area when it is revealed, and the
    reveal journal has a line for each of them."""
    area = _lock_area(membership, area)
    require_revision(area, area.name, revision)
    before = area.revealed
    if revealed is not None:
        area.revealed = (area.revealed or timezone.now()) if revealed else None
    area.revision += 1
    reason = "" if bool(before) == bool(area.revealed) else _("revealed") if area.revealed else _("hidden")
    area = _save_area(membership, area, fields, reason)
    if area.revealed is not None and before is None:
        words = {"title": area.map.title, "area": area.name}
        log_reveal(membership, area.map, _("The map “%(title)s” now shows: %(area)s.") % words)
    if bool(before) != bool(area.revealed):
        _write_journal(membership, area)
    return area


def _write_journal(membership: Member, area: MapArea) -> None:
    """Writes into the reveal journal that those who see the map learned the area, or that it was hidden again."""
    row = area.map
    viewers: list[Member | None] = []
    if row.archived is None and row.visibility == Visibility.PARTY:
        viewers = [None]
    elif row.archived is None and row.visibility == Visibility.CHOSEN:
        viewers = list(row.players.all())
    for viewer in viewers:
        write_reveal(membership, area=area, member=viewer, shown=area.revealed is not None)


@transaction.atomic
def remove_area(*, membership: Member, area: MapArea, revision: int | None = None) -> None:
    """Removes an area, so that everyone who sees the map sees what it hid; its history stays.

    If it was hidden, the log says so to GMs. EditConflict: it no longer has that revision."""
    area = _lock_area(membership, area)
    require_revision(area, area.name, revision)
    row = area.map
    area._history_user = membership.user  # type: ignore[attr-defined]
    area.delete()
    if area.revealed is None:
        words = {"title": row.title, "area": area.name}
        text = _("The hidden area “%(area)s” of the map “%(title)s” was removed. Players who see the map see it now.")
        log_for_gms(membership, text % words)
    cover_pins(row)
    render_after_commit(row)


def cover_pins(row: WorldMap) -> None:
    """Computes again which pins of a locked map lie in a hidden area."""
    hidden = list(MapArea.objects.filter(map=row, revealed__isnull=True).values_list("points", flat=True))
    changed = []
    for pin in MapPin.objects.filter(map=row):
        covered = any(contains(points, pin.x, pin.y) for points in hidden)
        if covered != pin.covered:
            pin.covered = covered
            changed.append(pin)
    MapPin.objects.bulk_update(changed, ["covered"])


def _save_area(membership: Member, area: MapArea, fields: dict[str, Any], reason: str) -> MapArea:
    if "name" in fields:
        area.name = " ".join(fields["name"].split())
        require_plain_text(name=area.name)
    if "points" in fields:
        area.points = read_corners(fields["points"])
        if has_crossing_sides(area.points):
            message = _("The sides of an area must not cross. Change the order of the corners, or draw two areas.")
            raise ValidationError({"points": message})
    validate_row(area)
    save_with_history(area, membership.user, reason)
    cover_pins(area.map)
    render_after_commit(area.map)
    return area


def _lock_area(membership: Member, area: MapArea) -> MapArea:
    if area.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = lock_map(membership, area.map)
    locked = lock_row(MapArea.objects.all(), area.pk)
    locked.map = row
    return locked
