"""Reads the notes of a vault: what each becomes, without the database."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

from campaigns.modules.adapters import obsidian, strict_yaml
from campaigns.modules.adapters.draft import NotUnderstood
from campaigns.modules.adapters.obsidian import FRONT, LINK
from campaigns.world.models import WorldEntry
from campaigns.world.tags import LONGEST_TAG, MOST_TAGS, REFUSED, fold_tag
from campaigns.world.wiki_links import fold_name
from common.line_ends import unix_line_ends

LONGEST_NAME: Final = 120
LONGEST_TEXT: Final = 65_536
DEEPEST_LIST: Final = 8  # levels of a property that are indented
PICTURE_FILE: Final = re.compile(r"\.(?:png|jpe?g|webp)\Z", re.IGNORECASE)
ANY_FILE: Final = re.compile(r"\.(?!md\Z)[a-z0-9]{2,5}\Z", re.IGNORECASE)
MARKED: Final = re.compile(r"!\[([^\[\]\n]{0,200})\]\(<?([^()<>\n]{1,300}?)>?\)")
# A comment without an end goes to the end of the note, as in Obsidian.
COMMENT: Final = re.compile(r"%%(.*?)(?:%%|\Z)", re.DOTALL)
# A callout, perhaps in a list or a quotation, with its title and its lines: all lines until an empty one.
SECRET: Final = re.compile(
    r"^[ \t>*+-]{0,40}>[ \t]{0,40}\[!secret\][+-]?([^\n]*)(?:\n|\Z)((?:[ \t]*[^ \t\n][^\n]*(?:\n|\Z))*)",
    re.MULTILINE | re.IGNORECASE,
)
QUOTED: Final = re.compile(r"^[ \t]*> ?", re.MULTILINE)
# What the page has in its own columns, and what only says how a program shows the note.
USED: Final = frozenset({"type", "tags", "cssclass", "cssclasses", "publish"})
AROUND: Final = ("in", *obsidian.PARENT)
Kind = WorldEntry.Kind
COLLECTIONS: Final = {"locations": Kind.LOCATION, "chapters": Kind.NOTE, "npcs": Kind.NOTE, "handouts": Kind.NOTE}


@dataclass
class Note:
    """A note: the name and kind of its page, its text as it was written, and the names by which others link to it."""

    path: str
    name: str
    kind: str
    text: str
    tags: list[str]
    names: list[str]
    # Its name before it got a number, because other notes have the same.
    own_name: str
    around: str = ""
    image: str = ""
    # Other properties by name, as lines of a list. `in` and `image` stay in the text if they lead nowhere.
    properties: dict[str, str] = field(default_factory=dict)
    is_understood: bool = True


def read_notes(files: dict[str, str]) -> list[Note]:
    """The notes by path, each with a name of its own; folders of templates and hidden files are left out."""
    top = _common_folder(files)
    notes = [
        _read_note(path, words, top) for path, words in sorted(files.items()) if not obsidian.IGNORED_PATH.search(path)
    ]
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    for note in notes:
        note.name = _free_name(note, taken, numbers)
        taken.add(fold_name(note.name))
    return notes


def _common_folder(files: dict[str, str]) -> str:
    folders = {PurePosixPath(path).parts[0] for path in files if len(PurePosixPath(path).parts) > 1}
    flat = any(len(PurePosixPath(path).parts) == 1 for path in files)
    return f"{folders.pop()}/" if len(folders) == 1 and not flat else ""


def _read_note(path: str, words: str, top: str) -> Note:
    words = unix_line_ends(words).replace("\0", "")
    fields, understood = dict[str, Any](), True
    if front := FRONT.match(words):
        try:
            value = strict_yaml.loads(front[1])
            fields = (
                {str(name).strip().lower(): field for name, field in value.items()} if isinstance(value, dict) else {}
            )
            words = words[front.end() :]
        except NotUnderstood:
            understood = False  # the properties stay in the text as they are
    stem = PurePosixPath(path).name.removesuffix(".md")
    kind = _kind_of(path, fields)
    folders = PurePosixPath(path.removeprefix(top)).parts[:-1]
    title = fields.get("title")
    name = (clean_title(title) if isinstance(title, str) else _clean_name(stem)) or "–"
    return Note(
        path=path,
        name=name,
        own_name=name,
        kind=kind,
        text=words.strip("\n"),
        tags=_tags_of(fields, folders, kind),
        names=_names_of(path, fields),
        around=next((name for key in AROUND if (name := _linked_name(fields.get(key)))), ""),
        image=_linked_name(fields.get("image")),
        properties=dict(_properties(fields, kind)),
        is_understood=understood,
    )  # fmt: skip


def _kind_of(path: str, fields: dict[str, Any]) -> str:
    """The kind of the page: by the property `type`, or else as the adapter for adventures tells places."""
    kind_name = str(fields.get("type") or fields.get("kind") or "").strip().lower()
    if kind_name in Kind.values:
        return kind_name
    return COLLECTIONS[obsidian.collection_of(path, fields)]


def _tags_of(fields: dict[str, Any], folders: tuple[str, ...], kind: str) -> list[str]:
    """The tags of a note; its type and its folders are tags, too, unless they only repeat the kind."""
    kind_names = [str(fields.get("type") or ""), *(() if fields.get("type") in Kind.values else folders)]
    names = [*obsidian.split_list(fields.get("tags")), *kind_names]
    folded = [fold_tag("".join(" " if sign in REFUSED or sign == "," else sign for sign in name)) for name in names]
    return [tag[:LONGEST_TAG].strip() for tag in dict.fromkeys(folded) if tag and tag != kind][:MOST_TAGS]


def _names_of(path: str, fields: dict[str, Any]) -> list[str]:
    plain = path.removesuffix(".md")
    parts = PurePosixPath(plain).parts
    named = ["/".join(parts[number:]) for number in range(len(parts))]
    title = [fields["title"]] if isinstance(fields.get("title"), str) else []
    return [*named, *title, *obsidian.split_list(fields.get("aliases"))]


def _linked_name(value: Any) -> str:
    """The name that a property links to, or its text."""
    value = value[0] if isinstance(value, list) and value else value
    if not isinstance(value, str):
        return ""
    match = LINK.search(value)
    return match[2].strip() if match else value.strip()


def _properties(fields: dict[str, Any], kind: str) -> Iterator[tuple[str, str]]:
    """The names of the properties that took no effect yet, each as a line of a list."""
    used = set(USED)
    if isinstance(title := fields.get("title"), str):
        used.add("title")
        aliases = fields.get("aliases")
        if isinstance(aliases, list):
            # An alias that repeats the title is only for programs that know no titles.
            fields = fields | {"aliases": [name for name in aliases if fold_name(str(name)) != fold_name(title)]}
    if not fields.get("type") and str(fields.get("kind")).strip().lower() == kind:
        used.add("kind")
    for name, value in fields.items():
        if name not in used and (lines := list(_property_lines(name, value, 0))):
            yield name, "\n".join(lines)


def _property_lines(name: str, value: Any, level: int) -> Iterator[str]:
    """A property as lines of a list; one with properties of its own has an inner list. Empty values are left out.

    Of a list with such values the inner list has the numbers."""
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        value = {str(number): item for number, item in enumerate(value, 1)}
    begin = f"{'  ' * min(level, DEEPEST_LIST)}- {' '.join(str(name).split())}:"
    if isinstance(value, dict):
        inner = [line for key, item in value.items() for line in _property_lines(key, item, level + 1)]
        yield from [begin, *inner] if inner else []
        return
    words = ", ".join(str(item) for item in value if item is not None) if isinstance(value, list) else str(value)
    if value is not None and words.strip():
        yield f"{begin} {' '.join(words.split())}"


def clean_title(title: str) -> str:
    """A title as a page can have it: with all signs but `[]|`. An export writes names as titles."""
    return _clean_name(title, "[]|")


def _clean_name(name: str, unsafe: str = "[]|#^<>") -> str:
    plain = "".join("-" if sign in unsafe else sign for sign in name)
    return " ".join(plain.split())[:LONGEST_NAME].strip()


def _free_name(note: Note, taken: set[str], numbers: dict[str, int]) -> str:
    """The name of the note, with its folder or a number if another note has it.

    `numbers` are the next numbers by name: thousands of notes may have one name."""
    folder = PurePosixPath(note.path).parent.name
    tries = [note.name, *([f"{note.name[: LONGEST_NAME - 45]} ({_clean_name(folder)[:40]})"] if folder else [])]
    short = note.name[: LONGEST_NAME - 10]
    while fold_name(tries[0]) in taken:
        if len(tries) == 1:
            numbers[short] = numbers.get(short, 1) + 1
            tries.append(f"{short} ({numbers[short]})")
        tries = tries[1:]
    return tries[0]


class LinkNames:
    """Finds the page that a link of a vault leads to: by the name or the path of its note, or an alias."""

    def __init__(self, notes: list[Note]) -> None:
        self._notes: dict[str, list[Note]] = {}
        longest = max((len(note.names) for note in notes), default=0)
        # Names and full paths come before parts of paths and aliases, which several notes may have.
        for place in range(-1, longest):
            for note in notes:
                name = note.name if place < 0 else note.names[place] if place < len(note.names) else ""
                if name:
                    self._notes.setdefault(fold_name(name), []).append(note)

    def find(self, target: str) -> str:
        """The name of the page, or an empty text."""
        return next((note.name for note in self._notes_at(target)), "")

    def find_location(self, target: str) -> str:
        """The name of the first location with this name, or an empty text."""
        return next((note.name for note in self._notes_at(target) if note.kind == Kind.LOCATION), "")

    def _notes_at(self, target: str) -> list[Note]:
        return self._notes.get(fold_name(re.sub(r"\A(?:\.{1,2}/)+", "", target)), [])
