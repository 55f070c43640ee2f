"""Template tags of a table: presets of an order, the signs to choose from, and who is the viewer's own."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage

from campaigns.encounters.signs.kinds import SIGNS, Sign
from campaigns.encounters.table import order_presets
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.target_ordering import is_down
from rules.play import SYSTEMS

register = template.Library()


@register.filter
def presets_for(table: Table, order: Action) -> list[order_presets.Preset]:
    """The catalogue rows that fill every field of this order."""
    return order_presets.order_presets(order, table.preset_rows)


@register.simple_tag
def table_signs() -> list[Sign]:
    """The signs that people at a table can show each other."""
    return list(SIGNS.values())


@register.simple_tag
def files_version() -> str:
    """Changes with every static file: a page that was loaded with other scripts loads again. "" during development."""
    return getattr(staticfiles_storage, "manifest_hash", "")


@register.filter
def own_label(value: Any, system: str) -> str:
    """The word that a game has of its own for a figure or an option (`labels` of its description); "" for others."""
    return str(SYSTEMS.get(system, {}).get("labels", {}).get(value, "")) if isinstance(value, str) else ""


@register.filter
def lowered_by(way: Mapping[str, Any]) -> int:
    """By how much a ready-made way lowers its value; 0 if it does not."""
    value, applied = way.get("value"), way.get("applied")
    return value - applied if isinstance(value, int) and isinstance(applied, int) else 0


@register.filter
def costly_reductions(way: Mapping[str, Any], ways: Iterable[Mapping[str, Any]]) -> list[str]:
    """The keys of the reductions that a way adds to those of the same slots without a price."""
    free = {
        key
        for other in ways
        if other.get("slots") == way.get("slots") and not other.get("pushed")
        for key in _reduces(other)
    }
    return [key for key in _reduces(way) if key not in free]


def _reduces(way: Mapping[str, Any]) -> Mapping[str, Any]:
    reduce: Mapping[str, Any] = way["fields"].get("reduce") or {}
    return reduce


@register.filter
def is_own(participant: Mapping[str, Any], seat: str) -> bool:
    """Whether a participant is the viewer's own: that of the seat, unless it is an opponent who is out of action."""
    return participant["id"] == seat and not (participant.get("side") == "monsters" and is_down(participant))
