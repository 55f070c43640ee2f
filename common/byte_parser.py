"""A parser that reads request bodies as bytes up to a limit."""

from typing import Any

from rest_framework.parsers import BaseParser


class ByteParser(BaseParser):
    """A body as bytes, whatever its content type; reads `most` bytes, and one more to detect larger bodies."""

    media_type = "application/octet-stream"
    most: int

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes, at most one more than allowed."""
        return bytes(stream.read(self.most + 1))
