"""Finds foes in bold with their numbers and names, checks and treasures in the prose of an adventure."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, name_of
from campaigns.modules.adapters.prose import COUNT_WORD, NUMBERS, number

Item = dict[str, Any]
# A number inside the bold, or dice: “**2 goblins**”, “**2d4 goblins**”.
DICE: Final = r"[1-9]\d?d(?:[2-9]|[1-9]\d|100)(?:[+-][1-9]\d?)?"
COUNTED: Final = re.compile(rf"({DICE}|{COUNT_WORD[1:-1]}) (?=[a-z])", re.IGNORECASE)
# What numbers count besides foes.
THINGS: Final = re.compile(
    r"\b(?:damage|points?|hp|[cgsp]p|coins?|pieces|feet|miles|rounds|minutes|hours|days|weeks)\b", re.IGNORECASE
)
# Looks up a creature by name: fields of a monster (source_stats, stats, size, kind, licence), or None.
Known = Callable[[str], Item | None]
BOLD: Final = re.compile(r"\*\*([^*\n]{2,60}?)\*\*(?:\s*\(([^)]{1,400})\))?")
# “2d6 fire damage to the” and “in 1d4 hours the” before a foe in bold give no number of foes.
BEFORE: Final = re.compile(
    rf"\b(an?|(?:{DICE}|{COUNT_WORD[1:-1]})(?!\s+(?:[\w’'-]+\s+)?{THINGS.pattern})|single|lone)\b"
    r"(?:\s+[\w’'-]+){0,3}\s*$",
    re.IGNORECASE,
)
NAME_BEFORE_KIND: Final = re.compile(r"(?<![\w’'-])([A-Z][\w’'-]{1,60}),? (?:is )?an? (?:[\w’'-]+ ){0,2}$")
DIFFICULTY: Final = re.compile(
    r"DC (\d{1,2}) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)"
    r"(?: \(([A-Z][A-Za-z ]{2,40})\))? (saving throw|check|save)"
)
HURT: Final = re.compile(r"take (\d{1,3}) \((\d{1,2}d\d{1,3}[^)]{0,8})\) (\w+) damage")
MAGIC: Final = re.compile(r"\*(\+\d [\w ]{3,40}?)\*(?:[^.\n]{0,30}?(?:called|named) \*([^*\n]{2,60})\*)?")
SPECIAL: Final = {
    "wolves": "wolf",
    "thieves": "thief",
    "men": "man",
    "mice": "mouse",
    "dwarves": "dwarf",
    "elves": "elf",
}
NAME: Final = re.compile(r"\D{1,40}$")
IGNORED_HEADINGS: Final = re.compile(r"[:.]$|: |^(?:area aspects|monsters|treasure|note|dc)\b", re.IGNORECASE)


def find_no_creature(_name: str) -> Item | None:
    """The lookup without a bestiary: knows no creature."""
    return None


def singular(name: str) -> str:
    """The singular of a creature's name."""
    head, _space, last = name.rpartition(" ")
    if " of " in name:  # in “swarms of rats” the first word has the plural
        first, rest = name.split(" of ", 1)
        return f"{singular(first)} of {rest}"
    singular_word = SPECIAL.get(last) or (f"{last[:-3]}y" if last.endswith("ies") else last)
    if singular_word == last and last.endswith("s") and not last.endswith(("ss", "us", "is")):
        singular_word = last[:-2] if last.endswith(("ches", "shes", "xes", "sses")) else last[:-1]
    return f"{head} {singular_word}".strip()


