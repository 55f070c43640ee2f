"""Actors as Foundry VTT's dnd5e system stores them: YAML or JSON, `system` (version 10 on) or `data` (before).

Armour class, attack and damage bonuses are not stored there: they are worked out from items and abilities."""

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import beast, prose
from campaigns.modules.adapters.beast import SHORT, Beast, whole
from campaigns.modules.adapters.draft import SRD, Draft, NotUnderstood, key_of, name_of, text, told
from campaigns.modules.faults import at

Item = dict[str, Any]
SIZES: Final = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}
SKILLS: Final = {
    "ste": "stealth", "prc": "perception", "acr": "acrobatics", "ath": "athletics", "dec": "deception",
    "ins": "insight", "itm": "intimidation", "sur": "survival", "arc": "arcana", "his": "history",
    "per": "persuasion", "rel": "religion", "nat": "nature", "med": "medicine", "inv": "investigation",
}  # fmt: skip
WAYS: Final = ("walk", "fly", "swim", "climb", "burrow")
ENRICHER: Final = re.compile(
    r"(?:\[\[/?[^\]]*\]\]|[@&](?:UUID|Embed|Compendium|Item|Reference)\[([^\]]*)\])(?:\{([^}]*)\})?"
)
CALCULATED: Final = {"mage": 13, "draconic": 13}


def adapt(value: Any) -> Draft:
    """The draft of an actor, of a list of actors, or of {file name: actor}. NotUnderstood for anything else."""
    if isinstance(value, dict) and "name" in value and ("system" in value or "data" in value):
        pairs: list[tuple[str, Any]] = [("", value)]
    elif isinstance(value, dict):
        pairs = [(at("", name), value[name]) for name in sorted(value)]
    else:
        pairs = [(at("", number), one) for number, one in enumerate(value)] if isinstance(value, list) else []
    actors = [(place, one) for place, one in pairs if isinstance(one, dict) and _system(one)]
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
            draft.note(place, "left_out", _("this is no actor: %(name)s") % {"name": told(_part(one, "name"))})
    return draft


