"""The addresses of the pictures in a text."""

from django.urls import reverse

from campaigns.world.text_pictures.models import TextPicture
from common.picture_syntax import PICTURE_SCHEME, picture_keys


def picture_addresses(entry_id: int | None, readable: str) -> dict[str, str]:
    """The addresses of the pictures of a page that a readable text shows; a query only if it shows any."""
    keys = picture_keys(readable) if entry_id is not None else set()
    if not keys:
        return {}
    rows = TextPicture.objects.filter(entry=entry_id, key__in=keys).values_list("key", flat=True)
    return {f"{PICTURE_SCHEME}{key}": reverse("text-picture", args=[entry_id, key]) for key in rows}
