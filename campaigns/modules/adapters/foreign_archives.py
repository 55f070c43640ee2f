"""Reads text files from a foreign ZIP archive (a vault or an export of many files), within limits."""

import io
import zipfile
from pathlib import PurePosixPath
from typing import Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import NotUnderstood
from common import strict_json, zip_directory

MOST_FILES: Final = 5000
MOST_BYTES: Final = 16 * strict_json.MEBIBYTE
ONE_FILE: Final = 2 * strict_json.MEBIBYTE
MOST_ENTRIES: Final = 20_000  # other files than the wanted ones included
# Readers store each end of a path as a name of its file, so that a path of 64 kB would take a gigabyte.
LONGEST_PATH: Final = 400
DEEPEST: Final = 20


def texts(data: bytes, endings: tuple[str, ...]) -> dict[str, str]:
    """The files with these endings by path, in order of the path, without hidden files and unsafe paths.

    NotUnderstood for an archive that is damaged, encrypted or too large, or whose folders are too deep."""
    if zip_directory.count_entries(io.BytesIO(data)) > MOST_ENTRIES:
        raise NotUnderstood(_("the archive contains too many files; send it in parts"))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if any(len(path) > LONGEST_PATH or path.count("/") > DEEPEST for path in archive.namelist()):
                raise NotUnderstood(_("the folders in the archive are too deep, or their names are too long"))
            wanted = [member for member in archive.infolist() if _is_wanted(member, endings)]
            if len(wanted) > MOST_FILES or sum(member.file_size for member in wanted) > MOST_BYTES:
                raise NotUnderstood(_("the archive has more than 5,000 files or 16 MiB of text; send it in parts"))
            return dict(sorted((member.filename, _read(archive, member)) for member in wanted))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, ValueError, zipfile.zlib.error):  # type: ignore[attr-defined]
        raise NotUnderstood(_("this archive cannot be read; send an ordinary ZIP file")) from None


def _is_wanted(member: zipfile.ZipInfo, endings: tuple[str, ...]) -> bool:
    parts = PurePosixPath(member.filename).parts
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return not member.is_dir() and not hidden and member.filename.lower().endswith(endings)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> str:
    """A file's text, counted while unpacking, because the sizes in an archive can be wrong."""
    with archive.open(member) as file:
        data = file.read(ONE_FILE + 1)
    if len(data) > ONE_FILE:
        raise NotUnderstood(_("a file of the archive is larger than 2 MiB"), member.filename[:200])
    return data.decode("utf-8-sig", "replace")
