"""Converts actors of Foundry VTT's dnd5e system: YAML or JSON, `system` (from version 10 on) or `data` (before).

Foundry does not store armour class, attack and damage bonuses: they are computed from items and abilities."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import (
    creatures,
    foundry_adventure,
    foundry_basic_fantasy,
    foundry_traits,
    licences,
    old_school,
)
from campaigns.modules.adapters.creatures import SHORT, Creature, to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, key_of, name_of, text
from campaigns.modules.adapters.foundry_items import bonus_of, inner, read, system_of
from campaigns.modules.adapters.foundry_systems import BASIC_FANTASY, DND, READ, name_of_system, system_id
from campaigns.modules.format.faults import at, quote_value

Item = dict[str, Any]
SIZES: Final = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}
SKILLS: Final = {
    "ste": "stealth",
    "prc": "perception",
    "acr": "acrobatics",
    "ath": "athletics",
    "dec": "deception",
    "ins": "insight",
    "itm": "intimidation",
    "sur": "survival",
    "arc": "arcana",
    "his": "history",
    "per": "persuasion",
    "rel": "religion",
    "nat": "nature",
    "med": "medicine",
    "inv": "investigation",
}
WAYS: Final = ("walk", "fly", "swim", "climb", "burrow")
# Kinds of documents that are items of an actor, not actors.
ITEMS: Final = {"weapon", "equipment", "consumable", "tool", "loot", "container", "backpack", "feat", "spell", "class"}
ITEM_LINK: Final = re.compile(r"\[\[/item ([^\[\]{}]{1,200})\]\](?:\{([^{}]{0,200})\})?")
CALCULATED: Final = {"mage": 13, "draconic": 13}


def adapt(value: Any) -> Draft:
    """The draft of actors, journals, tables, scenes and Adventure documents: one, a list, or {file name: document}.

    NotUnderstood if none of them can be read, with the names of the games that are not supported."""
    draft = Draft.begin(title="From Foundry", recognised=Recognised("Foundry VTT"))
    reading = _Reading(draft)
    for place, document in _documents(value):
        reading.document(document, place)
    if draft.is_empty():
        raise NotUnderstood(reading.refusal())
    reading.finish()
    return draft


def _documents(value: Any) -> Iterator[tuple[str, Any]]:
    """Every document with its pointer; of several lines of a pack with the same _id the last one counts."""
    if isinstance(value, dict) and "name" in value:
        yield "", value
    elif isinstance(value, dict):
        yield from ((at("", name), value[name]) for name in sorted(value))
    elif isinstance(value, list):
        last = {text(inner(document, "_id"), 60): number for number, document in enumerate(value)}
        for number, document in enumerate(value):
            identity = text(inner(document, "_id"), 60)
            if not identity or last[identity] == number:
                yield at("", number), document


class _Reading:
    """Adds each document by its kind, and collects the games of the actors."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.systems: Counter[str] = Counter()
        self.unsupported: Counter[str] = Counter()
        self.editions: set[str] = set()
        self.unread: list[str] = []

    def document(self, document: Any, place: str) -> None:
        """Adds one document of any kind."""
        if foundry_adventure.is_adventure(document):
            foundry_adventure.read(self.draft, document, place, self.actor)
        elif foundry_adventure.is_other(document):
            foundry_adventure.other(self.draft, document, place)
        elif isinstance(document, dict) and system_of(document) and text(document.get("type")) not in ITEMS:
            self.actor(document, place)
        else:
            name = quote_value(inner(document, "name"))
            self.unread.append(name)
            message = _("this is not an actor, journal, table, scene or adventure: %(name)s")
            self.draft.note(place, "left_out", message % {"name": name})

    def actor(self, actor: Item, place: str) -> Item | None:
        """The monster of an actor; None for an actor that cannot be read, which the review names."""
        identity = system_id(actor)
        key = _key(actor)
        if identity == DND and actor.get("type") in ("npc", "character", "vehicle"):
            creature = _actor(self.draft, actor, place, key)
            self.editions |= {_edition(actor)} if creature else set()
        elif identity == BASIC_FANTASY and actor.get("type") in ("monster", "character"):
            if BASIC_FANTASY not in self.systems:
                old_school.note_assumptions(self.draft, "Basic Fantasy")
            creature = foundry_basic_fantasy.actor(self.draft, actor, place, key)
        elif identity in READ:
            message = _("%(name)s is neither a creature nor a character")
            self.draft.note(place, "left_out", message % {"name": quote_value(actor.get("name"))})
            return None
        else:
            self.unsupported[name_of_system(identity)] += 1
            message = _("%(name)s is an actor for %(system)s, which is not supported")
            values = {
                "name": quote_value(actor.get("name")),
                "system": name_of_system(identity) or _("an unknown game"),
            }
            self.draft.note(place, "left_out", message % values)
            return None
        if creature is not None:
            self.systems[identity] += 1
            if isinstance(actor.get("_id"), str):
                creature["x"] = {"foundry:id": text(actor["_id"], 40)}
        return creature

    def refusal(self) -> str:
        """Why nothing could be read; names the games if that is the reason."""
        supported = ", ".join(READ.values())
        games = ", ".join(sorted(name or _("an unknown game") for name in self.unsupported))
        if games:
            return _("these actors are for %(games)s, which is not supported; supported are %(supported)s") % {
                "games": games,
                "supported": supported,
            }
        lines = [line.message for line in self.draft.review if line.code == "left_out"]
        start = _("no Foundry actor was found, which is an object with “name”, “type” and “system” (or “data”)")
        return f"{start}: {lines[0]}" if lines and not self.unread else start

    def finish(self) -> None:
        """Sets licences and stores what was recognised."""
        licences.apply_licences(self.draft)
        systems = [READ[system] for system in READ if self.systems[system]]
        editions = sorted(self.editions) if self.systems[DND] else []
        self.draft.recognised = Recognised("Foundry VTT", " + ".join(systems), " + ".join(editions))


