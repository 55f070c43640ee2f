"""What all forms of Open5e's files share: documents with their licences, attack rows, traits and actions."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import licences, note_blocks, prose
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, name_of, text
from campaigns.modules.adapters.foreign_values import as_list, get_object
from campaigns.modules.format.faults import quote_value

Item = dict[str, Any]
WAYS: Final = ("walk", "fly", "swim", "climb", "burrow")
# Books that Open5e publishes, as its own list of documents has them: title, publisher, licence, game.
BOOKS: Final = {
    "srd-2014": ("System Reference Document 5.1", "Wizards of the Coast", "cc-by-40", "5e-2014"),
    "wotc-srd": ("System Reference Document 5.1", "Wizards of the Coast", "cc-by-40", "5e-2014"),
    "srd-2024": ("System Reference Document 5.2", "Wizards of the Coast", "cc-by-40", "5e-2024"),
    "bfrd": ("Black Flag SRD", "Kobold Press", "cc-by-40", "5e-2014"),
    "blackflag": ("Black Flag SRD", "Kobold Press", "cc-by-40", "5e-2014"),
    "ccdx": ("Creature Codex", "Kobold Press", "ogl-10a", "5e-2014"),
    "cc": ("Creature Codex", "Kobold Press", "ogl-10a", "5e-2014"),
    "tob": ("Tome of Beasts", "Kobold Press", "ogl-10a", "5e-2014"),
    "tob-2023": ("Tome of Beasts 1 (2023 Edition)", "Kobold Press", "ogl-10a", "5e-2014"),
    "tob2": ("Tome of Beasts 2", "Kobold Press", "ogl-10a", "5e-2014"),
    "tob3": ("Tome of Beasts 3", "Kobold Press", "ogl-10a", "5e-2014"),
    "a5e-mm": ("Monstrous Menagerie", "EN Publishing", "ogl-10a", "a5e"),
    "menagerie": ("Monstrous Menagerie", "EN Publishing", "ogl-10a", "a5e"),
    "tdcs": ("Tal'dorei Campaign Setting", "Green Ronin", "ogl-10a", "5e-2014"),
    "taldorei": ("Tal'dorei Campaign Setting", "Green Ronin", "ogl-10a", "5e-2014"),
}
GAMES: Final = {
    "5e-2014": ("Dungeons & Dragons 5e", "2014"),
    "5e-2024": ("Dungeons & Dragons 5e", "2024"),
    "a5e": ("Level Up: Advanced 5th Edition", ""),
}


# “Each creature in that area must make a DC 13 Constitution saving throw”. Some rows lack the limit of such an action.
AREA: Final = re.compile(r"\beach (?:(?:other )?creature\s(?:in|within)|target\smust)\b", re.IGNORECASE)
PASSIVE: Final = re.compile(r"passive perception (\d{1,2})", re.IGNORECASE)


class Book:
    """A document of Open5e: `title`, `licence` (None if unknown) and `game`, a key of GAMES."""

    def __init__(self, key: str, fields: Item | None = None) -> None:
        title, holder, licence, game = BOOKS.get(key, ("", "", "", ""))
        self.key, self.listed, self.given = key, key in BOOKS, False
        self.game = game
        terms = [licence] if licence else []
        if fields:
            title = name_of(fields.get("name") or fields.get("title"), 200) or title
            holder = _publisher(fields) or holder
            game_row = fields.get("gamesystem")
            game_key = text(game_row.get("key") if isinstance(game_row, dict) else game_row)
            self.game = game_key or self.game
            self.given = bool(_terms(fields))
            terms = _terms(fields) or terms
        self.title = title or key
        self.licence = licences.best(terms, f"{self.title} {key}" if licences.srd(key) else self.title, holder)

    @property
    def edition(self) -> str:
        """The system of the source's figures: 5e-2024 for that edition, otherwise 5e-2014."""
        return "5e-2024" if self.game == "5e-2024" else "5e-2014"


def _publisher(fields: Item) -> str:
    value = fields.get("publisher") or fields.get("organization")
    name = value.get("name") if isinstance(value, dict) else value
    return name_of(name).replace("-", " ").title() if isinstance(name, str) and name.islower() else name_of(name)


