"""Writes the world as a vault of notes, as one member may read it."""

import json
import zipfile
from collections.abc import Iterable
from typing import IO, Any, Final

from django.db.models import QuerySet

from campaigns.archive.container import EARLIEST
from campaigns.archive.faults import Progress, ignore_progress
from campaigns.archive.vault.texts import file_name, secret_block, write_text
from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.readable_text import Reader
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.wiki_links import fold_name
from characters import access as character_access
from characters.models import Character
from common.picture_syntax import picture_keys
from people.models import Member

FOLDERS: Final = {
    "location": "Locations",
    "faction": "Factions",
    "item": "Items",
    "thread": "Threads",
    "handout": "Handouts",
    "note": "Notes",
    "npc": "People",
}
PICTURES: Final = "Pictures"


def write_vault(membership: Member, into: IO[bytes], progress: Progress = ignore_progress) -> int:
    """Writes the pages and NPCs that the member may see, as far as they may read them; returns how many.

    `progress` may raise `Cancelled`. The caller keeps the database in one state."""
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        return _Vault(membership, archive, progress).write()


class _Vault:
    def __init__(self, membership: Member, archive: zipfile.ZipFile, progress: Progress) -> None:
        self.membership, self.archive, self.progress = membership, archive, progress
        self.reader, self.paths = Reader(membership), set[str]()
        # Names of files by the folded names of the notes that links with these names lead to.
        self.files: dict[str, str] = {}
        self.places: dict[str, str] = {}

    def write(self) -> int:
        pages = visible_entries(self.membership).filter(archived__isnull=True).order_by("pk")
        people = character_access.known_characters(self.membership).filter(kind=Character.Kind.NPC).order_by("pk")
        self._choose_paths(pages, people)
        for place, row in enumerate(pages.iterator(200)):
            self.progress("writing", place, len(self.places))
            self._write_page(self.places[f"page-{row.pk}"], row)
        unread = ("sheet", "notes") if self.membership.is_gm else ("sheet", "notes", "gm_notes")
        for npc in people.defer(*unread):
            self._write_note(self.places[f"npc-{npc.pk}"], npc.name, {"type": "npc"}, self._text_of_npc(npc), {})
        return len(self.places)

    def _text_of_npc(self, npc: Character) -> str:
        """The public notes of an NPC, and for GMs the GM notes as a secret block."""
        about = self.reader.text(npc.about)
        if not self.membership.is_gm or not npc.gm_notes.strip():
            return about
        return f"{about}\n\n{secret_block(npc.gm_notes)}"

    def _choose_paths(self, pages: QuerySet[WorldEntry], people: QuerySet[Character]) -> None:
        """Chooses the path of each note, in the order in which a name leads to pages on the site.

        These are the GMs' pages, people, and pages of players, the reader's own first."""
        of_gms: list[tuple[str, str, str]] = []
        own: list[tuple[str, str, str]] = []
        of_others: list[tuple[str, str, str]] = []
        for pk, kind, name, author in pages.values_list("pk", "kind", "name", "author_id"):
            group = of_gms if author is None else own if author == self.membership.pk else of_others
            group.append((f"page-{pk}", kind, name))
        npcs = [(f"npc-{pk}", "npc", name) for pk, name in people.values_list("pk", "name")]
        for key, kind, name in (*of_gms, *npcs, *own, *of_others):
            self.places[key] = self._choose_path(kind, name)

    def _choose_path(self, kind: str, name: str) -> str:
        """A path that no other note has, whatever case a file system tells apart."""
        plain, number = file_name(name), 2
        stem = plain
        while stem.casefold() in self.paths:
            stem, number = f"{plain} ({number})", number + 1
        self.paths.add(stem.casefold())
        self.files.setdefault(fold_name(name), stem)
        return f"{FOLDERS[kind]}/{stem}.md"

    def _write_page(self, path: str, row: WorldEntry) -> None:
        text = self.reader.page(row)
        stored = TextPicture.objects.filter(entry=row.pk, key__in=picture_keys(text)) if "picture:" in text else ()
        pictures = {picture.key: self._add_picture(f"{row.pk}-{picture.key}", picture) for picture in stored}
        head: dict[str, Any] = {"type": row.kind}
        around = self.places.get(f"page-{row.parent_id}")
        if around is not None:
            head["in"] = f"[[{_stem(around)}]]"
        if row.tag_names:
            head["tags"] = row.tag_names
        image = WorldPicture.objects.filter(entry=row.pk, removed__isnull=True).first()
        if image is not None:
            head["image"] = f"[[{self._add_picture(f'{row.pk}', image)}]]"
        self._write_note(path, row.name, head, text, pictures)

    def _write_note(self, path: str, name: str, head: dict[str, Any], text: str, pictures: dict[str, str]) -> None:
        stem = _stem(path)
        named = {"title": name, "aliases": [name]} if stem != name else {}
        words = write_text(text, self.files, pictures)
        self._add(path, f"---\n{_front_matter({**named, **head})}---\n\n{words}\n".encode())

    def _add_picture(self, name: str, picture: WorldPicture | TextPicture) -> str:
        path = f"{PICTURES}/{name}.webp"
        self._add(path, bytes(picture.data), packed=False)
        return path

    def _add(self, path: str, data: bytes, *, packed: bool = True) -> None:
        info = zipfile.ZipInfo(path, EARLIEST)
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        self.archive.writestr(info, data)


def _stem(path: str) -> str:
    """The name of a note's file, by which links lead to it."""
    return path.rpartition("/")[2].removesuffix(".md")


def _front_matter(head: dict[str, Any]) -> str:
    """Properties as YAML; texts in double quotes, which JSON and YAML write alike."""
    return "".join(f"{name}: {_value(value)}\n" for name, value in head.items())


def _value(value: str | Iterable[str]) -> str:
    if isinstance(value, str):
        return value if value.isalpha() else json.dumps(value, ensure_ascii=False)
    return f"[{', '.join(json.dumps(item, ensure_ascii=False) for item in value)}]"