def _part(value: Any, *names: str) -> Any:
    """What stands some names deeper; None where something on the way is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _system(actor: Any) -> Item:
    found = _part(actor, "system") or _part(actor, "data")
    return found if isinstance(found, dict) else {}


def _licence(actor: Item) -> str:
    source = _part(_system(actor), "source") or _part(_system(actor), "details", "source")
    return text(_part(source, "license"), 60)


def _items(actor: Item) -> list[Item]:
    items = actor.get("items")
    return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []


def _actor(draft: Draft, actor: Item, place: str) -> None:
    system = _system(actor)
    kind = _part(system, "details", "type")
    made = Beast(
        name_of(actor.get("name")), place or "/", kind=text(_part(kind, "value") if isinstance(kind, dict) else kind)
    )
    made.size = SIZES.get(text(_part(system, "traits", "size")), "")
    made.cr, made.hp = beast.rating(_part(system, "details", "cr")), whole(_part(system, "attributes", "hp", "max"), 1)
    made.hp = made.hp or whole(_part(system, "attributes", "hp", "value"), 1)
    made.ab = {
        long: found for short, long in SHORT.items()
        if (found := whole(_part(system, "abilities", short, "value"), 0, 100)) is not None
    }  # fmt: skip
    # The rules of 5e: from 2, and one more for every four ratings.
    made.prof = 2 + max(int(made.cr or 0) - 1, 0) // 4
    made.speed = _speeds(system)
    made.skills = dict(_skills(system, made))
    made.ac = _armour(draft, actor, system, made)
    made.resistance = whole(_part(system, "resources", "legres", "max"), 0, 20) or 0
    made.legendary = bool(whole(_part(system, "resources", "legact", "max"), 0, 20))
    ability = SHORT.get(text(_part(system, "attributes", "spellcasting")))
    if ability and any(item.get("type") == "spell" for item in _items(actor)):
        made.spell_dc = 8 + made.prof + _modifier(made, ability)
    for number, item in enumerate(_items(actor)):
        _item(draft, made, item, at(place, "items", number))
    identity = text(actor.get("_id"), 40)
    added = beast.add(made, draft, key=f"{key_of(made.name, 'actor')[:59]}-{identity[:4].lower()}" if identity else "")
    if identity:
        added["x"] = {"foundry:id": identity}
    if actor.get("effects"):
        draft.note(at(place, "effects"), "left_out", _("effects of %(name)s are not read") % {"name": made.name},
                   f"monster:{added['key']}")  # fmt: skip


def _modifier(made: Beast, ability: str) -> int:
    return (made.ab.get(ability, 10) - 10) // 2


def _speeds(system: Item) -> dict[str, int]:
    movement = _part(system, "attributes", "movement")
    old = _part(system, "attributes", "speed")  # before version 8: {"value": "30 ft.", "special": "fly 60 ft."}
    if isinstance(movement, dict):
        return {way: feet for way in WAYS if (feet := whole(movement.get(way), 0))}
    walk = whole(_part(old, "value"), 0) if isinstance(old, dict) else whole(old, 0)
    return {"walk": walk} if walk else {}


def _skills(system: Item, made: Beast) -> Iterator[tuple[str, int]]:
    for short, name in SKILLS.items():
        level = _part(system, "skills", short, "value")
        ability = SHORT.get(text(_part(system, "skills", short, "ability")))
        if isinstance(level, int | float) and level > 0 and ability and made.prof is not None:
            bonus = whole(_part(system, "skills", short, "bonuses", "check")) or 0
            yield name, _modifier(made, ability) + int(made.prof * level) + bonus


def _armour(draft: Draft, actor: Item, system: Item, made: Beast) -> int | None:
    """Armour class: flat where it is told, else worked out from what is worn and dexterity."""
    ac = _part(system, "attributes", "ac")
    if not isinstance(ac, dict):
        return whole(ac, 0, 100)
    calc = text(ac.get("calc"))
    told_flat = whole(ac.get("flat"), 0, 100)
    if calc in ("natural", "flat") and told_flat is not None:
        return told_flat
    if not calc and whole(ac.get("value"), 0, 100) is not None:  # before version 8
        return whole(ac.get("value"), 0, 100)
    dexterity, base, shield = _modifier(made, "dexterity"), CALCULATED.get(calc, 10), 0
    most = 99
    for item in _items(actor):
        worn = _system(item)
        kind = text(_part(worn, "type", "value") or _part(worn, "armor", "type"))
        value = whole(_part(worn, "armor", "value"), 0, 40)
        if item.get("type") != "equipment" or value is None or worn.get("equipped") is False:
            continue
        if kind == "shield":
            shield = max(shield, value)
        elif kind in ("light", "medium", "heavy", "natural"):
            limit = whole(_part(worn, "armor", "dex"), 0, 20)
            base, most = value, limit if limit is not None else {"medium": 2, "heavy": 0}.get(kind, 99)
    if calc not in ("default", "natural", "flat", *CALCULATED):
        message = _("%(name)s works out its armour class as %(calc)s, which is not known here; 10 and dexterity count")
        draft.note(made.pointer, "assumed", message % {"name": made.name, "calc": told(calc)})
    return base + min(dexterity, most) + shield


def _item(draft: Draft, made: Beast, item: Item, place: str) -> None:
    name, system = name_of(item.get("name")), _system(item)
    kind = item.get("type")
    if kind == "spell":
        return
    activities = _part(system, "activities")
    acts = [one for one in activities.values() if isinstance(one, dict)] if isinstance(activities, dict) else [system]
    how = {text(_part(one, "activation", "type")) for one in acts}
    dc = next((found for one in acts if (found := _dc(one)) is not None), None)
    words = _markdown(draft, _part(system, "description", "value"), place, dc) if kind in ("feat", "weapon") else ""
    if words:
        made.texts.append((name, words))
    if kind == "weapon" and not how & {"legendary", "lair"}:
        _weapon(draft, made, name, system, acts, place)
    elif name.startswith("Multiattack"):
        made.many.append(words)
    elif kind == "feat" and not how & {"legendary", "lair", "action", "reaction", "bonus"}:
        made.traits.append(name)
    elif kind == "feat" and "action" in how:
        _feat(made, name, system, acts, words)
    elif kind not in ("feat", "weapon", "equipment", "consumable", "loot", "tool", "container", "backpack"):
        draft.note(place, "left_out", _("items of the kind %(kind)s are not read") % {"kind": told(kind)})


def _feat(made: Beast, name: str, system: Item, acts: list[Item], words: str) -> None:
    """A feature used as an action: a power when it is limited and resisted."""
    limited = bool(text(str(_part(system, "uses", "max") or ""))) or bool(_part(system, "recharge", "value"))
    dc = next((found for one in acts if (found := _dc(one)) is not None), None)
    if limited and dc is not None:
        made.power(name, words, dc)


def _dc(activity: Item) -> int | None:
    dc = _part(activity, "save", "dc")
    return whole(_part(dc, "formula") if isinstance(dc, dict) else dc, 0, 60)


def _weapon(draft: Draft, made: Beast, name: str, system: Item, acts: list[Item], place: str) -> None:
    """An attack with its bonus and damage worked out from the ability it uses."""
    act = next((one for one in acts if _part(one, "type") == "attack" or "attack" in one or "attackBonus" in one), None)
    if act is None:
        return
    ability = SHORT.get(text(_part(act, "attack", "ability") or system.get("ability"))) or _weapons_ability(
        system, made
    )
    bonus = whole(_part(act, "attack", "bonus") or system.get("attackBonus")) or 0
    flat = _part(act, "attack", "flat") is True
    modifier = _modifier(made, ability)
    attack: Item = {"name": name, "to_hit": bonus if flat else bonus + modifier + (made.prof or 2)}
    average = _damage(system, act, modifier)
    if average is None:
        draft.note(place, "not_understood", _("the damage of %(name)s is not understood") % {"name": told(name)})
    else:
        attack["average"] = prose.plain(average)
    reach, ranged = whole(_part(system, "range", "reach"), 0), whole(_part(system, "range", "value"), 0)
    long = whole(_part(system, "range", "long"), 0)
    attack |= (
        {"range": f"{ranged}/{long}" if long else str(ranged)} if ranged and ranged > 10 else {"reach": reach or 5}
    )
    rider = _rider(system, acts, place)
    made.attacks.append(attack | ({"rider": rider} if rider else {}))


def _weapons_ability(system: Item, made: Beast) -> str:
    """Strength, but dexterity with a bow or a finesse weapon where that is better."""
    properties = system.get("properties")
    names = set(properties) if isinstance(properties, list) else {
        name for name, on in properties.items() if on is True} if isinstance(properties, dict) else set()  # fmt: skip
    kind = text(_part(system, "type", "value") or system.get("weaponType") or system.get("actionType"))
    if kind.endswith("R") or kind == "rwak" or "amm" in names:
        return "dexterity"
    if "fin" in names and _modifier(made, "dexterity") > _modifier(made, "strength"):
        return "dexterity"
    return "strength"


def _damage(system: Item, act: Item, modifier: int) -> Fraction | None:
    """The average damage of a hit; None where a formula is not understood."""
    base, parts = _part(system, "damage", "base"), _part(act, "damage", "parts")
    total = Fraction(0)
    if isinstance(base, dict):
        own = _rolled(base)
        if own is None:
            return None
        total += own + modifier if whole(base.get("denomination"), 1) or _part(base, "custom", "enabled") else own
        parts = parts if isinstance(parts, list) else []
    else:
        parts = parts if isinstance(parts, list) and parts else _part(system, "damage", "parts") or []
    for part in parts if isinstance(parts, list) else []:
        found = (
            _rolled(part)
            if isinstance(part, dict)
            else _formula(part[0] if isinstance(part, list) and part else part, modifier)
        )
        if found is None:
            return None
        total += found
    return max(total, Fraction(0)) if total or parts or base else None


def _rolled(part: Item) -> Fraction | None:
    if _part(part, "custom", "enabled") is True:
        return _formula(_part(part, "custom", "formula"), 0)
    count, sides = whole(part.get("number"), 0, 100) or 0, whole(part.get("denomination"), 0, 1000) or 0
    bonus = part.get("bonus")
    plus = Fraction(0) if bonus in (None, "") else _formula(bonus, 0)
    return None if plus is None else Fraction(count * (sides + 1), 2) + plus


def _formula(value: Any, modifier: int) -> Fraction | None:
    """The average of dice, numbers and @mod added up; None for any other formula, which is never evaluated."""
    words = re.sub(r"\s+", "", str(value)).replace("@mod", f"{modifier:+d}").replace("++", "+").replace("+-", "-")
    if not re.fullmatch(r"[+-]?(?:\d{1,3}d\d{1,4}|\d{1,4})(?:[+-](?:\d{1,3}d\d{1,4}|\d{1,4})){0,10}", words):
        return None
    total = Fraction(0)
    for sign, dice in re.findall(r"([+-]?)(\d+d\d+|\d+)", words):
        one = prose.dice_average(dice) if "d" in dice else Fraction(dice)
        total += (one or 0) * (-1 if sign == "-" else 1)
    return total


def _rider(system: Item, acts: list[Item], place: str) -> Item | None:
    """What a hit does besides: the first condition that the description names, against the activity's DC."""
    words = _markdown(Draft({}), _part(system, "description", "value"), place, None)
    dc = next((found for one in acts if (found := _dc(one)) is not None), None)
    if dc is None:
        return prose.besides(words)
    for kind, pattern in prose.CONDITIONS:
        if re.search(pattern, words, re.IGNORECASE):
            return {"kind": kind, "dc": dc}
    return None