def _terms(fields: Item) -> list[str]:
    """Every licence that a document row names."""
    several = fields.get("licenses")
    terms = [term.get("name") or term.get("key") if isinstance(term, dict) else term for term in as_list(several)]
    terms += [fields.get("license")]
    return [words for term in terms if (words := text(term, 200))]


def row_attack(name: str, row: Item) -> Item | None:
    """An attack from the fields of a row: bonus, dice with their second part, reach and range; None without a bonus."""
    bonus = to_integer(row.get("to_hit_mod") if "to_hit_mod" in row else row.get("attack_bonus"))
    if bonus is None:
        return None
    attack: Item = {"name": name, "to_hit": bonus}
    first = _dice(row, "damage")
    if first is not None:
        attack["average"] = prose.plain(max(first + (_dice(row, "extra_damage") or 0), Fraction(0)))
    reach, ranged, long = (to_integer(row.get(field), 1) for field in ("reach", "range", "long_range"))
    attack |= {"reach": reach} if reach else {}
    attack |= {"range": f"{ranged}/{long}" if long else str(ranged)} if ranged else {}
    return attack


def _dice(row: Item, stem: str) -> Fraction | None:
    written = row.get(f"{stem}_dice")  # version 1: "2d6+1d6"
    bonus = to_integer(row.get(f"{stem}_bonus")) or 0
    if isinstance(written, str) and "d" in written.lower():
        parts = [prose.dice_average(part) for part in re.findall(r"\d{1,3}d\d{1,4}", written.lower())]
        return sum((part for part in parts if part is not None), Fraction(0)) + bonus
    count = to_integer(row.get(f"{stem}_die_count"), 1, 100)
    sides = to_integer(str(row.get(f"{stem}_die_type") or "").lower().removeprefix("d"), 1, 1000)
    if count and sides:
        return Fraction(count * (sides + 1), 2) + bonus
    return Fraction(bonus) if bonus else None


def describe(creature: Creature, row: Item) -> None:
    """Stores the fields that are only text for a GM, from a row of any version."""
    fields = row | get_object(row, "resistances_and_immunities")
    names = {
        "vulnerabilities": "damage_vulnerabilities",
        "resistances": "damage_resistances",
        "immunities": "damage_immunities",
        "conditions": "condition_immunities",
    }
    ranges = {name: to_integer(row.get(f"{name}_range"), 1) for name in note_blocks.SENSES}
    languages = get_object(row, "languages").get("as_string") or row.get("languages_desc") or row.get("languages")
    creature.describe(
        **{name: fields.get(f"{field}_display") or fields.get(field) for name, field in names.items()},
        senses=row.get("senses") or note_blocks.far_senses(ranges),
        languages=languages,
        description=row.get("desc"),
    )


def listed_skills(skills: dict[str, int]) -> dict[str, int]:
    """The skills that a row lists; a row in which all are 0 lists none."""
    return skills if any(skills.values()) else {}


def trait(creature: Creature, name: Any, words: Any) -> None:
    """Adds a passive feature."""
    name, words = name_of(name), text(words)
    plain = name.partition(" (")[0]
    creature.traits.append(plain)
    creature.texts.append((name, words))
    if plain == "Legendary Resistance":
        creature.resistance = next((int(char) for char in name if char.isdecimal()), 3)
    creature.read_spell_dc(words)


def add_action(draft: Draft, creature: Creature, fields: Item, pointer: str, rows: list[tuple[str, Item]]) -> None:
    """Adds an action of the second version by its kind; only actions of a turn become attacks and powers."""
    kind = fields.get("action_type")
    creature.legendary = creature.legendary or kind == "LEGENDARY_ACTION"
    if kind in (None, "ACTION"):
        action(draft, creature, fields, pointer, rows, limited=bool(fields.get("uses_type")))
    else:
        creature.texts.append((name_of(fields.get("name")), text(fields.get("desc"))))