def _key(actor: Item) -> str:
    """The actor's name with the start of its id, so that two of one name keep their keys in later exports."""
    identity = text(actor.get("_id"), 40)
    return f"{key_of(name_of(actor.get('name')), 'actor')[:59]}-{identity[:4].lower()}" if identity else ""


def _source(actor: Item) -> Item:
    source = inner(system_of(actor), "source") or inner(system_of(actor), "details", "source")
    return source if isinstance(source, dict) else {"custom": source}


def _edition(actor: Item) -> str:
    return "2024" if text(_source(actor).get("rules"), 10) == "2024" else "2014"


def _licence(actor: Item) -> Item | None:
    """The licence that the actor states. Wizards' licence is assumed only for the system's own packs and books named
    SRD."""
    source = _source(actor)
    words, book = text(source.get("license"), 200), text(source.get("book"), 200) or text(source.get("custom"), 200)
    links = (inner(actor, "_stats", "compendiumSource"), inner(actor, "flags", "core", "sourceId"))
    is_own_work = inner(actor, "_stats", "lastModifiedBy") == "dnd5ebuilder0000"
    if is_own_work or any(text(link, 100).startswith("Compendium.dnd5e.") for link in links):
        book = book or ("SRD 5.2" if _edition(actor) == "2024" else "SRD 5.1")
    return licences.licence_named_by(words, book) if words else None


def _items(actor: Item) -> list[Item]:
    items = actor.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _actor(draft: Draft, actor: Item, place: str, key: str) -> Item | None:
    system = system_of(actor)
    kind = inner(system, "details", "type")
    creature = Creature(
        name_of(actor.get("name")), place or "/", kind=text(inner(kind, "value") if isinstance(kind, dict) else kind)
    )
    _read_figures(creature, system)
    foundry_traits.describe(draft, creature, system, place)
    # The rules of 5e: from 2, and one more for every four ratings.
    creature.prof = 2 + max(int(creature.cr or 0) - 1, 0) // 4
    creature.speed = _speeds(system)
    creature.skills = dict(_skills(system, creature))
    creature.ac = _armour(draft, actor, system, creature)
    creature.resistance = to_integer(inner(system, "resources", "legres", "max"), 0, 20) or 0
    creature.legendary = bool(to_integer(inner(system, "resources", "legact", "max"), 0, 20))
    ability = SHORT.get(text(inner(system, "attributes", "spellcasting")))
    if ability and any(item.get("type") == "spell" for item in _items(actor)):
        creature.spell_dc = 8 + creature.prof + bonus_of(creature, ability)
    for number, item in enumerate(_name_links(_items(actor))):
        read(draft, creature, item, at(place, "items", number))
    creature.edition = f"5e-{_edition(actor)}"
    added = creatures.add(creature, draft, key=key, licence=_licence(actor))
    if added is not None and actor.get("effects"):
        message = _("effects of %(name)s are not read")
        about = f"monster:{added['key']}"
        draft.note(at(place, "effects"), "left_out", message % {"name": creature.name}, about)
    return added


