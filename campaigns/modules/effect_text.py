"""Describes effects of a module in the terms of the campaign's game (docs/module-format.md)."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion

Block = dict[str, Any]


def effect_words(effect: Block, game: str, tables: stats_conversion.Tables | None) -> str:
    """The effect in `game` as text, if necessary converted from the average damage of 5e; "" without figures.

    The text of a converted effect includes what remains for characters who avoid it."""
    if game in effect:
        return _words(game, effect[game])
    average = effect.get("x", {}).get("5e:damage")
    if (
        not isinstance(average, int | float)
        or isinstance(average, bool)
        or average <= 0
        or game not in stats_conversion.GAMES
    ):
        return ""
    harm = stats_conversion.trap(min(average, 10_000), level=1, tables=tables, game=game)[game]
    left = stats_conversion.GAMES[game].harm_when_avoided(harm)
    if left is None:
        return _words(game, harm)
    return _("%(harm)s; %(left)s if avoided") % {"harm": _words(game, harm), "left": _words(game, left)}


def _words(game: str, harm: Block) -> str:
    return ", ".join(stats_conversion.GAMES[game].effect_words(harm)) if game in stats_conversion.GAMES else ""
