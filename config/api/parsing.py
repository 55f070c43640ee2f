"""Strict parsing of request bodies and query strings: unambiguous JSON, and text that both databases can store."""

from collections.abc import Mapping
from typing import IO, Any

from django.http import Http404
from django.utils.encoding import force_str
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from common import strict_json

FORBIDDEN_CHARACTERS = {"\x00"} | {chr(code) for code in range(0xD800, 0xE000)}


class UnreadableBody(ParseError):
    """A body or a parameter that cannot be read: 400, with the code and the place of the fault."""

    def __init__(self, code: str, message: str, **place: Any) -> None:
        super().__init__(message, code)
        self.place = place


class StrictJSONParser(BaseParser):
    """Refuses JSON that is deep, huge, ambiguous or unstorable (common/strict_json.py says how much)."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body's value. UnreadableBody with a code json.*; UnsupportedMediaType for another charset."""
        _only_utf8(media_type or "")
        # Reads at most one byte more than allowed, whatever length the sender declares.
        body = stream.read(strict_json.DEFAULT.size + 1)
        try:
            return strict_json.loads(body)
        except strict_json.MalformedJson as fault:
            raise UnreadableBody(
                fault.code, fault.message, line=fault.line, column=fault.column, pointer=fault.pointer
            ) from None


def _only_utf8(media_type: str) -> None:
    for part in force_str(media_type, errors="replace").split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset" and value.strip(' "').lower() not in {"utf-8", "utf8"}:
            raise UnsupportedMediaType(media_type)


def check_storable_address(request: Request, parts: Mapping[str, Any]) -> None:
    """Refuses text in the address that no database column can store: NUL and lone surrogates."""
    if any(FORBIDDEN_CHARACTERS & set(part) for part in parts.values() if isinstance(part, str)):
        raise Http404
    for name, values in request.query_params.lists():
        if any(FORBIDDEN_CHARACTERS & set(text) for text in (name, *values)):
            raise UnreadableBody(
                "parameter.text", "A query parameter contains a character that is not text.", pointer=""
            )
