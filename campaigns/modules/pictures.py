"""Pictures of modules: written anew from what is seen, and what of their files does not fit."""

from typing import Final

from django.utils.translation import gettext as _

from campaigns import pictures
from campaigns.modules.archive import Archive
from campaigns.modules.faults import Fault, at, shown
from campaigns.pictures import Picture

QUALITY: Final = 90


class NotAPicture(Exception):
    """The bytes are no picture that is taken: `code` is asset.type or asset.too_large."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def cleaned(data: bytes) -> Picture:
    """The picture written anew in its own kind and size, without metadata. NotAPicture otherwise."""
    try:
        return pictures.anew(data, quality=QUALITY)
    except pictures.TooLarge:
        message = _("the picture is too large; at most 40 megapixels can be opened")
        raise NotAPicture("asset.too_large", message) from None
    except pictures.Unreadable:
        raise NotAPicture("asset.type", _("this is no PNG, JPEG or WebP picture that can be read")) from None


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
