"""The addresses of pictures in log entries, session notes and recaps."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.models import NotePicture
from common.picture_syntax import PICTURE_SCHEME, picture_keys

Arguments = tuple[Any, ...]


def note_picture_addresses(
    campaign_id: int, page: str, texts: Mapping[Arguments, str]
) -> dict[Arguments, dict[str, str]]:
    """The addresses of the pictures in texts; one query if there are any.

    `page` is the name of the URL that shows a picture of such a text, and the keys of `texts` are the arguments of the
    URL before the picture's key. Texts without pictures are left out."""
    keys = {place: picture_names for place, text in texts.items() if (picture_names := picture_keys(text))}
    if not keys:
        return {}
    rows = NotePicture.objects.filter(campaign=campaign_id, key__in=set().union(*keys.values()))
    stored = set(rows.values_list("key", flat=True))
    return {
        place: {f"{PICTURE_SCHEME}{key}": reverse(page, args=[*place, key]) for key in sorted(picture_names & stored)}
        for place, picture_names in keys.items()
    }


def add_entry_pictures(campaign_id: int, entries: Iterable[LogEntry]) -> None:
    """Adds the addresses of pictures to `.links` of each entry, whose text is already as its reader may read it."""
    by_place = {(entry.pk,): entry for entry in entries}
    texts = {place: entry.text for place, entry in by_place.items()}
    for place, addresses in note_picture_addresses(campaign_id, "log-picture", texts).items():
        by_place[place].links |= addresses  # type: ignore[attr-defined]
