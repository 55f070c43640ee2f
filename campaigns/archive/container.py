"""Reads and writes the ZIP file of an archive, with digests of every file and of everything, and with limits."""

import hashlib
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid, Progress, ignore_progress
from campaigns.archive.jsonl import parse_line
from common import zip_directory

MEBIBYTE: Final = 1024 * 1024
LARGEST: Final = 500 * MEBIBYTE
MOST_UNPACKED: Final = 4096 * MEBIBYTE
MOST_FILES: Final = 20_000
# Log entries compress well; a ZIP bomb compresses a hundred times better.
RATIO: Final = 200
RATIO_FROM: Final = MEBIBYTE
# These files are read in pieces. A history of many equal versions of a long text compresses as well as a bomb.
TEXT_FILES: Final = (".jsonl", ".md")
RATIO_FROM_OF_TEXT: Final = 256 * MEBIBYTE
LONGEST_LINE: Final = 32 * MEBIBYTE
CHUNK: Final = 64 * 1024
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
MANIFEST: Final = "manifest.json"
CHECKSUM_LENGTH: Final = 64  # hex digits of the SHA-256 at the end of the file
NAME: Final = re.compile(r"(?:[a-z0-9_-]{1,80}/){0,3}[a-z0-9_-]{1,80}(?:\.[a-z0-9]{1,8})?")


class ArchiveWriter:
    """Writes an archive into a seekable file; the same content gives the same bytes. Call `finish` once."""

    def __init__(self, into: IO[bytes]) -> None:
        self.into = into
        self.zip = zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.zip.comment = b"0" * CHECKSUM_LENGTH
        self.files: dict[str, dict[str, Any]] = {}

    @contextmanager
    def stream(self, name: str, *, packed: bool = True) -> Iterator["CountedFile"]:
        """Adds a file that is written in pieces."""
        info = zipfile.ZipInfo(name, EARLIEST)
        info.external_attr = (stat.S_IFREG | 0o644) << 16
        info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        with self.zip.open(info, "w", force_zip64=True) as file:
            counted = CountedFile(file)
            yield counted
        self.files[name] = {"size": counted.size, "sha256": counted.sum.hexdigest()}

    def add(self, name: str, data: bytes, *, packed: bool = True) -> None:
        """Adds a file."""
        with self.stream(name, packed=packed) as file:
            file.write(data)

    def finish(self, manifest: dict[str, Any]) -> None:
        """Writes the manifest with every file's digest, and the digest of the whole."""
        manifest_with_files = {**manifest, "files": dict(sorted(self.files.items()))}
        self.add(MANIFEST, json.dumps(manifest_with_files, ensure_ascii=False, indent=1, sort_keys=True).encode())
        self.zip.close()
        size = self.into.seek(0, 2)
        checksum = _digest(self.into, size - CHECKSUM_LENGTH)
        self.into.seek(size - CHECKSUM_LENGTH)
        self.into.write(checksum)

    def is_within_limits(self) -> bool:
        """Whether the finished archive is small enough for a reader that does not trust it."""
        files = self.zip.infolist()
        if self.into.seek(0, 2) > LARGEST or len(files) > MOST_FILES:
            return False
        unpacked = sum(file.file_size for file in files)
        bombs = (_is_bomb(file.filename, file.file_size, file.compress_size) for file in files)
        return unpacked <= MOST_UNPACKED and not any(bombs)


def _is_bomb(name: str, size: int, packed: int) -> bool:
    """Whether a file of a packed size unpacks to more than texts and pictures do."""
    usual = RATIO_FROM_OF_TEXT if name.endswith(TEXT_FILES) else RATIO_FROM
    return size > usual and size > RATIO * max(packed, 1)


