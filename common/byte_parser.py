"""A parser that reads request bodies as bytes up to a limit."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser


class BodyTooLarge(APIException):
    """A body of more than `most` bytes: 413."""

    status_code = 413
    default_code = "request.too_large"

    def __init__(self, most: int) -> None:
        size = f"{most / 1024 / 1024:g} MiB"
        super().__init__(
            _("The request is too large. This address accepts at most %(size)s from you.") % {"size": size}
        )


class ByteParser(BaseParser):
    """A body as bytes, whatever its content type, of at most `most` bytes."""

    media_type = "application/octet-stream"
    most: int

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes. BodyTooLarge, without reading further."""
        body = bytes(stream.read(self.most + 1))
        if len(body) > self.most:
            raise BodyTooLarge(self.most)
        return body
