"""Bodies of requests that are taken as bytes: who reads them says what they are, and how many are too many."""

from typing import Any

from rest_framework.parsers import BaseParser


class Bytes(BaseParser):
    """A body as it came, from a client that does not say what it is; `most` bytes, and one more to tell too many."""

    media_type = "application/octet-stream"
    most: int

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes, one more than allowed at most."""
        return bytes(stream.read(self.most + 1))