class CountedFile:
    """A file being written, with its size and digest so far."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.size, self.sum = file, 0, hashlib.sha256()

    def write(self, data: bytes) -> None:
        """Appends bytes."""
        self.file.write(data)
        self.size += len(data)
        self.sum.update(data)


def _digest(file: IO[bytes], length: int) -> bytes:
    file.seek(0)
    digest, left = hashlib.sha256(), length
    while left > 0 and (part := file.read(min(CHUNK * 16, left))):
        digest.update(part)
        left -= len(part)
    return digest.hexdigest().encode()


class ArchiveReader:
    """An archive that was checked before use: complete, with safe names and known sizes.

    ArchiveInvalid: archive.too_large, archive.damaged, archive.unsafe, archive.version, archive.kind."""

    def __init__(self, file: IO[bytes], *, form: str, version: int, trusted: bool = False) -> None:
        self.file, self.trusted, self.unpacked = file, trusted, 0
        size = file.seek(0, 2)
        if size > LARGEST and not trusted:
            raise ArchiveInvalid("archive.too_large", "", _("The archive is larger than 500 MiB."))
        self._require_data(size)
        if not trusted and zip_directory.count_entries(file) > MOST_FILES:
            raise ArchiveInvalid("archive.too_large", "", _("The archive contains too many files."))
        try:
            self.zip = zipfile.ZipFile(file)
            infos = self.zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, IndexError, EOFError) as error:
            raise ArchiveInvalid("archive.damaged", "", _("This archive cannot be read.")) from error
        self.infos = self._check_entries(infos)
        self.manifest = self._manifest(form, version)
        self.files: dict[str, Any] = self.manifest["files"]
        self._check_listing()

    def _require_data(self, size: int) -> None:
        if size <= CHECKSUM_LENGTH:
            raise ArchiveInvalid("archive.damaged", "", _("This archive cannot be read."))
        self.file.seek(size - CHECKSUM_LENGTH)
        if self.file.read(CHECKSUM_LENGTH) != _digest(self.file, size - CHECKSUM_LENGTH):
            message = _("The file is incomplete: it was cut short or changed on the way. Download it again.")
            raise ArchiveInvalid("archive.damaged", "", message)

    def _check_entries(self, infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = info.orig_filename
            kind = stat.S_IFMT(info.external_attr >> 16)
            if not NAME.fullmatch(name) or kind not in (0, stat.S_IFREG) or info.flag_bits & 0x1:
                raise ArchiveInvalid("archive.unsafe", name[:120], _("Archives of this site contain no such file."))
            if name in entries:
                raise ArchiveInvalid("archive.unsafe", name, _("The archive contains this file twice."))
            entries[name] = info
        return entries

    def _manifest(self, form: str, version: int) -> dict[str, Any]:
        if MANIFEST not in self.infos:
            raise ArchiveInvalid(
                "archive.kind", MANIFEST, _("There is no manifest, so this is not an archive of this site.")
            )
        manifest = parse_line(b"".join(self._chunks(MANIFEST, LONGEST_LINE)), MANIFEST)
        if not isinstance(manifest, dict) or manifest.get("format") != form:
            message = _("This is another kind of file; a file of the kind “%(kind)s” is needed here.") % {"kind": form}
            raise ArchiveInvalid("archive.kind", f"{MANIFEST}#/format", message)
        if manifest.get("version") != version or isinstance(manifest["version"], bool):
            message = _("This site can only read version %(version)s of the format.") % {"version": version}
            raise ArchiveInvalid("archive.version", f"{MANIFEST}#/version", message)
        if not isinstance(manifest.get("files"), dict):
            raise ArchiveInvalid("archive.damaged", f"{MANIFEST}#/files", _("The list of files is missing."))
        return manifest

    def _check_listing(self) -> None:
        for name in sorted(set(self.infos) - {MANIFEST} ^ set(self.files)):
            message = _("The manifest and the archive disagree about this file.")
            raise ArchiveInvalid("archive.damaged", name[:120], message)
        for about in self.files.values():
            sound = isinstance(about, dict) and isinstance(about.get("sha256"), str) and type(about.get("size")) is int
            if not sound:
                raise ArchiveInvalid("archive.damaged", f"{MANIFEST}#/files", _("A file has no size or no digest."))

    def _chunks(self, name: str, most: int) -> Iterator[bytes]:
        """The bytes of a file, counted while unpacking, because the sizes in an archive can be wrong."""
        info, size = self.infos[name], 0
        try:
            with self.zip.open(info) as file:
                while part := file.read(CHUNK):
                    size += len(part)
                    self.unpacked += len(part)
                    bomb = _is_bomb(name, size, info.compress_size)
                    if (bomb or self.unpacked > 3 * MOST_UNPACKED or size > most) and not self.trusted:
                        message = _("The file unpacks to far more than an archive may hold.")
                        raise ArchiveInvalid("archive.too_large", name, message)
                    yield part
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            ValueError,
            OSError,
        ) as error:
            raise ArchiveInvalid("archive.damaged", name, _("The file cannot be unpacked.")) from error

    def pieces(self, name: str) -> Iterator[bytes]:
        """The pieces of a file; ArchiveInvalid at the end if they do not match the manifest."""
        if name not in self.files:
            raise ArchiveInvalid("archive.damaged", name, _("The file is missing."))
        about, digest, size = self.files[name], hashlib.sha256(), 0
        for part in self._chunks(name, MOST_UNPACKED):
            digest.update(part)
            size += len(part)
            yield part
        if size != about["size"] or digest.hexdigest() != about["sha256"]:
            raise ArchiveInvalid("archive.damaged", name, _("The digest of the file is not the one in the manifest."))

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        return b"".join(self.pieces(name))

    def check(self, progress: Progress = ignore_progress) -> None:
        """Unpacks everything once, and checks all digests and the total size."""
        for name in self.files:
            for _part in self.pieces(name):
                progress("reading", 0, 0)
        self.unpacked = 0

    def lines(self, name: str) -> Iterator[tuple[int, Any]]:
        """The values of a JSON lines file, each with its line number from 1."""
        rest, number = b"", 0
        for part in self.pieces(name):
            *complete, rest = (rest + part).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise ArchiveInvalid("archive.row", name, _("A line is longer than 32 MiB."))
            for line in complete:
                number += 1
                yield number, parse_line(line, f"{name} line {number}")
        if rest:
            raise ArchiveInvalid("archive.damaged", name, _("The last line has no end."))
