"""A pasted stat block of the 5e family, as text or Markdown: one creature or several, one below the other."""

import re
from typing import Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import beast, prose
from campaigns.modules.adapters.beast import ABILITIES, Beast, whole
from campaigns.modules.adapters.draft import Draft, NotUnderstood, name_of, text

SIZES: Final = "Tiny|Small|Medium|Large|Huge|Gargantuan"
KIND: Final = re.compile(rf"^((?:{SIZES})(?: or (?:{SIZES}))?) (.+?)(?:\s*\(.*?\))?(?:,.*)?$", re.IGNORECASE)
MARKS: Final = re.compile(r"[*_`>#|]+|</?[a-z]++[^<>]{0,300}>")
SCORE: Final = re.compile(rf"(\d{{1,2}})\s*(?:\(?\s*({prose.SIGN}\s*\d{{1,2}})\s*\)?)?")
FEATURE: Final = re.compile(r"^([A-Z][^.:]{1,80}?(?:\([^)]{0,60}\))?)\.\s+(\S.*)$")
SHORT = 400  # the figures of a creature stand on short lines; what reads them looks no further
HEADINGS: Final = {
    "actions": "actions", "reactions": "reactions", "bonus actions": "reactions", "traits": "traits",
    "legendary actions": "legendary", "lair actions": "legendary", "mythic actions": "legendary",
}  # fmt: skip
PASSED_OVER: Final = (
    "languages", "damage", "condition", "saving throws", "immunities", "resistances", "vulnerabilities", "gear",
    "equipment", "initiative", "proficiency bonus", "mod save", "source",
)  # fmt: skip
LIMITED: Final = re.compile(r"\((?:Recharge|\d+/Day|Costs)", re.IGNORECASE)


def adapt(value: str) -> Draft:
    """The draft of a pasted text. NotUnderstood when no stat block is in it."""
    lines = [_plain(line) for line in text(value, 400_000).splitlines()]
    starts = [
        number
        for number, line in enumerate(lines)
        if KIND.match(line[:SHORT]) and _name_above(lines, number) is not None
    ]
    if not starts:
        message = _("no stat block was found: below a name should stand a line such as “Small humanoid, neutral evil”")
        raise NotUnderstood(message)
    draft = Draft.begin(title=_("Pasted creatures"))
    places = [found for number in starts if (found := _name_above(lines, number)) is not None]
    for begin, end in zip(places, [*places[1:], len(lines)], strict=True):
        _Block(draft, lines, begin, end).read()
    for number in range(places[0]):
        if lines[number]:
            draft.note(f"line {number + 1}", "left_out", _("this stands before the first creature and is not read"))
    return draft


def _plain(line: str) -> str:
    """A line without the marks of Markdown and HTML."""
    return re.sub(r"\s+", " ", MARKS.sub(" ", line).replace("\xa0", " ")).strip(" -")


def _name_above(lines: list[str], number: int) -> int | None:
    above = next((place for place in range(number - 1, max(number - 4, -1), -1) if lines[place]), None)
    return above if above is not None and len(lines[above]) <= 80 else None


