"""Pictures of modules: decoded and written anew, so that nothing is kept but what is seen."""

import hashlib
import io
import warnings
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from campaigns.modules.archive import Archive
from campaigns.modules.faults import Fault, at, shown

MOST_PIXELS: Final = 40_000_000
LONGEST_SIDE: Final = 20_000
FORMATS: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
QUALITY: Final = 90


class NotAPicture(Exception):
    """The bytes are no picture that is taken: `code` is asset.type or asset.too_large."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept."""

    data: bytes
    media_type: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """Of the bytes as kept."""
        return hashlib.sha256(self.data).hexdigest()


def cleaned(data: bytes) -> Picture:
    """The picture written anew from its pixels, without metadata, upright, its first frame. NotAPicture otherwise."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=list(FORMATS)) as opened:
                kind = str(opened.format)
                width, height = opened.size
                if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
                    raise NotAPicture("asset.too_large", _("the picture has more than 40 megapixels"))
                opened.load()
                return _written(ImageOps.exif_transpose(opened), kind)
    except NotAPicture:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NotAPicture("asset.too_large", _("the picture has more than 40 megapixels")) from None
    except (OSError, ValueError, SyntaxError, IndexError, KeyError, TypeError, EOFError, OverflowError, MemoryError,
            Warning, ArithmeticError):  # fmt: skip
        # What a decoder trips over in spoiled bytes is many things, and all of them mean this.
        raise NotAPicture("asset.type", _("this is no PNG, JPEG or WebP picture that can be read")) from None


def _written(image: Image.Image, kind: str) -> Picture:
    usual = {"PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I"), "JPEG": ("L", "RGB")}.get(kind, ("RGB", "RGBA"))
    alpha = "A" in image.getbands() or "transparency" in image.info
    if image.mode not in usual:
        image = image.convert("RGBA" if alpha and kind != "JPEG" else "RGB")
    bare = Image.new(image.mode, image.size)
    bare.paste(image)
    if image.mode == "P":
        bare = image.convert("RGBA" if alpha else "RGB")
    into = io.BytesIO()
    if kind == "PNG":
        bare.save(into, "PNG", optimize=False)
    else:
        bare.save(into, kind, quality=QUALITY)
    return Picture(into.getvalue(), FORMATS[kind], *image.size)


def faults(document: dict[str, object], archive: Archive | None) -> list[Fault]:
    """What is wrong with the files that the assets name: missing, changed, or left over."""
    assets = document.get("assets")
    found, used = [], set()
    for index, item in enumerate(assets if isinstance(assets, list) else []):
        path = item.get("path") if isinstance(item, dict) else None
        if not isinstance(path, str):
            continue
        here = at("", "assets", index)
        if archive is None or path not in archive.paths:
            message = _("%(path)s is not here: send module.json and its pictures together as a ZIP archive")
            found.append(Fault(at(here, "path"), "asset.missing", message % {"path": shown(path)}))
        elif item.get("sha256") != archive.sum(path):
            message = _("%(path)s is another file than the one whose sum stands here")
            found.append(Fault(at(here, "sha256"), "asset.hash", message % {"path": shown(path)}))
        if path in used:
            found.append(Fault(at(here, "path"), "key.duplicate", _("two assets name the same file")))
        used.add(path)
    for path in sorted((archive.paths if archive else set()) - used):
        message = _("%(path)s is in the archive and no asset names it; it is not kept")
        found.append(Fault("/assets", "asset.unused", message % {"path": shown(path)}))
    return found
