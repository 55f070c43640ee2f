"""Converts monsters in Cairn's Markdown: a name, a line of figures, and a list of descriptions."""

import re
from fractions import Fraction
from math import prod
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, old_school, prose
from campaigns.modules.adapters.creatures import Creature
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.stats_conversion.figures import half_up

Item = dict[str, Any]
FIGURES: Final = re.compile(r"^\W*(\d{1,3}) HP\b[,.]?\s*(.*)$", re.IGNORECASE)
PART: Final = re.compile(r"\b(\d{1,2}) (Armou?r|STR|DEX|WIL)\b,?\s*", re.IGNORECASE)
ATTACK: Final = re.compile(r"([^(),]{2,60}?)\s{0,4}\((\d{0,2}d\d{1,2}(?:\s*\+\s*\d{0,2}d\d{1,2})*)([^)]{0,60})\)")
# In an adventure, the figures also stand behind a name in bold: “**Golems** - 6 HP, 1 Armor, …”.
HIT_PROTECTION: Final = re.compile(r"(?<![\d-])(\d{1,3}) HP\b", re.IGNORECASE)
ABILITY: Final = re.compile(r"\b\d{1,2} (?:STR|DEX|WIL)\b", re.IGNORECASE)
NAMED: Final = re.compile(r"^[^*\n]{0,20}\*\*([^*\n]{2,80})\*\*\W*(\d.*)$")
BOLD: Final = re.compile(r"^[\W_]*?\*\*([^*\n]{2,80})\*\*[\s:.]*$")
HEADING: Final = re.compile(r"^#{1,6}\s+(.+)$")
NUMBERING: Final = re.compile(r"^(?:[A-Z]?\d{1,3}[a-z]?[.:)]|[A-Z]\))\s+")
SHORT: Final = 400
LICENCE: Final = {
    "spdx": "CC-BY-SA-4.0",
    "url": "https://creativecommons.org/licenses/by-sa/4.0/",
    "attribution": "Based on Cairn by Yochai Gal (https://cairnrpg.com), licensed CC-BY-SA 4.0.",
}
# Four points are as tough as a bandit of 5e; each further point is a level.
PERSON: Final = 4
# Damage grows with toughness, as it does in 5e. Measured on creatures that both games have (docs/adapters.md).
GROWTH: Final = Fraction(2, 5)


def adapt(value: str) -> Draft:
    """The draft of one or several monsters in a text. NotUnderstood for a text without a line of figures."""
    lines = text(value, 2_000_000).splitlines()
    places = [number for number, line in enumerate(lines) if FIGURES.match(line)]
    if not places:
        raise NotUnderstood(
            _("no Cairn monster was found; below a name there should be a line such as “4 HP, 1 Armor, …”")
        )
    draft = Draft.begin(title=_("Monsters of Cairn"), licence=LICENCE, recognised=Recognised("Markdown", "Cairn"))
    message = _("Cairn figures are converted to 5e: 4 HP is a bandit, and each further HP is one level")
    draft.note("", "assumed", message)
    for place, end in zip(places, [*places[1:], len(lines)], strict=True):
        _monster(draft, lines, place, end)
    return draft


def find_in(draft: Draft, words: str) -> int:
    """Adds the monsters of Cairn in an adventure's text, and returns how many there are.

    The name is in bold before the figures or on the line above, else it is the nearest heading above. The text keeps
    the lines, and a creature that it prints again with the same figures is added once."""
    known: set[tuple[str, str]] = set()
    heading, above = "", ""
    for number, line in enumerate(words.splitlines(), 1):
        short = line[:SHORT]
        if _has_figures(short):
            named = NAMED.match(short)
            bold = BOLD.match(above)
            name = _plain_name(named[1] if named else bold[1] if bold else heading)
            figures = (named[2] if named else short).strip(" #*_-\\")
            if name and (name.lower(), figures) not in known:
                known.add((name.lower(), figures))
                _add_named(draft, name, figures, number)
        elif title := HEADING.match(short):
            heading = title[1]
        above = short if short.strip() else above
    if known:
        draft.note(
            "", "assumed", _("Cairn figures are converted to 5e: 4 HP is a bandit, and each further HP is one level")
        )
    return len(known)


