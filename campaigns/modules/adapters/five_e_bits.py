"""Converts monsters of 5e-database (5e-bits): a JSON list of objects with `index`."""

import re
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, licences, multiattack, prose
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.foreign_values import get_object, get_objects
from campaigns.modules.format.faults import at, quote_value

Item = dict[str, Any]
ADDRESS: Final = re.compile(r"/api/(?:(2014|2024)/)?monsters/")
RELEASES: Final = {
    "2014": ("5.1", licences.SRD_5_1, "https://dnd.wizards.com/resources/systems-reference-document"),
    "2024": ("5.2", licences.SRD_5_2, "https://www.dndbeyond.com/srd"),
}
# The fields that the adapter reads, and those that it ignores on purpose; any other field is a line of the review.
KNOWN: Final = {
    "index",
    "name",
    "size",
    "type",
    "subtype",
    "alignment",
    "armor_class",
    "hit_points",
    "hit_dice",
    "hit_points_roll",
    "speed",
    "proficiencies",
    "damage_vulnerabilities",
    "damage_resistances",
    "damage_immunities",
    "condition_immunities",
    "senses",
    "languages",
    "challenge_rating",
    "proficiency_bonus",
    "xp",
    "special_abilities",
    "actions",
    "legendary_actions",
    "reactions",
    "desc",
    "image",
    "url",
    "forms",
    "updated_at",
    *creatures.ABILITIES,
}


def adapt(value: Any) -> Draft:
    """The draft of a list of monsters or of one. NotUnderstood for anything else."""
    rows = [value] if isinstance(value, dict) and "index" in value else value
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) and "index" in row for row in rows):
        raise NotUnderstood(_("this is not a list of monsters from 5e-database, in which each has an “index”"))
    draft = Draft.begin(title="Monsters of 5e-database")
    editions = []
    for number, row in enumerate(rows):
        editions.append(_edition(row))
        creature(draft, row, at("", number), editions[-1])
    known = sorted({edition for edition in editions if edition})
    draft.document["module"]["sources"] = [_source(licence) for licence in known]
    if len(known) == 1:
        draft.document["module"]["title"] = f"Monsters of the SRD {RELEASES[known[0]][0]}"
    licences.apply_licences(draft)
    draft.recognised = Recognised("5e-database", "Dungeons & Dragons 5e", " + ".join(known))
    return draft


def _edition(row: Item) -> str:
    """2014 or 2024, from the row's own URL; "" for a row without one, which is not from this database."""
    match = ADDRESS.match(text(row.get("url"), 200))
    return (match[1] or "2014") if match else ""


def _source(edition: str) -> Item:
    release, licence, address = RELEASES[edition]
    return {
        "key": f"srd-{release.replace('.', '-')}",
        "title": f"System Reference Document {release}",
        "licence": licence,
        "url": address,
        "changes": "Based on the monsters of 5e-database; same figures and texts, in a new arrangement.",
    }


def creature(draft: Draft, row: Item, pointer: str, edition: str) -> None:
    """Adds one monster to the draft."""
    creature = Creature(name_of(row.get("name")), pointer, size=text(row.get("size")), kind=text(row.get("type")))
    creature.edition = f"5e-{edition or '2014'}"
    creature.cr, creature.xp = creatures.rating(row.get("challenge_rating")), to_integer(row.get("xp"))
    creature.hp, creature.ac = to_integer(row.get("hit_points"), 1), _armour(row.get("armor_class"))
    creature.prof = to_integer(row.get("proficiency_bonus"))
    creature.ab = {
        name: score for name in creatures.ABILITIES if (score := to_integer(row.get(name), 0, 100)) is not None
    }
    creature.speed = {
        name: feet for name, value in get_object(row, "speed").items() if (feet := to_integer(value, 0)) is not None
    }
    creature.pp = to_integer(get_object(row, "senses").get("passive_perception"))
    _describe(creature, row)
    _proficiencies(creature, row)
    _abilities(creature, row)
    _actions(draft, creature, row)
    _compare_multiattacks(draft, creature, row)
    for name in ("legendary_actions", "reactions"):
        for feature in get_objects(row, name):
            creature.texts.append((name_of(feature.get("name")), text(feature.get("desc"))))
    creature.legendary = bool(row.get("legendary_actions"))
    release, licence = (RELEASES[edition][0], RELEASES[edition][1]) if edition else ("", None)
    source = f"srd-{release.replace('.', '-')}" if release else ""
    item = creatures.add(creature, draft, source=source, key=text(row.get("index")), licence=licence)
    if item is None:
        return
    for name in sorted(set(row) - KNOWN):
        draft.note(
            at(pointer, name),
            "left_out",
            _("the field %(name)s is not read") % {"name": quote_value(name)},
            f"monster:{item['key']}",
        )


def _describe(creature: Creature, row: Item) -> None:
    """Stores the fields that are only text for a GM."""
    senses = [f"{name} {words}" for name, value in get_object(row, "senses").items() if (words := text(value, 100))]
    description = row.get("desc")
    creature.describe(
        vulnerabilities=row.get("damage_vulnerabilities"),
        resistances=row.get("damage_resistances"),
        immunities=row.get("damage_immunities"),
        conditions=row.get("condition_immunities"),
        senses=senses,
        languages=row.get("languages"),
        description="\n\n".join(map(text, description)) if isinstance(description, list) else description,
    )


