"""Monsters of Basic Fantasy: the rulebook's blocks as pasted text, or as a JSON list of names with a `stat_block`."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, old_school, prose
from campaigns.modules.adapters.creatures import Creature, to_integer
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.format.faults import at, quote_value

Item = dict[str, Any]
LABELS: Final = {
    "armor class": "armor_class",
    "hit dice": "hit_dice",
    "no. of attacks": "no_of_attacks",
    "damage": "damage",
    "movement": "movement",
    "no. appearing": "no_appearing",
    "save as": "save_as",
    "morale": "morale",
    "treasure type": "treasure_type",
    "xp": "xp",
}
# The names of the same figures in another JSON bestiary.
PLAIN: Final = {
    "armorclass": "armor_class",
    "hitdice": "hit_dice",
    "noattacks": "no_of_attacks",
    "damage": "damage",
    "movement": "movement",
    "noappearing": "no_appearing",
    "saveas": "save_as",
    "morale": "morale",
    "treasure": "treasure_type",
    "xp": "xp",
}
LABEL: Final = re.compile(rf"^\W*({'|'.join(re.escape(label) for label in LABELS)})\W*:\W*(.+)$", re.IGNORECASE)
DICE: Final = re.compile(r"\d{1,2}d\d{1,2}(?:\s*[+-]\s*\d{1,2})?")
# The armour class without armour is 11 there and 10 in 5e.
ARMOUR: Final = -1

# Damage of a weapon “or by weapon +1”, if the monster carries another one: no part of the attack's name.
INSTEAD: Final = re.compile(r"\bor by weapon\b(?:\s*\+\d+)?(?:\s+or \w+)?", re.IGNORECASE)


def adapt(words: str, value: Any = None) -> Draft:
    """The draft of a list of monsters (`value`) or of a pasted text. NotUnderstood for anything else."""
    rows = list(_read_rows(value) if value is not None else _read_pasted(words))
    if not rows:
        message = _(
            "no Basic Fantasy monster was found, which is a name and below it “Armor Class:”, “Hit Dice:” and so on"
        )
        raise NotUnderstood(message)
    form = "JSON" if value is not None else _("text")
    draft = Draft.begin(title=_("Monsters of Basic Fantasy"), recognised=Recognised(form, "Basic Fantasy RPG"))
    old_school.note_assumptions(draft, "Basic Fantasy")
    for pointer, name, block, description in rows:
        _monster(draft, pointer, name, block, description)
    return draft


def parse_json(words: str, reader: Any) -> Any:
    """The JSON value of a text that begins like JSON; None for pasted text."""
    return reader(words) if words.lstrip()[:1] in ("{", "[") else None


def _read_rows(value: Any) -> Iterator[tuple[str, str, dict[str, str], str]]:
    rows = [value] if isinstance(value, dict) and "stat_block" in value else value
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        block = row.get("stat_block") if isinstance(row, dict) else None
        if block is None and isinstance(row, dict) and "hitdice" in row:  # the bestiary of BFRPG-Bestiary
            block = {key: row[column] for column, key in PLAIN.items() if column in row}
        if isinstance(block, dict):
            plain = {
                name: text(figure if isinstance(figure, str) else json.dumps(figure)) for name, figure in block.items()
            }
            words = row.get("description")
            words = "\n\n".join(word for word in words if isinstance(word, str)) if isinstance(words, list) else words
            yield at("", number), name_of(row.get("name")), plain, text(words)


def _read_pasted(words: str) -> Iterator[tuple[str, str, dict[str, str], str]]:
    lines = text(words, 2_000_000).splitlines()
    place = 0
    while place < len(lines):
        match = LABEL.match(lines[place])
        if match is None or match[1].lower() != "armor class":
            place += 1
            continue
        above = next((line for line in reversed(lines[max(place - 3, 0) : place]) if line.strip()), "")
        start, block = place, dict[str, str]()
        while place < len(lines) and (match := LABEL.match(lines[place])):
            block[LABELS[match[1].lower()]] = match[2].strip()
            place += 1
        name = name_of(re.sub(r"[#*_:]+", " ", above))
        yield f"line {start + 1}", name, block, ""


def _monster(draft: Draft, pointer: str, name: str, block: dict[str, str], description: str) -> None:
    if any("|" in value for value in block.values()):
        message = _("%(name)s has several variants side by side; only the first is read")
        draft.note(pointer, "assumed", message % {"name": quote_value(name)})
        block = {label: value.split("|")[0].strip(" –") for label, value in block.items()}
    dice = old_school.hit_points(block.get("hit_dice", ""))
    if dice is None:
        message = _("the Hit Dice of %(name)s were not understood; perhaps the line refers to another monster")
        draft.note(
            at(pointer, "stat_block", "hit_dice") if "/" in pointer else pointer,
            "not_understood",
            message % {"name": quote_value(name)},
        )
        return
    creature = Creature(name or _("Nameless creature"), pointer)
    creature.attacks = list(_attacks(block))
    creature.alternatives = routines(block.get("no_of_attacks", ""), [attack["name"] for attack in creature.attacks])
    creature.speed = speeds(block.get("movement", ""))
    creature.xp = to_integer(re.split(r"[\s–-]", block.get("xp", ""))[0])
    armour = re.search(r"\d{1,2}", block.get("armor_class", ""))
    hp, level = dice
    old_school.set_5e_figures(creature, hp=hp, armour=int(armour[0]) + ARMOUR if armour else None, bonus=level)
    printed = "\n".join(f"* {label.capitalize()}: {block[key]}" for label, key in LABELS.items() if block.get(key))
    creature.texts = [(_("As printed"), printed), ("", description)]
    creatures.add(creature, draft)


def _attacks(block: dict[str, str]) -> Iterator[Item]:
    """Each kind of attack with its damage; matched by order if the names do not tell which belongs to which."""
    ways = re.split(r"/|,| or | and ", block.get("no_of_attacks", ""))
    names = [name_of(re.sub(r"^\d+\s*", "", way)) for way in ways]
    parts = [part for part in re.split(r"/|,| or (?!by weapon)", block.get("damage", "")) if DICE.search(part)]
    for number, part in enumerate(parts[:12]):
        match = DICE.search(part)
        assert match is not None
        average = prose.dice_average(re.sub(r"\s", "", match[0]))
        word = name_of(INSTEAD.sub("", DICE.sub("", part)).strip(" *."))
        name = word or (names[number] if number < len(names) else "") or _("Attack")
        if average is not None:
            yield old_school.scaled_attack(name.capitalize(), average)


def routines(words: str, names: list[str]) -> list[dict[str, int]]:
    """The alternatives of a line such as “2 claws, 1 bite or 1 gaze”: how often each attack is made in a round."""
    ways = []
    for way in re.split(r"\bor\b", words[:300].lower()):
        counts: dict[str, int] = {}
        for count, noun in re.findall(r"(\d{1,2})\s+([a-z][a-z ]{1,40})", way):
            stem = noun.strip().removesuffix("s")
            name = next(
                (
                    name_of_attack
                    for name_of_attack in names
                    if name_of_attack.lower().startswith(stem) or stem.startswith(name_of_attack.lower())
                ),
                None,
            )
            if name:
                counts[name] = min(int(count), 20)
        ways += [counts] if sum(counts.values()) > 1 else []
    return ways


def speeds(words: str) -> dict[str, int]:
    ways = {"fly": "fly", "swim": "swim", "climb": "climb", "burrow": "burrow"}
    speeds_by_way: dict[str, int] = {}
    for way, feet in re.findall(r"(fly|swim|climb|burrow)?\s*(\d{1,3})['’]", words.lower()):
        speeds_by_way.setdefault(ways.get(way, "walk"), int(feet))
    return speeds_by_way
