"""What an effect of a module does to somebody, in the words of the campaign's game (module-format 3.3, 4)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.modules import convert

Block = dict[str, Any]


def told(effect: Block, game: str, tables: convert.Tables | None) -> str:
    """The effect's figures for `game` as words; from the average damage of 5e where it has only that, else "".

    A converted harm also says what is left of it for those who avoid it."""
    if game in effect:
        return _words(game, effect[game])
    average = effect.get("x", {}).get("5e:damage")
    if not isinstance(average, int | float) or isinstance(average, bool) or average <= 0 or game not in WORDS:
        return ""
    harm = convert.trap(min(average, 10_000), level=1, tables=tables, game=game)[game]
    left = convert.GAMES[game].spared(harm)
    if left is None:
        return _words(game, harm)
    return _("%(harm)s; %(left)s if avoided") % {"harm": _words(game, harm), "left": _words(game, left)}


def _words(game: str, harm: Block) -> str:
    return ", ".join(WORDS[game](harm)) if game in WORDS else ""


def _fifty_two_fates(harm: Block) -> Iterator[str]:
    named = {"half-current": _("half of the current hit points"), "zero": _("down to zero hit points")}
    if "damage" in harm:
        yield named.get(harm["damage"]) or _("%(damage)s damage") % harm
    if "continuous_strength" in harm:
        yield _("continuous, strength %(continuous_strength)s") % harm
    if "incapacitated" in harm:
        yield _("partially incapacitated") if harm["incapacitated"] == "partial" else _("fully incapacitated")


def _fortune_and_power(harm: Block) -> Iterator[str]:
    if "wounds" in harm:
        yield ngettext("%(wounds)s wound", "%(wounds)s wounds", harm["wounds"]) % harm
    if "shocks" in harm:
        yield ngettext("%(shocks)s shock", "%(shocks)s shocks", harm["shocks"]) % harm


def _fortune_system(harm: Block) -> Iterator[str]:
    count, blown = harm.get("count", 1), harm.get("slot") == "blown"
    if "slot" in harm:
        said = (ngettext("%(count)s slot is blown", "%(count)s slots are blown", count) if blown else
                ngettext("%(count)s slot is damaged", "%(count)s slots are damaged", count))  # fmt: skip
        yield said % {"count": count}
    if "select" in harm:
        yield _("the lowest") if harm["select"] == "lowest" else _("the player chooses which")


def _game_of_bastards(harm: Block) -> Iterator[str]:
    pools = {"body": _("Body"), "spirit": _("Spirit"), "mind": _("Mind"), "luck": _("Luck"), "power": _("Power")}
    if "damage" in harm:
        pool = pools.get(harm.get("pool", ""))
        say = {"damage": harm["damage"], "pool": pool}
        yield (_("%(damage)s from %(pool)s") if pool else _("%(damage)s damage")) % say


WORDS: Final[dict[str, Callable[[Block], Iterator[str]]]] = {
    "fifty-two-fates": _fifty_two_fates,
    "fortune-and-power": _fortune_and_power,
    "fortune-system": _fortune_system,
    "game-of-bastards": _game_of_bastards,
}