def _armour(value: Any) -> int | None:
    """The armour class: that of a row with worn armour or a shield, else that of the first row.

    Other further rows hold only under a spell or a condition."""
    rows = value if isinstance(value, list) else [value]
    worn = [row for row in rows if isinstance(row, dict) and row.get("type") == "armor"]
    row = next(iter(worn or rows), None)
    return to_integer(row.get("value") if isinstance(row, dict) else row, 0, 100)


def _proficiencies(creature: Creature, row: Item) -> None:
    for proficiency in get_objects(row, "proficiencies"):
        index, bonus = get_object(proficiency, "proficiency").get("index"), to_integer(proficiency.get("value"))
        if isinstance(index, str) and index.startswith("skill-") and bonus is not None:
            creature.skills[index.removeprefix("skill-")] = bonus


def _abilities(creature: Creature, row: Item) -> None:
    for ability in get_objects(row, "special_abilities"):
        name, usage = name_of(ability.get("name")), get_object(ability, "usage")
        creature.traits.append(name)
        creature.texts.append((name, text(ability.get("desc"))))
        _spells(creature, ability)
        if name.startswith("Legendary Resistance"):
            creature.resistance = to_integer(usage.get("times"), 1, 20) or 0


def _spells(creature: Creature, feature: Item) -> None:
    dc = to_integer(get_object(feature, "spellcasting").get("dc"), 0, 60)
    creature.spell_dc = dc if dc is not None else creature.spell_dc


def _actions(draft: Draft, creature: Creature, row: Item) -> None:
    for number, action in enumerate(get_objects(row, "actions")):
        name, words = name_of(action.get("name")), text(action.get("desc"))
        creature.texts.append((name, words))
        if "multiattack_type" in action:
            creature.alternatives += _alternatives(action)
            creature.many += [] if creature.alternatives else [words]
            continue
        _spells(creature, action)
        before = len(creature.attacks)
        dc = to_integer(get_object(action, "dc").get("dc_value"), 0, 60)
        if "usage" in action and prose.attack(words) is None:
            breath = next(
                (to_integer(get_object(option, "dc").get("dc_value"), 0, 60) for option in _options(action)), None
            )
            creature.power(name, words, dc if dc is not None else breath)
        else:
            creature.action(name, words)
        if len(creature.attacks) > before:
            _compare(draft, creature.attacks[-1], action, words, at(creature.pointer, "actions", number))
        elif "attack_bonus" in action:
            message = _("the text of %(name)s contains no attack, but the fields do") % {"name": quote_value(name)}
            draft.note(at(creature.pointer, "actions", number), "contradiction", message)


def _alternatives(action: Item) -> list[dict[str, int]]:
    """The alternatives of a multiattack. What it always makes is part of each."""
    base = get_objects(action, "actions") if action.get("multiattack_type") == "actions" else []
    options = get_objects(get_object(get_object(action, "action_options"), "from"), "options")
    ways = [_way(base + (get_objects(option, "items") if "items" in option else [option])) for option in options]
    return [way for way in ways or [_way(base)] if way]


def _way(parts: list[Item]) -> dict[str, int]:
    way: dict[str, int] = {}
    for part in parts:
        name, count = name_of(part.get("action_name")), to_integer(part.get("count"), 1, 50)
        if name and count:
            way[name] = way.get(name, 0) + count
    return way


def _compare(draft: Draft, attack: Item, action: Item, words: str, pointer: str) -> None:
    """Notes differences between an attack's fields and its prose; the prose counts."""
    name, bonus = quote_value(attack["name"]), to_integer(action.get("attack_bonus"))
    if bonus is not None and bonus != attack["to_hit"]:
        message = _("%(name)s: the field says %(field)s to hit, the text %(prose)s; the text is used")
        values = {"name": name, "field": bonus, "prose": attack["to_hit"]}
        draft.note(at(pointer, "attack_bonus"), "contradiction", message % values)
    for part in prose.damage(words):
        if part.dice and part.printed != int(
            max(part.average, Fraction(1)) if part.average >= 1 else part.average or 1
        ):
            message = _("%(name)s: the text says %(printed)s for dice that average %(average)s; the dice are used")
            values = {"name": name, "printed": part.printed, "average": prose.plain(part.average)}
            draft.note(at(pointer, "desc"), "contradiction", message % values)


def _compare_multiattacks(draft: Draft, creature: Creature, row: Item) -> None:
    """Notes multiattacks whose fields and prose do different damage; the fields count, because prose is often vague."""
    names = [attack["name"] for attack in creature.attacks]
    for number, action in enumerate(get_objects(row, "actions")):
        if "multiattack_type" not in action:
            continue
        # “Two melee attacks” names none, and the text of a werebear is about all its forms.
        ways = multiattack.read_alternatives(text(action.get("desc")), names)
        words = creatures.most_damage(creature, [way for way in ways if "*" not in way])
        field = creatures.most_damage(creature, _alternatives(action))
        if field and words and field != words:
            message = _(
                "%(name)s: by the fields a round does %(field)s damage, by the text %(prose)s; the fields are used"
            )
            values = {"name": quote_value(name_of(action.get("name"))), "field": prose.plain(field)}
            pointer = at(creature.pointer, "actions", number)
            draft.note(pointer, "contradiction", message % (values | {"prose": prose.plain(words)}))


def _options(action: Item) -> list[Item]:
    return get_objects(get_object(get_object(action, "options"), "from"), "options") + get_objects(action, "attacks")
