"""Writes one picture anew: a program of its own, bounded in time and memory, which pictures.py starts for each.

Decoders are where strangers' bytes reach code that is not Python. This one knows nothing of the site: it has no
settings, no database and no environment, and may write no file. From standard input it reads a line of JSON that
says how, and the picture; to standard output it writes a line of JSON, {"media_type", "width", "height"} before the
new picture (or none, where it was only to be looked at) or {"fault": "large" or "unreadable"}.
"""

import io
import json
import struct
import sys
import warnings
from contextlib import suppress
from typing import IO, Any, Final

# The plugins of the three kinds by name: otherwise all that there are would be loaded to find the last.
from PIL import Image, ImageOps, JpegImagePlugin, PngImagePlugin, UnidentifiedImageError, WebPImagePlugin

FORMATS: Final = {
    PngImagePlugin.PngImageFile.format: "image/png", JpegImagePlugin.JpegImageFile.format: "image/jpeg",
    WebPImagePlugin.WebPImageFile.format: "image/webp",
}  # fmt: skip
USUAL: Final = {"PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I"), "JPEG": ("L", "RGB")}
# What decoders raise on damaged or hostile files.
BROKEN: Final = (
    UnidentifiedImageError, Warning, OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError,
    ArithmeticError, struct.error,
)  # fmt: skip
LARGE: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError)


class TooLarge(Exception):
    """More pixels than are taken."""


def main(given: IO[bytes], answer: IO[bytes]) -> None:
    """Reads, decodes, writes; a fault of the picture is an answer, too."""
    how = json.loads(given.readline())
    _bound(how["seconds"], how["memory"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what Pillow only warns of may be a file made to exhaust it
            said, data = _anew(given.read(), how)
    except (TooLarge, *LARGE):
        said, data = {"fault": "large"}, b""
    except BROKEN:
        said, data = {"fault": "unreadable"}, b""
    answer.write(json.dumps(said).encode() + b"\n" + data)


def _bound(seconds: int, memory: int) -> None:
    """The bounds hold for the rest of this process; where the system knows none, the starter's patience holds."""
    with suppress(ImportError):
        import resource

        for name, limit in (("CPU", seconds), ("AS", memory), ("FSIZE", 0), ("CORE", 0)):
            with suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def _anew(data: bytes, how: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    image: Image.Image = Image.open(io.BytesIO(data), formats=list(FORMATS))
    kind, fit = str(image.format), how["fit"]
    if image.width * image.height > how["pixels"] or max(image.size) > how["side"]:
        raise TooLarge
    if fit and kind == "JPEG":
        image.draft("RGB", (fit, fit))  # decodes a large photograph at a fraction of its size
    image.load()
    if not how["write"]:
        return {"media_type": FORMATS[kind], "width": image.width, "height": image.height}, b""
    ImageOps.exif_transpose(image, in_place=True)
    image, kind = _in_mode(image, kind, how)
    # A new image holds pixels and nothing else: no place, no camera, no text, no profile.
    bare = Image.new(image.mode, image.size)
    bare.paste(image)
    into = io.BytesIO()
    options = {"PNG": {"optimize": False}, "WEBP": {"quality": how["quality"], "method": 4}}
    bare.save(into, kind, **options.get(kind, {"quality": how["quality"]}))
    return {"media_type": FORMATS[kind], "width": bare.width, "height": bare.height}, into.getvalue()


def _in_mode(image: Image.Image, kind: str, how: dict[str, Any]) -> tuple[Image.Image, str]:
    """The picture in a mode that its kind can be written in, made small enough, and that kind."""
    kind = how["kind"] or kind
    clear = "A" in image.getbands() or "transparency" in image.info
    if image.mode not in USUAL.get(kind, ("RGB", "RGBA")) or image.mode == "P":
        image = image.convert("RGBA" if clear and kind != "JPEG" else "RGB")
    if how["fit"]:
        image.thumbnail((how["fit"], how["fit"]))
    return image, kind


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
