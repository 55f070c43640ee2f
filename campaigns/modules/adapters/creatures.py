"""A creature of the 5e family, which every adapter fills in, and its conversion to an object of the draft."""

import operator
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import multiattack, note_blocks, prose
from campaigns.modules.adapters.draft import Draft, Line, name_of

Item = dict[str, Any]
ABILITIES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
SHORT: Final = {name[:3]: name for name in ABILITIES}
SPELL_DC: Final = re.compile(r"\bspell save DC (\d{1,2})")
# By challenge rating, as the rules of 5e have it: from 2, and one more for every four ratings.
RATINGS: Final = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}


@dataclass(slots=True)
class Creature:
    """What a foreign file says about a creature; None for what it does not say."""

    name: str
    pointer: str = ""
    edition: str = "5e-2014"
    size: str = ""
    kind: str = ""
    cr: float | None = None
    xp: int | None = None
    ac: int | None = None
    hp: int | None = None
    pp: int | None = None
    prof: int | None = None
    spell_dc: int | None = None
    legendary: bool = False
    resistance: int = 0
    speed: dict[str, int] = field(default_factory=dict)
    ab: dict[str, int] = field(default_factory=dict)
    skills: dict[str, int] = field(default_factory=dict)
    attacks: list[Item] = field(default_factory=list)
    powers: list[Item] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    # The alternatives of a multiattack: how often each attack is made; "*" is the best one.
    alternatives: list[dict[str, int]] = field(default_factory=list)
    # The multiattack in prose, which is read when all attacks are known.
    many: list[str] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    # What becomes only text, by the names of note_blocks.BLOCKS.
    facts: dict[str, str] = field(default_factory=dict)

    def describe(self, **facts: Any) -> None:
        """Stores what games have no figure for: texts, lists of texts, or lists of objects with names."""
        for name, value in facts.items():
            read = note_blocks.senses if name == "senses" else note_blocks.fact
            self.facts[name] = read(value)

    def action(self, name: str, words: str, *, limited: bool = False) -> None:
        """Adds an action as its prose describes it: an attack, a power with a saving throw, or only text."""
        attack = prose.attack(words)
        if attack is not None:
            self.attacks.append({"name": name} | attack)
        elif limited:
            self.power(name, words)

    def read_spell_dc(self, words: str) -> None:
        """Takes the DC of spells from a text that names one, unless it is known already."""
        match = SPELL_DC.search(words)
        if match and self.spell_dc is None:
            self.spell_dc = int(match[1])

    def power(self, name: str, words: str, dc: int | None = None) -> None:
        """A breath or another power of limited use."""
        dc = prose.saving_dc(words) if dc is None else dc
        self.powers.append({"name": name} | ({"dc": dc} if dc is not None else {}))


def passive(creature: Creature) -> int | None:
    """Passive perception: as stated, or else from the skill or wisdom."""
    if creature.pp is not None:
        return creature.pp
    if "perception" in creature.skills:
        return 10 + creature.skills["perception"]
    return 10 + (creature.ab["wisdom"] - 10) // 2 if "wisdom" in creature.ab else None


def round_damage(creature: Creature, draft: Draft) -> Fraction:
    """The average damage of a round: the best multiattack, or else the strongest hit."""
    best = max(_averages(creature).values(), default=Fraction(0))
    names = [attack["name"] for attack in creature.attacks]
    for words in creature.many:
        found = multiattack.read_alternatives(words, names)
        creature.alternatives += found or [{"*": 1}]
        if not found or multiattack.lacks_number(words):
            message = _("the multiattack of %(name)s gives no number for some attacks; check its damage a round")
            draft.note(creature.pointer, "not_understood", message % {"name": creature.name})
    creature.many = []
    most = most_damage(creature, creature.alternatives)
    if creature.alternatives and not most and best > 0:
        message = _("%(name)s makes several attacks that are not listed; one hit is counted")
        draft.note(creature.pointer, "not_understood", message % {"name": creature.name})
    return max(best, most)


def most_damage(creature: Creature, ways: list[dict[str, int]]) -> Fraction:
    """The average damage of the best of some alternatives of a multiattack; 0 if they make no known attack."""
    average = _averages(creature)
    best = max(average.values(), default=Fraction(0))
    totals = [Fraction(0)]
    for way in ways:
        values = [(best if name == "*" else _like(name, average)) or Fraction(0) for name in way]
        totals.append(sum(map(operator.mul, values, way.values()), Fraction(0)))
    return max(totals)


def _averages(creature: Creature) -> dict[str, Fraction]:
    """The average damage of each attack by its name; of several with one name the strongest counts."""
    average: dict[str, Fraction] = {}
    for attack in creature.attacks:
        key = attack["name"].lower()
        average[key] = max(average.get(key, Fraction(0)), Fraction(str(attack.get("average", 0))))
    return average