class _Block:
    """One creature between two lines."""

    def __init__(self, draft: Draft, lines: list[str], begin: int, end: int) -> None:
        self.draft, self.lines, self.begin, self.end = draft, lines, begin, end
        self.made = Beast(
            name_of(lines[begin].title() if lines[begin].isupper() else lines[begin]), f"line {begin + 1}"
        )
        self.part = "traits"
        self.features: list[tuple[str, str, str, int]] = []

    def read(self) -> None:
        """Reads line by line; what nobody understands is a line of the review."""
        for number in range(self.begin + 1, self.end):
            line = self.lines[number]
            if line and not (self._figures(line) or self._heading(line) or self._scores(line)):
                self._words(line, number)
        for part, name, words, number in self.features:
            self._feature(part, name, words, number)
        if len(self.made.ab) < len(ABILITIES):
            self._note(self.begin, "not_understood", _("the six abilities were not found"))
        beast.add(self.made, self.draft)

    def _note(self, number: int, code: str, message: str) -> None:
        self.draft.note(f"line {number + 1}", code, message)

    def _figures(self, line: str) -> bool:
        made, low = self.made, line[:SHORT].lower()
        kind = KIND.match(line[:SHORT])
        if kind and not made.kind:
            made.size, made.kind = kind[1].split(" ")[0].capitalize(), kind[2].split(",")[0].strip().lower()
        elif found := re.match(r"(?:armor class|ac)\b:?\s*(\d{1,2})", low):
            made.ac = int(found[1])
        elif found := re.match(r"(?:hit points|hp)\b:?\s*(\d{1,4})", low):
            made.hp = int(found[1])
        elif low.startswith("speed"):
            made.speed = {
                way or "walk": int(feet)
                for way, feet in re.findall(r"(fly|swim|climb|burrow)?\s*(\d{1,3}) ?(?:ft|feet)", low)
            }
        elif low.startswith("senses"):
            passive = re.search(r"passive perception (\d{1,2})", low)
            made.pp = int(passive[1]) if passive else None
        elif found := re.match(r"(?:challenge(?: rating)?|cr)\b:?\s*([\d/.]+)", low):
            made.cr = beast.rating(found[1].rstrip("."))
            experience = re.search(r"([\d,]+) xp|xp ([\d,]+)", low)
            made.xp = whole((experience[1] or experience[2]) if experience else None)
            bonus = re.search(r"(?:pb|proficiency bonus) \+?(\d)", low)
            made.prof = int(bonus[1]) if bonus else None
        elif low.startswith("skills"):
            made.skills = {
                name.strip().replace(" ", "_"): prose.bonus(value.replace(" ", ""))
                for name, value in re.findall(rf"([a-z ]+?)\s*({prose.SIGN}\s*\d+)", low.removeprefix("skills"))
            }
        else:
            return low.startswith(PASSED_OVER) and not FEATURE.match(line)
        return True

    def _heading(self, line: str) -> bool:
        found = HEADINGS.get(line.lower().rstrip(":"))
        self.part = found or self.part
        self.made.legendary = self.made.legendary or found == "legendary"
        return found is not None

    def _scores(self, line: str) -> bool:
        """A row of the six names, of six scores, or single ones such as “Str 8 −1 −1”."""
        low = line[:SHORT].lower()
        if re.fullmatch(r"(?:(?:str|dex|con|int|wis|cha)\s*){6}", low):
            return True
        named = re.findall(r"\b(str|dex|con|int|wis|cha)[a-z]*\.?\s+(\d{1,2})\b", low)
        if named and (len(named) >= 3 or len(line) < 60):
            self.made.ab |= {beast.SHORT[name]: int(value) for name, value in named}
            return True
        scores = SCORE.findall(line[:SHORT]) if re.fullmatch(rf"[\d()\s+{prose.SIGN[1:-1]}]+", line) else []
        if len(scores) == len(ABILITIES) and not self.made.ab:
            self.made.ab = {name: int(value) for name, (value, _plus) in zip(ABILITIES, scores, strict=True)}
            return True
        return False

    def _words(self, line: str, number: int) -> None:
        """A feature, or more of the feature above."""
        found = FEATURE.match(line)
        if found:
            self.features.append((self.part, found[1], found[2], number))
        elif self.features:
            part, name, words, place = self.features[-1]
            self.features[-1] = (part, name, f"{words}\n{line}", place)
        else:
            self._note(number, "not_understood", _("this line is not understood: %(line)s") % {"line": line[:120]})

    def _feature(self, part: str, name: str, words: str, number: int) -> None:
        made, plain = self.made, re.sub(r"\s*\(.*\)$", "", name)
        made.texts.append((name, words))
        if part == "traits":
            made.traits.append(name_of(plain))
            if plain.lower() == "legendary resistance":
                digits = re.search(r"(\d)/day", name.lower())
                made.resistance = int(digits[1]) if digits else 3
            save = re.search(r"spell save DC (\d{1,2})", words)
            made.spell_dc = int(save[1]) if save else made.spell_dc
        elif part == "actions" and plain.lower() == "multiattack":
            made.many.append(words)
        elif part == "actions":
            before = len(made.attacks)
            made.action(name_of(plain), words, limited=bool(LIMITED.search(name)))
            if len(made.attacks) > before and "average" not in made.attacks[-1]:
                self._note(number, "not_understood", _("the damage of %(name)s is not understood") % {"name": plain})
