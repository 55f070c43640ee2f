"""Actors as Foundry VTT's dnd5e system stores them: YAML or JSON, `system` (version 10 on) or `data` (before).

Armour class, attack and damage bonuses are not stored there: they are worked out from items and abilities."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import beast
from campaigns.modules.adapters.beast import SHORT, Beast, whole
from campaigns.modules.adapters.draft import SRD, Draft, NotUnderstood, key_of, name_of, text, told
from campaigns.modules.adapters.foundry_items import bonus_of, inner, read, system_of
from campaigns.modules.faults import at

Item = dict[str, Any]
SIZES: Final = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}
SKILLS: Final = {
    "ste": "stealth", "prc": "perception", "acr": "acrobatics", "ath": "athletics", "dec": "deception",
    "ins": "insight", "itm": "intimidation", "sur": "survival", "arc": "arcana", "his": "history",
    "per": "persuasion", "rel": "religion", "nat": "nature", "med": "medicine", "inv": "investigation",
}  # fmt: skip
WAYS: Final = ("walk", "fly", "swim", "climb", "burrow")
CALCULATED: Final = {"mage": 13, "draconic": 13}


def adapt(value: Any) -> Draft:
    """The draft of an actor, of a list of actors, or of {file name: actor}. NotUnderstood for anything else."""
    if isinstance(value, dict) and "name" in value and ("system" in value or "data" in value):
        pairs: list[tuple[str, Any]] = [("", value)]
    elif isinstance(value, dict):
        pairs = [(at("", name), value[name]) for name in sorted(value)]
    else:
        pairs = [(at("", number), one) for number, one in enumerate(value)] if isinstance(value, list) else []
    actors = [(place, one) for place, one in pairs if isinstance(one, dict) and system_of(one)]
    if not actors:
        raise NotUnderstood(_("this is no actor of Foundry: an object with “name”, “type” and “system” (or “data”)"))
    licences = {_licence(one) for _place, one in actors}
    draft = Draft.begin(title="Actors from Foundry", licence=SRD if licences == {"CC-BY-4.0"} else None)
    if len(licences) > 1:
        names = ", ".join(sorted(one or _("none") for one in licences))
        draft.note("", "contradiction", _("the actors name different licences: %(names)s") % {"names": names})
    for place, one in pairs:
        if (place, one) in actors and one.get("type") in ("npc", "character"):
            _actor(draft, one, place)
        else:
            draft.note(place, "left_out", _("this is no actor: %(name)s") % {"name": told(inner(one, "name"))})
    return draft


def _licence(actor: Item) -> str:
    source = inner(system_of(actor), "source") or inner(system_of(actor), "details", "source")
    return text(inner(source, "license"), 60)


def _items(actor: Item) -> list[Item]:
    items = actor.get("items")
    return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []


def _actor(draft: Draft, actor: Item, place: str) -> None:
    system = system_of(actor)
    kind = inner(system, "details", "type")
    made = Beast(
        name_of(actor.get("name")), place or "/", kind=text(inner(kind, "value") if isinstance(kind, dict) else kind)
    )
    made.size = SIZES.get(text(inner(system, "traits", "size")), "")
    made.cr, made.hp = beast.rating(inner(system, "details", "cr")), whole(inner(system, "attributes", "hp", "max"), 1)
    made.hp = made.hp or whole(inner(system, "attributes", "hp", "value"), 1)
    made.ab = {
        long: found for short, long in SHORT.items()
        if (found := whole(inner(system, "abilities", short, "value"), 0, 100)) is not None
    }  # fmt: skip
    # The rules of 5e: from 2, and one more for every four ratings.
    made.prof = 2 + max(int(made.cr or 0) - 1, 0) // 4
    made.speed = _speeds(system)
    made.skills = dict(_skills(system, made))
    made.ac = _armour(draft, actor, system, made)
    made.resistance = whole(inner(system, "resources", "legres", "max"), 0, 20) or 0
    made.legendary = bool(whole(inner(system, "resources", "legact", "max"), 0, 20))
    ability = SHORT.get(text(inner(system, "attributes", "spellcasting")))
    if ability and any(item.get("type") == "spell" for item in _items(actor)):
        made.spell_dc = 8 + made.prof + bonus_of(made, ability)
    for number, item in enumerate(_items(actor)):
        read(draft, made, item, at(place, "items", number))
    identity = text(actor.get("_id"), 40)
    added = beast.add(made, draft, key=f"{key_of(made.name, 'actor')[:59]}-{identity[:4].lower()}" if identity else "")
    if identity:
        added["x"] = {"foundry:id": identity}
    if actor.get("effects"):
        draft.note(at(place, "effects"), "left_out", _("effects of %(name)s are not read") % {"name": made.name},
                   f"monster:{added['key']}")  # fmt: skip


def _speeds(system: Item) -> dict[str, int]:
    movement = inner(system, "attributes", "movement")
    old = inner(system, "attributes", "speed")  # before version 8: {"value": "30 ft.", "special": "fly 60 ft."}
    if isinstance(movement, dict):
        return {way: feet for way in WAYS if (feet := whole(movement.get(way), 0))}
    walk = whole(inner(old, "value"), 0) if isinstance(old, dict) else whole(old, 0)
    return {"walk": walk} if walk else {}


def _skills(system: Item, made: Beast) -> Iterator[tuple[str, int]]:
    for short, name in SKILLS.items():
        level = inner(system, "skills", short, "value")
        ability = SHORT.get(text(inner(system, "skills", short, "ability")))
        if isinstance(level, int | float) and level > 0 and ability and made.prof is not None:
            bonus = whole(inner(system, "skills", short, "bonuses", "check")) or 0
            yield name, bonus_of(made, ability) + int(made.prof * level) + bonus


def _armour(draft: Draft, actor: Item, system: Item, made: Beast) -> int | None:
    """Armour class: flat where it is told, else worked out from what is worn and dexterity."""
    ac = inner(system, "attributes", "ac")
    if not isinstance(ac, dict):
        return whole(ac, 0, 100)
    calc = text(ac.get("calc"))
    told_flat = whole(ac.get("flat"), 0, 100)
    if calc in ("natural", "flat") and told_flat is not None:
        return told_flat
    if not calc and whole(ac.get("value"), 0, 100) is not None:  # before version 8
        return whole(ac.get("value"), 0, 100)
    dexterity, base, shield = bonus_of(made, "dexterity"), CALCULATED.get(calc, 10), 0
    most = 99
    for item in _items(actor):
        worn = system_of(item)
        kind = text(inner(worn, "type", "value") or inner(worn, "armor", "type"))
        value = whole(inner(worn, "armor", "value"), 0, 40)
        if item.get("type") != "equipment" or value is None or worn.get("equipped") is False:
            continue
        if kind == "shield":
            shield = max(shield, value)
        elif kind in ("light", "medium", "heavy", "natural"):
            limit = whole(inner(worn, "armor", "dex"), 0, 20)
            base, most = value, limit if limit is not None else {"medium": 2, "heavy": 0}.get(kind, 99)
    if calc not in ("default", "natural", "flat", *CALCULATED):
        message = _("%(name)s works out its armour class as %(calc)s, which is not known here; 10 and dexterity count")
        draft.note(made.pointer, "assumed", message % {"name": made.name, "calc": told(calc)})
    return base + min(dexterity, most) + shield