def _like(name: str, average: dict[str, Fraction]) -> Fraction | None:
    """The attack with this name, or with a name that contains it (“Claw”, “Claws (Bear Form Only)”)."""
    name = name.lower()
    if name in average:
        return average[name]
    near = [known for known in average if known.startswith(name.rstrip("s")) or name.startswith(known.rstrip("s"))]
    return max((average[known] for known in near), default=None)


NOT_TOLD: Final[Item] = {"not": "told"}


def is_empty(creature: Creature) -> bool:
    """Whether too little was read for a monster: no attack, and no hit points or nothing else."""
    return not creature.attacks and (creature.hp is None or (creature.cr is None and creature.ac is None))


def add(
    creature: Creature,
    draft: Draft,
    *,
    source: str = "",
    key: str = "",
    tags: list[str] | None = None,
    licence: Item | None = NOT_TOLD,
) -> Item | None:
    """Adds the creature to the draft with everything that a conversion needs, and notes what is missing.

    `licence` is that of its own row, or None. Returns None for a creature without any figure, which is left out and
    named in the review."""
    name = name_of(creature.name) or _("Nameless creature")
    if is_empty(creature):
        message = _("no figures of %(name)s could be read; it was left out")
        draft.note(creature.pointer, "left_out", message % {"name": name})
        return None
    item: Item = {"key": draft.key("monsters", key or name), "name": name}
    if tags:
        item["tags"] = tags
    item |= {"size": creature.size[:30]} if creature.size else {}
    item |= {"kind": creature.kind[:60]} if creature.kind else {}
    blocks = [
        {"key": f"text-{number}", "kind": "gm", **({"title": title[:200]} if title else {}), "md": words}
        for number, (title, words) in enumerate(creature.texts[:190], 1)
        if words
    ]
    blocks += note_blocks.blocks(creature.facts)
    item |= {"blocks": blocks} if blocks else {}
    item["source_stats"] = {"system": creature.edition, "data": data(creature, draft)}
    provenance: Item = {"method": "extracted", "pointer": creature.pointer or "/"}
    item["provenance"] = ({"source": source} if source else {}) | provenance
    if licence is not NOT_TOLD:
        draft.licences[item["key"]] = licence
    _note_missing(creature, draft, item)
    return draft.add("monsters", item)


def _note_missing(creature: Creature, draft: Draft, item: Item) -> None:
    about = f"monster:{item['key']}"
    for name, label in (("cr", _("challenge rating")), ("hp", _("hit points")), ("ac", _("armour class"))):
        if getattr(creature, name) is None:
            message = _("%(name)s has no %(what)s; add it before converting")
            draft.note(creature.pointer, "not_understood", message % {"name": item["name"], "what": label}, about)
    if not creature.attacks:
        message = _("no attack of %(name)s could be read") % {"name": item["name"]}
        draft.without_attacks.append(Line(creature.pointer, "assumed", message, about))


def data(creature: Creature, draft: Draft) -> Item:
    """The figures that conversions read (`source_stats.data`)."""
    figures: Item = {
        "cr": creature.cr,
        "xp": creature.xp,
        "ac": creature.ac,
        "hp": creature.hp,
        "prof": creature.prof,
        "spell_dc": creature.spell_dc,
        "pp": passive(creature),
        "type": creature.kind.lower() or None,
        "speed": creature.speed or None,
        "ab": creature.ab or None,
        "skills": creature.skills or None,
        "multiattack": True if creature.alternatives or creature.many else None,
        "legendary": True if creature.legendary else None,
        "legendary_resistance": creature.resistance or None,
        "attacks": creature.attacks or None,
        "powers": creature.powers or None,
        "traits": creature.traits or None,
    }
    if creature.attacks:
        figures["round"] = prose.plain(round_damage(creature, draft))
        figures["attacks"] = _distinct(creature.attacks)
    return {name: value for name, value in figures.items() if value is not None}


def _distinct(attacks: list[Item]) -> list[Item]:
    """The attacks with different names, because games refuse two of one name: equal ones once, others with a number."""
    kept: list[Item] = []
    names: set[str] = set()
    for attack in attacks:
        if attack in kept:
            continue
        name, number = attack["name"], 1
        while name.lower() in names:
            number += 1
            name = f"{attack['name']} {number}"
        names.add(name.lower())
        kept.append(attack | {"name": name})
    return kept


def rating(value: Any) -> float | None:
    """A challenge rating from a number or from words such as 1/4 or "10.000"."""
    if isinstance(value, str):
        value = value.strip()
        if value in RATINGS:
            return RATINGS[value]
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return int(value) if value == int(value) else float(value)


def to_integer(value: Any, least: int = -1000, most: int = 100_000) -> int | None:
    """A whole number of a foreign file, or None; 30.0 and "30 ft." count as 30."""
    if isinstance(value, str):
        digits = value.strip().split(" ")[0].removesuffix("ft.").removesuffix("ft").replace(",", "")
        value = int(digits) if digits.lstrip("-").isdecimal() and len(digits) < 8 else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return int(value) if least <= value <= most else None