class _Plain(HTMLParser):
    """HTML of an editor as Markdown: paragraphs, emphasis and lists; everything else is its words."""

    MARKS: Final = {"strong": "**", "b": "**", "em": "*", "i": "*"}

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.dropped = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Opens a mark."""
        self.dropped += tag in ("script", "style")
        self.parts.append(self.MARKS.get(tag, "\n* " if tag == "li" else ""))

    def handle_endtag(self, tag: str) -> None:
        """Closes a mark; a paragraph ends with an empty line."""
        self.dropped -= tag in ("script", "style") and self.dropped > 0
        self.parts.append(self.MARKS.get(tag, "\n\n" if tag in ("p", "h1", "h2", "h3", "h4", "ul", "ol", "tr") else ""))

    def handle_data(self, data: str) -> None:
        """Keeps words, but for those of scripts."""
        if not self.dropped:
            self.parts.append(data)


def _markdown(draft: Draft, html: Any, place: str, dc: int | None) -> str:
    """A description as Markdown; links into Foundry become their words, and lost ones are noted.

    Rolls that Foundry writes in itself ([[/attack]], [[/damage]]) are figures of the block and left out; a save
    is its DC."""
    parser = _Plain()
    parser.feed(text(html))
    parser.close()
    lost = 0

    def plain(found: re.Match[str]) -> str:
        nonlocal lost
        roll = found[0].startswith("[[/")
        if roll and found[0].startswith("[[/save") and dc is not None:
            return f"DC {dc}"
        lost += not roll and not found[2] and not found[1]
        return found[2] or (found[1] or "").rpartition(".")[2].partition(" ")[0]

    words = re.sub(r"\n{3,}", "\n\n", ENRICHER.sub(plain, "".join(parser.parts))).strip()
    if lost:
        message = _("%(count)s links into Foundry were left out of the description")
        draft.note(place, "left_out", message % {"count": lost})
    return words if words.strip(" .\n") else ""
