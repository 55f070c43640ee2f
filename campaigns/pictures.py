"""Pictures that people send: decoded, turned upright, made small enough, written anew without what came along."""

import hashlib
import io
import struct
import warnings
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS: Final = ("PNG", "JPEG", "WEBP")
LARGEST: Final = 10 * 1024 * 1024  # bytes sent
MOST_PIXELS: Final = 40_000_000
LONGEST_SIDE: Final = 2400  # pixels kept
MEDIA_TYPE: Final = "image/webp"
QUALITY: Final = 82
# What decoders raise on damaged or hostile files.
BROKEN: Final = (
    UnidentifiedImageError, Image.DecompressionBombError, Warning, OSError, ValueError, SyntaxError, EOFError,
    MemoryError, IndexError, KeyError, TypeError, ZeroDivisionError, OverflowError, struct.error,
)  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept: WebP, with nothing of the file it came in but its pixels."""

    data: bytes
    width: int
    height: int
    media_type: str = MEDIA_TYPE

    @property
    def sha256(self) -> str:
        """The sum of the bytes kept."""
        return hashlib.sha256(self.data).hexdigest()


def read(data: bytes) -> Picture:
    """The picture in the bytes of a PNG, JPEG or WebP file of up to 10 MB and 40 megapixels.

    Raises ValidationError that says what would work. Of a moving picture the first frame is kept."""
    if len(data) > LARGEST:
        raise ValidationError(_("The picture is larger than 10 MB. Save it smaller and send it again."))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what Pillow only warns of may be a file made to exhaust it
            image = Image.open(io.BytesIO(data), formats=FORMATS)
            if image.width * image.height > MOST_PIXELS:
                raise ValidationError(_("The picture has more than 40 megapixels. Save it smaller and send it again."))
            return _anew(image)
    except BROKEN as fault:
        raise ValidationError(_("This is no picture that can be read. Send a PNG, JPEG or WebP file.")) from fault


def _anew(image: Image.Image) -> Picture:
    if image.format == "JPEG":
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # decodes a large photograph at a fraction of its size
    upright = ImageOps.exif_transpose(image)
    clear = upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info
    plain = upright.convert("RGBA" if clear else "RGB")
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    # A new image holds pixels and nothing else: no place, no camera, no text, no profile.
    kept = Image.new(plain.mode, plain.size)
    kept.paste(plain)
    out = io.BytesIO()
    kept.save(out, "WEBP", quality=QUALITY, method=4)
    return Picture(out.getvalue(), kept.width, kept.height)
