"""Pictures that people send: decoded apart from the site, turned upright, written anew without what came along."""

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

DECODER: Final = Path(__file__).with_name("decoder.py")
SECONDS: Final = 10  # of the processor's time for one picture
MEMORY: Final = 512 * 1024 * 1024
PATIENCE: Final = 30  # seconds by the clock, on a machine that is busy with other things
LARGEST: Final = 10 * 1024 * 1024  # bytes sent
MOST_PIXELS: Final = 40_000_000
LONGEST_SENT: Final = 20_000  # pixels of a side
LONGEST_SIDE: Final = 2400  # pixels kept of a picture of the world
QUALITY: Final = 82


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept, with nothing of the file it came in but its pixels."""

    data: bytes
    width: int
    height: int
    media_type: str

    @property
    def sha256(self) -> str:
        """The sum of the bytes kept."""
        return hashlib.sha256(self.data).hexdigest()


class Unreadable(Exception):
    """The bytes are no PNG, JPEG or WebP picture that can be read."""


class TooLarge(Exception):
    """The picture has more pixels than are taken, or takes more time or memory than is given to it."""


def anew(data: bytes, *, kind: str = "", fit: int = 0, quality: int = QUALITY) -> Picture:
    """The picture written anew, upright, of a moving one the first frame; in its own kind, or as `kind` ("WEBP").

    With `fit` it is made no larger than so many pixels each way. The decoder is a process of its own with bounds
    on time and memory (`Unreadable`, `TooLarge`). Takes a tenth of a second and more: never call it with a lock."""
    return _decoded(data, {"kind": kind, "fit": fit, "quality": quality, "write": True})


def seen(data: bytes) -> Picture:
    """The picture as it is, decoded to its end, with its true kind and size; raises as `anew`."""
    found = _decoded(data, {"fit": 0, "write": False})
    return Picture(data, found.width, found.height, found.media_type)


def _decoded(data: bytes, how: dict[str, Any]) -> Picture:
    how |= {"pixels": MOST_PIXELS, "side": LONGEST_SENT, "seconds": SECONDS, "memory": MEMORY}
    try:
        done = subprocess.run(  # noqa: S603 (our own program; what is sent is its input, never a word of the command)
            [sys.executable, "-I", str(DECODER)], input=json.dumps(how).encode() + b"\n" + data,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE, env={}, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise TooLarge from None
    head, _newline, body = done.stdout.partition(b"\n")
    # Whoever is stopped by its bounds, or breaks, says nothing.
    said: dict[str, Any] = json.loads(head) if done.returncode == 0 and head else {"fault": "large"}
    if "fault" in said:
        raise TooLarge if said["fault"] == "large" else Unreadable
    return Picture(body, said["width"], said["height"], said["media_type"])


def read(data: bytes) -> Picture:
    """A picture for a page of the world, as WebP: from a PNG, JPEG or WebP file of up to 10 MB and 40 megapixels.

    Raises ValidationError that says what would work."""
    if len(data) > LARGEST:
        raise ValidationError(_("The picture is larger than 10 MB. Make it smaller and try again."))
    try:
        return anew(data, kind="WEBP", fit=LONGEST_SIDE)
    except TooLarge:
        sentence = _("The picture is too large: at most 40 megapixels can be opened. Make it smaller and try again.")
        raise ValidationError(sentence) from None
    except Unreadable:
        sentence = _("This is no picture that can be read. Send a PNG, JPEG or WebP file.")
        raise ValidationError(sentence) from None
