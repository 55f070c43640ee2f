"""The names of the files that a book has for its pictures."""

from typing import Final

_ENDINGS: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}


def picture_name(stem: str, media_type: str) -> str:
    """The name of the file of a picture, with the usual ending of its type."""
    return f"{stem}.{_ENDINGS.get(media_type, 'img')}"