def _read_figures(creature: Creature, system: Item) -> None:
    """Size, rating, hit points and abilities."""
    creature.size = SIZES.get(text(inner(system, "traits", "size")), "")
    creature.cr = creatures.rating(inner(system, "details", "cr"))
    creature.hp = to_integer(inner(system, "attributes", "hp", "max"), 1)
    creature.hp = creature.hp or to_integer(inner(system, "attributes", "hp", "value"), 1)
    creature.ab = {
        long: score
        for short, long in SHORT.items()
        if (score := to_integer(inner(system, "abilities", short, "value"), 0, 100)) is not None
    }


def _name_links(items: list[Item]) -> Iterator[Item]:
    """The items, with links between them (such as [[/item .mmBite]] of a Multiattack) replaced by names."""
    names = {text(item.get("_id"), 40): name_of(item.get("name")) for item in items}
    for item in items:
        words = inner(system_of(item), "description", "value")
        if not isinstance(words, str) or "[[/item" not in words:
            yield item
            continue
        plain = ITEM_LINK.sub(lambda match: match[2] or names.get(match[1].strip(" ."), match[1].strip(" .")), words)
        holder = "system" if isinstance(item.get("system"), dict) else "data"
        description = system_of(item)["description"] | {"value": plain}
        yield item | {holder: system_of(item) | {"description": description}}


def _speeds(system: Item) -> dict[str, int]:
    movement = inner(system, "attributes", "movement")
    old = inner(system, "attributes", "speed")  # before version 8: {"value": "30 ft.", "special": "fly 60 ft."}
    if isinstance(movement, dict):
        return {way: feet for way in WAYS if (feet := to_integer(movement.get(way), 0))}
    walk = to_integer(inner(old, "value"), 0) if isinstance(old, dict) else to_integer(old, 0)
    return {"walk": walk} if walk else {}


def _skills(system: Item, creature: Creature) -> Iterator[tuple[str, int]]:
    for short, name in SKILLS.items():
        level = inner(system, "skills", short, "value")
        ability = SHORT.get(text(inner(system, "skills", short, "ability")))
        if isinstance(level, int | float) and level > 0 and ability and creature.prof is not None:
            bonus = to_integer(inner(system, "skills", short, "bonuses", "check")) or 0
            yield name, bonus_of(creature, ability) + int(creature.prof * level) + bonus


def _armour(draft: Draft, actor: Item, system: Item, creature: Creature) -> int | None:
    """Armour class: as stated, or else computed from worn armour and dexterity."""
    ac = inner(system, "attributes", "ac")
    if not isinstance(ac, dict):
        return to_integer(ac, 0, 100)
    calc = text(ac.get("calc"))
    told_flat = to_integer(ac.get("flat"), 0, 100)
    if calc in ("natural", "flat") and told_flat is not None:
        return told_flat
    if not calc and to_integer(ac.get("value"), 0, 100) is not None:  # before version 8
        return to_integer(ac.get("value"), 0, 100)
    dexterity, base, shield = bonus_of(creature, "dexterity"), CALCULATED.get(calc, 10), 0
    least, most = -99, 99
    for item in _items(actor):
        worn = system_of(item)
        kind = text(inner(worn, "type", "value") or inner(worn, "armor", "type"))
        value = to_integer(inner(worn, "armor", "value"), 0, 40)
        if item.get("type") != "equipment" or value is None or worn.get("equipped") is False:
            continue
        if kind == "shield":
            shield = max(shield, value)
        elif kind in ("light", "medium", "heavy", "natural"):
            limit = to_integer(inner(worn, "armor", "dex"), 0, 20)
            base, most = value, limit if limit is not None else {"medium": 2, "heavy": 0}.get(kind, 99)
            least = 0 if kind == "heavy" else -99  # heavy armour takes no dexterity, not even a negative one
    if calc not in ("default", "natural", "flat", *CALCULATED):
        message = _("the armour class of %(name)s uses %(calc)s, which is not supported; 10 plus dexterity is used")
        draft.note(creature.pointer, "assumed", message % {"name": creature.name, "calc": quote_value(calc)})
    return base + max(min(dexterity, most), least) + shield
