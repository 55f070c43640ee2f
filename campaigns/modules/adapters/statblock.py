"""Converts pasted stat blocks of the 5e family, as text or Markdown, of one or several creatures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import capwords
from typing import Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import creatures, prose, statblock_figures
from campaigns.modules.adapters.creatures import ABILITIES, Creature
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text

SIZES: Final = "Tiny|Small|Medium|Large|Huge|Gargantuan"
KIND: Final = re.compile(rf"^((?:{SIZES})(?: or (?:{SIZES}))?) (.+?)(?:\s*\(.*?\))?(?:,.*)?$", re.IGNORECASE)
# Homebrewery's own marks too: “{{monster,frame”, “}}”, “\\page”, “:-----:”, and “ :: ” between a name and its value.
MARKS: Final = re.compile(
    r"[*_`>#|]+|</?[a-z]++[^<>]{0,300}>|\{\{[\w,.:;%#=\"' -]{0,200}|\}\}|^\s*\\(?:page|column)\w*"
    r"|:?-{3,}:?|(?<=[\s*_])::(?=\s)"
)
SCORE: Final = re.compile(rf"(\d{{1,2}})\s*(?:\(?\s*({prose.SIGN}\s*\d{{1,2}})\s*\)?)?")
FEATURE: Final = re.compile(r"^([A-Z][^.:]{1,80}?(?:\([^)]{0,60}\))?)\.\s+(?!Hit:)(\S.*)$")
# “**Slam:** *Melee Weapon Attack:* …”: a colon in place of the full stop, after a name in bold.
LABEL: Final = re.compile(r"^[>_\s]*(?:\*\*|__)[^*_\n]{2,140}(?::(?:\*\*|__)|(?:\*\*|__):)\s")
# “***Senses of the Wolf.*** …”: the full stop is in bold too, so the words before it are the name of a feature.
NAMED: Final = re.compile(r"^[>_\s]*(?:\*\*\*?|__)[^*_\n]{2,140}\.\s?(?:\*\*|__)")
LABELLED: Final = re.compile(r"^([A-Z][^.:]{1,80}?(?:\([^)]{0,60}\))?):\s+(\S.*)$")
ATTACK: Final = re.compile(r"\b(?:(?:weapon|spell) attack|attack roll):", re.IGNORECASE)
ARMOUR: Final = re.compile(r"(?:armor class|ac)\b\D{0,4}\d", re.IGNORECASE)
AFTER: Final = "after"
PERSON: Final = re.compile(r"^NPC:\s+", re.IGNORECASE)
SHORT = 400  # the figures of a creature are on short lines, so longer ones are not searched
HEADINGS: Final = {
    "actions": "actions",
    "reactions": "reactions",
    "bonus actions": "reactions",
    "traits": "traits",
    "legendary actions": "legendary",
    "lair actions": "legendary",
    "mythic actions": "legendary",
}
IGNORED_LINES: Final = (
    "damage",
    "condition",
    "saving throws",
    "gear",
    "equipment",
    "initiative",
    "proficiency bonus",
    "mod save",
    "source",
)


def adapt(value: str) -> Draft:
    """The draft of a pasted text. NotUnderstood without a stat block."""
    raw = text(value, 2_000_000).splitlines()
    lines = [_plain(line) for line in raw]
    places = _places(lines)
    if not places:
        message = _(
            "no stat block was found; below a name there should be a line such as “Small humanoid, neutral evil”"
        )
        raise NotUnderstood(message)
    draft = Draft.begin(title=_("Pasted creatures"))
    draft.recognised = Recognised(_form(value), "Dungeons & Dragons 5e", _edition(lines))
    page = _Page.of(raw, lines, draft.recognised.edition)
    for begin, end in _ranges(raw, places):
        _Block(draft, page, begin, end).read()
    before = sum(bool(lines[number]) for number in range(places[0]))
    if before:
        message = _("%(count)s lines of text before the first creature are not read")
        draft.note("line 1", "left_out", message % {"count": before})
    return draft


def take_out(draft: Draft, words: str) -> str:
    """Adds the stat blocks in an adventure's text; returns the text with empty lines in their place.

    A block ends at the next heading that does not belong to it, at Homebrewery's braces, or with the quotation that
    holds it."""
    raw = words.splitlines()
    lines = [_plain(line) for line in raw]
    page, kept = _Page.of(raw, lines, _edition(lines)), list(raw)
    for begin, end in _ranges(raw, [place for place in _places(lines) if _has_figures(lines, place)]):
        quoted = raw[begin].lstrip().startswith(">")
        stop = next(
            (
                number
                for number in range(begin + 1, end)
                if (number in page.heads and not HEADINGS.get(lines[number].lower().rstrip(":")))
                or (quoted and not raw[number].lstrip().startswith(">") and raw[number].strip())
            ),
            end,
        )
        _Block(draft, page, begin, stop).read()
        kept[begin:stop] = [""] * (stop - begin)
    return "\n".join(kept)


def _places(lines: list[str]) -> list[int]:
    """The lines with names of stat blocks: above a line with size and kind and, if any block has them there,
    figures."""
    kinds = [number for number, line in enumerate(lines) if KIND.match(line[:SHORT])]
    found = [place for number in kinds if (place := _name_above(lines, number)) is not None]
    return [place for place in found if _has_figures(lines, place)] or found


def _has_figures(lines: list[str], place: int) -> bool:
    """Whether the armour class follows within a few lines below the line with size and kind."""
    kind = next((n for n in range(place + 1, min(place + 5, len(lines))) if KIND.match(lines[n][:SHORT])), place)
    return any(ARMOUR.match(line[:SHORT]) for line in lines[kind + 1 : kind + 6])


@dataclass(frozen=True, slots=True)
class _Page:
    """A text without its marks, and which of its lines are headings, or begin with a label or a name in bold."""

    lines: list[str]
    heads: set[int]
    labels: set[int]
    named: set[int]
    edition: str

    @classmethod
    def of(cls, raw: list[str], lines: list[str], edition: str) -> "_Page":
        heads = {number for number, line in enumerate(raw) if line.lstrip(">_ ").startswith("#")}
        labels = {number for number, line in enumerate(raw) if LABEL.match(line[:SHORT])}
        named = {number for number, line in enumerate(raw) if NAMED.match(line[:SHORT])}
        return cls(lines, heads, labels, named, edition)


def _ranges(raw: list[str], places: list[int]) -> Iterator[tuple[int, int]]:
    """Each block as (first line, line after the last). Homebrewery closes a block with two braces; the text after them
    belongs to no creature."""
    for begin, end in zip(places, [*places[1:], len(raw)], strict=False):
        yield begin, next((number for number in range(begin, end) if raw[number].strip() == "}}"), end)


def _form(words: str) -> str:
    """The form of a stat block, one of the usual ones."""
    if "{{monster" in words or re.search(r"\*\*Armor Class\*\* ::", words):
        return "Homebrewery v3"
    return "Homebrewery legacy" if re.search(r"^(?:___|>)\s*\n>? ?##", words, re.MULTILINE) else _("text")


def _edition(lines: list[str]) -> str:
    """2024 for blocks that print “AC 15” and “Attack Roll:”, 2014 for all others."""
    newer = any(re.match(r"(?:.*\bAttack Roll:|AC \d)", line[:SHORT]) for line in lines)
    older = any(line[:SHORT].lower().startswith("armor class") for line in lines)
    return "2024" if newer and not older else "2014"


def _plain(line: str) -> str:
    """A line without the marks of Markdown and HTML."""
    plain = re.sub(r"\s+", " ", MARKS.sub(" ", line).replace("\xa0", " ")).strip(" -")
    return plain if re.search(r"\w", plain) else ""


def _name_above(lines: list[str], number: int) -> int | None:
    above = next((place for place in range(number - 1, max(number - 4, -1), -1) if lines[place]), None)
    return above if above is not None and len(lines[above]) <= 80 else None


class _Block:
    """One creature between two lines."""

    def __init__(self, draft: Draft, page: _Page, begin: int, end: int) -> None:
        self.draft, self.page, self.begin, self.end = draft, page, begin, end
        name = PERSON.sub("", page.lines[begin])
        self.made = Creature(name_of(capwords(name) if name.isupper() else name), f"line {begin + 1}")
        self.made.edition = f"5e-{page.edition}"
        self.part = "traits"
        self.features: list[tuple[str, str, str, int]] = []
        # The last line if it was only text, because the next line may go on with it.
        self.fact: tuple[str, str] | None = None
        self.below_figure = False

    def read(self) -> None:
        """Reads the block line by line; the review names each line that is not understood."""
        for number in range(self.begin + 1, self.end):
            line = self.page.lines[number]
            if not line or self._heading(line):
                continue
            if number in self.page.heads and not FEATURE.match(line):
                self.part = AFTER  # a heading outside the block, such as that of a creature's lore
            elif self.part != AFTER:
                more = self._is_more_text(line)
                self.below_figure = not more and (self._figures(line, number) or self._scores(line))
                if not self.below_figure:
                    self._words(line, number)
        for part, name, words, number in self.features:
            self._feature(part, name, words, number)
        if len(self.made.ab) < len(ABILITIES):
            self._note(self.begin, "not_understood", _("the six abilities were not found"))
        creatures.add(self.made, self.draft)

    def _note(self, number: int, code: str, message: str) -> None:
        self.draft.note(f"line {number + 1}", code, message)

    def _figures(self, line: str, number: int) -> bool:
        """Reads a line with one figure of the creature; false if it has none."""
        made, low = self.made, line[:SHORT].lower()
        kind = KIND.match(line[:SHORT])
        fact, self.fact = None if number in self.page.named else statblock_figures.read_fact(line), None
        if kind and not made.kind:
            made.size, made.kind = kind[1].split(" ")[0].capitalize(), kind[2].split(",")[0].strip().lower()
        elif match := re.match(r"(?:armor class|ac)\b:?\s*(\d{1,2})", low):
            made.ac = int(match[1])
        elif match := re.match(r"(?:hit points|hp)\b:?\s*(\d{1,4})", low):
            made.hp = int(match[1])
        elif low.startswith("speed"):
            made.speed = statblock_figures.read_speeds(low)
        elif fact:
            self._store_fact(*fact, may_continue=line[0].isupper())
        elif match := re.match(r"(?:challenge(?: rating)?|cr)\b:?\s*([\d/.]+)", low):
            made.cr = creatures.rating(match[1].rstrip("."))
            made.xp, made.prof = statblock_figures.read_experience(low)
        elif low.startswith("skills"):
            made.skills = statblock_figures.read_skills(low)
        else:
            return low.startswith(IGNORED_LINES) and not FEATURE.match(line)
        return True

    def _store_fact(self, name: str, words: str, may_continue: bool = True) -> None:
        """Stores a text for the GM, and the passive perception in a line of senses."""
        self.fact = (name, words) if may_continue else None
        self.made.describe(**{name: words})
        passive = re.search(r"passive perception (\d{1,2})", words[:SHORT].lower())
        self.made.pp = int(passive[1]) if passive and name == "senses" else self.made.pp

    def _is_more_text(self, line: str) -> bool:
        """Whether a line goes on with the one above, though it may begin like a figure: “damage plus 7 fire damage”."""
        if self.features:
            return not statblock_figures.is_late_figure(line, "" if self.below_figure else self.features[-1][2])
        return self.fact is not None and line[0].islower()

    def _heading(self, line: str) -> bool:
        found = HEADINGS.get(line.lower().rstrip(":"))
        self.part = found or self.part
        self.made.legendary = self.made.legendary or found == "legendary"
        return found is not None

    def _scores(self, line: str) -> bool:
        """Reads a row of the six names, of six scores, or of single ones such as “Str 8 −1 −1”."""
        low = line[:SHORT].lower()
        if re.fullmatch(r"(?:(?:str|dex|con|int|wis|cha)\s*){6}", low):
            return True
        named = re.findall(r"\b(str|dex|con|int|wis|cha)[a-z]*\.?\s+(\d{1,2})\b", low)
        if named and (len(named) >= 3 or len(line) < 60):
            self.made.ab |= {creatures.SHORT[name]: int(value) for name, value in named}
            return True
        scores = SCORE.findall(line[:SHORT]) if re.fullmatch(rf"[\d()\s+{prose.SIGN[1:-1]}]+", line) else []
        if len(scores) == len(ABILITIES) and not self.made.ab:
            self.made.ab = {name: int(value) for name, (value, _plus) in zip(ABILITIES, scores, strict=True)}
            return True
        return False

    def _words(self, line: str, number: int) -> None:
        """Reads a feature, or more text of the feature above."""
        match = FEATURE.match(line) or (LABELLED.match(line) if number in self.page.labels else None)
        if match:
            self.features.append((self.part, match[1], match[2], number))
        elif self.features:
            part, name, words, place = self.features[-1]
            self.features[-1] = (part, name, f"{words}\n{line}", place)
        elif self.fact and self._is_more_text(line):
            self._store_fact(self.fact[0], f"{self.fact[1]} {line}")
        else:
            self._note(number, "not_understood", _("this line was not understood: %(line)s") % {"line": line[:120]})

    def _feature(self, part: str, name: str, words: str, number: int) -> None:
        made, plain = self.made, re.sub(r"\s*\(.*\)$", "", name)
        made.texts.append((name, words))
        if part == "traits" and ATTACK.search(words):
            part = "actions"  # a block without headings
        if part == "traits":
            made.traits.append(name_of(plain))
            if plain.lower() == "legendary resistance":
                digits = re.search(r"(\d)/day", name.lower())
                made.resistance = int(digits[1]) if digits else 3
            made.read_spell_dc(words)
        elif part == "actions" and plain.lower() == "multiattack":
            made.many.append(words)
        elif part == "actions":
            before = len(made.attacks)
            made.read_spell_dc(words)
            made.action(name_of(plain), words, limited=bool(prose.RECHARGE.search(name)))
            if len(made.attacks) > before and "average" not in made.attacks[-1]:
                self._note(number, "not_understood", _("the damage of %(name)s was not understood") % {"name": plain})
