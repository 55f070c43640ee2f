"""Which pages of a list have a picture."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from campaigns.world.models import WorldEntry, WorldPicture


def mark_pictures(things: Iterable[Any]) -> None:
    """Sets `.pictured` on the pages among the things: the digest of the picture, or an empty text; one query.

    The pages must be visible to the reader, who may then see their pictures, too."""
    pages = [thing for thing in things if isinstance(thing, WorldEntry)]
    if not pages:
        return
    rows = WorldPicture.objects.filter(entry__in={page.pk for page in pages}, removed__isnull=True)
    checksums = dict(rows.order_by().values_list("entry", "sha256"))
    for page in pages:
        page.pictured = checksums.get(page.pk, "")  # type: ignore[attr-defined]


def thumbnail_address(entry_id: int, digest: str) -> str:
    """Where the thumbnail of a page is; the address changes with the picture."""
    return f"{reverse('world-thumbnail', args=[entry_id])}?{digest[:12]}"
