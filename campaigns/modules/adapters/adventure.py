"""Converts an adventure in Markdown with headings: scenes, keyed places, people, clues, and foes in bold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import cairn, prose_reader, statblock
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, key_of, name_of, text

Item = dict[str, Any]
# Looks up a creature by name in a bestiary: its source_stats and credits, or None.
HEADING: Final = re.compile(r"^(#{1,6})\s+(\S.*)$")
IMAGE: Final = re.compile(r"\[?!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)(?:\]\([^)\n]{0,500}\))?")
PLACES: Final = re.compile(r"\b(locations?|areas?|places|rooms?|map key)\b", re.IGNORECASE)
PEOPLE: Final = re.compile(r"\b(npcs?|characters|people|cast|personae)\b", re.IGNORECASE)
CLUES: Final = re.compile(r"\b(secrets|clues|rumou?rs)\b", re.IGNORECASE)
PERSON: Final = re.compile(r"^\*\*([^*\n]{2,120}?)[:.]?\*\*[:.]?\s*(.*)$", re.DOTALL)
ASPECTS: Final = re.compile(r"^\*\*(?:Area )?Aspects?:?\*\*:?\s*(.+)$", re.IGNORECASE)
NUMBERED: Final = re.compile(r"^(?:Area\s+)?([A-Z]?\d{1,3}[a-z]?)[.:)]\s+(.+)$")
# Homebrewery's marks: a box to read aloud, and marks that only concern the layout.
BOX: Final = re.compile(r"\{\{(?:descriptive|read-?aloud)\b", re.IGNORECASE)
CALLOUT: Final = re.compile(r">[ \t]{0,20}\[![\w-]{1,40}\]")
LAYOUT: Final = re.compile(
    r"^(?:\\(?:page|column)\w*|\{\{(?:wide|note|pageNumber|footnote|imageMask|watercolor)[^\n]{0,300}"
    r"|</?div[^\n]{0,300}>|:{1,3})[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
MOST_BLOCKS: Final = 200


@dataclass(slots=True)
class Section:
    """A heading with the paragraphs below it, each with the number of its first line."""

    level: int
    title: str
    line: int
    paragraphs: list[tuple[int, str]] = field(default_factory=list)


def adapt(value: str, known: prose_reader.Known = prose_reader.find_no_creature) -> Draft:
    """The draft of a Markdown adventure; `known` looks up creatures by name in a bestiary.

    NotUnderstood for a text without headings, or with one only."""
    words = plain_markdown(text(value, 2_000_000))
    if not re.search(r"^#{1,6}\s+\S", words, re.MULTILINE):
        raise NotUnderstood(_("no headings were found; an adventure needs lines that begin with # and a title"))
    draft = Draft.begin(title=_("Adventure"))
    words = statblock.take_out(draft, words)
    printed_5e = bool(draft.document.get("monsters"))
    printed_cairn = cairn.find_in(draft, words) > 0
    game = "Dungeons & Dragons 5e" if printed_5e else "Cairn" if printed_cairn else _("any game")
    sections = list(split(words))
    if len(sections) < 2:
        message = _("there is no second heading; an adventure needs one for its title, and one for each scene or place")
        raise NotUnderstood(message)
    head = next((section for section in sections if section.level == 1), sections[0])
    module = draft.document["module"]
    module["title"] = name_of(head.title, 200) or _("Adventure")
    module["key"] = key_of(module["title"], "converted")
    draft.recognised = Recognised("Markdown", game)
    _Adventure(draft, sections, head, known).read()
    return draft


def plain_markdown(words: str) -> str:
    """An adventure of another tool as plain Markdown: boxes to read aloud become quotations, layout is removed."""
    lines: list[str] = []
    boxed = False
    for line in words.split("\n"):
        mark = (not boxed and BOX.match(line)) or (boxed and line.strip() == "}}")
        boxed = bool(mark and not boxed) or (boxed and not mark and not line.startswith("#"))
        # A removed line becomes an empty one, so that the review names the line numbers of the file.
        lines.append("" if mark or CALLOUT.match(line) else f"> {line}" if boxed else line)
    return LAYOUT.sub("", "\n".join(lines))


def split(words: str) -> Iterator[Section]:
    """Splits the text at its headings; text before the first one is a section without a title."""
    section, start = Section(0, "", 1), 1
    gathered: list[str] = []
    for number, line in enumerate([*words.splitlines(), ""], 1):
        heading = HEADING.match(line)
        if heading or not line.strip():
            if gathered:
                section.paragraphs.append((start, "\n".join(gathered)))
            gathered = []
        if heading:
            if section.title or section.paragraphs:
                yield section
            title = name_of(heading[2].rstrip(" #").replace("*", ""), 200)
            section = Section(len(heading[1]), title or _("Part"), number)
        elif line.strip():
            start = start if gathered else number
            gathered.append(line.rstrip())
    if section.title or section.paragraphs:
        yield section


class _Adventure:
    def __init__(self, draft: Draft, sections: list[Section], head: Section, known: prose_reader.Known) -> None:
        self.draft, self.sections, self.head = draft, sections, head
        self.prose_reader = prose_reader.ProseReader(draft, known)
        self.around: Section = head

    def read(self) -> None:
        """Adds every section to the draft, as the kind of object that its heading names."""
        contents: list[str] = []
        for section in self.sections:
            if section.level <= 2:
                self.around = section
            file_fields = self._file(section)
            contents += [file_fields] if file_fields else []
        chapters = self.draft.document.get("chapters", [])
        if contents and chapters:
            chapters[0]["contents"] = contents[:500]
        self.prose_reader.close()

    def _file(self, section: Section) -> str:
        title = self.around.title
        if section is self.head:
            self._summary(section)
            return ""
        if PEOPLE.search(title) and not PLACES.search(title):
            self._people(section)
            return ""
        if CLUES.search(title):
            self._clues(section)
            return ""
        if PLACES.search(title) and (section is not self.around or not PLACES.search(section.title)):
            return self._place(section)
        if NUMBERED.match(section.title) and section.level > 1:
            return self._place(section)
        if section is self.around and PLACES.search(title) and not section.paragraphs:
            return ""
        if any(words.startswith(">") for _line, words in section.paragraphs):
            return self._scene(section)
        self._chapter(section)
        return ""

    def _summary(self, section: Section) -> None:
        words = "\n\n".join(self._text(words, line) for line, words in section.paragraphs if not words.startswith(">"))
        if words:
            self.draft.document["module"]["summary"] = words[:65_536]

    def _blocks(self, section: Section) -> list[Item]:
        blocks: list[Item] = []
        for line, words in section.paragraphs:
            if ASPECTS.match(words):
                continue
            kind, md = (
                ("read_aloud", _strip_quotation(words)) if words.startswith(">") else ("gm", self._text(words, line))
            )
            if md and len(blocks) < MOST_BLOCKS:
                blocks.append({"key": f"text-{len(blocks) + 1}", "kind": kind, "md": md[:65_536]})
        return blocks

    def _text(self, words: str, line: int) -> str:
        match = IMAGE.search(words)
        if match:
            message = _("a picture was left out: send its file in an archive and name it under “assets”")
            self.draft.note(f"line {line}", "left_out", message)
            words = IMAGE.sub("", words)
        return words.strip()

    def _object(self, collection: str, section: Section, **more: Any) -> Item:
        title = section.title[:200] or _("Part")
        item = {"key": self.draft.key(collection, title), "title": title, **more}
        blocks = self._blocks(section)
        item |= {"blocks": blocks} if blocks else {}
        item["provenance"] = {"method": "extracted", "pointer": f"line {section.line}"}
        return self.draft.add(collection, item)

    def _chapter(self, section: Section) -> None:
        self._object("chapters", section)
        for line, words in section.paragraphs:
            if not re.match(r"\*\*Monsters:\*\*", words):
                self.prose_reader.mentions(words, line, "")

    def _scene(self, section: Section) -> str:
        item = self._object("scenes", section)
        self._contents(item, section, f"scene:{item['key']}")
        return f"scene:{item['key']}"

    def _place(self, section: Section) -> str:
        number = NUMBERED.match(section.title)
        if number:
            section.title = number[2]
        more: Item = {"number": number[1]} if number else {}
        aspects = next((match[1] for _line, words in section.paragraphs if (match := ASPECTS.match(words))), "")
        if aspects:
            more["aspects"] = [aspect.strip()[:200] for aspect in aspects.split(",") if aspect.strip()][:20]
        item = self._object("locations", section, **more)
        self._contents(item, section, f"location:{item['key']}")
        return f"location:{item['key']}"

    def _contents(self, item: Item, section: Section, owner: str) -> None:
        """Adds the foes, checks and treasures of the paragraphs, each with a reference from their place."""
        paragraphs = [(line, words) for line, words in section.paragraphs if not words.startswith(">")]
        encounter = self.prose_reader.encounter(section.title, paragraphs)
        if encounter:
            item["encounters"] = [f"encounter:{encounter['key']}"]
        checks = [
            f"check:{check['key']}"
            for line, words in paragraphs
            for check in self.prose_reader.checks(section.title, words, line)
        ]
        if checks:
            item["checks"] = checks[:40]
        treasures = [treasure for line, words in paragraphs for treasure in self.prose_reader.treasures(words, line)]
        if treasures and owner.startswith("location:"):
            item["treasure"] = [f"treasure:{treasure['key']}" for treasure in treasures][:40]

    def _people(self, section: Section) -> None:
        person: Item | None = None
        for line, words in section.paragraphs:
            match = PERSON.match(words)
            if match:
                name = name_of(match[1])
                person = {
                    "key": self.draft.key("npcs", name),
                    "name": name,
                    "blocks": [],
                    "provenance": {"method": "extracted", "pointer": f"line {line}"},
                }
                self.draft.add("npcs", person)
                words = match[2]
            if person is None:
                self.draft.note(f"line {line}", "not_understood", _("it is not clear which creature this belongs to"))
                continue
            if words:
                person["blocks"].append(
                    {"key": f"text-{len(person['blocks']) + 1}", "kind": "gm", "md": words[:65_536]}
                )
            self.prose_reader.mentions(words, line, f"npc:{person['key']}")

    def _clues(self, section: Section) -> None:
        rows = [
            {"key": f"clue-{number}", "md": re.sub(r"^(?:[*+-]|\d+\.)\s+", "", entry)[:65_536]}
            for number, entry in enumerate(
                (entry for _line, words in section.paragraphs for entry in re.split(r"\n(?=[*+-] )", words)), 1
            )
        ]
        if rows:
            self.draft.add(
                "tables",
                {
                    "key": self.draft.key("tables", section.title),
                    "title": section.title[:200] or _("Clues"),
                    "visibility": "gm",
                    "method": {"pick": "uniform"},
                    "rows": rows[:1000],
                },
            )


def _strip_quotation(words: str) -> str:
    """A text to read aloud without the marks of quotation and emphasis."""
    plain = "\n".join(re.sub(r"^>\s?", "", line) for line in words.splitlines()).strip()
    slanted = re.fullmatch(r"([*_])(?!\1)(.+)(?<!\1)\1", plain, re.DOTALL)
    return slanted[2] if slanted else plain
