"""Decodes and encodes one picture, perhaps with covered parts: a separate program with limits.

pictures.py starts it for each picture.

In decoders, untrusted bytes reach code that is not Python. So this program has no settings, no database and no
environment, and may write no file. It reads a line of JSON with options and then the picture from standard input. To
standard output it writes a line of JSON, {"media_type", "width", "height"} before the new picture (or without it, for
an inspection) or {"fault": "large" or "unreadable"}.
"""

import io
import json
import struct
import sys
import warnings
from contextlib import suppress
from typing import IO, Any, Final

# Imports the plugins of the three types; otherwise Pillow would load all its plugins.
from PIL import Image, ImageDraw, ImageOps, JpegImagePlugin, PngImagePlugin, UnidentifiedImageError, WebPImagePlugin

FORMATS: Final = {
    PngImagePlugin.PngImageFile.format: "image/png",
    JpegImagePlugin.JpegImageFile.format: "image/jpeg",
    WebPImagePlugin.WebPImageFile.format: "image/webp",
}
USUAL: Final = {"PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I"), "JPEG": ("L", "RGB")}
# What is painted over covered parts, and how far apart its stripes are.
COVER: Final = (74, 68, 64)
STRIPE: Final = (88, 81, 76)
PAPER: Final = (255, 255, 255)
STRIPES: Final = 28
# The exceptions of decoders for damaged or malicious files.
BROKEN: Final = (
    UnidentifiedImageError,
    Warning,
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    ArithmeticError,
    struct.error,
)
LARGE: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError)


class TooLarge(Exception):
    """The picture has too many pixels."""


def main(request: IO[bytes], answer: IO[bytes]) -> None:
    """Reads, decodes and writes the picture, or writes its fault."""
    how = json.loads(request.readline())
    _limit_process(how["seconds"], how["memory"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # files that Pillow only warns about may be made to exhaust memory
            facts, data = _reencode(request.read(), how)
    except (TooLarge, *LARGE):
        facts, data = {"fault": "large"}, b""
    except BROKEN:
        facts, data = {"fault": "unreadable"}, b""
    answer.write(json.dumps(facts).encode() + b"\n" + data)


def _limit_process(seconds: int, memory: int) -> None:
    """Limits this process; on systems without limits, only the parent's timeout applies."""
    with suppress(ImportError):
        import resource

        for name, limit in (("CPU", seconds), ("AS", memory), ("FSIZE", 0), ("CORE", 0)):
            with suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def _reencode(data: bytes, how: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    image: Image.Image = Image.open(io.BytesIO(data), formats=list(FORMATS))
    kind, fit = str(image.format), how["fit"]
    if image.width * image.height > how["pixels"] or max(image.size) > how["side"]:
        raise TooLarge
    if fit and kind == "JPEG" and not how.get("square"):
        image.draft("RGB", (fit, fit))  # decodes a large photograph at a fraction of its size
    image.load()
    if not how["write"]:
        return {"media_type": FORMATS[kind], "width": image.width, "height": image.height}, b""
    ImageOps.exif_transpose(image, in_place=True)
    image, kind = _convert_mode(image, kind, how)
    # A new image has only pixels: no location, camera, text or profile.
    bare = Image.new(image.mode, image.size)
    bare.paste(image)
    if how.get("cover") is not None:
        bare = _cover_parts(bare, how["cover"], how["margin"])
    into = io.BytesIO()
    exact = {"lossless": True, "quality": 40, "method": 2, "exact": False}
    shrunk = {"quality": how["quality"], "method": 4}
    options = {"PNG": {"optimize": False}, "WEBP": exact if how.get("lossless") else shrunk}
    bare.save(into, kind, **options.get(kind, {"quality": how["quality"]}))
    return {"media_type": FORMATS[kind], "width": bare.width, "height": bare.height}, into.getvalue()


def _cover_parts(image: Image.Image, parts: list[list[list[float]]], margin: int) -> Image.Image:
    """The picture on opaque paper, with the parts painted over; their corners are fractions of width and height.

    The paint reaches `margin` pixels farther, since compressed files smear pixels over their neighbours."""
    paper = Image.new("RGB", image.size, PAPER)
    paper.paste(image.convert("RGB"), mask=image.getchannel("A") if "A" in image.getbands() else None)
    mask = Image.new("1", image.size)
    draw = ImageDraw.Draw(mask)
    for part in parts:
        corners = [(x * image.width, y * image.height) for x, y in part]
        draw.polygon(corners, fill=1)
        draw.line([*corners, corners[0]], fill=1, width=2 * margin)
        for x, y in corners:
            draw.ellipse((x - margin, y - margin, x + margin, y + margin), fill=1)
    paint = Image.new("RGB", image.size, COVER)
    draw = ImageDraw.Draw(paint)
    for start in range(-image.height, image.width, STRIPES):
        draw.line((start, image.height, start + image.height, 0), fill=STRIPE, width=STRIPES // 4)
    paper.paste(paint, mask=mask)
    return paper


def _convert_mode(image: Image.Image, kind: str, how: dict[str, Any]) -> tuple[Image.Image, str]:
    """The scaled picture in a mode that its type supports, and that type."""
    kind = how["kind"] or kind
    clear = "A" in image.getbands() or "transparency" in image.info
    if image.mode not in USUAL.get(kind, ("RGB", "RGBA")) or image.mode == "P":
        image = image.convert("RGBA" if clear and kind != "JPEG" else "RGB")
    if how.get("square"):
        image = ImageOps.fit(image, (how["fit"], how["fit"]))
    elif how["fit"]:
        image.thumbnail((how["fit"], how["fit"]))
    return image, kind


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
