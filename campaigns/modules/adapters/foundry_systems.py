"""Which game an actor of Foundry VTT belongs to: as it says, or else by the shape of its figures."""

import re
from typing import Any, Final

from campaigns.modules.adapters.draft import text
from campaigns.modules.adapters.foundry_items import inner, system_of

Item = dict[str, Any]
DND, BASIC_FANTASY, UNNAMED = "dnd5e", "basicfantasyrpg", ""
READ: Final = {DND: "Dungeons & Dragons 5e", BASIC_FANTASY: "Basic Fantasy RPG"}
# Names of other games by their ids in Foundry, so that a refusal can name them.
NAMES: Final = {
    "pf2e": "Pathfinder 2e",
    "sf2e": "Starfinder 2e",
    "pf1": "Pathfinder 1e",
    "sfrpg": "Starfinder",
    "ose": "Old-School Essentials",
    "swade": "Savage Worlds",
    "wfrp4e": "Warhammer Fantasy Roleplay 4e",
    "CoC7": "Call of Cthulhu 7e",
    "dsa5": "The Dark Eye 5e",
    "dcc": "Dungeon Crawl Classics",
    "shadowdark": "Shadowdark RPG",
    "archmage": "13th Age",
    "dungeonworld": "Dungeon World",
    "dnd4e": "Dungeons & Dragons 4e",
    "D35E": "Dungeons & Dragons 3.5",
    "cyberpunk-red-core": "Cyberpunk RED",
    "alienrpg": "Alien RPG",
    "forbidden-lands": "Forbidden Lands",
    "vaesen": "Vaesen",
    "swnr": "Stars Without Number",
    "cairn": "Cairn (as a Foundry actor)",
    "black-flag": "Black Flag (as a Foundry actor)",
    "tormenta20": "Tormenta20",
    "worldofdarkness": "World of Darkness",
    "crucible": "Crucible",
    "daggerheart": "Daggerheart",
    "draw-steel": "Draw Steel",
}
_PREFIX: Final = re.compile(r"systems/([A-Za-z0-9_-]{1,40})/")


def system_id(actor: Any) -> str:
    """The id of the actor's system; "" if neither the actor nor its figures tell."""
    system_id = text(inner(actor, "_stats", "systemId"), 60)
    if system_id:
        return system_id
    system = system_of(actor)
    if "armorClass" in system and "hitDice" in system:
        return BASIC_FANTASY
    if _is_pathfinder(system):
        return "pf2e"
    flags = inner(actor, "flags")
    marked = [name for name in NAMES if isinstance(flags, dict) and name in flags]
    if marked:
        return marked[0]
    if isinstance(inner(system, "attributes"), dict) and _has_scores(system):
        return DND
    pictures = (actor.get("img"), *(inner(item, "img") for item in _items(actor))) if isinstance(actor, dict) else ()
    prefix = next((match[1] for picture in pictures if (match := _PREFIX.match(text(picture, 200)))), "")
    return prefix or (DND if isinstance(inner(system, "attributes"), dict) and not _is_other(system) else UNNAMED)


def name_of_system(identity: str) -> str:
    """The name of a system; the id of an unknown one."""
    return READ.get(identity) or NAMES.get(identity) or identity


def _items(actor: Any) -> list[Any]:
    items = inner(actor, "items")
    return items[:20] if isinstance(items, list) else []


def _has_scores(system: Item) -> bool:
    """Whether there are six scores with a `value` each, as in 5e; Pathfinder 2e stores modifiers in `mod`."""
    strength = inner(system, "abilities", "str")
    return isinstance(strength, dict) and "value" in strength and "fortitude" not in (system.get("saves") or {})


def _is_pathfinder(system: Item) -> bool:
    saves = inner(system, "saves")
    rare = inner(system, "traits", "rarity")
    level = inner(system, "details", "level")
    return (isinstance(saves, dict) and "fortitude" in saves) or (rare is not None and isinstance(level, dict))


def _is_other(system: Item) -> bool:
    """Whether the actor has figures that 5e's actors never have."""
    return bool({"saves", "perception", "hitDice", "thac0", "stats", "characteristics"} & set(system))
