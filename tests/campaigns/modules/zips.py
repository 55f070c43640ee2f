"""Archives for the tests, made here: good ones, and ones that mean harm."""

import hashlib
import io
import json
import stat
import zipfile
from typing import Any

from PIL import Image

from tests.campaigns.modules.samples import small


def picture(kind: str = "PNG", size: tuple[int, int] = (8, 6), colour: str = "teal", **more: Any) -> bytes:
    """A small picture of a kind."""
    into = io.BytesIO()
    Image.new("RGB", size, colour).save(into, kind, **more)
    return into.getvalue()


def asset(path: str, data: bytes, key: str = "map", kind: str = "image/png", **more: Any) -> dict[str, Any]:
    """An object of `assets` for a file."""
    return {
        "key": key,
        "path": path,
        "sha256": hashlib.sha256(data).hexdigest(),
        "media_type": kind,
        "alt": "A map",
        "licence": {"spdx": "CC0-1.0"},
        **more,
    }


def with_picture(path: str = "assets/map.png", data: bytes | None = None, **more: Any) -> dict[str, Any]:
    """The small module with one picture."""
    document = small()
    document["assets"] = [asset(path, picture() if data is None else data, **more)]
    return document


def packed(document: Any, files: dict[str, bytes] | None = None) -> bytes:
    """An archive of a document (bytes as they are, None for none) and files."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        if document is not None:
            archive.writestr("module.json", document if isinstance(document, bytes) else json.dumps(document))
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return into.getvalue()


def linked(name: str = "assets/map.png", kind: int = stat.S_IFLNK) -> bytes:
    """An archive with a link (or a device) where a picture should be."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        archive.writestr("module.json", json.dumps(small()))
        info = zipfile.ZipInfo(name)
        info.external_attr = (kind | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    return into.getvalue()


def bomb(mebibytes: int, name: str = "assets/map.png") -> bytes:
    """An archive whose one picture unpacks to so much of nothing."""
    return packed(small(), {name: b"\0" * (mebibytes * 1024 * 1024)})


def lying() -> bytes:
    """An archive whose central list claims a size of one byte."""
    data = bytearray(bomb(12))
    place = data.rindex(b"PK\x01\x02")
    data[place + 24 : place + 28] = (1).to_bytes(4, "little")
    return bytes(data)


def spoiled(data: bytes) -> bytes:
    """An archive with a byte of its first file turned round."""
    place = data.index(b"module.json") + 40
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
