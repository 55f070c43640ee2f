"""Decodes uploaded pictures in a separate process, turns them upright, and encodes them without metadata."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from common.bounded.limits import OverLimits
from common.bounded.programs import run_program

DECODER: Final = Path(__file__).with_name("picture_decoder.py")
PROCESSOR_SECONDS: Final = 10  # for one picture
MEMORY: Final = 512 * 1024 * 1024
ELAPSED_SECONDS: Final = 30  # for one picture, on a busy machine
LARGEST: Final = 10 * 1024 * 1024  # bytes of an upload
MAX_PIXELS: Final = 40_000_000
LONGEST_SENT: Final = 20_000  # pixels of a side
LONGEST_PORTRAIT: Final = 256  # pixels stored for a portrait
LONGEST_SIDE: Final = 2400  # pixels stored for a picture of the world
QUALITY: Final = 82
# Pixels around a covered part that are covered, too: a block of a JPEG, and what scaling mixes.
MARGIN: Final = 20
Parts = Sequence[Sequence[Sequence[float]]]


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture, which has only the pixels of the uploaded file."""

    data: bytes
    width: int
    height: int
    media_type: str

    @property
    def sha256(self) -> str:
        """The SHA-256 of the stored bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of a stored picture (common/stored_pictures.py)."""
        return {name: getattr(self, name) for name in ("media_type", "width", "height", "sha256", "data")}


class UnreadablePicture(Exception):
    """The bytes are not a readable PNG, JPEG or WebP picture."""


class PictureTooLarge(Exception):
    """The picture has too many pixels, or takes more time or memory than allowed."""


def reencode(data: bytes, *, kind: str = "", fit: int = 0, quality: int = QUALITY, lossless: bool = False) -> Picture:
    """The picture encoded again, upright, with the first frame of an animation; in its own type or as `kind` ("WEBP").

    `fit` limits both sides to so many pixels. Raises `UnreadablePicture` and `PictureTooLarge`. The decoder is a
    separate process and takes at least a tenth of a second: never call this while holding a lock."""
    return _decode(data, {"kind": kind, "fit": fit, "quality": quality, "write": True, "lossless": lossless})


def cover_parts(data: bytes, parts: Parts, wait: float | None = None) -> Picture:
    """The picture as WebP without alpha, with opaque paint over the parts; their corners are fractions of its sides.

    Nothing of the result depends on the pixels under the paint. Raises, and takes as long, as `reencode`; `wait` is
    how many seconds it waits for its turn, if not as long as a request."""
    how = {"kind": "WEBP", "fit": 0, "quality": QUALITY, "write": True, "cover": parts, "margin": MARGIN}
    return _decode(data, how, wait)


def crop_square(data: bytes, side: int) -> Picture:
    """The middle of the picture as a square WebP of `side` pixels. Raises, and takes as long, as `reencode`."""
    return _decode(data, {"kind": "WEBP", "fit": side, "square": True, "quality": QUALITY, "write": True})


def inspect(data: bytes) -> Picture:
    """The unchanged picture, fully decoded, with its real type and size; raises as `reencode`."""
    # Archives are read in the background, where waiting blocks nobody.
    picture = _decode(data, {"fit": 0, "write": False}, wait=10 * ELAPSED_SECONDS)
    return Picture(data, picture.width, picture.height, picture.media_type)


def _decode(data: bytes, how: dict[str, Any], wait: float | None = None) -> Picture:
    how |= {"pixels": MAX_PIXELS, "side": LONGEST_SENT, "seconds": PROCESSOR_SECONDS, "memory": MEMORY}
    try:
        written = run_program(DECODER, json.dumps(how).encode() + b"\n" + data, ELAPSED_SECONDS, wait)
    except OverLimits:
        raise PictureTooLarge from None
    head, _newline, body = written.partition(b"\n")
    facts: dict[str, Any] = json.loads(head)
    if "fault" in facts:
        raise PictureTooLarge if facts["fault"] == "large" else UnreadablePicture
    return Picture(body, facts["width"], facts["height"], facts["media_type"])


def read_picture(data: bytes, *, lossless: bool = False, fit: int = LONGEST_SIDE) -> Picture:
    """A picture for a page of the world, as WebP: from a PNG, JPEG or WebP file of up to 10 MB and 40 megapixels.

    `fit` limits both sides to so many pixels. `lossless` keeps every pixel as it is, so that no pixel depends on its
    neighbours. Raises ValidationError that says what would work."""
    if len(data) > LARGEST:
        raise ValidationError(_("The picture is larger than 10 MB. Make it smaller and try again."))
    try:
        return reencode(data, kind="WEBP", fit=fit, lossless=lossless)
    except PictureTooLarge:
        sentence = _("The picture is too large; the limit is 40 megapixels. Make it smaller and try again.")
        raise ValidationError(sentence) from None
    except UnreadablePicture:
        sentence = _("This picture cannot be read. Upload a PNG, JPEG or WebP file.")
        raise ValidationError(sentence) from None
