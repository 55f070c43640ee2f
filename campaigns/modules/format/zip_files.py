"""Reads and writes modules as ZIP archives, which contain only module.json and assets/."""

import hashlib
import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.format.faults import Fault, ModuleInvalid, quote_value
from common import zip_directory

MEBIBYTE: Final = 1024 * 1024
LARGEST: Final = 50 * MEBIBYTE
MOST_UNPACKED: Final = 200 * MEBIBYTE
MOST_FILES: Final = 2000
RATIO: Final = 100
# The ratio only counts from here on, because a tiny picture of one colour compresses extremely well.
RATIO_FROM: Final = MEBIBYTE
ONE_ASSET: Final = 10 * MEBIBYTE
DOCUMENT: Final = "module.json"
ONE_DOCUMENT: Final = 5 * MEBIBYTE
ASSET: Final = re.compile(
    r"assets/(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,80}/){0,4}[A-Za-z0-9_-][A-Za-z0-9._-]{0,80}\.(?:png|jpg|jpeg|webp)"
)
CHUNK: Final = 64 * 1024
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)


def archive_refusal(code: str, message: str, pointer: str = "") -> ModuleInvalid:
    """The refusal of an archive, with one fault."""
    return ModuleInvalid([Fault(pointer, code, message)])


class Archive:
    """A checked archive with safe names; reads no more than is allowed.

    ModuleInvalid: zip.damaged, zip.too_large, zip.unsafe_path, zip.bomb."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST:
            raise archive_refusal("zip.too_large", _("the archive is larger than 50 MiB; make it smaller"))
        self.data = data
        if zip_directory.count_entries(io.BytesIO(data)) > MOST_FILES:
            raise archive_refusal("zip.bomb", _("the archive contains more than %(most)s files") % {"most": MOST_FILES})
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(data))
            self.infos = self.zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, IndexError) as error:
            raise archive_refusal("zip.damaged", _("the archive cannot be read; create it again")) from error
        self.unpacked = 0
        self.files = {info.filename: info for info in self._check_entries()}
        if DOCUMENT not in self.files:
            raise archive_refusal("zip.no_module", _("there is no module.json at the top of the archive"))

    def _check_entries(self) -> Iterable[zipfile.ZipInfo]:
        names: set[str] = set()
        for info in self.infos:
            name = info.orig_filename
            if name.endswith("/") and not info.file_size and ASSET.fullmatch(f"{name}a.png"):
                continue
            kind = stat.S_IFMT(info.external_attr >> 16)
            plain = kind in (0, stat.S_IFREG) and not info.flag_bits & 0x1
            if not plain or not (name == DOCUMENT or ASSET.fullmatch(name)):
                message = _("%(name)s is not allowed; only module.json and pictures under assets/ are")
                raise archive_refusal("zip.unsafe_path", message % {"name": quote_value(name)})
            if name.casefold() in names:
                raise archive_refusal(
                    "zip.unsafe_path", _("%(name)s occurs twice in the archive") % {"name": quote_value(name)}
                )
            names.add(name.casefold())
            yield info

    @property
    def paths(self) -> set[str]:
        """The pictures in the archive."""
        return set(self.files) - {DOCUMENT}

    def document(self) -> bytes:
        """The bytes of module.json, at most one more than allowed."""
        return self._read(DOCUMENT, ONE_DOCUMENT + 1)

    def read(self, path: str) -> bytes:
        """The bytes of a picture; asset.too_large beyond 10 MiB."""
        data = self._read(path, ONE_ASSET + 1)
        if len(data) > ONE_ASSET:
            raise archive_refusal(
                "asset.too_large", _("%(path)s is larger than 10 MiB") % {"path": quote_value(path)}, path
            )
        return data

    def sum(self, path: str) -> str:
        """The SHA-256 of a picture as uploaded."""
        return hashlib.sha256(self.read(path)).hexdigest()

    def _read(self, path: str, most: int) -> bytes:
        """Unpacks at most `most` bytes, counted while unpacking, because the sizes in an archive can be wrong."""
        info, parts, size = self.files[path], [], 0
        try:
            with self.zip.open(info) as file:
                while size < most and (part := file.read(min(CHUNK, most - size))):
                    parts.append(part)
                    size += len(part)
                    self.unpacked += len(part)
                    ratio = size > RATIO_FROM and size > RATIO * max(info.compress_size, 1)
                    if ratio or self.unpacked > 3 * MOST_UNPACKED:
                        raise archive_refusal(
                            "zip.bomb", _("%(path)s is far larger when unpacked") % {"path": quote_value(path)}
                        )
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise archive_refusal(
                "zip.damaged", _("%(path)s cannot be unpacked") % {"path": quote_value(path)}
            ) from error
        return b"".join(parts)

    def check_size(self) -> None:
        """Unpacks everything once and stops at 200 MiB."""
        total = 0
        for path in self.files:
            total += len(self._read(path, MOST_UNPACKED - total + 1))
            if total > MOST_UNPACKED:
                raise archive_refusal("zip.bomb", _("the archive unpacks to more than 200 MiB"))


def write_archive(document: dict[str, Any], files: Iterable[tuple[str, bytes]]) -> bytes:
    """A module as an archive: the same content gives the same bytes."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        pairs = [(DOCUMENT, canonical(document).encode("utf-8")), *sorted(files)]
        for path, data in pairs:
            info = zipfile.ZipInfo(path, EARLIEST)
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED if path == DOCUMENT else zipfile.ZIP_STORED
            archive.writestr(info, data)
    return into.getvalue()
