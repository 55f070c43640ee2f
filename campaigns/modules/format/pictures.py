"""Encodes pictures of modules again, and checks their files."""

from typing import Final

from django.utils.translation import gettext as _

from campaigns.modules.format.faults import Fault, at, quote_value
from campaigns.modules.format.zip_files import Archive
from common import pictures
from common.pictures import Picture

QUALITY: Final = 90


class NotAPicture(Exception):
    """The bytes are no accepted picture; `code` is asset.type or asset.too_large."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def reencode(data: bytes) -> Picture:
    """The picture encoded again with the same type and size, without metadata. NotAPicture otherwise."""
    try:
        return pictures.reencode(data, quality=QUALITY)
    except pictures.PictureTooLarge:
        message = _("the picture is too large; at most 40 megapixels can be opened")
        raise NotAPicture("asset.too_large", message) from None
    except pictures.UnreadablePicture:
        raise NotAPicture("asset.type", _("this is not a readable PNG, JPEG or WebP picture")) from None


def faults(document: dict[str, object], archive: Archive | None) -> list[Fault]:
    """Faults of the assets' files: missing, changed, or unused."""
    assets = document.get("assets")
    picture_faults, used = [], set()
    for index, item in enumerate(assets if isinstance(assets, list) else []):
        path = item.get("path") if isinstance(item, dict) else None
        if not isinstance(path, str):
            continue
        here = at("", "assets", index)
        if archive is None or path not in archive.paths:
            message = _("%(path)s is missing; send module.json and its pictures together as a ZIP archive")
            picture_faults.append(Fault(at(here, "path"), "asset.missing", message % {"path": quote_value(path)}))
        elif item.get("sha256") != archive.sum(path):
            message = _("the checksum of %(path)s is different")
            picture_faults.append(Fault(at(here, "sha256"), "asset.hash", message % {"path": quote_value(path)}))
        if path in used:
            picture_faults.append(Fault(at(here, "path"), "key.duplicate", _("two assets name the same file")))
        used.add(path)
    for path in sorted((archive.paths if archive else set()) - used):
        message = _("%(path)s is in the archive, but no asset names it; it is not kept")
        picture_faults.append(Fault("/assets", "asset.unused", message % {"path": quote_value(path)}))
    return picture_faults
