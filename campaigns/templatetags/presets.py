"""The catalogue's presets of an order."""

from django import template

from campaigns.queries import presets
from campaigns.queries.offers import Action
from campaigns.queries.table import Table

register = template.Library()


@register.filter
def presets_for(table: Table, order: Action) -> list[presets.Preset]:
    """The catalogue rows that fill this order whole."""
    return presets.presets(order, table.preset_rows)
