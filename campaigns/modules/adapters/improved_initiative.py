"""Converts creatures of Improved Initiative: its library's JSON, a list of stat blocks, or an export of a whole
library."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, licences
from campaigns.modules.adapters.creatures import SHORT, Creature, to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.foreign_values import as_object, get_objects, get_texts
from campaigns.modules.adapters.open5e_rows import PASSIVE
from campaigns.modules.adapters.prose import RECHARGE
from campaigns.modules.format.faults import at

Item = dict[str, Any]
SIZES: Final = ("tiny", "small", "medium", "large", "huge", "gargantuan")
WAYS: Final = re.compile(r"^(fly|swim|climb|burrow)?\D{0,3}(\d{1,3})", re.IGNORECASE)


def adapt(value: Any) -> Draft:
    """The draft of a list of stat blocks, of one, or of {key: block}. NotUnderstood for anything else."""
    draft = Draft.begin(title="Creatures of Improved Initiative")
    sources: set[str] = set()
    rows = list(_blocks(value))
    for pointer, row in rows:
        sources.add(name_of(row.get("Source"), 100))
        _creature(draft, row, pointer)
    if not rows:
        message = _(
            "this is not a list of stat blocks of Improved Initiative, each with “Name”, “HP”, “AC” and “Challenge”"
        )
        raise NotUnderstood(message)
    licences.apply_licences(draft)
    named = ", ".join(sorted(filter(None, sources)))
    if named:
        draft.note(
            "", "assumed", _("the file names these sources: %(names)s; their licences apply") % {"names": named[:300]}
        )
    draft.recognised = Recognised("Improved Initiative", "Dungeons & Dragons 5e", "")
    return draft


def _blocks(value: Any) -> Iterator[tuple[str, Item]]:
    """Every stat block with its pointer; a whole library has them as JSON in strings, under “Creatures.” and an id."""
    if isinstance(value, dict) and "Name" in value:
        yield "", value
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, listing in pairs:
        if isinstance(listing, str) and str(name).startswith("Creatures.") and len(listing) < 200_000:
            try:
                listing = json.loads(listing)
            except (ValueError, RecursionError):
                continue
        if isinstance(listing, dict) and "Name" in listing and ("HP" in listing or "AC" in listing):
            yield at("", name), listing


def _creature(draft: Draft, row: Item, pointer: str) -> None:
    creature = Creature(name_of(row.get("Name")), pointer)
    _kind(creature, text(row.get("Type"), 200))
    creature.hp, creature.ac = to_integer(_value(row.get("HP")), 1), to_integer(_value(row.get("AC")), 0, 100)
    creature.cr = creatures.rating(row.get("Challenge"))
    creature.ab = {
        SHORT[name.lower()]: score
        for name, value in as_object(row.get("Abilities")).items()
        if name.lower() in SHORT and (score := to_integer(value, 0, 100)) is not None
    }
    creature.skills = {
        name_of(skill.get("Name")).lower().replace(" ", "_"): bonus
        for skill in get_objects(row, "Skills")
        if (bonus := to_integer(skill.get("Modifier"))) is not None
    }
    for words in get_texts(row, "Speed"):
        match = WAYS.match(words.strip())
        if match:
            creature.speed[(match[1] or "walk").lower()] = int(match[2])
    senses = PASSIVE.search(", ".join(get_texts(row, "Senses")))
    creature.pp = int(senses[1]) if senses else None
    creature.describe(
        vulnerabilities=row.get("DamageVulnerabilities"),
        resistances=row.get("DamageResistances"),
        immunities=row.get("DamageImmunities"),
        conditions=row.get("ConditionImmunities"),
        senses=row.get("Senses"),
        languages=row.get("Languages"),
    )
    _features(creature, row)
    words = text(row.get("Description"))
    creature.texts += [("", words)] if words else []
    creatures.add(creature, draft, licence=None)


def _kind(creature: Creature, words: str) -> None:
    first, _space, rest = words.partition(" ")
    if first.lower() in SIZES:
        creature.size, words = first.capitalize(), rest
    creature.kind = re.split(r"[,(]", words)[0].strip().lower()


def _features(creature: Creature, row: Item) -> None:
    for feature in get_objects(row, "Traits"):
        name, words = name_of(feature.get("Name")), text(feature.get("Content"))
        creature.traits.append(re.sub(r"\s*\(.*\)$", "", name))
        creature.texts.append((name, words))
        creature.read_spell_dc(words)
        if name.startswith("Legendary Resistance"):
            creature.resistance = next((int(char) for char in f"{name} {feature.get('Usage')}" if char.isdecimal()), 3)
    for feature in get_objects(row, "Actions"):
        name, words = name_of(feature.get("Name")), text(feature.get("Content"))
        usage = text(feature.get("Usage"), 100)
        creature.texts.append((f"{name} {usage}".strip(), words))
        if name.startswith("Multiattack"):
            creature.many.append(words)
        else:
            creature.read_spell_dc(words)
            limited = bool(usage or RECHARGE.search(name))
            creature.action(name_of(re.sub(r"\s*\(.*\)$", "", name)), words, limited=limited)
    for kind in ("Reactions", "BonusActions", "LegendaryActions", "MythicActions"):
        creature.texts += [
            (name_of(feature.get("Name")), text(feature.get("Content"))) for feature in get_objects(row, kind)
        ]
    creature.legendary = bool(get_objects(row, "LegendaryActions"))


def _value(value: Any) -> Any:
    return value.get("Value") if isinstance(value, dict) else value
