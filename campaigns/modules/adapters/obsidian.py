"""Converts a vault of Obsidian, or any folder of Markdown notes: people, places and handouts, with links between
them."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters import strict_yaml
from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.wiki import Look, Page, file_pages

Item = dict[str, Any]
FRONT: Final = re.compile(r"\A---[ \t]*\n(.{0,20000}?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
LINK: Final = re.compile(r"(!?)\[\[([^\[\]|#^\n]{0,200})(?:[#^][^\[\]|\n]{0,200})?(?:\\?\|([^\[\]\n]{0,200}))?\]\]")
NOTE_LINK: Final = re.compile(r"(!?)\[([^\[\]\n]{0,200})\]\(<?([^()<>\n]{1,300}?\.md)(?:#[^()<>\n]{0,200})?>?\)")
PICTURE: Final = re.compile(r"!\[[^\[\]\n]{0,200}\]\([^()\n]{1,500}\)")
FILE: Final = re.compile(r"\.(?:png|jpe?g|webp|gif|svg|pdf|mp3|mp4|canvas|excalidraw)$", re.IGNORECASE)
# Code of plugins (queries, buttons, charts), which has no meaning outside Obsidian.
FENCE: Final = re.compile(r"(`{3,200}|~{3,200})[ \t]{0,20}([\w-]{0,40})")
PLUGINS: Final = (
    "dataview",
    "dataviewjs",
    "button",
    "meta-bind",
    "leaflet",
    "timeline",
    "tasks",
    "js",
    "query",
    "base",
)
COMMENT: Final = re.compile(r"%%(.{0,20000}?)%%", re.DOTALL)
CALLOUT: Final = re.compile(r"^(>[ \t]{0,20})\[!([\w-]+)\][+-]?[ \t]*", re.MULTILINE)
PEOPLE: Final = re.compile(
    r"\b(npcs?|people|persons?|characters?|villains?|allies|cast|deit(?:y|ies))\b", re.IGNORECASE
)
PLACES: Final = re.compile(
    r"\b(locations?|places?|cit(?:y|ies)|towns?|villages?|regions?|atlas|settlements?|dungeons?|geography|"
    r"countr(?:y|ies)|kingdoms?|buildings?|landmarks?|areas?)\b",
    re.IGNORECASE,
)
STORY: Final = re.compile(r"\b(sessions?|journals?|logs?|adventures?|chapters?|quests?|arcs?|plots?)\b", re.IGNORECASE)
IGNORED_PATH: Final = re.compile(r"(?:^|/)(?:[^/]*templates?|_[^/]*|z_[^/]*|scripts?|attachments)/", re.IGNORECASE)
PARENT: Final = ("location", "parent", "region", "place", "located in", "home", "city")
ROLES: Final = ("role", "occupation", "title", "profession", "class")


def adapt(files: dict[str, str]) -> Draft:
    """The draft of notes by path. NotUnderstood without a note."""
    notes = {path: words for path, words in files.items() if not IGNORED_PATH.search(path)}
    if not notes:
        raise NotUnderstood(_("no Markdown notes were found; send a vault as a ZIP archive, or a note with text"))
    folders = {PurePosixPath(path).parts[0] for path in notes if len(PurePosixPath(path).parts) > 1}
    title = folders.pop() if len(folders) == 1 else _("Vault")
    draft = Draft.begin(title=name_of(title), recognised=Recognised("Obsidian / Markdown", _("any game")))
    skipped = len(files) - len(notes)
    if skipped:
        draft.note("", "left_out", _("%(count)s notes in folders of templates are not read") % {"count": skipped})
    reading = _Vault(draft)
    pages = [reading.page(path, words) for path, words in sorted(notes.items())]
    file_pages(draft, [page for page in pages if page.texts or page.collection != "handouts"], reading.markup)
    reading.finish()
    return draft


class _Vault:
    def __init__(self, draft: Draft) -> None:
        self.draft, self.pictures, self.code = draft, 0, 0

    def page(self, path: str, words: str) -> Page:
        """One note as a page: its front matter says what it is, or else its folders."""
        words = text(words, 200_000).replace("\r\n", "\n")
        fields: Item = {}
        match = FRONT.match(words)
        if match:
            words = words[match.end() :]
            fields = self._front(match[1], path)
        stem = PurePosixPath(path).name.removesuffix(".md")
        page = Page(name_of(stem, 200) or _("Note"), collection_of(path, fields), path, names=_names(path, fields))
        page.tags = sorted({name_of(tag, 40).lower() for tag in split_list(fields.get("tags")) if name_of(tag, 40)})
        page.parent = next((linked for name in PARENT if (linked := _link_target(fields.get(name)))), "")
        page.role = next((name_of(fields[name], 200) for name in ROLES if isinstance(fields.get(name), str)), "")
        facts = "\n".join(f"* {name}: {words}" for name, words in _facts(fields))
        page.texts = [("gm", "", facts)] if facts else []
        page.texts += self._parts(words)
        return page

    def _front(self, words: str, path: str) -> Item:
        try:
            value = strict_yaml.loads(words)
        except NotUnderstood:
            self.draft.note(path, "not_understood", _("the properties at the head of this note were not understood"))
            return {}
        pairs = value.items() if isinstance(value, dict) else ()
        return {str(name).strip().lower(): content for name, content in pairs}

    def _parts(self, words: str) -> Iterator[tuple[str, str, str]]:
        """A note without the code of plugins; comments become secrets, and a heading that repeats the name is
        removed."""
        words = _without(self._plain(words), "<!--", "-->")
        secrets = [part.strip() for part in COMMENT.findall(words) if part.strip()]
        words = re.sub(r"\A\s*# [^\n]*\n", "", COMMENT.sub("", words))
        yield from _sections(words)
        yield from (("secret", "", part) for part in secrets)

    def _plain(self, words: str) -> str:
        """The text without the code of plugins; other code stays."""
        kept: list[str] = []
        fence, skipping = "", False
        for line in words.split("\n"):
            match = FENCE.match(line)
            if fence:
                closes = match is not None and match[1].startswith(fence) and not line.strip(" `~")
                fence = "" if closes else fence
                kept += [] if skipping else [line]
            else:
                fence = match[1] if match else ""
                skipping = match is not None and match[2].lower() in PLUGINS
                self.code += skipping
                kept += [] if fence and skipping else [line]
        return "\n".join(kept)

    def markup(self, words: str, look: Look) -> str:
        """The text of a note as Markdown of the format, with its links as references."""

        def wiki(match: re.Match[str]) -> str:
            name, shown = match[2].strip().rstrip("\\").removesuffix(".md"), (match[3] or "").strip()
            if FILE.search(name):
                self.pictures += 1
                return ""
            return _link(name, shown or name.rpartition("/")[2], look)

        def inline(match: re.Match[str]) -> str:
            name = re.sub(r"^(?:\.{1,2}/)+", "", match[3].replace("%20", " ")).removesuffix(".md")
            return _link(name, match[2].strip() or name.rpartition("/")[2], look)

        words = NOTE_LINK.sub(inline, LINK.sub(wiki, words))
        words, count = PICTURE.subn("", words)
        self.pictures += count
        return CALLOUT.sub(r"\1", words)

    def finish(self) -> None:
        """Adds a line to the review for what was left out of the texts."""
        if self.pictures:
            message = _("%(count)s pictures and files were left out; add them as assets of the module")
            self.draft.note("", "left_out", message % {"count": self.pictures})
        if self.code:
            message = _("%(count)s pieces of code of plugins were left out of the texts")
            self.draft.note("", "left_out", message % {"count": self.code})


def _link(name: str, shown: str, look: Look) -> str:
    """A reference with its words, or only the words for a missing page."""
    shown = re.sub(r"[\[\]|]", "", shown)
    reference = look(name) if name else ""
    return f"[[{reference}|{shown}]]" if reference and shown else shown


def _without(words: str, begin: str, end: str) -> str:
    """A text without the parts between two marks; a mark that is never closed stays."""
    parts: list[str] = []
    place = 0
    while (start := words.find(begin, place)) >= 0 and (stop := words.find(end, start + len(begin))) >= 0:
        parts.append(words[place:start])
        place = stop + len(end)
    return "".join(parts) + words[place:]


def _sections(words: str) -> Iterator[tuple[str, str, str]]:
    """Splits a text into blocks at its headings; a quotation marked as read aloud is a block of its own."""
    aloud = re.compile(
        r"^>\s*\[!(?:read-?aloud|readaloud|quote|narration)\][^\n]*\n((?:>[^\n]*(?:\n|\Z))+)", re.MULTILINE
    )
    for part in re.split(r"(?=^#{1,3} )", words, flags=re.MULTILINE):
        heading = re.match(r"#{1,3} +([^\n]*)\n?", part)
        title, body = (name_of(heading[1], 200), part[heading.end() :]) if heading else ("", part)
        place = 0
        for match in aloud.finditer(body):
            before = body[place : match.start()].strip()
            if before:
                yield "gm", title, before
            yield "read_aloud", "" if before else title, re.sub(r"^>\s?", "", match[1], flags=re.MULTILINE).strip()
            place = match.end()
        rest = body[place:].strip()
        if rest:
            yield "gm", title if place == 0 else "", rest


def collection_of(path: str, fields: Item) -> str:
    """The collection of a note: by its properties, or else its tags, or else its folders from the innermost on."""
    kinds = [text(fields.get(name), 60) for name in ("type", "kind", "category", "notetype")]
    folders = list(reversed(PurePosixPath(path).parts[:-1]))
    for words in (*kinds, " ".join(split_list(fields.get("tags"))), *folders):
        plain = re.sub(r"[_/-]", " ", words)
        for pattern, collection in ((PEOPLE, "npcs"), (PLACES, "locations"), (STORY, "chapters")):
            if pattern.search(plain):
                return collection
    return "handouts"


def _names(path: str, fields: Item) -> list[str]:
    plain = path.removesuffix(".md")
    parts = PurePosixPath(plain).parts
    return ["/".join(parts[number:]) for number in range(len(parts))] + split_list(fields.get("aliases"))


def split_list(value: Any) -> list[str]:
    if isinstance(value, str):
        return [part.strip().lstrip("#") for part in value.split(",") if part.strip()]
    return [tag.lstrip("#") for tag in value if isinstance(tag, str)][:100] if isinstance(value, list) else []


def _link_target(value: Any) -> str:
    """The name of the page that a property links to."""
    value = value[0] if isinstance(value, list) and value else value
    match = LINK.search(value) if isinstance(value, str) else None
    return match[2].strip() if match else name_of(value) if isinstance(value, str) else ""


def _facts(fields: Item) -> Iterator[tuple[str, str]]:
    """The properties that are shown to readers."""
    hidden = {"tags", "aliases", "cssclass", "cssclasses", "publish", "banner", "image", "icon", "type", "kind"}
    for name, value in list(fields.items())[:40]:
        words = ", ".join(str(item) for item in value) if isinstance(value, list) else value
        if name not in hidden and isinstance(words, str | int | float) and str(words).strip():
            yield name_of(name, 60), text(str(words), 500)
