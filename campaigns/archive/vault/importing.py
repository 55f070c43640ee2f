"""Writes the notes of a vault as pages of a world."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.archive.faults import Progress, ignore_progress
from campaigns.archive.vault.notes import LONGEST_TEXT, LinkNames, Note, clean_title, read_notes
from campaigns.archive.vault.texts import read_text
from campaigns.modules.adapters.foreign_archives import texts
from campaigns.world import actions
from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from campaigns.world.text_pictures.actions import attach_text_picture
from campaigns.world.text_pictures.models import MOST_OF_A_PAGE, TextPicture
from campaigns.world.thumbnails.actions import prepare_thumbnail
from campaigns.world.wiki_links import fold_name, linked_names
from characters.access import known_characters
from common.bounded.limits import NoProcessFree
from common.pictures import LARGEST, Picture, read_picture
from people.access import require_gm
from people.models import Member

MOST_NAMED: Final = 20  # in a report
# Twice what an archive can hold: each page stores its own copy of a picture, so that one file may fill the disk.
MOST_PICTURE_BYTES: Final = 200 * 1024 * 1024
MOST_TURNS: Final = 30  # of two seconds each, for a picture to be decoded
# Where a picture of the archive goes, before it is stored.
MARK: Final = re.compile(r"!\[([^\[\]\n]{0,200})\]\(vault:([0-9]{1,4})\)")


@dataclass
class VaultReport:
    """What an import did: the pages that it wrote, and what it left out and why."""

    pages: int = 0
    pictures: int = 0
    links: int = 0
    kept: list[str] = field(default_factory=list)  # names of notes of which the campaign had a page or character
    files: set[str] = field(default_factory=set)  # attachments that pages cannot show
    faults: dict[str, str] = field(default_factory=dict)  # path of a note -> why it was left out or shortened

    @property
    def about(self) -> dict[str, Any]:
        """The report as JSON, with the first names of each list."""
        faults = [{"note": path, "message": words} for path, words in sorted(self.faults.items())[:MOST_NAMED]]
        return {
            "pages": self.pages,
            "pictures": self.pictures,
            "links": self.links,
            "kept": {"count": len(self.kept), "names": sorted(self.kept)[:MOST_NAMED]},
            "files": {"count": len(self.files), "names": sorted(self.files)[:MOST_NAMED]},
            "faults": {"count": len(self.faults), "first": faults},
        }


def import_vault(membership: Member, data: bytes, progress: Progress = ignore_progress) -> VaultReport:
    """Writes each note as a page that only GMs see, each in a transaction of its own; GMs only.

    A note is left out if a page or a character already has its name, so that an import that was interrupted can be
    repeated, and an export of the same campaign adds nothing. Raises NotUnderstood for an archive that cannot be read;
    `progress` may raise `Cancelled`."""
    require_gm(membership)
    notes = read_notes(texts(data, (".md",)))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return _Importer(membership, notes, archive, progress).write()


class _Importer:
    def __init__(self, membership: Member, notes: list[Note], archive: zipfile.ZipFile, progress: Progress) -> None:
        self.membership, self.notes, self.archive, self.progress = membership, notes, archive, progress
        self.names, self.report, self.room = LinkNames(notes), VaultReport(), MOST_PICTURE_BYTES
        self.seen: Counter[str] = Counter()  # of notes, by their own folded names
        # The kinds of the pages that the world had before, by their folded names.
        self.before = dict(self._pages_of_gms().values_list("folded", "kind"))
        self.taken = self._count_names()
        self.files: dict[str, str] = {}
        for path in sorted(archive.namelist()):
            parts = PurePosixPath(path).parts
            for number in range(len(parts)):
                self.files.setdefault(fold_name("/".join(parts[number:])), path)

    def write(self) -> VaultReport:
        """Writes all pages, then the locations around them."""
        written: set[str] = set()
        for place, note in enumerate(self.notes):
            self.progress("writing", place, len(self.notes))
            if self._is_there(note):
                self.report.kept.append(note.name)
                continue
            try:
                self._write_note(note)
                written.add(note.name)
            except ValidationError as refusal:
                self.report.faults[note.path] = " ".join(refusal.messages)
        self._nest(written)
        return self.report

    def _count_names(self) -> Counter[str]:
        """How many pages and characters have each folded name, of characters as a note can have it."""
        pages = visible_entries(self.membership).filter(archived=None).order_by().values_list("folded", flat=True)
        characters = known_characters(self.membership).order_by().values_list("name", flat=True)
        return Counter([*pages, *[fold_name(clean_title(name)) for name in characters]])

    def _is_there(self, note: Note) -> bool:
        """Whether the campaign has a page or character for a note.

        Several may have one name: then as many notes of this name are left out."""
        name, own_name = fold_name(note.name), fold_name(note.own_name)
        self.seen[own_name] += 1
        return name in self.taken or self.seen[own_name] <= self.taken[own_name]

    def _pages_of_gms(self) -> QuerySet[WorldEntry]:
        """The pages whose names a note cannot have; each name stands once."""
        return WorldEntry.objects.filter(campaign=self.membership.campaign_id, author=None, archived=None)

    def _write_note(self, note: Note) -> None:
        pictures: list[str] = []
        image = self._read_image(note)
        text = read_text(self._whole_text(note, image), self.names, partial(self._show, pictures), self.report.files)
        if len(text) > LONGEST_TEXT:
            self.report.faults[note.path] = _("The text was longer than a page can be and was cut.")
            text = text[:LONGEST_TEXT]
        decoded = {path: self._decode(path, path) for path in pictures}
        with transaction.atomic():
            row = actions.create_entry(
                membership=self.membership, kind=note.kind, name=note.name, text=text, tags=note.tags
            )
            row = self._add_pictures(row, list(decoded.values()))
            shown = image and actions.attach_picture(membership=self.membership, entry=row, picture=image)
        if shown:
            prepare_thumbnail(shown)
        self.report.pages += 1
        self.report.pictures += sum(picture is not None for picture in (*decoded.values(), image))
        self.report.links += len(linked_names(row.text))

    def _whole_text(self, note: Note, image: Picture | None) -> str:
        """The text of a note below the properties that took no effect, so that nothing is lost."""
        used = {*(["image"] if image is not None else []), *(["in"] if self._has_location(note) else [])}
        lines = [line for name, line in note.properties.items() if name not in used]
        return "\n\n".join(["\n".join(lines), note.text]) if lines else note.text

    def _read_image(self, note: Note) -> Picture | None:
        """The picture that a property names; None without one, or if it cannot be shown, as the report then says."""
        path = self._find(note.image)
        if note.image and not path:
            self.report.files.add(note.image)
        return self._decode(path, note.image) if path else None

    def _show(self, pictures: list[str], target: str, words: str) -> str:
        """A mark where the picture goes, which is stored when the page is there."""
        path = self._find(target)
        if not path or (path not in pictures and len(pictures) >= MOST_OF_A_PAGE):
            return ""
        if path not in pictures:
            pictures.append(path)
        return f"![{words}](vault:{pictures.index(path)})"

    def _add_pictures(self, row: WorldEntry, pictures: list[Picture | None]) -> WorldEntry:
        if not pictures:
            return row
        keys = {
            str(number): attach_text_picture(membership=self.membership, entry=row, picture=picture).key
            for number, picture in enumerate(pictures)
            if picture is not None
        }

        def mark(match: re.Match[str]) -> str:
            key = keys.get(match[2], "")
            return f"![{match[1]}](picture:{key})" if key else match[1]

        text = MARK.sub(mark, row.text)
        return actions.change_entry(membership=self.membership, entry=row, revision=None, text=text)

    def _decode(self, path: str, name: str) -> Picture | None:
        """The picture; None if the site cannot read it, and then the report has its name.

        It waits for its turn longer than a request would, because nobody waits for it."""
        data = self._read(path)
        for _turn in range(MOST_TURNS):
            try:
                return read_picture(data)
            except NoProcessFree:
                continue
            except ValidationError:
                break
        self.report.files.add(name)
        return None

    def _find(self, target: str) -> str:
        return self.files.get(fold_name(target.strip().lstrip("./")), "") if target else ""

    def _read(self, path: str) -> bytes:
        """The bytes of a file of the archive; empty if it is too large or damaged, or if too many were read."""
        try:
            with self.archive.open(path) as file:
                data = file.read(min(LARGEST, self.room) + 1)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, zipfile.zlib.error):  # type: ignore[attr-defined]
            return b""
        if len(data) > min(LARGEST, self.room):
            return b""
        self.room -= len(data)
        return data

    def _nest(self, written: set[str]) -> None:
        """Puts pages into the locations that their notes name, also the pages of an import that was interrupted."""
        rows = self._pages_of_gms().annotate(untouched=_is_untouched())
        pages = {row.folded: row for row in rows.defer("text")}
        for note in self.notes:
            row, around = pages.get(fold_name(note.name)), self._find_location(note, pages)
            if row is None or around is None or around.pk == row.pk:
                continue
            if note.name not in written and not (row.untouched and (row.name, row.kind) == (note.name, note.kind)):
                continue
            self.progress("writing", len(self.notes), len(self.notes))
            try:
                with transaction.atomic():
                    actions.change_entry(membership=self.membership, entry=row, revision=None, parent=around)
            except ValidationError as refusal:
                self.report.faults[note.path] = " ".join(refusal.messages)

    def _find_location(self, note: Note, pages: Mapping[str, WorldEntry]) -> WorldEntry | None:
        """The location that a note names: a note of the vault, or else a page that the world had before."""
        row = pages.get(self._location_name(note))
        return row if row is not None and row.kind == WorldEntry.Kind.LOCATION else None

    def _location_name(self, note: Note) -> str:
        """The folded name of the location that a note names."""
        return fold_name(self.names.find_location(note.around) or note.around.rpartition("/")[2].removesuffix(".md"))

    def _has_location(self, note: Note) -> bool:
        """Whether the page will be in the location that its note names."""
        name = self._location_name(note)
        if name in self.before:
            return self.before[name] == WorldEntry.Kind.LOCATION
        is_written = name not in self.taken and name != fold_name(note.name)
        return is_written and bool(self.names.find_location(note.around))


def _is_untouched() -> ExpressionWrapper:
    """Whether nobody has changed a page since an import wrote it; the import itself changes one with pictures once."""
    pictured = Exists(TextPicture.objects.filter(entry=OuterRef("pk")))
    return ExpressionWrapper(Q(parent=None) & (Q(revision=1) | Q(pictured, revision=2)), BooleanField())