def action(
    draft: Draft, creature: Creature, fields: Item, pointer: str, attacks: Iterable[tuple[str, Item]], limited: bool
) -> None:
    """Adds an action with its attack rows, each as (pointer, row): the prose counts, and the rows fill in what it
    lacks."""
    name, words = name_of(fields.get("name")), text(fields.get("desc"))
    creature.texts.append((name, words))
    if "(Costs " in name:  # a legendary action, whatever its row says
        creature.legendary = True
        return
    if name.startswith("Multiattack"):
        creature.many.append(words)
        return
    creature.read_spell_dc(words)
    plain, rows = name.partition(" (")[0], list(attacks)
    before = len(creature.attacks)
    limited = limited or bool(prose.RECHARGE.search(name))
    if not limited and not rows and _strikes_an_area(words):
        limited = True
        message = _("the limit of %(name)s is not in the file; it is read as a power with a saving throw")
        draft.note(pointer, "assumed", message % {"name": quote_value(name)})
    creature.action(plain, words, limited=limited)
    attack = creature.attacks[-1] if len(creature.attacks) > before else None
    structured = [parsed_attack for _place, row in rows if (parsed_attack := row_attack(plain, row)) is not None]
    if attack is None and structured:
        creature.attacks.append(structured[0])
        message = _("the text of %(name)s contains no attack; the figures of its rows are used")
        draft.note(pointer, "assumed", message % {"name": quote_value(name)})
        return
    if attack is not None and "average" not in attack:
        averages = [parsed_attack["average"] for parsed_attack in structured if "average" in parsed_attack]
        attack |= {"average": averages[0]} if averages else {}
    for place, row in rows:
        compare(draft, name, attack, words, row, place)


def _strikes_an_area(words: str) -> bool:
    """Whether everyone in an area saves against an action, as against a breath."""
    return AREA.search(words) is not None and prose.attack(words) is None and prose.saving_dc(words) is not None


def add_missing_attack(
    draft: Draft, creature: Creature, fields: Item, pointer: str, attacks: Iterable[tuple[str, Item]]
) -> None:
    """Adds the attack of a legendary, bonus or reaction row if no action has its name: “It makes a kick attack.”"""
    if fields.get("action_type") in (None, "ACTION"):
        return
    name = name_of(fields.get("name")).partition(" (")[0]
    if any(attack["name"].lower() == name.lower() for attack in creature.attacks):
        return
    made = next((attack for _place, row in attacks if (attack := row_attack(name, row)) is not None), None)
    if made is not None and "average" in made:
        creature.attacks.append(made)
        message = _("%(name)s is not among the creature’s actions; the attack uses the figures of its row")
        draft.note(pointer, "assumed", message % {"name": quote_value(name)})


def compare(draft: Draft, name: str, attack: Item | None, words: str, row: Item, pointer: str) -> None:
    """Notes where a row differs from the prose: the bonus, the dice, the type of damage."""
    parts = prose.damage(words)
    if attack is None or not parts or "to_hit_mod" not in row:
        return
    first = parts[0]
    count, sides = row.get("damage_die_count"), str(row.get("damage_die_type") or "")[1:]
    dice = f"{count}d{sides}" if count and sides else None
    printed = f"{first.dice[0]}d{first.dice[1]}" if first.dice else str(first.printed)
    kind = row.get("damage_type")
    pairs = (
        ("to_hit_mod", row.get("to_hit_mod"), attack["to_hit"]),
        ("damage_type", kind.get("key") if isinstance(kind, dict) else kind, first.kind),
        ("damage_die_type", dice if first.dice else None, printed if first.dice else None),
        ("damage_bonus", row.get("damage_bonus") or 0, first.dice[2] if first.dice else None),
    )
    for field, says, prints in pairs:
        if says not in (None, prints) and prints not in (None, ""):
            message = _("%(name)s: %(field)s says %(says)s, the text %(prints)s; the text is used")
            values = {
                "name": quote_value(name),
                "field": field,
                "says": quote_value(says),
                "prints": quote_value(prints),
            }
            draft.note(f"{pointer}/{field}", "contradiction", message % values)
