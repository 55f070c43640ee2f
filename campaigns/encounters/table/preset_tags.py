"""Template tags of a table: presets of an order, and the signs to choose from."""

from django import template

from campaigns.encounters.signs.kinds import SIGNS, Sign
from campaigns.encounters.table import order_presets
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table

register = template.Library()


@register.filter
def presets_for(table: Table, order: Action) -> list[order_presets.Preset]:
    """The catalogue rows that fill every field of this order."""
    return order_presets.order_presets(order, table.preset_rows)


@register.simple_tag
def table_signs() -> list[Sign]:
    """The signs that people at a table can show each other."""
    return list(SIGNS.values())
