"""Reads the parts of a Foundry actor that are only text for a GM: defences, senses, languages, biography."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import note_blocks
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, text
from campaigns.modules.adapters.foreign_values import as_list, get_texts
from campaigns.modules.adapters.foundry_items import inner
from campaigns.modules.adapters.foundry_words import markdown
from campaigns.modules.format.faults import at

Item = dict[str, Any]
TRAITS: Final = {
    "vulnerabilities": "dv",
    "resistances": "dr",
    "immunities": "di",
    "conditions": "ci",
    "languages": "languages",
}
PHYSICAL: Final = ("bludgeoning", "piercing", "slashing")
BYPASSES: Final = {"ada": "adamantine", "mgc": "magical", "sil": "silvered"}


def describe(draft: Draft, creature: Creature, system: Item, place: str) -> None:
    """Stores what games have no figure for."""
    biography = at(place, "system", "details", "biography")
    creature.describe(
        **{name: _trait(inner(system, "traits", trait)) for name, trait in TRAITS.items()},
        senses=_senses(system),
        description=markdown(draft, inner(system, "details", "biography", "value"), biography, None),
    )


def _trait(value: Any) -> str:
    """The listed names, the actor's own words, and which weapons are excepted."""
    named = [*as_list(inner(value, "value")), *text(inner(value, "custom"), 2000).split(";")]
    weapons = ", ".join(BYPASSES[key] for key in get_texts(value, "bypasses") if key in BYPASSES)
    struck = [name for name in named if name in PHYSICAL] if weapons else []
    others = note_blocks.fact([name for name in named if name not in struck])
    if not struck:
        return others
    words = _("%(names)s (not from %(weapons)s weapons)") % {"names": ", ".join(struck), "weapons": weapons}
    return "; ".join(filter(None, [others, words]))


def _senses(system: Item) -> str:
    senses = inner(system, "attributes", "senses")
    if not isinstance(senses, dict):
        return note_blocks.fact(inner(system, "traits", "senses"))  # before version 8
    ranges = inner(senses, "ranges") or senses
    far = note_blocks.far_senses({name: to_integer(inner(ranges, name), 1) for name in note_blocks.SENSES})
    return note_blocks.fact([far, senses.get("special")])