class ProseReader:
    """Adds what it finds to the draft; each named creature becomes one monster."""

    def __init__(self, draft: Draft, known: Known) -> None:
        self.draft, self.known = draft, known
        # The monsters whose stat blocks are in the text itself, by name.
        self.monsters: dict[str, Item] = {item["name"].lower(): item for item in draft.document.get("monsters", [])}
        self.plain: list[tuple[str, int, str]] = []
        self.here: dict[str, set[str]] = {}

    def encounter(self, place: str, paragraphs: list[tuple[int, str]]) -> Item | None:
        """The encounter of a place, from the foes in bold of its paragraphs; None without foes."""
        groups: list[Item] = []
        for line, words in paragraphs:
            self.mentions(words, line, place)
            for foe in BOLD.finditer(words):
                group = self._group(foe, words, line, len(groups) + 1)
                groups += [group] if group else []
        if not groups:
            return None
        for group in groups:
            self.here.setdefault(place, set()).add(group["who"].partition(":")[2])
        item = {
            "key": self.draft.key("encounters", f"{place} foes"),
            "title": place[:200],
            "kind": "combat",
            "groups": groups[:40],
            "provenance": {"method": "extracted", "pointer": f"line {paragraphs[0][0]}"},
        }
        return self.draft.add("encounters", item)

    def _group(self, foe: re.Match[str], words: str, line: int, place: int) -> Item | None:
        name = name_of(foe[1]).lower()
        inside = COUNTED.match(name)
        if inside is not None:
            name = name[inside.end() :]
        if IGNORED_HEADINGS.search(foe[1]) or (foe[1][0].isdigit() and not self._is_known(name)):
            if inside and "d" in inside[1] and not THINGS.search(name):
                self._note_unknown(
                    _("“%(words)s” is in bold but is not a known monster; it was not read as one"), foe, line
                )
            return None
        before = words[: foe.start()]
        counted = inside or BEFORE.search(before)
        names = _names(foe[2] or "")
        count = _count_in(counted)
        if count != 1 or len(names) > 1 or not counted:
            name = singular(name)
        if not counted and not names and name not in self.monsters and self.known(name) is None:
            message = _(
                "“%(words)s” is in bold but has no number and is not a known monster; it was not read as a monster"
            )
            self._note_unknown(message, foe, line)
            return None
        if not counted:
            count = len(names) or 1
        self._note_count(foe[1], line, count, names, assumed=not counted)
        single = NAME_BEFORE_KIND.search(before) if count == 1 and not names else None
        names = names or ([single[1]] if single else [])
        monster = self.monster(name, line)
        group: Item = {
            "key": f"{monster['key'][:56]}-{place}",
            "who": f"monster:{monster['key']}",
            "count": min(count, 500) if isinstance(count, int) else count,
        }
        return group | ({"names": names[:100]} if names else {})

    def _note_unknown(self, message: str, foe: re.Match[str], line: int) -> None:
        self.draft.note(f"line {line}", "not_understood", message % {"words": foe[1]})

    def _is_known(self, name: str) -> bool:
        return any(form in self.monsters or self.known(form) is not None for form in (name, singular(name)))

    def _note_count(self, name: str, line: int, count: int | str, names: list[str], *, assumed: bool) -> None:
        """Notes a number that the text does not give, and one that differs from the number of names."""
        if assumed:
            message = _("the number of %(name)s is not given; %(count)s is assumed")
            self.draft.note(f"line {line}", "assumed", message % {"name": name, "count": count})
        if names and isinstance(count, int) and len(names) != count:
            message = _("the text says %(count)s %(name)s but gives %(names)s names")
            values = {"count": count, "name": name, "names": len(names)}
            self.draft.note(f"line {line}", "contradiction", message % values)

    def monster(self, name: str, line: int) -> Item:
        """The monster with this name; a new one gets its figures from the bestiary."""
        if name not in self.monsters:
            figures = self.known(name)
            item: Item = {"key": self.draft.key("monsters", name), "name": name_of(name).capitalize()}
            if figures is None:
                message = _("there are no figures for %(name)s; enter some, or upload a bestiary first")
                self.draft.note(f"line {line}", "not_understood", message % {"name": name}, f"monster:{item['key']}")
            self.monsters[name] = self.draft.add("monsters", item | (figures or {}))
        return self.monsters[name]

    def mentions(self, words: str, line: int, about: str) -> None:
        """Stores plain text, to search it once all creatures are known."""
        self.plain.append((BOLD.sub(" ", words), line, about))

    def close(self) -> None:
        """Notes creatures that the text names without marking them as foes, because they may be foes."""
        for words, line, about in self.plain:
            low = words.lower()
            for name, monster in self.monsters.items():
                if monster["key"] in self.here.get(about, ()):
                    continue
                pet = re.search(rf"\b(?:pet|an?|the|{COUNT_WORD[1:-1]}) (?:[\w’'-]+ )?{re.escape(name)}s?\b", low)
                if pet and not re.search(rf"\bthe (?:[\w’'-]+ )?{re.escape(name)}s?\b", pet[0]):
                    message = _(
                        "“%(words)s” is in the text but not marked as a monster; add it to an encounter if it fights"
                    )
                    self.draft.note(f"line {line}", "not_understood", message % {"words": pet[0]}, about)

    def checks(self, place: str, words: str, line: int) -> list[Item]:
        """The checks of a paragraph, each with its DC and the damage of a failed save."""
        checks = []
        for match in DIFFICULTY.finditer(words):
            if int(match[1]) > 60:
                continue
            save = match[4] != "check"
            title = f"{place}: {match[3] or match[2]}"
            difficulty: Item = {"system": "5e-2014", "dc": int(match[1]), "ability": match[2].lower(), "save": save}
            difficulty |= {"skill": match[3].lower()} if match[3] else {}
            item: Item = {
                "key": self.draft.key("checks", title),
                "title": title[:200],
                "difficulty": {"from": difficulty},
                "provenance": {"method": "extracted", "pointer": f"line {line}"},
            }
            hurt = HURT.search(words, match.end(), match.end() + 120)
            if save and hurt:
                item["failure"] = {
                    "md": _("%(damage)s %(kind)s damage there (%(dice)s).")
                    % {"damage": hurt[1], "kind": hurt[3], "dice": hurt[2]},
                    "x": {"5e:damage": int(hurt[1])},
                }
            checks.append(self.draft.add("checks", item))
        return checks

    def treasures(self, words: str, line: int) -> list[Item]:
        """The magic items of a paragraph."""
        treasures = []
        for match in MAGIC.finditer(words):
            name = name_of(f"{match[2]}, {match[1]}" if match[2] else match[1])
            thing = {"key": self.draft.key("things", name), "name": name, "unique": bool(match[2])}
            treasures.append(
                self.draft.add(
                    "treasures",
                    {
                        "key": self.draft.key("treasures", name),
                        "title": name,
                        "items": [thing],
                        "provenance": {"method": "extracted", "pointer": f"line {line}"},
                    },
                )
            )
        return treasures


def _count_in(counted: re.Match[str] | None) -> int | str:
    """The number that stands before a foe, as a digit or a word, or its dice; 1 without one."""
    word = counted[1].lower() if counted else ""
    if re.fullmatch(DICE, word):
        return word
    return NUMBERS.get(word, number(word)) if word not in ("", "single", "lone") else 1


def _names(inside: str) -> list[str]:
    """The names in parentheses after a foe; [] for other text in parentheses."""
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", inside) if part.strip()]
    fits = all(
        part[0].isupper() and not re.search(r"\d", part) and len(part) <= 40 and len(part.split()) <= 4
        for part in parts
    )
    return [name_of(part) for part in parts] if parts and fits else []
