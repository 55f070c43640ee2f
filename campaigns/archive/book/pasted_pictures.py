"""The pictures that were pasted into texts of a book: those that its reader reads, each as a file of the book."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db.models.functions import Length

from campaigns.archive.book.picture_names import picture_name
from campaigns.log.note_pictures.models import NotePicture
from campaigns.world.text_pictures.models import TextPicture
from common.picture_syntax import PICTURE_SCHEME, picture_keys

# All pasted pictures together; this leaves room for maps and the pictures of pages within the limits of an archive.
MOST_BYTES: Final = 200 * 1024 * 1024


@dataclass(frozen=True)
class _Stored:
    """A picture of the campaign: its model, row, file in the book and size in bytes."""

    model: type[TextPicture] | type[NotePicture]
    pk: int
    file: str
    size: int


@dataclass
class PastedPictures:
    """The pasted pictures of a campaign for one book. A text gets only pictures that its reader's version names.

    That is the rule of the pages, too: who reads the text where a picture is sees the picture."""

    campaign_id: int
    left: int = MOST_BYTES
    left_out: set[str] = field(default_factory=set)
    _taken: set[str] = field(default_factory=set)
    _new: list[_Stored] = field(default_factory=list)

    def of_page(self, entry_id: int, readable: str) -> dict[str, str]:
        """The addresses of the pictures in what the reader reads of a page of the world."""
        return self._addresses(self._by_page, entry_id, readable)

    def of_note(self, readable: str) -> dict[str, str]:
        """The addresses of the pictures in what the reader reads of a log entry, a session's notes or a recap."""
        return self._addresses(self._by_note, self.campaign_id, readable)

    def take_new(self) -> Iterator[tuple[str, bytes]]:
        """The files that came since the last call, with their bytes, one at a time."""
        pictures, self._new = self._new, []
        for picture in pictures:
            yield picture.file, bytes(picture.model._default_manager.values_list("data", flat=True).get(pk=picture.pk))

    def _addresses(self, stored: Any, owner: int, readable: str) -> dict[str, str]:
        keys = sorted(picture_keys(readable))
        rows = [(key, stored[owner, key]) for key in keys if (owner, key) in stored] if keys else []
        return {f"{PICTURE_SCHEME}{key}": f"media/{row.file}" for key, row in rows if self._take(row)}

    def _take(self, row: _Stored) -> bool:
        """Whether the picture is in the book; it is added when a text first shows it, while there is room."""
        if row.file in self._taken:
            return True
        if row.size > self.left:
            self.left_out.add(row.file)
            return False
        self.left -= row.size
        self._taken.add(row.file)
        self._new.append(row)
        return True

    @cached_property
    def _by_page(self) -> dict[tuple[int, str], _Stored]:
        rows = TextPicture.objects.filter(entry__campaign=self.campaign_id).annotate(size=Length("data"))
        return {
            (entry, key): _Stored(TextPicture, pk, picture_name(f"text-{entry}-{key}", media_type), size)
            for pk, entry, key, media_type, size in rows.values_list("pk", "entry", "key", "media_type", "size")
        }

    @cached_property
    def _by_note(self) -> dict[tuple[int, str], _Stored]:
        rows = NotePicture.objects.filter(campaign=self.campaign_id).annotate(size=Length("data"))
        return {
            (self.campaign_id, key): _Stored(NotePicture, pk, picture_name(f"note-{key}", media_type), size)
            for pk, key, media_type, size in rows.values_list("pk", "key", "media_type", "size")
        }
