"""Reads the bytes of a module file strictly and tells which format they are in."""

import re
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.format.faults import Fault, ModuleInvalid, quote_value
from campaigns.modules.format.zip_files import Archive
from common import strict_json

FORMAT: Final = "satchel"
NEWEST: Final = (1, 0)
# docs/module-format.md: 5 MiB, 32 deep; the schema holds a text field to 64 KiB.
LIMITS: Final = strict_json.Limits(size=5 * strict_json.MEBIBYTE, depth=32, nodes=200_000, string=100_000)
ZIP: Final = b"PK"
VERSION: Final = re.compile(r"(\d{1,3})\.(\d{1,3})")


def read(data: bytes) -> Any:
    """The JSON value of a module file, or of the module.json of an archive; ModuleInvalid with one fault."""
    return parse_json(Archive(data).document() if is_archive(data) else data)


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin like a ZIP archive."""
    return data[:2] == ZIP


def parse_json(data: bytes) -> Any:
    """The JSON value of the bytes, read strictly; ModuleInvalid with one json.* fault."""
    try:
        return strict_json.loads(data, LIMITS)
    except strict_json.MalformedJson as error:
        where = _("line %(line)s, column %(column)s") % {"line": error.line, "column": error.column}
        raise ModuleInvalid([Fault(error.pointer, error.code, f"{error.message} ({where})")]) from None


def find_unsupported(document: dict[str, Any]) -> list[Fault]:
    """The fault of a document in another format, or in a version that this site does not know."""
    name, version = document.get("format"), document.get("format_version")
    if isinstance(name, str) and name != FORMAT:
        return [Fault("/format", "format.unsupported", _("%(name)s is not 'satchel'") % {"name": quote_value(name)})]
    match = VERSION.fullmatch(version) if isinstance(version, str) else None
    if match and (int(match[1]) != NEWEST[0] or int(match[2]) > NEWEST[1]):
        message = _("this site reads satchel %(newest)s; the file says %(version)s") % {
            "newest": ".".join(map(str, NEWEST)),
            "version": version,
        }
        return [Fault("/format_version", "format.unsupported", message)]
    return []