def _has_figures(line: str) -> bool:
    """Whether the line prints hit protection and an ability, and neither behind a sentence."""
    match = HIT_PROTECTION.search(line)
    return bool(match and ABILITY.search(line) and not re.search(r"[.!?] ", line[: match.start()]))


def _plain_name(words: str) -> str:
    return name_of(NUMBERING.sub("", re.sub(r"[#*_]+", " ", words).strip(" :.-")))


def _add_named(draft: Draft, name: str, figures: str, line: int) -> None:
    match = HIT_PROTECTION.search(figures)
    assert match is not None
    creature = Creature(name, f"line {line}")
    scores = {part[1].lower(): int(part[0]) for part in PART.findall(figures)}
    attacks = PART.sub("", HIT_PROTECTION.sub("", figures)).lstrip(" ,.")
    _figures(creature, int(match[1]), scores, attacks)
    creature.texts = [("", figures)]
    creatures.add(creature, draft)


def _name(lines: list[str], place: int) -> int | None:
    above = (number for number in range(place - 1, max(place - 4, -1), -1) if lines[number].strip())
    return next(above, None)


def _monster(draft: Draft, lines: list[str], place: int, end: int) -> None:
    match = FIGURES.match(lines[place])
    assert match is not None
    above = _name(lines, place)
    name = name_of(re.sub(r"[#*_]+", " ", lines[above])) if above is not None else ""
    creature = Creature(name or _("Nameless creature"), f"line {place + 1}")
    scores = {part[1].lower(): int(part[0]) for part in PART.findall(match[2])}
    _figures(creature, int(match[1]), scores, PART.sub("", match[2]))
    notes = [re.sub(r"^\s*[-*]\s+", "", line).strip() for line in lines[place + 1 : end]]
    if end < len(lines):  # this line is the name of the next monster
        following = _name(lines, end)
        notes = [re.sub(r"^\s*[-*]\s+", "", line).strip() for line in lines[place + 1 : following]]
    notes = [note for note in notes if note and not re.fullmatch(r"-{3,}|\w+:.*", note)]
    creature.texts = [("", lines[place].strip()), *[("", note) for note in notes]]
    creatures.add(creature, draft)


def _figures(creature: Creature, hp: int, figures: dict[str, int], attacks: str) -> None:
    """Hit protection, armour, scores and attacks in terms of 5e."""
    levels = Fraction(max(hp - PERSON, 0))
    creature.hp = half_up(10 + 7 * levels) if hp >= PERSON else max(1, half_up(Fraction(10 * hp, PERSON)))
    creature.cr = _rating(levels, hp)
    creature.ac = 11 + 2 * (figures.get("armor", figures.get("armour", 0)))
    scores = {"str": "strength", "dex": "dexterity", "wil": "wisdom"}
    creature.ab = {ability: figures[short] for short, ability in scores.items() if short in figures}
    for part in ATTACK.findall(attacks):
        average = average_of_highest(re.findall(r"(\d{0,2})d(\d{1,2})", part[1])) * (1 + levels * GROWTH)
        average = Fraction(half_up(2 * average), 2)
        name = name_of(re.sub(r"^\s*(?:or|and)\s+", "", part[0])).capitalize()
        creature.attacks.append({"name": name, "to_hit": 3 + half_up(levels / 3), "average": prose.plain(average)})


def average_of_highest(dice: list[tuple[str, str]]) -> Fraction:
    """The average of the highest of several dice, each as (number, sides): Cairn never adds them up."""
    sides = [int(size) for number, size in dice for _n in range(min(int(number or 1), 10)) if int(size)]
    below = [
        prod((Fraction(min(face, size), size) for size in sides), start=Fraction(1))
        for face in range(max(sides, default=0))
    ]
    return sum((1 - chance for chance in below), Fraction(0))


def _rating(levels: Fraction, hp: int) -> float:
    return old_school.rating(levels + 1) if hp > PERSON else 0.125
